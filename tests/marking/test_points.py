"""How many points a test cell gives: all or none, or as many as its last line says."""

from pathlib import Path

import nbformat
import numpy
import pytest

from nbproctor.assignment.reference import number
from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.marking.class_runs import graded, write
from tests.plain_course import nbgrader_cell

# What a submission gives for the share that the test cell's last line passes on, and what that earns: what shows as no
# number is no share, and the cell has passed.
SHARES = {
    "half": ("1", 1),
    "a quarter": ("0.5", 0.5),
    "none": ("0", 0),
    "all": ("2.0", 2),
    "more than all": ("1e9", 2),
    "infinite": ("float('inf')", 2),
    "less than nothing": ("-3", 0),
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
        write(notebook, course.submitted, name, "shares")
    return {student: result.score for student, result in graded(course, "shares")[0].items()}


def make_course(root: Path) -> Course:
    """A course of nbgrader's kind, whose one test cell gives partial credit."""
    solution = nbgrader_cell("ex1", "solution", "### BEGIN SOLUTION\nshare = 0.5\n### END SOLUTION")
    hidden = "### BEGIN HIDDEN TESTS\nassert 'share' in globals()\n### END HIDDEN TESTS"
    test = nbgrader_cell("test_ex1", "test", f"{hidden}\nshare", points=2)
    notebook = nbformat.v4.new_notebook(cells=[solution, test])
    (root / "source" / "shares").mkdir(parents=True)
    nbformat.write(notebook, root / "source" / "shares" / "shares.ipynb")
    (root / "nbgrader_config.py").write_text("c = get_config()\n")
    course = Course(root)
    build(course, "shares")
    return course


@pytest.mark.parametrize("name", SHARES)
def test_a_test_cell_gives_what_its_last_line_says(earned: dict[str, float], name: str) -> None:
    assert earned[name] == SHARES[name][1]


@pytest.mark.parametrize("value", [numpy.float64(0.5), numpy.int64(1), numpy.array(2.0)])
def test_a_number_of_numpy_is_one(value: object) -> None:
    assert number(value) == float(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, "2", None, [2], numpy.array([1, 2]), numpy.str_("a"), 10**400])
def test_what_is_no_number_of_points_is_none(value: object) -> None:
    assert number(value) is None
