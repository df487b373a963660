"""nbgrader's own example assignment, whose tests delete and restore a function."""

from __future__ import annotations

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.nbgrader.fixture_courses import GUIDE, FixtureCourse, made

ANSWERS = {
    "right": {},
    "a sum of its own": {"sum_of_squares": "def sum_of_squares(n): return n * (n + 1) * (2 * n + 1) // 6"},
    "no error": {"squares": "def squares(n): return [i * i for i in range(1, n + 1)]"},
}
FAILED = {"right": set(), "a sum of its own": {"sum_of_squares_uses_squares"}, "no error": {"squares_invalid_input"}}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    root = tmp_path_factory.mktemp("example")
    course = made(FixtureCourse({"problem1": GUIDE / "source" / "ps1" / "problem1.ipynb"}, {}), root)
    build(course, "ps1")
    source = nbformat.read(course.source / "ps1" / "problem1.ipynb", as_version=4)
    solved = {cell.metadata.nbgrader.grade_id: cell.source for cell in source.cells if "nbgrader" in cell.metadata}
    for name, answers in ANSWERS.items():
        notebook = nbformat.read(course.release / "ps1" / "problem1.ipynb", as_version=4)
        for cell in notebook.cells:
            marks = cell.metadata.get("nbgrader", {})
            if marks.get("solution") and not marks.get("grade"):
                cell.source = answers.get(marks["grade_id"], solved[marks["grade_id"]])
        path = root / "submitted" / name / "ps1" / "problem1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    found = {submission.student: result for submission, result in ClassGrading(course, "ps1").run()}
    assert all(isinstance(result, Result) for result in found.values()), found
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("name", ANSWERS)
def test_each_answer_gets_what_it_is_worth(name: str, results: dict[str, Result]) -> None:
    exercises = results[name].exercises
    by_a_person = (Outcome.WAITING, Outcome.NOT_ATTEMPTED)  # what was answered, and what was not
    tested = [one for one in exercises if one.outcome not in by_a_person]
    assert {one.cell for one in tested if one.outcome is not Outcome.PASSED} == FAILED[name], exercises
