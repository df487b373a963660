"""How many points a test cell gives: all or none, or as many as its last line says."""

from pathlib import Path

import nbformat
import numpy
import pytest

from nbproctor.assignment.reference import number
from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading

POINTS = 2
# What a submission gives for the share that the test cell's last line passes on, and what that earns: what shows as no
# number is no share, and the cell has passed.
SHARES = {
    "half": ("1", 1),
    "all": ("2.0", 2),
    "more than all": ("1e9", 2),
    "infinite": ("float('inf')", 2),
    "less than nothing": ("-1", 0),
    "no number": ("float('nan')", 0),
    "text": ("'1'", 2),
    "nothing": ("None", 2),
    "a truth": ("False", 2),
    "a list": ("[1]", 2),
    "a warning as well": ("[print('careful', file=__import__('sys').stderr), 1][1]", 1),
}


@pytest.fixture(scope="module")
def earned(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    course = make_course(tmp_path_factory.mktemp("points"))
    notebook = nbformat.read(course.release / "shares" / "shares.ipynb", as_version=4)
    for name, (share, _) in SHARES.items():
        notebook.cells[0].source = f"share = {share}"
        path = course.submitted / name / "shares" / "shares.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    return {submission.student: result.score for submission, result in ClassGrading(course, "shares").run()}


def make_course(root: Path) -> Course:
    """A course of nbgrader's kind, whose one test cell gives partial credit."""
    notebook = nbformat.v4.new_notebook()
    marks = {"schema_version": 3, "grade": False, "locked": False, "solution": False, "task": False}
    solution = nbformat.v4.new_code_cell("### BEGIN SOLUTION\nshare = 0.5\n### END SOLUTION")
    solution.metadata.nbgrader = {**marks, "grade_id": "ex1", "solution": True}
    test = nbformat.v4.new_code_cell("assert 'share' in globals()\nshare")
    test.metadata.nbgrader = {**marks, "grade_id": "test_ex1", "grade": True, "locked": True, "points": POINTS}
    notebook.cells = [solution, test]
    (root / "source" / "shares").mkdir(parents=True)
    nbformat.write(notebook, root / "source" / "shares" / "shares.ipynb")
    (root / "nbgrader_config.py").write_text("c = get_config()\n")
    course = Course(root)
    build(course, "shares")
    return course


@pytest.mark.parametrize(("name", "points"), [(name, points) for name, (_, points) in SHARES.items()])
def test_a_test_cell_gives_what_its_last_line_says(earned: dict[str, float], name: str, points: float) -> None:
    assert earned[name] == points


@pytest.mark.parametrize("value", [numpy.float64(0.5), numpy.int64(1), numpy.array(2.0)])
def test_a_number_of_numpy_is_one(value: object) -> None:
    assert number(value) == float(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, "2", None, [2], numpy.array([1, 2]), numpy.str_("a"), 10**400])
def test_what_is_no_number_of_points_is_none(value: object) -> None:
    assert number(value) is None
