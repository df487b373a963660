"""What a person decided about an exercise, in the words of every report."""

from __future__ import annotations

from nbproctor.report.numbers import number
from nbproctor.results import ExerciseResult
from nbproctor.system.printable import one_line


def by_person(exercise: ExerciseResult) -> str:
    """Say what points a person gave, `graded by a person: 1.5 / 2`, or that they wrote a comment; empty if neither."""
    extra = number(exercise.extra_credit) if exercise.extra_credit else ""
    if exercise.is_decided:
        given = f"graded by a person: {number(exercise.score)} / {number(exercise.points)}"
        return f"{given}, {extra} of it extra credit" if extra else given
    if extra:
        return f"extra credit from a person: {extra}"
    return "commented by a person" if exercise.comment else ""


def by_person_with_comment(exercise: ExerciseResult) -> str:
    """Say the same, and the comment, on one line."""
    said = f": {one_line(exercise.comment)}" if exercise.comment else ""
    again = "; to be looked at again, as the answer may have changed" if exercise.look_again else ""
    return f"{by_person(exercise)}{again}{said}"
