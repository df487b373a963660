"""Calls that are made ahead of their turn: what a test sees of them is as if each had waited for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Outcome, Result

RUNS = 20  # of the test cell of halve


@pytest.fixture
def graded(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> Callable[[str], tuple[ExerciseResult, NotebookNode]]:
    """A function that grades a solution of `halve`; returns the exercise and its test cell."""

    def grade(source: str) -> tuple[ExerciseResult, NotebookNode]:
        def edit(notebook: NotebookNode) -> None:
            next(cell for cell in notebook.cells if cell.id == "ex4").source = source

        submitted = hand_in(built_course, edit=edit)
        ((_, result),) = ClassGrading(built_course, "numbers", submitted, tmp_path / "graded").run()
        assert isinstance(result, Result)
        path = tmp_path / "graded" / "autograded" / "student-001" / "numbers" / "numbers.ipynb"
        cells = nbformat.read(path, as_version=4).cells
        return result.exercises[3], next(cell for cell in cells if cell.id == "test_ex4")

    return grade


def test_what_each_call_prints_appears_once_and_in_order(graded: Callable[..., tuple[ExerciseResult, NotebookNode]]):
    found, cell = graded("calls = []\ndef halve(n):\n    calls.append(n)\n    print(len(calls))\n    return n / 2")
    assert found.outcome is Outcome.PASSED, found.message
    (printed,) = [output.text for output in cell.outputs]
    assert printed.split() == [*map(str, range(1, RUNS + 1)), "Passed!"]


@pytest.mark.parametrize("last", [1, 2, 3, 4, 8, RUNS])
def test_a_test_ends_with_the_call_that_raises(
    graded: Callable[..., tuple[ExerciseResult, NotebookNode]], last: int
) -> None:
    found, _ = graded(
        f"calls = []\ndef halve(n):\n    calls.append(n)\n    if len(calls) == {last}: raise KeyError('enough')\n"
        "    return n / 2"
    )
    assert (found.outcome, found.cases) == (Outcome.ERRORED, last)
    assert "KeyError: 'enough'" in found.message


@pytest.mark.parametrize("last", [1, 2, 3, 4, 8, RUNS])
def test_a_test_ends_with_the_call_that_is_wrong(
    graded: Callable[..., tuple[ExerciseResult, NotebookNode]], last: int
) -> None:
    found, _ = graded(
        f"calls = []\ndef halve(n):\n    calls.append(n)\n    return n / 2 if len(calls) != {last} else -1.0"
    )
    assert (found.outcome, found.cases) == (Outcome.FAILED, last)
    assert "got -1.0" in found.message


def test_an_answer_of_another_type_is_not_taken_for_the_same(
    graded: Callable[..., tuple[ExerciseResult, NotebookNode]],
) -> None:
    found, _ = graded("def halve(n):\n    return True if n == 2 else n / 2 if n % 2 else n // 2")
    assert found.outcome is Outcome.FAILED
    assert "(int)" in found.message or "(bool)" in found.message


def test_slow_calls_are_not_asked_for_far_ahead(graded: Callable[..., tuple[ExerciseResult, NotebookNode]]) -> None:
    found, _ = graded(
        "import time\ncalls = []\ndef halve(n):\n    calls.append(n)\n    time.sleep(0.3)\n"
        "    return n / 2 if len(calls) < 3 else len(calls)"
    )
    assert (found.outcome, found.cases) == (Outcome.FAILED, 3)
    assert found.seconds < 4.5  # all of them would wait for six
