"""How each outcome looks: a mark for a narrow column, and words that say the same without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from nbproctor.results import ExerciseResult, Outcome

# Each mark is one column wide and in the fonts that every system has.
MARKS: Mapping[Outcome, str] = {
    Outcome.PASSED: "✓",
    Outcome.PARTIAL: "◐",
    Outcome.FAILED: "✗",
    Outcome.ERRORED: "!",
    Outcome.TIMED_OUT: "◷",
    Outcome.NOT_ATTEMPTED: "○",
    Outcome.NOT_RUN: "·",
    Outcome.WAITING: "…",
    Outcome.UNEXAMINED: "?",
    Outcome.DECIDED: "✎",
}
# Most classes have none of these; where there is none, nothing is said of them.
RARE = frozenset({Outcome.PARTIAL, Outcome.NOT_RUN, Outcome.WAITING, Outcome.UNEXAMINED, Outcome.DECIDED})


def words(outcome: Outcome) -> str:
    """Say the outcome in words: `timed out`."""
    return _WORDS.get(outcome, outcome.replace("_", " "))


_WORDS = {
    Outcome.PARTIAL: "partly passed",
    Outcome.WAITING: "waiting to be graded by hand",
    Outcome.UNEXAMINED: "could not be graded yet",
    Outcome.DECIDED: "graded by hand",
}


def tally(exercises: Iterable[ExerciseResult]) -> Counter[Outcome]:
    """How often each outcome occurs, as it stands now, the best first; those that do not occur count 0."""
    counts = Counter(exercise.outcome_now for exercise in exercises)
    return Counter({outcome: counts[outcome] for outcome in Outcome})
