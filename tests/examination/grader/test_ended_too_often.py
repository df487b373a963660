"""A submission whose cells end their runner again and again gets no further runner after some of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.examination.grader import notebook_sitting
from nbproctor.examination.grader.stopped_cells import ENDED_TOO_OFTEN
from nbproctor.results import Outcome
from tests.examination.classes import results_of
from tests.plain_course import hand_in, make_plain_course

EXERCISES = {
    f"ex{number}": (f"def f{number}(): return {number}", f"assert f{number}() == {number}") for number in "1234"
}
RIGHT = {name: solution for name, (solution, _) in EXERCISES.items()}
ENDING = {name: f"{RIGHT[name]}\n__import__('os')._exit(1)" for name in ("ex1", "ex2")}


@pytest.mark.parametrize(
    ("most", "outcomes"),
    [
        pytest.param(2, [Outcome.ERRORED, Outcome.ERRORED, Outcome.NOT_RUN, Outcome.NOT_RUN], id="too often"),
        pytest.param(3, [Outcome.ERRORED, Outcome.ERRORED, Outcome.PASSED, Outcome.PASSED], id="not too often"),
    ],
)
def test_cells_that_end_their_runner(
    most: int, outcomes: list[Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook_sitting, "_MOST_GUILTY", most)
    course = make_plain_course(tmp_path / "course", EXERCISES)
    hand_in(course, course.submitted / "ends-it" / "kinds", RIGHT | ENDING)
    result = results_of(course, "kinds")["ends-it"]
    assert [exercise.outcome for exercise in result.exercises] == outcomes
    told = {exercise.message for exercise in result.exercises if exercise.outcome is Outcome.NOT_RUN}
    assert told <= {ENDED_TOO_OFTEN}
