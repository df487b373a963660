"""Points that an earlier version left to a person stay open in later gradings, until somebody decides."""

from __future__ import annotations

from dataclasses import replace

from nbproctor.marking.mark_scheme import CountedTests
from nbproctor.results import ExerciseResult, Outcome, Result

_STILL = "an earlier version left this answer to a manual decision; the test now gives {:g} points"
# Earlier versions said `one kernel gives 2 points (passed)`.
_BEGINNINGS = ("one kernel ", _STILL.partition(";")[0])


def still_open(new: Result, before: Result | None, counted: CountedTests) -> Result:
    """A new result of a notebook, with the points open that an earlier version left to a person.

    They wait as long as the answer is the same one, and neither the test is isolated nor a decision names it. What a
    person has decided about them counts.

    Args:
        before: the result of the run before; None if there is none.
        counted: which tests of the notebook count that are not isolated.
    """
    if before is None:
        return new
    answers, now = before.submission.answers, new.submission.answers
    asked = {
        each.cell: each.disputed
        for each in before.exercises
        if each.disputed.startswith(_BEGINNINGS) and answers.get(each.cell) == now.get(each.cell)
    }
    exercises = tuple(
        _opened(each, asked[each.cell]) if each.cell in asked.keys() - counted.decided.keys() else each
        for each in new.exercises
    )
    # Its page says something else: it is made again.
    return new if exercises == new.exercises else replace(new, exercises=exercises, pages={}).counted()


def _opened(exercise: ExerciseResult, reason: str) -> ExerciseResult:
    if exercise.outcome is Outcome.UNEXAMINED:
        return replace(exercise, disputed=reason)
    if exercise.isolated or not exercise.earned:
        return exercise
    return replace(exercise, earned=0.0, disputed=_STILL.format(exercise.earned))
