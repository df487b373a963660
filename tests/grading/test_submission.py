"""Intake: what was handed in, with the instructor's cells in their place."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from grading.config import Course
from grading.errors import GradingError
from grading.notebook import Assignment, Role, read_notebook
from grading.submission import Paper, find_submissions, read_paper

TESTS = ["test_ex1", "test_ex2", "test_ex3", "test_ex4"]


@pytest.fixture
def paper_of(built_course: Course, hand_in: Callable[..., Path]) -> Callable[..., Paper]:
    def read(edit: Callable[[NotebookNode], object] | None = None) -> Paper:
        assignment = Assignment.read(built_course.source / "numbers")
        release = read_notebook(built_course.release / "numbers" / "numbers.ipynb")
        (submission,) = find_submissions(hand_in(built_course, edit=edit), assignment)
        return read_paper(submission, assignment, release)

    return read


def _cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.get("id") == name)


def _ids(paper: Paper) -> list[str]:
    return [cell.grade_id for cell in paper.cells]


def test_an_honest_submission_needs_no_repairs(paper_of: Callable[..., Paper]) -> None:
    paper = paper_of()
    assert paper.repairs == ()
    assert [cell.grade_id for cell in paper.cells if cell.role is Role.TEST] == TESTS
    assert "return n * n" in paper.cells[1].source


def test_the_candidate_gets_the_released_part_of_a_test_and_the_notebook_the_whole(
    paper_of: Callable[..., Paper],
) -> None:
    paper = paper_of()
    (test,) = [cell for cell in paper.cells if cell.grade_id == "test_ex2"]
    assert "total([]) == 0" not in test.source
    assert "total([]) == 0" in paper.notebook.cells[test.index].source


def test_a_changed_test_cell_is_the_instructors_again(paper_of: Callable[..., Paper]) -> None:
    def cheat(notebook: NotebookNode) -> None:
        cell = _cell(notebook, "test_ex1")
        cell.source = "print('Passed!')"
        cell.metadata.nbgrader.points = 1000

    paper = paper_of(cheat)
    cell = _cell(paper.notebook, "test_ex1")
    assert "square(-3) == 9" in cell.source
    assert cell.metadata.nbgrader.points == 2
    assert paper.repairs == ('the cell "test_ex1" had been changed; the instructor\'s version was used',)


def test_deleted_cells_come_back_where_they_were(paper_of: Callable[..., Paper]) -> None:
    def delete(notebook: NotebookNode) -> None:
        gone = ("imports", "ex2", "test_ex2", "test_ex4")
        notebook.cells = [cell for cell in notebook.cells if cell.id not in gone]

    paper = paper_of(delete)
    assert _ids(paper) == ["imports", "ex1", "test_ex1", "ex2", "test_ex2", "ex3", "test_ex3", "ex4", "test_ex4"]
    assert len(paper.repairs) == 4
    assert "raise NotImplementedError()" in _cell(paper.notebook, "ex2").source


def test_a_copied_cell_is_the_students_own(paper_of: Callable[..., Paper]) -> None:
    def copy(notebook: NotebookNode) -> None:
        original = _cell(notebook, "test_ex1")
        notebook.cells.append(nbformat.from_dict({**original, "id": "copied", "source": "square = None"}))

    paper = paper_of(copy)
    assert _ids(paper).count("test_ex1") == 1
    assert paper.cells[-1].role is Role.STUDENT
    assert paper.repairs == ('a copy of the cell "test_ex1" was taken as a cell of your own',)


def test_cells_of_the_students_own_are_kept_where_they_stand(paper_of: Callable[..., Paper]) -> None:
    def add(notebook: NotebookNode) -> None:
        notebook.cells.insert(1, nbformat.v4.new_code_cell("helper = 1"))
        notebook.cells.insert(2, nbformat.v4.new_markdown_cell("A *note*."))

    paper = paper_of(add)
    assert paper.cells[1].source == "helper = 1"
    assert paper.cells[1].role is Role.STUDENT
    assert paper.notebook.cells[2].cell_type == "markdown"
    assert paper.repairs == ()


def test_marking_an_own_cell_as_a_test_earns_nothing(paper_of: Callable[..., Paper]) -> None:
    def mark(notebook: NotebookNode) -> None:
        cell = nbformat.v4.new_code_cell("1 + 1")
        cell.metadata.nbgrader = {**_cell(notebook, "test_ex1").metadata.nbgrader, "grade_id": "test_ex9"}
        notebook.cells.append(cell)

    paper = paper_of(mark)
    assert [cell.grade_id for cell in paper.cells if cell.role is Role.TEST] == TESTS
    assert "nbgrader" not in paper.notebook.cells[-1].metadata


def test_a_solution_cell_turned_into_markdown_is_code_again(paper_of: Callable[..., Paper]) -> None:
    def turn(notebook: NotebookNode) -> None:
        cell = _cell(notebook, "ex1")
        cell.cell_type = "markdown"
        del cell["outputs"], cell["execution_count"]

    paper = paper_of(turn)
    assert _cell(paper.notebook, "ex1").cell_type == "code"
    assert paper.repairs == ('the cell "ex1" had been made a markdown cell; it was changed back',)


def test_outputs_and_counters_that_came_along_are_dropped(paper_of: Callable[..., Paper]) -> None:
    def fill(notebook: NotebookNode) -> None:
        _cell(notebook, "test_ex1").outputs = [nbformat.v4.new_output("stream", text="Passed!")]
        _cell(notebook, "ex1").execution_count = 7

    cells = paper_of(fill).notebook.cells
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells if cell.cell_type == "code")


def test_a_notebook_of_an_older_format_is_read(paper_of: Callable[..., Paper], tmp_path: Path) -> None:
    def age(notebook: NotebookNode) -> None:
        notebook.nbformat_minor = 2
        for cell in notebook.cells:
            del cell["id"]

    paper = paper_of(age)
    assert paper.notebook.nbformat_minor == 5
    assert [cell.id for cell in paper.notebook.cells][:3] == ["imports", "ex1", "test_ex1"]


@pytest.mark.parametrize(
    "content",
    [b"", b"not json", b"[1, 2]", b'{"cells": 3}', b"\xff\xfe\x00\x00", b'{"nbformat": 99, "cells": []}'],
)
def test_what_is_no_notebook_is_refused_in_one_sentence(
    content: bytes, built_course: Course, hand_in: Callable[..., Path]
) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    release = read_notebook(built_course.release / "numbers" / "numbers.ipynb")
    (submission,) = find_submissions(hand_in(built_course), assignment)
    submission.path.write_bytes(content)
    with pytest.raises(GradingError, match=r"^numbers\.ipynb is not a notebook: [^\n]+$"):
        read_paper(submission, assignment, release)


@pytest.mark.parametrize("linked", ["notebook", "folder"])
def test_a_link_in_the_place_of_a_notebook_is_not_followed(
    linked: str, built_course: Course, hand_in: Callable[..., Path]
) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    release = read_notebook(built_course.release / "numbers" / "numbers.ipynb")
    (submission,) = find_submissions(hand_in(built_course), assignment)
    if linked == "notebook":  # to the solutions
        submission.path.unlink()
        submission.path.symlink_to(assignment.path)
    else:  # to another student's work
        submission.path.parent.rename(submission.path.parents[2] / "elsewhere")
        submission.path.parent.symlink_to(submission.path.parents[2] / "elsewhere")
    with pytest.raises(GradingError, match=r"^numbers\.ipynb is a link and was not followed"):
        read_paper(submission, assignment, release)


def test_a_linked_timestamp_tells_nothing_of_what_it_leads_to(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    (submission,) = find_submissions(hand_in(built_course), assignment)
    (tmp_path / "seed").write_text("the secret seed")
    (submission.path.parent / "timestamp.txt").symlink_to(tmp_path / "seed")
    assert submission.received is None
    assert submission.remarks == ()


def test_a_byte_order_mark_is_no_obstacle(built_course: Course, hand_in: Callable[..., Path]) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    release = read_notebook(built_course.release / "numbers" / "numbers.ipynb")
    (submission,) = find_submissions(hand_in(built_course), assignment)
    submission.path.write_bytes(b"\xef\xbb\xbf" + submission.path.read_bytes())
    assert read_paper(submission, assignment, release).repairs == ()


def test_a_submission_knows_its_checksum_and_its_time(built_course: Course, hand_in: Callable[..., Path]) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    (submission,) = find_submissions(hand_in(built_course), assignment)
    assert submission.sha256 == sha256(submission.path.read_bytes()).hexdigest()
    assert submission.received is None
    (submission.path.parent / "timestamp.txt").write_text("2024-02-03 10:00:00 UTC\n")
    (again,) = find_submissions(submission.path.parents[2], assignment)
    assert again.received == "2024-02-03 10:00:00 UTC"


def test_a_missing_folder_of_submissions_is_named(built_course: Course, tmp_path: Path) -> None:
    assignment = Assignment.read(built_course.source / "numbers")
    with pytest.raises(GradingError, match=r"there is no folder .*nowhere: collect the submissions"):
        find_submissions(tmp_path / "nowhere", assignment)
