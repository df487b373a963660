"""A score in words: what is graded so far, and what is still open."""

from __future__ import annotations

from nbproctor.report.numbers import number
from nbproctor.results import Outcome, Result


def score_in_words(result: Result) -> str:
    """`9 of 10 points`; where some are open, `0.5 of 3 points so far; 7 to be graded by hand`."""
    score = f"{number(result.score)} of {number(result.max_so_far)} points"
    if not (still_open := open_in_words(result)):
        return score
    return f"{score} so far; {still_open}" if result.max_so_far else f"nothing is graded yet; {still_open}"


def open_in_words(result: Result) -> str:
    """Say how many points are open, and what they wait for; empty if none are."""
    waiting = dict.fromkeys(_WAITS_FOR, 0.0)
    for exercise in result.exercises:
        if exercise.is_open:
            waiting[exercise.outcome_now if exercise.outcome_now in waiting else None] += exercise.points
    return ", ".join(f"{number(points)} {_WAITS_FOR[outcome]}" for outcome, points in waiting.items() if points)


def percent_in_words(result: Result) -> str:
    """The percent of what is graded so far: `16.67 %`, or `–` where there is none."""
    percent = result.percent_so_far
    return "–" if percent is None else f"{number(percent)} %"


_WAITS_FOR: dict[Outcome | None, str] = {
    Outcome.WAITING: "to be graded by hand",
    Outcome.UNEXAMINED: "not graded yet because of a technical problem",
    None: "waiting for your instructor's decision",
}
