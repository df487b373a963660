"""A cell that takes too long is interrupted, as nbgrader does it, and what it has bound stays; else it is killed."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest

from nbproctor.examination.grader.stopped_cells import Stopped
from nbproctor.results import Outcome, Result
from tests.examination.classes import results_of
from tests.plain_course import hand_in, make_plain_course

_SECONDS = 2
EXERCISES = {
    "double": ("def double(n): return 2 * n", "assert double(4) == 8"),
    "triple": ("def triple(n): return 3 * n", "assert triple(4) == 12"),
}
_RIGHT = {name: solution for name, (solution, _) in EXERCISES.items()}
_LOOP = """
while True:
    sum(range(1000))
"""
_STUBBORN_LOOP = """
while True:
    try:
        while True:
            sum(range(1000))
    except KeyboardInterrupt:
        pass
"""
# What follows the solution of the first exercise, by student.
ENDLESS = {
    "computes": _LOOP,
    "sleeps": "import time\ntime.sleep(1000)",
    "waits": "import asyncio\nawait asyncio.sleep(1000)",
    "runs-a-command": "!sleep 1000",
    "prints": f"print('begun'){_LOOP}",
}
STUBBORN = {
    "goes-on": _STUBBORN_LOOP,
    "does-not-hear": f"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN){_LOOP}",
}
IN_A_TEST = "def double(n):\n    while True:\n        sum(range(1000))"


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Result, Any]]:
    """The result and the graded notebook of each student."""
    root = tmp_path_factory.mktemp("long")
    course = make_plain_course(root, EXERCISES)
    course.grading.cell_seconds = _SECONDS
    answers = {student: f"{_RIGHT['double']}\n{endless}" for student, endless in (ENDLESS | STUBBORN).items()}
    for student, answer in {**answers, "in-a-test": IN_A_TEST}.items():
        hand_in(course, course.submitted / student / "kinds", _RIGHT | {"double": answer})
    found = {}
    for student, result in results_of(course, "kinds").items():
        notebook = nbformat.read(root / "autograded" / student / "kinds" / "kinds.ipynb", as_version=4)
        found[student] = result, {cell.id: cell for cell in notebook.cells}
    return found


def _outcomes(result: Result) -> list[Outcome]:
    return [exercise.outcome for exercise in result.exercises]


@pytest.mark.parametrize("student", ENDLESS)
def test_what_a_cell_bound_before_it_is_interrupted_stays(graded: dict[str, tuple[Result, Any]], student: str) -> None:
    result, cells = graded[student]
    assert _outcomes(result) == [Outcome.PASSED, Outcome.PASSED]
    assert str(Stopped.cell_too_long(_SECONDS)) in cells["double"].outputs[-1].text


def test_what_a_cell_printed_before_it_is_interrupted_is_shown(graded: dict[str, tuple[Result, Any]]) -> None:
    shown = graded["prints"][1]["double"].outputs
    assert [one.get("ename", one.get("text")) for one in shown][:2] == ["begun\n", "KeyboardInterrupt"]


@pytest.mark.parametrize("student", STUBBORN)
def test_a_cell_that_goes_on_is_killed_and_the_next_exercise_counts(
    graded: dict[str, tuple[Result, Any]], student: str
) -> None:
    result, cells = graded[student]
    assert _outcomes(result) == [Outcome.TIMED_OUT, Outcome.PASSED]
    assert [one.text for one in cells["double"].outputs] == [f"{Stopped.cell_too_long(_SECONDS)}\n"]


def test_a_test_cell_that_is_interrupted_has_timed_out(graded: dict[str, tuple[Result, Any]]) -> None:
    result, _ = graded["in-a-test"]
    assert _outcomes(result) == [Outcome.TIMED_OUT, Outcome.PASSED]
    assert result.exercises[0].message == str(Stopped.cell_too_long(_SECONDS))
