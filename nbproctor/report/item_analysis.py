"""Item analysis: how difficult each exercise was, how well it discriminated, and how long it took.

Exercises that wait for manual grading, or could not be examined, are left out of every figure. Those that were not
attempted, or belong to a refused submission, count with 0 points.

Sources:

- the interval of a share: E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (1927);
- that of a correlation: R. A. Fisher's z (*On the "probable error" of a coefficient of correlation*, 1921), with the
  larger of two standard errors. His own takes both figures for normal, which points that are all or nothing are not.
  That of J. H. Steiger and A. R. Hakstian (*The asymptotic distribution of elements of a correlation matrix*, 1982)
  assumes nothing, and is too small in small classes;
- alpha: L. J. Cronbach, *Coefficient alpha and the internal structure of tests* (1951).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atanh, ceil, fsum, sqrt, tanh
from statistics import fmean, median, pstdev, stdev, variance

from nbproctor.results import ExerciseResult, Outcome, Result

FEWEST = 20
"""Fewer students have no interval and no correlation: it would say next to nothing."""
_FEWEST_EXERCISES = 3
"""Fewer exercises have no alpha."""

_NORMAL = 1.959964
"""So many standard errors to each side hold 95% of a normal distribution."""
_NEVER_RAN = frozenset({Outcome.NOT_RUN, Outcome.NOT_ATTEMPTED})
_FEWEST_TIMES = 10


@dataclass(frozen=True)
class Estimate:
    """A figure of a class, with a 95% interval for a very large class of such students."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Times:
    """How long an exercise took, in seconds."""

    median: float
    slowest_tenth: float | None  # these took at least so long; None for few students


@dataclass(frozen=True)
class ItemAnalysis:
    """One exercise over a class.

    Args:
        counted: for how many students the points are known; for `left_out` they are not yet.
        difficulty: the share of its points that was earned, from 0 to 1; None if no points are known, or only those of
            students who wrote nothing while others wait.
        discrimination: the correlation, from -1 to 1, of its points with those of the other exercises.
        lacks: why there is no discrimination, in a few words.
        times: None if no code was run.
    """

    counted: int
    left_out: int
    not_attempted: int
    difficulty: Estimate | None
    discrimination: Estimate | None
    lacks: str
    times: Times | None


@dataclass(frozen=True)
class Spread:
    """The spread of the points of the students all of whose points are known, and its reliability."""

    submissions: int
    deviation: float | None  # the standard deviation; None for fewer than two students
    alpha: float | None  # Cronbach's; None for too few students or exercises, or if nobody differs
    exercises: int  # those in which students differ: alpha is about these

    @property
    def error(self) -> float | None:
        """The standard error of measurement, in points: how much a comparable test might give more or less."""
        if self.deviation is None or self.alpha is None:
            return None
        return self.deviation * sqrt(1 - max(self.alpha, 0.0))


def item_analysis(results: Iterable[Result]) -> tuple[dict[str, ItemAnalysis], Spread]:
    """Analyse the exercises of a class, each by its `cell`, in the order of the notebook."""
    by_cell: dict[str, list[ExerciseResult]] = {}
    with_rest: dict[str, list[tuple[float, float]]] = {}
    known = []
    for result in results:
        for exercise in result.exercises:
            by_cell.setdefault(exercise.cell, []).append(exercise)
        graded = {one.cell: one for one in result.exercises if not one.is_open}
        known.append(graded)
        earned = fsum(one.score for one in graded.values())
        points = fsum(one.points for one in graded.values())
        for cell, one in graded.items():
            if points - one.points > 1e-9:
                share_of_rest = (earned - one.score) / (points - one.points)
                with_rest.setdefault(cell, []).append((one.score, share_of_rest))
    items = {cell: _item(exercises, with_rest.get(cell, [])) for cell, exercises in by_cell.items()}
    return items, _spread(known)


def share(values: Sequence[float]) -> Estimate:
    """Estimate the mean share of points from each student's, from 0 to 1, with Wilson's interval.

    The interval is made for shares that are 0 or 1. Others vary less, so it is wider than necessary.
    """
    mean, count = fmean(values), len(values)
    if count < FEWEST:
        return Estimate(mean, None)
    weight = _NORMAL**2 / count
    centre = (mean + weight / 2) / (1 + weight)
    half = sqrt(weight * mean * (1 - mean) + weight**2 / 4) / (1 + weight)
    return Estimate(mean, (max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))))


def correlation(values: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Estimate the correlation of two figures of the same students, at least `FEWEST`, with an interval by Fisher's z.

    An exact correlation has no interval. There is None if either figure is the same for all.
    """
    standard, other = _standardised(values), _standardised(others)
    if not standard or not other:
        return None
    count = len(values)
    coefficient = max(-1.0, min(1.0, fsum(map(float.__mul__, standard, other)) / count))
    free = 1 - coefficient**2
    if free < 1e-9:
        return Estimate(coefficient, None)
    influences = (x * y - coefficient * (x * x + y * y) / 2 for x, y in zip(standard, other, strict=True))
    assuming_nothing = sqrt(fsum(influence**2 for influence in influences) / count) / free
    half = _NORMAL * max(1.0, assuming_nothing) / sqrt(count - 3)
    z = atanh(coefficient)
    return Estimate(coefficient, (tanh(z - half), tanh(z + half)))


def _item(exercises: list[ExerciseResult], with_rest: list[tuple[float, float]]) -> ItemAnalysis:
    known = [one for one in exercises if not one.is_open]
    discrimination, lacks = _discrimination(with_rest)
    # Until a person has graded one, points are known only for those who wrote nothing.
    waits = any(one.outcome_now is Outcome.WAITING for one in exercises)
    is_graded = known and not (waits and all(one.outcome_now in _NEVER_RAN for one in known))
    return ItemAnalysis(
        counted=len(known),
        left_out=len(exercises) - len(known),
        not_attempted=sum(one.outcome_now is Outcome.NOT_ATTEMPTED for one in known),
        difficulty=share([_share_of_points(one) for one in known]) if is_graded else None,
        discrimination=discrimination,
        lacks=lacks,
        times=_times(sorted(one.seconds for one in known if one.outcome_now not in _NEVER_RAN)),
    )


def _discrimination(with_rest: list[tuple[float, float]]) -> tuple[Estimate | None, str]:
    if len(with_rest) < FEWEST:
        return None, "too few"
    earned, rests = zip(*with_rest, strict=True)
    found = correlation(earned, rests)
    if found is None:
        return None, "all equal" if len(set(earned)) == 1 else "rest all equal"
    return found, ""


def _share_of_points(exercise: ExerciseResult) -> float:
    if exercise.points <= 0:
        return float(exercise.outcome_now is Outcome.PASSED)
    return max(0.0, min(1.0, exercise.score / exercise.points))


def _times(seconds: Sequence[float]) -> Times | None:
    if not seconds:
        return None
    few = len(seconds) < _FEWEST_TIMES
    return Times(median(seconds), None if few else seconds[ceil(0.9 * len(seconds)) - 1])


def _spread(students: list[dict[str, ExerciseResult]]) -> Spread:
    """The spread of the students with known points in every exercise."""
    cells = {cell for student in students for cell in student}
    whole = [student for student in students if cells and len(student) == len(cells)]
    if len(whole) < 2:
        return Spread(len(whole), None, None, 0)
    deviation = stdev(fsum(one.score for one in student.values()) for student in whole)
    variances = [variance([student[cell].earned for student in whole]) for cell in cells]
    differing = [each for each in variances if each > 0]
    alpha, count = None, len(differing)
    if len(whole) >= FEWEST and count >= _FEWEST_EXERCISES and deviation > 0:
        alpha = count / (count - 1) * (1 - fsum(differing) / deviation**2)
    return Spread(len(whole), deviation, alpha, count)


def _standardised(values: Sequence[float]) -> list[float]:
    """The values with the mean 0 and the standard deviation 1; empty if all are the same."""
    mean, deviation = fmean(values), pstdev(values)
    if deviation <= 1e-9 * max(1.0, abs(mean)):
        return []
    return [(value - mean) / deviation for value in values]
