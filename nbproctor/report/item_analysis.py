"""Item analysis: how hard each exercise was for a class, how well it told students apart, and what it took.

An exercise that waits for a person, or could not be examined, is known of nobody yet: it is left out of every figure.
Any other counts as it was graded; one that was not attempted, or is of a refused submission, with its 0 points.

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
from statistics import fmean, median

from nbproctor.results import ExerciseResult, Outcome, Result

FEWEST = 20
"""Of fewer students no interval and no correlation is given: it would say next to nothing."""
FEWEST_EXERCISES = 3
"""Of fewer exercises no alpha is given."""

_NORMAL = 1.959964
"""So many standard errors to each side hold 95% of a normal distribution."""
_NEVER_RAN = frozenset({Outcome.NOT_RUN, Outcome.NOT_ATTEMPTED})
_FEWEST_TIMES = 10


@dataclass(frozen=True)
class Estimate:
    """A figure of a class, and the 95% interval for what it would be of a very large class of such students."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Times:
    """How long an exercise took, in seconds: the median, and what the slowest tenth took at least, None of few."""

    median: float
    slowest_tenth: float | None


@dataclass(frozen=True)
class ItemAnalysis:
    """One exercise over a class.

    Args:
        counted: of how many students it is known.
        left_out: of how many it is not, as it waits for a person or could not be examined.
        not_attempted: how many handed nothing in for it.
        difficulty: the share of its points that was earned, from 0 to 1; None if it is known of
            nobody, or only of those who wrote nothing while others wait.
        discrimination: the correlation, from -1 to 1, of its points with those of the other exercises; None if there
            is none.
        lacks: why there is no discrimination, in a few words; empty if there is one.
        times: how long it took those for whom it was run; None if it was run for nobody.
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
    """How far the points of the students lie apart who have all their points, and how far that is more than chance.

    Args:
        submissions: how many students these are.
        deviation: the standard deviation of their points; None of fewer than two.
        alpha: Cronbach's alpha; None of too few students or exercises, or if nobody differs.
        exercises: how many exercises alpha is of: those in which students differ.
    """

    submissions: int
    deviation: float | None
    alpha: float | None
    exercises: int

    @property
    def error(self) -> float | None:
        """The standard error of measurement, in points: how far another test of the kind might give other points."""
        if self.deviation is None or self.alpha is None:
            return None
        return self.deviation * sqrt(1 - max(self.alpha, 0.0))


def item_analysis(results: Iterable[Result]) -> tuple[dict[str, ItemAnalysis], Spread]:
    """Analyse the exercises of a class, each by the `cell` that names it, in the order of the notebook."""
    students = [result.by_cell for result in results]
    by_cell: dict[str, list[ExerciseResult]] = {}
    for student in students:
        for cell, exercise in student.items():
            by_cell.setdefault(cell, []).append(exercise)
    known = [{cell: one for cell, one in student.items() if not one.is_open} for student in students]
    rests = [_Rest.of(student.values()) for student in known]
    items = {
        cell: _item(
            exercises,
            [
                (one.score, rest)
                for student, whole in zip(known, rests, strict=True)
                if (one := student.get(cell)) and (rest := whole.without(one)) is not None
            ],
        )
        for cell, exercises in by_cell.items()
    }
    return items, _spread(known)


def share(values: Sequence[float]) -> Estimate:
    """Estimate the mean share of points, with Wilson's interval.

    The interval is made for shares that are 0 or 1. Any between vary less, and it is wider than need be.

    Args:
        values: each student's share, from 0 to 1; at least one.
    """
    mean, count = fmean(values), len(values)
    if count < FEWEST:
        return Estimate(mean, None)
    weight = _NORMAL**2 / count
    centre = (mean + weight / 2) / (1 + weight)
    half = sqrt(weight * mean * (1 - mean) + weight**2 / 4) / (1 + weight)
    return Estimate(mean, (max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))))


def correlation(values: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Estimate the correlation of two figures of the same students, with an interval by Fisher's z.

    Args:
        values: one figure of each student, at least `FEWEST` of them.
        others: the other figure of each.

    Returns:
        The estimate, without an interval if the figures go together exactly; None if either is the same for all.
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


@dataclass(frozen=True)
class _Rest:
    """What a student earned in all exercises that are known, and what these are worth."""

    earned: float
    points: float

    @classmethod
    def of(cls, exercises: Iterable[ExerciseResult]) -> _Rest:
        exercises = list(exercises)
        return cls(fsum(one.score for one in exercises), fsum(one.points for one in exercises))

    def without(self, exercise: ExerciseResult) -> float | None:
        """The share of the points of the other exercises; None if these are worth nothing."""
        points = self.points - exercise.points
        return (self.earned - exercise.score) / points if points > 1e-9 else None


def _item(exercises: list[ExerciseResult], with_rest: list[tuple[float, float]]) -> ItemAnalysis:
    known = [one for one in exercises if not one.is_open]
    discrimination, lacks = _discrimination(with_rest)
    # While persons have graded none of it, only those are known who wrote nothing.
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
    """The spread of those of whom everything is known that is known of anybody."""
    cells = {cell for student in students for cell in student}
    whole = [student for student in students if cells and len(student) == len(cells)]
    deviation = sqrt(_variance([fsum(one.score for one in student.values()) for student in whole]))
    variances = [_variance([student[cell].earned for student in whole]) for cell in cells]
    differing = [variance for variance in variances if variance > 0]
    alpha, count = None, len(differing)
    if len(whole) >= FEWEST and count >= FEWEST_EXERCISES and deviation > 0:
        alpha = count / (count - 1) * (1 - fsum(differing) / deviation**2)
    return Spread(len(whole), deviation if len(whole) > 1 else None, alpha, count)


def _variance(values: Sequence[float]) -> float:
    """The variance of a population of which these are a sample; 0 of fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = fmean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _standardised(values: Sequence[float]) -> list[float]:
    """The values with the mean 0 and the standard deviation 1; empty if all are the same."""
    mean = fmean(values)
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / len(values))
    if deviation <= 1e-9 * max(1.0, abs(mean)):
        return []
    return [(value - mean) / deviation for value in values]
