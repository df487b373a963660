"""How each outcome looks: a mark for a narrow column, and words that say the same without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from nbproctor.results import ExerciseResult, Outcome

# Each mark is one column wide and in the fonts that every system has.
MARKS: Mapping[Outcome, str] = {
    Outcome.PASSED: "✓",
    Outcome.FAILED: "✗",
    Outcome.ERRORED: "!",
    Outcome.TIMED_OUT: "◷",
    Outcome.NOT_RUN: "·",
    Outcome.WAITING: "…",
}


def words(outcome: Outcome) -> str:
    """Say the outcome in words: `timed out`."""
    return "waits for a person" if outcome == Outcome.WAITING else outcome.replace("_", " ")


def tally(exercises: Iterable[ExerciseResult]) -> Counter[Outcome]:
    """How often each outcome occurs, the best first; those that do not occur count 0."""
    counts = Counter(exercise.outcome for exercise in exercises)
    return Counter({outcome: counts[outcome] for outcome in Outcome})
