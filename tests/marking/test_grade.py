"""ClassGrading writes everything, again and again, and no submission stops the run."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result


def _grade(course: Course, submitted: Path, output: Path) -> dict[str, Result]:
    found = dict(ClassGrading(course, "numbers", submitted, output).run())
    assert all(isinstance(result, Result) for result in found.values()), found
    return {submission.student: result for submission, result in found.items()}  # type: ignore[misc]


def _replace(name: str, source: str) -> Callable[[NotebookNode], None]:
    def edit(notebook: NotebookNode) -> None:
        next(cell for cell in notebook.cells if cell.id == name).source = source

    return edit


@pytest.fixture(scope="module")
def graded(
    built_course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder `submitted` with three submissions, and `graded` beside it."""
    folder = tmp_path_factory.mktemp("grade")
    for student, ex1 in (("right", "def square(n): return n * n"), ("wrong", "def square(n): return 0")):
        notebook = solved(built_course)
        _replace("ex1", ex1)(notebook)
        path = folder / "submitted" / student / "numbers" / "numbers.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    (path.parent / "timestamp.txt").write_text("2024-02-03 10:00:00 UTC")
    unreadable = folder / "submitted" / "unreadable" / "numbers" / "numbers.ipynb"
    unreadable.parent.mkdir(parents=True)
    unreadable.write_text("This is not JSON.")
    _grade(built_course, folder / "submitted", folder / "graded")
    return folder


def test_everything_is_written_where_nbgrader_has_it(graded: Path) -> None:
    for student in ("right", "wrong", "unreadable"):
        assert (graded / "graded" / "autograded" / student / "numbers" / "numbers.ipynb").is_file()
        assert (graded / "graded" / "autograded" / student / "numbers" / "results.json").is_file()
        assert (graded / "graded" / "feedback" / student / "numbers" / "numbers.html").is_file()
    assert (graded / "graded" / "gradebook.db").is_file()
    assert (graded / "graded" / "reports" / "numbers" / "index.html").is_file()
    assert len((graded / "graded" / "reports" / "numbers" / "summary.csv").read_text().splitlines()) == 4


def test_the_report_links_to_every_feedback_page(graded: Path) -> None:
    page = (graded / "graded" / "reports" / "numbers" / "index.html").read_text()
    for student in ("right", "wrong", "unreadable"):
        assert f'href="../../feedback/{student}/numbers/numbers.html"' in page


def test_the_autograded_notebook_is_valid_and_has_the_outputs(graded: Path) -> None:
    notebook = nbformat.read(graded / "graded" / "autograded" / "right" / "numbers" / "numbers.ipynb", as_version=4)
    nbformat.validate(notebook)
    outputs = {cell.id: cell.outputs for cell in notebook.cells}
    assert outputs["test_ex4"][0].text == "Passed!\n"
    assert [cell.execution_count for cell in notebook.cells] == list(range(1, 10))


def test_a_failed_test_cell_shows_its_traceback(graded: Path) -> None:
    notebook = nbformat.read(graded / "graded" / "autograded" / "wrong" / "numbers" / "numbers.ipynb", as_version=4)
    (error,) = next(cell.outputs for cell in notebook.cells if cell.id == "test_ex1")
    assert error.output_type == "error"
    assert error.ename == "AssertionError"


def test_results_say_what_was_handed_in_when_and_how_it_was_examined(graded: Path) -> None:
    record = json.loads((graded / "graded" / "autograded" / "wrong" / "numbers" / "results.json").read_text())
    assert record["score"] == 4
    assert record["percent"] == 66.67
    assert record["submission"]["received"] == "2024-02-03 10:00:00 UTC"
    assert len(record["submission"]["sha256"]) == 64
    assert record["sandbox"]["enforced"][0] == "separate process"
    assert [exercise["cases"] for exercise in record["exercises"]] == [0, 0, 0, 20]
    assert len(record.pop("seal")) == 64
    assert Result.from_json(json.dumps(record)).to_json() == json.dumps(record, indent=2) + "\n"


def test_what_cannot_be_read_scores_nothing_and_says_why(graded: Path) -> None:
    record = json.loads((graded / "graded" / "autograded" / "unreadable" / "numbers" / "results.json").read_text())
    assert record["score"] == 0
    assert {exercise["outcome"] for exercise in record["exercises"]} == {"not_run"}
    assert record["submission"]["repairs"][0].startswith("numbers.ipynb is not a notebook: ")


def test_the_notebook_of_another_assignment_is_named_to_student_and_instructor(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    cells = [
        nbformat.v4.new_markdown_cell(f"Read the {number}th letter, and explain at length.") for number in range(3)
    ]
    locked = {"nbgrader": {"grade_id": "test_ex1", "grade": True, "locked": True, "points": 2}}
    cells.append(nbformat.v4.new_code_cell("assert letter(3) == 'c'", metadata=locked))
    letters = nbformat.v4.new_notebook(cells=cells)
    for folder in (own_course.source, own_course.release):
        (folder / "letters").mkdir()
        nbformat.write(letters, folder / "letters" / "letters.ipynb")
    result = _grade(own_course, hand_in(own_course, edit=lambda made: made.update(cells=cells)), tmp_path)[
        "student-001"
    ]
    assert result.submission.other_notebook == ("this is the notebook of letters, not of numbers",)
    assert result.submission.repairs == ()
    page = (tmp_path / "feedback" / "student-001" / "numbers" / "numbers.html").read_text()
    assert page.count("This is the notebook of letters, not of numbers.") == 1


def test_a_link_to_a_device_costs_its_own_submission_alone(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    hand_in(built_course, "student-001")
    submitted = hand_in(built_course, "student-002")
    path = submitted / "student-001" / "numbers" / "numbers.ipynb"
    path.unlink()
    path.symlink_to("/dev/zero")
    results = _grade(built_course, submitted, tmp_path / "graded")
    assert results["student-001"].score == 0
    assert "is a link" in results["student-001"].exercises[0].message
    assert results["student-002"].score == 8


def test_what_was_handed_in_stays_byte_for_byte(graded: Path) -> None:
    assert (graded / "submitted" / "unreadable" / "numbers" / "numbers.ipynb").read_text() == "This is not JSON."


def test_grading_again_changes_no_score_and_leaves_nothing_behind(built_course: Course, graded: Path) -> None:
    def files() -> set[Path]:
        return {path for path in graded.rglob("*") if path.is_file()}

    before, summary = files(), (graded / "graded" / "reports" / "numbers" / "summary.csv").read_text()
    _grade(built_course, graded / "submitted", graded / "graded")
    assert files() == before
    assert (graded / "graded" / "reports" / "numbers" / "summary.csv").read_text() == summary


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


def test_the_whole_time_of_a_submission_is_bounded(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    own_course.grading.submission_seconds = 6.0
    slow = "import time\ntime.sleep(4)\ndef square(n): return n * n"
    submitted = hand_in(own_course, edit=_replace("ex1", slow))
    hand_in(own_course, "student-002", edit=lambda notebook: [_replace(n, slow)(notebook) for n in ("ex1", "ex3")])
    results = _grade(own_course, submitted, tmp_path / "graded")
    assert results["student-001"].score == 8
    outcomes = [exercise.outcome for exercise in results["student-002"].exercises]
    assert outcomes == [Outcome.PASSED, Outcome.PASSED, Outcome.TIMED_OUT, Outcome.NOT_RUN]
    assert "time for the whole notebook is used up" in results["student-002"].exercises[3].message


@pytest.mark.parametrize(
    ("last_lines", "earned"), [(("0.5", "-3", "99"), [0.5, 0, 2, 2]), (("float('nan')", "1", "0"), [0, 1, 0, 2])]
)
def test_a_test_cells_number_is_partial_credit_within_bounds(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, last_lines: tuple[str, ...], earned: list[float]
) -> None:
    path = own_course.source / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for name, last in zip(("test_ex1", "test_ex2", "test_ex3"), last_lines, strict=True):
        next(cell for cell in notebook.cells if cell.id == name).source += f"\n{last}"
    nbformat.write(notebook, path)
    build(own_course, "numbers")
    (result,) = _grade(own_course, hand_in(own_course), tmp_path / "graded").values()
    assert [exercise.earned for exercise in result.exercises] == earned


def test_a_missing_release_is_named(own_course: Course, hand_in: Callable[..., Path]) -> None:
    submitted = hand_in(own_course)
    shutil.rmtree(own_course.release)
    with pytest.raises(GradingError, match=r"numbers\.ipynb is missing: run course build numbers"):
        ClassGrading(own_course, "numbers", submitted)


def test_a_release_without_a_cell_of_the_source_is_named(own_course: Course, hand_in: Callable[..., Path]) -> None:
    submitted = hand_in(own_course)
    path = own_course.source / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(path, as_version=4)
    next(cell for cell in notebook.cells if cell.id == "ex3").metadata.nbgrader.grade_id = "ex_three"
    nbformat.write(notebook, path)
    with pytest.raises(GradingError, match=r"\(ex3, ex_three in only one of them\): run course build numbers"):
        ClassGrading(own_course, "numbers", submitted)


FAILING = {"nothing": "NameError: name 'nothing' is not defined", "assert 1 > 2": "AssertionError"}


@pytest.mark.parametrize("code", FAILING)
def test_a_reference_that_fails_is_told_and_the_class_is_graded(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, caplog: pytest.LogCaptureFixture, code: str
) -> None:
    path = own_course.source / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(path, as_version=4)
    _replace("ex1", f"### BEGIN SOLUTION\n{code}\n### END SOLUTION")(notebook)
    nbformat.write(notebook, path)
    found = _grade(own_course, hand_in(own_course), tmp_path / "graded")
    assert re.search(rf'cell "ex1": {re.escape(FAILING[code])}$', caplog.text, re.MULTILINE)
    assert [one.earned for one in found["student-001"].exercises] == [2, 2, 2, 2]


def test_no_process_or_folder_is_left_behind(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
