"""What students are told after a real run: of a cell that failed, of a test whose hidden part fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.results import Outcome, Result
from tests.marking.class_runs import graded, write

pytestmark = pytest.mark.all

SUBMISSIONS = {
    "syntax": {"ex2": "def total(numbers) return 14"},
    "hidden": {
        "ex2": "def total(numbers):\n    if not numbers:\n        return None\n    return sum(n * n for n in numbers)"
    },
    "object": {"ex4": "class Equal:\n    def __eq__(self, other): return True\ndef halve(n): return Equal()"},
    "loop": {"ex4": "while True: pass"},
    "scalar": {"ex4": "import numpy as np\ndef halve(n):\n    return np.float64(n) / 2"},
    "wrong scalar": {"ex4": "import numpy as np\ndef halve(n):\n    return np.float64(n) / 2 + 1"},
    "own type": {"ex4": "class Half(float):\n    __slots__ = ()\ndef halve(n):\n    return Half(n / 2)"},
}


Told = dict[str, tuple[Result, str]]


@pytest.fixture(scope="module")
def told(built_course: Course, solved: Callable[..., NotebookNode], tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The result and the page of each submission."""
    folder = tmp_path_factory.mktemp("told")
    for name, edits in SUBMISSIONS.items():
        write(solved(built_course, **edits), folder / "submitted", name)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(built_course.grading, "cell_seconds", 5.0)
        found, _ = graded(built_course, submitted=folder / "submitted", output=folder / "graded")
    pages = {path.parents[1].name: path.read_text("utf-8") for path in folder.glob("graded/feedback/*/*/*.html")}
    return {student: (result, pages[student]) for student, result in found.items()}


def test_an_error_of_the_students_cell_is_told_first_and_what_follows_from_it_in_words(told: Told) -> None:
    result, page = told["syntax"]
    first, rest = result.exercises[1].message.split("\n")
    assert first.startswith("SyntaxError: ")
    assert "ipython-input" not in first
    assert rest == "So the test does not find the name total."
    assert result.exercises[1].cell_error == ""
    assert "NameError" not in page


def test_a_test_that_passes_at_home_and_fails_officially_is_told_so(told: Told) -> None:
    result, page = told["hidden"]
    assert result.exercises[1].outcome is Outcome.FAILED
    assert "The test passes in your notebook, but the official test checks more." in page
    assert "total([]) == 0" not in page


def test_nothing_of_the_tools_and_no_path_is_on_a_page(told: Told) -> None:
    for result, page in told.values():
        for word in (
            "Traceback (most",
            "recording_testers",
            "runner-",
            "site-packages",
            str(Path(__file__).parents[2]),
        ):
            assert word not in page, result.student
    assert "returned &lt;__main__.Equal object&gt;" in told["object"][1]


def test_who_was_stopped_is_told_of_the_stop_alone(told: Told) -> None:
    result, page = told["loop"]
    assert result.exercises[3].outcome is Outcome.TIMED_OUT
    assert page.count(result.exercises[3].message) == 1
    assert "NameError" not in page


def test_what_equals_the_right_answer_is_right_officially(told: Told) -> None:
    outcomes = {student: told[student][0].exercises[3].outcome for student in ("scalar", "wrong scalar", "own type")}
    assert outcomes == {"scalar": "passed", "wrong scalar": "failed", "own type": "passed"}
