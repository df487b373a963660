"""The outcome of a rehearsal, as sentences for a terminal and as a page with a plot.

Lengths of the plot are in its own units, from the upper left corner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from nbproctor.portal.pages.rendering import style_sheet, text_of
from nbproctor.portal.rehearsal.rehearsal import GOAL_SECONDS, RehearsalOutcome
from nbproctor.portal.rehearsal.simulated_class import Percentiles

_WIDTH, _HEIGHT = 720.0, 220.0
_BARS = 60
_TICKS = (1, 2, 5)


def rows(outcome: RehearsalOutcome) -> list[tuple[str, Percentiles]]:
    """What was measured, with percentiles in seconds."""
    found = [
        ("upload to receipt", outcome.receipts),
        ("end of upload to report", outcome.reports(is_bounded=True)),
        ("of this, in the queue", outcome.waits),
        ("of this, being graded", outcome.examinations),
    ]
    if any(not each.is_bounded for each in outcome.works):
        found.append(
            (
                "end of upload to report, for code that never ends or uses up all memory",
                outcome.reports(is_bounded=False),
            )
        )
    return found


def verdict(outcome: RehearsalOutcome) -> str:
    """Whether this machine can handle so many students, by which figure, and what to do if it cannot."""
    students, took = outcome.plan.students, outcome.reports(is_bounded=True).p95
    waiting = students - len(outcome.works)
    if waiting > 0 or outcome.problems:
        what = f"{waiting} have no report" if waiting > 0 else outcome.problems[0]
        return (
            f"This machine cannot handle {students} students: {what}. See what went wrong, fix it, and rehearse again."
        )
    figure = f"95% of the reports came within {took:.1f} s; the goal is {GOAL_SECONDS:.0f} s"
    if took <= GOAL_SECONDS:
        return f"This machine can handle {students} students: {figure}."
    return f"This machine cannot handle {students} students: {figure}. {_cure(outcome)}"


def _cure(outcome: RehearsalOutcome) -> str:
    enough = outcome.enough_at_once
    if enough is None:
        return f"Grading one submission takes {outcome.examinations.p95:.1f} s: make this exam's tests faster."
    if enough > outcome.at_once:
        return (
            f"Grade {enough} submissions at once instead of {outcome.at_once}: use a machine with proportionally more "
            "processors, or grade on a cluster (docs/scaling.md)."
        )
    return "The graders are fast enough: close other programs on this machine, and rehearse again."


def sentences(outcome: RehearsalOutcome) -> Iterator[str]:
    """What was found, in sentences."""
    plan, simulated = outcome.plan, outcome.simulated
    yield (
        f"{plan.students} students handed in within {plan.seconds / 60:.3g} minutes; {len(simulated.handed_in)} have "
        f"a receipt, and {len(outcome.works)} have a report. It took {simulated.seconds:.0f} s."
    )
    yield from _of_graders(outcome)
    right, told = outcome.told_rightly
    if told:
        yield (
            f"{told} students saw an estimate of when their report would come; for {right} ({right / told:.0%}) it "
            "came in time."
        )
    processors = simulated.own_processor_seconds / max(simulated.seconds, 0.001)
    yield (
        f"The simulated students used {processors:.0%} of a processor themselves, and handed in at most "
        f"{simulated.most_late:.1f} s later than planned."
    )
    if outcome.memory:
        quarter = max(len(outcome.memory) // 4, 1)
        first, last = (max(part) / 1e6 for part in (outcome.memory[:quarter], outcome.memory[-quarter:]))
        yield (
            f"The portal and the grader used at most {first:.0f} MB of memory in the first quarter, and {last:.0f} "
            "MB in the last."
        )


def _of_graders(outcome: RehearsalOutcome) -> Iterator[str]:
    enough, goal = outcome.enough_at_once, f"within {GOAL_SECONDS:.0f} s for 95% of the students"
    graded = f"{outcome.at_once} submissions were graded at once"
    if enough is None:
        yield f"{graded}; even with more at once, reports would not come {goal}."
    elif enough <= outcome.at_once:
        yield f"{graded}; {enough} at once are enough for reports {goal}."
    else:
        yield f"{graded}; at the same speed, {enough} at once would be enough for reports {goal}."


def _plot(outcome: RehearsalOutcome) -> dict[str, Any]:
    """How long reports took over the exam, above how many were handed in.

    Returns:
        For each submission a dot: when it was received, how long its report took, and whether its code is bounded; for
        each bar the x, the height and the count; and the numbers at the axes, after their places.
    """
    longest = max([outcome.plan.seconds, *(each.received for each in outcome.works)], default=1.0) or 1.0
    took = [each.graded - each.received for each in outcome.works]
    slowest = max(took, default=1.0) or 1.0
    shares = [max(each.received, 0) / longest for each in outcome.works]
    counts = Counter(min(int(share * _BARS), _BARS - 1) for share in shares)
    most = max(counts.values(), default=1)
    return {
        "dots": [
            (share * _WIDTH, _HEIGHT * (1 - seconds / slowest), each.is_bounded)
            for share, seconds, each in zip(shares, took, outcome.works, strict=True)
        ],
        "bars": [(bar * _WIDTH / _BARS, 60 * count / most, count) for bar, count in sorted(counts.items())],
        "minutes": [(60 * each / longest * _WIDTH, f"{each:g}") for each in _ticks(longest / 60)],
        "seconds": [(_HEIGHT * (1 - each / slowest), f"{each:g}") for each in _ticks(slowest)],
        "width": _WIDTH,
        "height": _HEIGHT,
        "bar_width": _WIDTH / _BARS,
    }


def _ticks(most: float) -> list[float]:
    """Some round numbers from 0 to the largest value."""
    step = next(tick * 10.0**power for power in range(-3, 9) for tick in _TICKS if most / (tick * 10.0**power) <= 6)
    return [number * step for number in range(int(most / step) + 1)]


def rehearsal_page(assignment: str, outcome: RehearsalOutcome) -> str:
    """The page of a rehearsal."""
    return text_of(
        "rehearsal.html.j2",
        style=style_sheet(),
        assignment=assignment,
        rows=rows(outcome),
        verdict=verdict(outcome),
        sentences=list(sentences(outcome)),
        problems=outcome.problems,
        plot=_plot(outcome),
    )
