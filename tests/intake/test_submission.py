"""Intake: what was handed in, with the instructor's cells in their place."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, read_notebook
from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import take
from nbproctor.intake.notebook_identity import NotebookIdentity, released_trees
from nbproctor.intake.paper import Paper, read_paper
from nbproctor.intake.submission_folders import Submission
from tests.intake.conftest import Class, Edit

TESTS = ["test_ex1", "test_ex2", "test_ex3", "test_ex4"]


PaperOf = Callable[..., Paper]
PaperFrom = Callable[[Callable[[str], "str | bytes"]], Paper]


@pytest.fixture
def paper_of(our_class: Class) -> PaperOf:
    """A function that reads a submission, which may be edited."""

    def read(edit: Edit | None = None) -> Paper:
        our_class.hand_in(edit=edit)
        return our_class.paper()

    return read


@pytest.fixture
def paper_from(our_class: Class) -> PaperFrom:
    """A function that reads a submission whose text was changed."""

    def read(change: Callable[[str], str | bytes]) -> Paper:
        path = our_class.hand_in()
        made = change(path.read_text("utf-8"))
        path.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"))
        return our_class.paper()

    return read


def _cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.get("id") == name)


def _ids(paper: Paper) -> list[str]:
    return [cell.grade_id for cell in paper.cells]


def test_an_honest_submission_needs_no_repairs(paper_of: PaperOf) -> None:
    paper = paper_of()
    assert paper.repairs == ()
    assert [cell.grade_id for cell in paper.cells if cell.role is Role.TEST] == TESTS
    assert "return n * n" in paper.cells[1].source


def test_the_candidate_gets_the_released_part_of_a_test_and_the_notebook_the_whole(paper_of: PaperOf) -> None:
    paper = paper_of()
    (test,) = [cell for cell in paper.cells if cell.grade_id == "test_ex2"]
    assert "total([]) == 0" not in test.source
    assert "total([]) == 0" in paper.notebook.cells[test.index].source


def test_a_changed_test_cell_is_the_instructors_again(paper_of: PaperOf) -> None:
    def cheat(notebook: NotebookNode) -> None:
        cell = _cell(notebook, "test_ex1")
        cell.source = "print('Passed!')"
        cell.metadata.nbgrader.points = 1000

    paper = paper_of(cheat)
    cell = _cell(paper.notebook, "test_ex1")
    assert "square(-3) == 9" in cell.source
    assert cell.metadata.nbgrader.points == 2
    assert paper.repairs == ('the cell "test_ex1" had been changed; the instructor\'s version was used',)


def test_deleted_cells_come_back_where_they_were(paper_of: PaperOf) -> None:
    def delete(notebook: NotebookNode) -> None:
        gone = ("imports", "ex2", "test_ex2", "test_ex4")
        notebook.cells = [cell for cell in notebook.cells if cell.id not in gone]

    paper = paper_of(delete)
    assert _ids(paper) == ["imports", "ex1", "test_ex1", "ex2", "test_ex2", "ex3", "test_ex3", "ex4", "test_ex4"]
    assert len(paper.repairs) == 4
    assert "raise NotImplementedError()" in _cell(paper.notebook, "ex2").source


def test_a_copied_cell_is_the_students_own(paper_of: PaperOf) -> None:
    def copy(notebook: NotebookNode) -> None:
        original = _cell(notebook, "test_ex1")
        notebook.cells.append(nbformat.from_dict({**original, "id": "copied", "source": "square = None"}))

    paper = paper_of(copy)
    assert _ids(paper).count("test_ex1") == 1
    assert paper.cells[-1].role is Role.STUDENT
    assert paper.repairs == ('a copy of the cell "test_ex1" was treated as a cell of your own',)


def test_cells_of_the_students_own_are_kept_where_they_stand(paper_of: PaperOf) -> None:
    def add(notebook: NotebookNode) -> None:
        notebook.cells.insert(1, nbformat.v4.new_code_cell("helper = 1"))
        notebook.cells.insert(2, nbformat.v4.new_markdown_cell("A *note*."))

    paper = paper_of(add)
    assert paper.cells[1].source == "helper = 1"
    assert paper.cells[1].role is Role.STUDENT
    assert paper.notebook.cells[2].cell_type == "markdown"
    assert paper.repairs == ()


def test_marking_an_own_cell_as_a_test_earns_nothing(paper_of: PaperOf) -> None:
    def mark(notebook: NotebookNode) -> None:
        cell = nbformat.v4.new_code_cell("1 + 1")
        cell.metadata.nbgrader = {**_cell(notebook, "test_ex1").metadata.nbgrader, "grade_id": "test_ex9"}
        notebook.cells.append(cell)

    paper = paper_of(mark)
    assert [cell.grade_id for cell in paper.cells if cell.role is Role.TEST] == TESTS
    assert "nbgrader" not in paper.notebook.cells[-1].metadata


def test_a_solution_cell_turned_into_markdown_is_code_again(paper_of: PaperOf) -> None:
    def turn(notebook: NotebookNode) -> None:
        cell = _cell(notebook, "ex1")
        cell.cell_type = "markdown"
        del cell["outputs"], cell["execution_count"]

    paper = paper_of(turn)
    assert _cell(paper.notebook, "ex1").cell_type == "code"
    assert paper.repairs == ('the cell "ex1" had been made a markdown cell; it was changed back',)


def test_outputs_and_counters_that_came_along_are_dropped(paper_of: PaperOf) -> None:
    def fill(notebook: NotebookNode) -> None:
        _cell(notebook, "test_ex1").outputs = [nbformat.v4.new_output("stream", text="Passed!")]
        _cell(notebook, "ex1").execution_count = 7

    cells = paper_of(fill).notebook.cells
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells if cell.cell_type == "code")


def test_a_notebook_of_an_older_format_is_read(paper_of: PaperOf) -> None:
    def age(notebook: NotebookNode) -> None:
        notebook.nbformat_minor = 2
        for cell in notebook.cells:
            del cell["id"]

    paper = paper_of(age)
    assert paper.notebook.nbformat_minor == 5
    assert [cell.id for cell in paper.notebook.cells][:3] == ["imports", "ex1", "test_ex1"]


def test_a_submission_knows_its_checksum_and_its_time(our_class: Class) -> None:
    path = our_class.hand_in()
    submission = our_class.found()["one"]
    assert take(submission).content.sha256 == sha256(path.read_bytes()).hexdigest()
    assert submission.received is None
    path.with_name("timestamp.txt").write_text("2024-02-03 10:00:00 UTC\n")
    assert our_class.found()["one"].received == "2024-02-03 10:00:00 UTC"


def test_a_missing_folder_of_submissions_is_named(our_class: Class) -> None:
    with pytest.raises(GradingError, match=r"there is no folder .*submitted: collect the submissions"):
        our_class.found()


# Notebooks that editors, converters and older versions make.


def _solved_and_tested(paper: Paper) -> bool:
    """Whether every solution comes before its test, and every test is there once."""
    order = [cell.grade_id for cell in paper.cells if cell.role is Role.TEST]
    before = "\n".join(cell.source for cell in paper.cells[: [c.grade_id for c in paper.cells].index("test_ex4")])
    return order == TESTS and "return n / 2" in before


def _each(change: Edit) -> Edit:
    return lambda notebook: [change(cell) for cell in notebook.cells]


def test_cells_that_lost_their_metadata_are_known_by_their_ids(paper_of: PaperOf) -> None:
    paper = paper_of(_each(lambda cell: cell.metadata.clear()))
    (repair,) = paper.repairs
    assert repair.startswith("9 cells had lost their nbgrader metadata; the instructor's were used: ")
    assert paper.cells == paper_of().cells


def test_cells_that_lost_metadata_and_ids_too_are_scored_by_what_they_define(paper_of: PaperOf) -> None:
    def strip(notebook: NotebookNode) -> None:
        notebook.nbformat_minor = 4
        for cell in notebook.cells:
            cell.metadata.clear()
            del cell["id"]

    paper = paper_of(strip)
    assert _solved_and_tested(paper)
    (repair,) = paper.repairs  # an answer is known by the cells around it
    assert "9 cells had lost their nbgrader metadata" in repair


def test_a_notebook_of_another_assignment_says_so_once_and_its_code_comes_before_the_tests(paper_of: PaperOf) -> None:
    def another(notebook: NotebookNode) -> None:
        notebook.cells = [nbformat.v4.new_code_cell(f"# own {number}") for number in range(3)]

    paper = paper_of(another)
    assert _ids(paper) == ["imports", "ex1", "ex2", "ex3", "ex4", "", "", "", *TESTS]
    assert paper.other_notebook == "this notebook has no cell of numbers"
    assert paper.repairs == ()


def test_a_notebook_of_another_assignment_is_named_in_place_of_every_cell_that_differs() -> None:
    root = Path(__file__).parents[2]
    release = root / "release" / "midterm1" / "midterm1.ipynb"
    (assignment,) = Assignment.read_all(root / "source" / "midterm1")
    known = NotebookIdentity(released_trees(root.glob("release/*/*.ipynb")))

    def paper(name: str) -> Paper:
        handed_in = take(Submission("student-001", "midterm1", root / "release" / name / f"{name}.ipynb"))
        return read_paper(handed_in, assignment, read_notebook(release), known)

    assert (paper("midterm1").other_notebook, paper("midterm1").repairs) == ("", ())
    other = paper("lesson1")
    assert (other.other_notebook, other.repairs) == ("this is the notebook of lesson1, not of midterm1", ())


def test_of_two_notebooks_of_an_assignment_the_other_one_is_named(tmp_path: Path) -> None:
    trees = {}
    for name in ("one", "two"):
        text = f"Here begins notebook {name}, which has exercises of its own to be solved."
        cell = nbformat.v4.new_markdown_cell(text, metadata={"nbgrader": {"grade_id": "intro", "locked": True}})
        trees[f"ps/{name}.ipynb"] = nbformat.v4.new_notebook(cells=[cell])
    path = tmp_path / "ps" / "two.ipynb"
    path.parent.mkdir()
    nbformat.write(trees["ps/one.ipynb"], path)
    assignment = Assignment("ps", path, trees["ps/two.ipynb"])
    handed_in = take(Submission("student-001", "ps", path, depth=1))
    paper = read_paper(handed_in, assignment, trees["ps/two.ipynb"], NotebookIdentity(trees))
    assert (paper.other_notebook, paper.repairs) == ("this is the notebook one, not two", ())


def test_a_deleted_test_comes_back_behind_what_was_written_for_it(paper_of: PaperOf) -> None:
    def delete(notebook: NotebookNode) -> None:
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "test_ex2")
        notebook.cells[place] = nbformat.v4.new_code_cell("def total(numbers): return 14")

    paper = paper_of(delete)
    assert _ids(paper)[3:6] == ["ex2", "", "test_ex2"]


@pytest.mark.parametrize("version", [1, 2, 4, "3", None])
def test_metadata_of_another_version_of_nbgrader_are_the_instructors_again(version: object, paper_of: PaperOf) -> None:
    paper = paper_of(_each(lambda cell: cell.metadata.nbgrader.update(schema_version=version)))
    assert paper.repairs == ("the notebook has nbgrader metadata of another version; the instructor's were used",)
    assert {cell.metadata.nbgrader.schema_version for cell in paper.notebook.cells} == {3}


@pytest.mark.parametrize("value", [7, None, [], {}, True])
def test_a_grade_id_that_is_no_text_hides_no_cell(value: object, paper_of: PaperOf) -> None:
    paper = paper_of(lambda notebook: _cell(notebook, "test_ex1").metadata.nbgrader.update(grade_id=value))
    assert _ids(paper) == _ids(paper_of())
    assert paper.repairs == ('the settings of the cell "test_ex1" had been changed; the instructor\'s were used',)


@pytest.mark.parametrize("number", [2, 3])
def test_notebooks_of_formats_with_worksheets_are_read(number: int, paper_from: PaperFrom, paper_of: PaperOf) -> None:
    def age(text: str) -> str:
        tree = json.loads(text)
        cells = [
            {"cell_type": "code", "input": cell["source"], "metadata": cell["metadata"], "language": "python"}
            for cell in tree["cells"]
        ]
        return json.dumps({"nbformat": number, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]})

    paper = paper_from(age)
    assert paper.cells == paper_of().cells
    assert paper.repairs == (f"the notebook is in format {number}; it was read as format 4",)


ODD_TEXTS: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "UTF-16": (lambda text: text.encode("utf-16"), "numbers.ipynb: it is in UTF-16, not in UTF-8"),
    "UTF-32 without a mark": (lambda text: text.encode("utf-32-le"), "numbers.ipynb: it is in UTF-32, not in UTF-8"),
    "Latin-1": (
        lambda text: text.replace("return n / 2", "return n / 2 # moitié").encode("latin-1"),
        "numbers.ipynb: it is not in UTF-8; it was read as Latin-1",
    ),
    "a damaged byte": (
        lambda text: text.replace("return n / 2", "return n / 2 # ♠@").encode().replace(b"@", b"\xff"),
        "numbers.ipynb: it contains bytes that are not text",
    ),
    "NaN": (
        lambda text: text.replace('"nbformat_minor": 5', '"nbformat_minor": NaN'),
        "numbers.ipynb: it contains NaN",
    ),
    "a key twice": (
        lambda text: text.replace('"nbformat": 4', '"nbformat": 3, "nbformat": 4'),
        "numbers.ipynb: it has the same key twice",
    ),
    "half a character": (
        lambda text: text.replace("return n / 2", "return n / 2 # \\ud800"),
        "a cell contained NULs or",
    ),
    "NUL in a text": (lambda text: text.replace("return n / 2", "return n / 2 # \\u0000"), "a cell contained NULs or"),
    "a format to come": (lambda text: text.replace('"nbformat": 4', '"nbformat": 5'), "the notebook is in format 5"),
    "no format": (lambda text: text.replace('"nbformat": 4', '"nb": 4'), "the notebook does not state its format"),
}


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_what_can_be_made_out_is_read_and_told(name: str, paper_from: PaperFrom) -> None:
    change, repair = ODD_TEXTS[name]
    paper = paper_from(change)
    assert _solved_and_tested(paper)
    (told,) = paper.repairs
    assert told.startswith(repair)


UNREADABLE: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "a list": (lambda text: "[1, 2]", "it is JSON, but not a notebook"),
    "a number of cells": (lambda text: '{"cells": 3}', "it has no list of cells"),
    "an object of cells": (lambda text: '{"nbformat": 4, "cells": {}}', "it has no list of cells"),
    "nothing but a NUL in UTF-16": (lambda text: b"\xff\xfe\x00\x00", "it is incomplete, as if cut off"),
    "truncated": (lambda text: text[:-200], "it is incomplete, as if cut off"),
    "empty": (lambda text: "", "it is empty: save the notebook in Jupyter"),
    "NULs": (lambda text: "\0" * 5000, "it contains only whitespace"),
    "a NUL": (lambda text: text.replace("return n / 2", "return n / 2\0"), "it contains NUL bytes"),
    "deep": (lambda text: '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}", "it is nested too deeply"),
    "no JSON": (lambda text: "not json", "its content is not what Jupyter saves"),
    "a program": (lambda text: "print(1)", "its content is not what Jupyter saves"),
    "broken JSON": (lambda text: "{cells}", "it is not valid JSON: line 1, column 2"),
    "too many cells": (lambda text: '{"cells": [' + "{}," * 20_000 + "{}]}", "it has 20,001 cells, more than"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_made_out_is_refused_with_its_reason(name: str, paper_from: PaperFrom) -> None:
    change, reason = UNREADABLE[name]
    with pytest.raises(GradingError) as refusal:
        paper_from(change)
    assert str(refusal.value).startswith(f"numbers.ipynb is not a notebook: {reason}")
    assert "\n" not in str(refusal.value)


def test_a_byte_order_mark_or_a_number_of_a_million_digits_is_no_obstacle(paper_from: PaperFrom) -> None:
    for change in (
        lambda text: "\ufeff" + text,
        lambda text: text.replace('"execution_count": null', '"execution_count": ' + "7" * 1_000_000, 1),
    ):
        assert paper_from(change).repairs == ()


def test_a_thousand_repairs_are_not_told_one_by_one(paper_of: PaperOf) -> None:
    def lose(notebook: NotebookNode) -> None:
        notebook.cells = [
            nbformat.v4.new_code_cell("", metadata={"nbgrader": {"grade_id": f"ex{number}"}}) for number in range(1000)
        ]

    repairs = paper_of(lose).repairs
    assert len(repairs) <= 51
    assert sum(map(len, repairs)) < 10_000
