"""How a rehearsal went, as sentences for a terminal and as a page with a plot.

Lengths of the plot are in its own units, from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nbproctor.portal.pages.rendering import stylesheet, text_of
from nbproctor.portal.rehearsal.rehearsal import GOAL_SECONDS, RehearsalOutcome
from nbproctor.portal.rehearsal.simulated_class import Percentiles

_WIDTH, _HEIGHT = 720.0, 220.0
_BARS = 60
_TICKS = (1, 2, 5)


def rows(outcome: RehearsalOutcome) -> list[tuple[str, Percentiles]]:
    """What was measured, each with its percentiles in seconds."""
    found = [
        ("upload to receipt", outcome.receipts),
        ("last byte to report", outcome.reports(is_bounded=True)),
        ("of this, in the queue", outcome.waits),
        ("of this, examined", outcome.examinations),
    ]
    if any(not each.is_bounded for each in outcome.works):
        found.append(("last byte to report, of endless and exhausting code", outcome.reports(is_bounded=False)))
    return found


def sentences(outcome: RehearsalOutcome) -> Iterator[str]:
    """What was found, in sentences."""
    plan = outcome.plan
    yield (
        f"{plan.students} students handed in within {plan.seconds / 60:.3g} minutes; {len(outcome.to_receipt)} hold a "
        f"receipt, and {len(outcome.works)} have their report. It took {outcome.seconds:.0f} s."
    )
    yield from _of_graders(outcome)
    right, told = outcome.told_rightly
    if told:
        yield (
            f"{told} students were told within how many seconds to expect the report; for {right} "
            f"({right / told:.0%}) it came within that time."
        )
    yield (
        f"The simulated students used {outcome.own_processor_seconds / max(outcome.seconds, 0.001):.0%} of a processor "
        f"themselves, and handed in at most {outcome.most_late:.1f} s later than planned."
    )
    if outcome.memory:
        quarter = max(len(outcome.memory) // 4, 1)
        first, last = (max(part) / 1e6 for part in (outcome.memory[:quarter], outcome.memory[-quarter:]))
        yield f"Portal and grader had {first:.0f} MB of memory at most in the first quarter, {last:.0f} in the last."


def _of_graders(outcome: RehearsalOutcome) -> Iterator[str]:
    enough, goal = outcome.enough_at_once, f"within {GOAL_SECONDS:.0f} s for 95 of 100 students"
    if enough is None:
        yield f"{outcome.at_once} were examined at once; however many more, the report would not be there {goal}."
    elif enough <= outcome.at_once:
        yield f"{outcome.at_once} were examined at once; {enough} at once are enough for a report {goal}."
    else:
        yield f"{outcome.at_once} were examined at once; for a report {goal}, it takes {enough}, as fast as these."


@dataclass(frozen=True)
class Dot:
    """A submission: when it was received, and how long its report took."""

    x: float
    y: float
    is_bounded: bool


@dataclass(frozen=True)
class Plot:
    """How long reports took over the exam, above how many were handed in.

    `bars` has the x, the height and the count of each; `minutes` and `seconds` have the numbers at the axes and their
    places.
    """

    dots: list[Dot]
    bars: list[tuple[float, float, int]]
    minutes: list[tuple[float, str]]
    seconds: list[tuple[float, str]]
    width: float = _WIDTH
    height: float = _HEIGHT
    bar_width: float = _WIDTH / _BARS

    @classmethod
    def of(cls, outcome: RehearsalOutcome) -> Plot:
        """The plot of a rehearsal."""
        longest = max([outcome.plan.seconds, *(each.received for each in outcome.works)], default=1.0) or 1.0
        slowest = max((each.graded - each.received for each in outcome.works), default=1.0) or 1.0
        counts = [0] * _BARS
        for each in outcome.works:
            counts[min(int(max(each.received, 0) / longest * _BARS), _BARS - 1)] += 1
        most = max(counts) or 1
        return cls(
            [
                Dot(
                    max(each.received, 0) / longest * _WIDTH,
                    _HEIGHT * (1 - (each.graded - each.received) / slowest),
                    each.is_bounded,
                )
                for each in outcome.works
            ],
            [(number * _WIDTH / _BARS, 60 * count / most, count) for number, count in enumerate(counts)],
            [(60 * each / longest * _WIDTH, f"{each:g}") for each in _ticks(longest / 60)],
            [(_HEIGHT * (1 - each / slowest), f"{each:g}") for each in _ticks(slowest)],
        )


def _ticks(most: float) -> list[float]:
    """Some round numbers from 0 to the largest value."""
    step = next(tick * 10.0**power for power in range(-3, 9) for tick in _TICKS if most / (tick * 10.0**power) <= 6)
    return [number * step for number in range(int(most / step) + 1)]


def rehearsal_page(assignment: str, outcome: RehearsalOutcome) -> str:
    """The page of a rehearsal."""
    return text_of(
        "rehearsal.html.j2",
        style=stylesheet(),
        assignment=assignment,
        rows=rows(outcome),
        sentences=list(sentences(outcome)),
        problems=outcome.problems,
        plot=Plot.of(outcome),
    )
