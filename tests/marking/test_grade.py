"""ClassGrading writes everything, again and again, and no submission stops the run."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.marking.class_runs import HandIn, Results, change_cells, write
from tests.marking.class_runs import graded as graded_class

Solved = Callable[..., NotebookNode]


def _grade(course: Course, submitted: Path, output: Path) -> Results:
    return graded_class(course, submitted=submitted, output=output)[0]


@pytest.fixture(scope="module")
def graded(built_course: Course, solved: Solved, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder `submitted` with three submissions, and `graded` beside it."""
    folder = tmp_path_factory.mktemp("grade")
    for student, ex1 in (("right", "def square(n): return n * n"), ("wrong", "def square(n): return 0")):
        path = write(solved(built_course, ex1=ex1), folder / "submitted", student)
    path.with_name("timestamp.txt").write_text("2024-02-03 10:00:00 UTC")
    write(nbformat.v4.new_notebook(), folder / "submitted", "unreadable").write_text("This is not JSON.")
    _grade(built_course, folder / "submitted", folder / "graded")
    return folder


def _autograded(graded: Path, student: str) -> NotebookNode:
    return nbformat.read(graded / "graded" / "autograded" / student / "numbers" / "numbers.ipynb", as_version=4)


def _record(graded: Path, student: str) -> dict[str, Any]:
    return json.loads((graded / "graded" / "autograded" / student / "numbers" / "results.json").read_text())


def test_everything_is_written_where_nbgrader_has_it_and_the_report_links_to_every_page(graded: Path) -> None:
    output = graded / "graded"
    report = (output / "reports" / "numbers" / "index.html").read_text()
    for student in ("right", "wrong", "unreadable"):
        assert (output / "autograded" / student / "numbers" / "numbers.ipynb").is_file()
        assert (output / "autograded" / student / "numbers" / "results.json").is_file()
        assert (output / "feedback" / student / "numbers" / "numbers.html").is_file()
        assert f'href="../../feedback/{student}/numbers/numbers.html"' in report
    assert (output / "gradebook.db").is_file()
    assert len((output / "reports" / "numbers" / "summary.csv").read_text().splitlines()) == 4


def test_the_autograded_notebook_is_valid_and_has_the_outputs(graded: Path) -> None:
    notebook = _autograded(graded, "right")
    nbformat.validate(notebook)
    outputs = {cell.id: cell.outputs for cell in notebook.cells}
    assert outputs["test_ex4"][0].text == "Passed!\n"
    assert [cell.execution_count for cell in notebook.cells] == list(range(1, 10))
    (error,) = next(cell.outputs for cell in _autograded(graded, "wrong").cells if cell.id == "test_ex1")
    assert (error.output_type, error.ename) == ("error", "AssertionError")


def test_results_say_what_was_handed_in_when_and_how_it_was_examined(graded: Path) -> None:
    record = _record(graded, "wrong")
    assert (record["score"], record["percent"]) == (4, 66.67)
    assert record["submission"]["received"] == "2024-02-03 10:00:00 UTC"
    assert len(record["submission"]["sha256"]) == 64
    assert record["sandbox"]["enforced"][0] == "separate process"
    assert [exercise["cases"] for exercise in record["exercises"]] == [0, 0, 0, 20]
    assert len(record.pop("seal")) == 64
    assert Result.from_json(json.dumps(record)).to_json() == json.dumps(record, indent=2) + "\n"


def test_what_cannot_be_read_scores_nothing_says_why_and_stays_byte_for_byte(graded: Path) -> None:
    record = _record(graded, "unreadable")
    assert record["score"] == 0
    assert {exercise["outcome"] for exercise in record["exercises"]} == {"not_run"}
    assert record["submission"]["repairs"][0].startswith("numbers.ipynb is not a notebook: ")
    assert (graded / "submitted" / "unreadable" / "numbers" / "numbers.ipynb").read_text() == "This is not JSON."


def test_the_notebook_of_another_assignment_is_named_to_student_and_instructor(
    own_course: Course, hand_in: HandIn, tmp_path: Path
) -> None:
    texts = [f"Read the {number}th letter, and explain at length." for number in range(3)]
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    locked = {"nbgrader": {"grade_id": "test_ex1", "grade": True, "locked": True, "points": 2}}
    cells.append(nbformat.v4.new_code_cell("assert letter(3) == 'c'", metadata=locked))
    letters = nbformat.v4.new_notebook(cells=cells)
    for folder in (own_course.source, own_course.release):
        (folder / "letters").mkdir()
        nbformat.write(letters, folder / "letters" / "letters.ipynb")
    submitted = hand_in(own_course, edit=lambda made: made.update(cells=cells))
    (result,) = _grade(own_course, submitted, tmp_path).values()
    assert result.submission.other_notebook == ("this is the notebook of letters, not of numbers",)
    assert result.submission.repairs == ()
    page = (tmp_path / "feedback" / "student-001" / "numbers" / "numbers.html").read_text()
    assert page.count("This is the notebook of letters, not of numbers.") == 1


def test_a_bug_of_the_tools_costs_one_submission_and_is_told(
    built_course: Course, graded: Path, tmp_path: Path
) -> None:
    shutil.copytree(graded / "submitted", tmp_path / "submitted")
    (tmp_path / "graded" / "feedback").mkdir(parents=True)
    (tmp_path / "graded" / "feedback" / "right").write_text("in the way of a folder")
    grading = ClassGrading(built_course, "numbers", tmp_path / "submitted", tmp_path / "graded")
    found = {submission.student: result for submission, result in grading.run()}
    assert isinstance(found["right"], OSError)
    assert isinstance(found["wrong"], Result)
    assert isinstance(found["unreadable"], Result)


def test_the_whole_time_of_a_submission_is_bounded(own_course: Course, hand_in: HandIn, tmp_path: Path) -> None:
    own_course.grading.submission_seconds = 6.0
    slow = "import time\ntime.sleep(4)\ndef square(n): return n * n"
    submitted = hand_in(own_course, ex1=slow)
    hand_in(own_course, "student-002", ex1=slow, ex3=slow)
    results = _grade(own_course, submitted, tmp_path / "graded")
    assert results["student-001"].score == 8
    outcomes = [exercise.outcome for exercise in results["student-002"].exercises]
    assert outcomes == [Outcome.PASSED, Outcome.PASSED, Outcome.TIMED_OUT, Outcome.NOT_RUN]
    assert "time for the whole notebook is used up" in results["student-002"].exercises[3].message


def test_outputs_are_kept_up_to_the_limits_of_a_cell_and_of_a_submission(
    own_course: Course, hand_in: HandIn, tmp_path: Path
) -> None:
    own_course.grading.output_bytes, own_course.grading.submission_output_bytes = 2_000, 3_000
    printing = {name: f"print('{name} ' * {count})" for name, count in (("ex1", 900), ("ex2", 100), ("ex4", 400))}

    def print_more(notebook: NotebookNode) -> None:
        for cell in notebook.cells:
            cell.source += f"\n{printing[cell.id]}" if cell.id in printing else ""

    results = _grade(own_course, hand_in(own_course, edit=print_more), tmp_path / "graded")
    assert results["student-001"].score == 8
    shown = {cell.id: str(cell.get("outputs")) for cell in _autograded(tmp_path, "student-001").cells}
    assert 400 < shown["ex1"].count("ex1 ") < 900  # cut off
    assert shown["ex2"].count("ex2 ") == 100
    assert "ex4 " not in shown["ex4"]
    assert "exceed the limit for one submission" in shown["ex4"]


def test_a_missing_release_is_named(own_course: Course, hand_in: HandIn) -> None:
    submitted = hand_in(own_course)
    shutil.rmtree(own_course.release)
    with pytest.raises(GradingError, match=r"numbers\.ipynb is missing: run course build numbers"):
        ClassGrading(own_course, "numbers", submitted)


def test_a_release_without_a_cell_of_the_source_is_named(own_course: Course, hand_in: HandIn) -> None:
    submitted = hand_in(own_course)
    path = own_course.source / "numbers" / "numbers.ipynb"
    path.write_text(path.read_text().replace('"grade_id": "ex3"', '"grade_id": "ex_three"'))
    with pytest.raises(GradingError, match=r"\(ex3, ex_three in only one of them\): run course build numbers"):
        ClassGrading(own_course, "numbers", submitted)


FAILING = {"nothing": "NameError: name 'nothing' is not defined", "assert 1 > 2": "AssertionError"}


@pytest.mark.parametrize("code", FAILING)
def test_a_reference_that_fails_is_told_and_the_class_is_graded(
    own_course: Course, hand_in: HandIn, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: str
) -> None:
    solution = f"### BEGIN SOLUTION\n{code}\n### END SOLUTION"
    change_cells(own_course.source / "numbers" / "numbers.ipynb", {"ex1": solution})
    found = _grade(own_course, hand_in(own_course), tmp_path / "graded")
    assert re.search(rf'cell "ex1": {re.escape(FAILING[code])}$', caplog.text, re.MULTILINE)
    assert [one.earned for one in found["student-001"].exercises] == [2, 2, 2, 2]


def test_a_cell_of_the_reference_that_failed_is_named_rather_than_the_sampler_it_leaves_unused(
    own_course: Course, hand_in: HandIn, tmp_path: Path
) -> None:
    change_cells(own_course.source / "numbers" / "numbers.ipynb", {"ex4": "import nothing_of_the_kind"})
    with pytest.raises(GradingError, match=r'numbers\.ipynb, cell "ex4": ModuleNotFoundError'):
        _grade(own_course, hand_in(own_course), tmp_path / "graded")


def test_no_process_or_folder_is_left_behind(
    built_course: Course, hand_in: HandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    before = _children()
    _grade(built_course, hand_in(built_course), tmp_path / "graded")
    assert list(scratch.iterdir()) == []
    assert _children() == before


def _children() -> set[str]:
    return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())
