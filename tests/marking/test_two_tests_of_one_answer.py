"""Several test cells below one answer, as in nbgrader's quickstart: each is about that answer."""

from __future__ import annotations

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.results import Outcome
from tests.marking import class_runs
from tests.marking.class_runs import Results, write
from tests.plain_course import nbgrader_cell

WRITTEN = {
    "right": "def squares(n):\n    if n < 1: raise ValueError\n    return [i * i for i in range(1, n + 1)]",
    "half": "def squares(n):\n    return [i * i for i in range(1, n + 1)]",
    "wrong": "def squares(n):\n    return [n]",
    "endless": "while True: pass",
    "blank": None,
}
SOLUTION = f"### BEGIN SOLUTION\n{WRITTEN['right']}\n### END SOLUTION"
VALUES = "n = 2\nexpected = [1, 4]\nassert squares(n) == expected"
INVALID = "try:\n    squares(0)\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('no ValueError')"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("squares")
    cells = {"squares": ("solution", SOLUTION), "test_values": ("test", VALUES), "test_invalid": ("test", INVALID)}
    notebook = nbformat.v4.new_notebook(cells=[nbgrader_cell(name, *of) for name, of in cells.items()])
    (root / "source" / "ps1").mkdir(parents=True)
    nbformat.write(notebook, root / "source" / "ps1" / "ps1.ipynb")
    (root / "grading_config.py").write_text("c = get_config()\nc.Grading.packages = []\nc.Grading.cell_seconds = 5\n")
    course = Course(root)
    build(course, "ps1")
    for student, source in WRITTEN.items():
        handed_in = nbformat.read(course.release / "ps1" / "ps1.ipynb", as_version=4)
        handed_in.cells[0].source = source or handed_in.cells[0].source
        write(handed_in, course.submitted, student, "ps1")
    return course


@pytest.fixture(scope="module")
def graded(course: Course) -> Results:
    return class_runs.graded(course, "ps1")[0]


def test_both_tests_say_the_same_of_an_answer_that_is_not_there_or_never_ends(graded: Results) -> None:
    outcomes = {student: [each.outcome for each in result.exercises] for student, result in graded.items()}
    assert outcomes == {
        "right": [Outcome.PASSED, Outcome.PASSED],
        "half": [Outcome.PASSED, Outcome.FAILED],
        "wrong": [Outcome.FAILED, Outcome.FAILED],
        "endless": [Outcome.TIMED_OUT, Outcome.TIMED_OUT],
        "blank": [Outcome.NOT_ATTEMPTED, Outcome.NOT_ATTEMPTED],
    }


def test_a_failing_assert_is_shown_with_the_values_of_its_names(graded: Results) -> None:
    values, invalid = (each.message for each in graded["wrong"].exercises)
    assert values == "assert squares(n) == expected\nn = 2\nexpected = [1, 4]"
    assert invalid == f"no ValueError\n{INVALID}"


def test_the_page_shows_the_answer_at_both(course: Course, graded: Results) -> None:
    page = (course.root / "feedback" / "wrong" / "ps1" / "ps1.html").read_text()
    assert "Your notebook has no code for this exercise" not in page
    assert page.count('<pre class="code">') == 2
    assert "does not say why" not in page
