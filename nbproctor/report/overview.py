"""Statistics of a class: the distribution of the percents, and how each exercise went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from nbproctor.report.item_analysis import ItemAnalysis, Spread, item_analysis
from nbproctor.report.words import RARE, shown_titles, tally
from nbproctor.results import ExerciseResult, Outcome, Result

_ENDING = re.compile(r"\d{1,3}[a-z]?$")


@dataclass(frozen=True)
class ExerciseOverview:
    """One exercise over a whole class."""

    name: str
    short: str  # for narrow columns
    title: str
    cell: str
    points: float
    outcomes: Mapping[Outcome, int]
    item: ItemAnalysis
    isolated: bool

    @property
    def label(self) -> str:
        """What names it in a chart: `Exercise 1` where that begins the title; else `short` before the title."""
        if self.title.endswith(self.short):
            return self.title
        return heading_of(self.title, self.short) or f"{self.short} {self.title}"

    @property
    def submissions(self) -> int:
        """How many submissions have the exercise."""
        return sum(self.outcomes.values())

    def share(self, outcome: Outcome) -> float:
        """Compute the outcome's share of the submissions, in percent."""
        return 100 * self.outcomes[outcome] / self.submissions


@dataclass(frozen=True)
class OpenPoints:
    """A test whose points wait for a decision."""

    cell: str
    points: float
    reason: str  # from one of the submissions
    students: list[str]


@dataclass(frozen=True)
class Overview:
    """A class. Submissions that could not be graded in full are left out of `mean`, `median` and `bands`.

    Where something still needs manual grading, percents are of the points that are graded.
    """

    submissions: int
    unexamined: int  # could not be graded in full
    ungraded: int  # with points that wait for a person
    mean: float | None
    median: float | None
    spread: Spread
    at_cap: int
    bands: Mapping[str, int]  # submissions in each tenth of the percents, and with 100%
    exercises: list[ExerciseOverview]
    weaknesses: list[str]  # what the sandbox lacked
    open_points: list[OpenPoints]

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes that a legend explains: rare ones only where they occur."""
        there = {outcome for exercise in self.exercises for outcome, count in exercise.outcomes.items() if count}
        return [outcome for outcome in Outcome if outcome in there or outcome not in RARE]


def overview(results: Sequence[Result]) -> Overview:
    """Sum up the results of a class."""
    examined = [result for result in results if not result.unexamined]
    percents = [percent for result in examined if (percent := result.percent_so_far) is not None]
    items, spread = item_analysis(results)
    return Overview(
        submissions=len(results),
        unexamined=len(results) - len(examined),
        ungraded=sum(result.open_points > 0 for result in examined),
        mean=fmean(percents) if percents else None,
        median=median(percents) if percents else None,
        spread=spread,
        at_cap=sum(result.total >= result.cap > 0 for result in examined),
        bands=_bands(percents),
        exercises=_exercises(results, items),
        weaknesses=sorted({result.sandbox.weakness for result in results} - {""}),
        open_points=open_points(results),
    )


def open_points(results: Iterable[Result]) -> list[OpenPoints]:
    """The tests whose points wait for a decision, in the order of the notebook."""
    found: dict[str, OpenPoints] = {}
    for result in sorted(results, key=lambda result: result.student):
        for each in result.exercises:
            if each.has_open_points:
                test = found.setdefault(each.cell, OpenPoints(each.cell, each.points, each.disputed, []))
                test.students.append(result.student)
    order = [each.cell for result in results for each in result.exercises]
    return sorted(found.values(), key=lambda test: order.index(test.cell))


def short_names(names: Sequence[str]) -> list[str]:
    """Shorten names for narrow columns: to the numbers that they end with, or else to 1, 2, 3."""
    endings = [match[0] for name in names if (match := _ENDING.search(name))]
    distinct = len(set(endings)) == len(names)
    return endings if distinct else [str(position) for position in range(1, len(names) + 1)]


def heading_of(title: str, short: str) -> str:
    """The beginning of a title, up to a colon, if its last word is the short name; else an empty text."""
    heading = title.partition(": ")[0]
    return heading if heading.split()[-1:] == [short] else ""


def _bands(percents: Iterable[float]) -> dict[str, int]:
    labels = [f"{low}–{low + 9}" for low in range(0, 100, 10)] + ["100"]
    counts = Counter(labels[max(0, min(int(percent // 10), 10))] for percent in percents)
    return {label: counts[label] for label in labels}


def _exercises(results: Sequence[Result], items: Mapping[str, ItemAnalysis]) -> list[ExerciseOverview]:
    by_cell: dict[str, list[ExerciseResult]] = {}
    for result in results:
        for exercise in result.exercises:
            by_cell.setdefault(exercise.cell, []).append(exercise)
    latest = [exercises[-1] for exercises in by_cell.values()]
    return [
        ExerciseOverview(
            name=last.name,
            short=short,
            title=title,
            cell=last.cell,
            points=last.points,
            outcomes=tally(by_cell[last.cell]),
            item=items[last.cell],
            isolated=all(each.isolated for each in by_cell[last.cell]),
        )
        for last, short, title in zip(
            latest, short_names([each.name for each in latest]), shown_titles(latest), strict=True
        )
    ]
