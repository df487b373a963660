"""Calls that are made ahead of their turn: what a test sees of them is as if each had waited for it."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Outcome, Result

RUNS = 20  # of the test cell of halve
LAST_CALLS = [1, 2, 3, 4, 8, RUNS]
_COUNTED = "calls = []\ndef halve(n):\n    calls.append(n)\n"
SOLUTIONS = {
    "prints": _COUNTED + "    print(len(calls))\n    return n / 2",
    **{
        f"raises in call {last}": f"{_COUNTED}    if len(calls) == {last}: raise KeyError('enough')\n    return n / 2"
        for last in LAST_CALLS
    },
    **{
        f"is wrong in call {last}": f"{_COUNTED}    return n / 2 if len(calls) != {last} else -1.0"
        for last in LAST_CALLS
    },
    "another type": "def halve(n):\n    return True if n == 2 else n / 2 if n % 2 else n // 2",
    "slow": f"import time\n{_COUNTED}    time.sleep(0.3)\n    return n / 2 if len(calls) < 3 else len(calls)",
}

Graded = dict[str, tuple[ExerciseResult, NotebookNode]]


@pytest.fixture(scope="module")
def graded(
    built_course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> Graded:
    """For each solution of `halve` the exercise's result and its test cell; all are graded in one run."""
    root = tmp_path_factory.mktemp("calls")
    for name, source in SOLUTIONS.items():
        notebook = solved(built_course)
        next(cell for cell in notebook.cells if cell.id == "ex4").source = source
        path = root / "submitted" / name / "numbers" / "numbers.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    found: Graded = {}
    for submission, result in ClassGrading(built_course, "numbers", root / "submitted", root / "graded").run():
        assert isinstance(result, Result)
        path = root / "graded" / "autograded" / submission.student / "numbers" / "numbers.ipynb"
        cells = nbformat.read(path, as_version=4).cells
        found[submission.student] = result.exercises[3], next(cell for cell in cells if cell.id == "test_ex4")
    return found


def test_what_each_call_prints_appears_once_and_in_order(graded: Graded) -> None:
    found, cell = graded["prints"]
    assert found.outcome is Outcome.PASSED, found.message
    (printed,) = [output.text for output in cell.outputs]
    assert printed.split() == [*map(str, range(1, RUNS + 1)), "Passed!"]


@pytest.mark.parametrize("last", LAST_CALLS)
def test_a_test_ends_with_the_call_that_raises(graded: Graded, last: int) -> None:
    found, _ = graded[f"raises in call {last}"]
    assert (found.outcome, found.cases) == (Outcome.ERRORED, last)
    assert "KeyError: 'enough'" in found.message


@pytest.mark.parametrize("last", LAST_CALLS)
def test_a_test_ends_with_the_call_that_is_wrong(graded: Graded, last: int) -> None:
    found, _ = graded[f"is wrong in call {last}"]
    assert (found.outcome, found.cases) == (Outcome.FAILED, last)
    assert "returned -1.0" in found.message


def test_an_answer_of_another_type_is_not_taken_for_the_same(graded: Graded) -> None:
    found, _ = graded["another type"]
    assert found.outcome is Outcome.FAILED
    assert "(int)" in found.message or "(bool)" in found.message


def test_slow_calls_are_not_asked_for_far_ahead(graded: Graded) -> None:
    found, _ = graded["slow"]
    assert (found.outcome, found.cases) == (Outcome.FAILED, 3)
    assert found.seconds < 4.5  # all of them would wait for six
