"""The charts of the class report laid out: where each bar and each text is; `charts.html.j2` prints them as SVG.

Lengths are in the chart's units, a pixel each where the page has two columns, from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import east_asian_width

from nbproctor.report.overview import ExerciseOverview
from nbproctor.report.words import MARKS
from nbproctor.results import Outcome
from nbproctor.system.printable import one_line

_WIDTH = 420

_BROAD = 0.92
"""The share of its place that a bar of the histogram fills."""
_BEFORE_LAST = 0.4
"""By how much of a place the last bar, for 100% alone, stands apart."""
_TICK = 10
"""Room beside the first bar for half of the number under its edge."""
_TALLEST = 180
_ABOVE = 20
"""Room above the tallest bar for its count."""
_BELOW = 42
"""Room below the bars for two lines of text."""

_ROW = 27
_ROW_BAR = 20
_LETTER, _WIDE_LETTER, _WIDE = 7.2, 12, "mwMW@%&—…"
"""The width of an average letter, and of a wide one: one of these, or Chinese, Japanese or Korean; at size 12."""
_WIDEST_NAME = 130
_AFTER_NAME = 8
_ROOM_FOR_MARK = 4
_ROOM_FOR_SHARE = 13
"""Percent of a bar that a part needs to hold its mark, and its share in figures."""


@dataclass(frozen=True)
class Bar:
    """A band of percents, and how many submissions are in it."""

    band: str
    count: int
    x: float
    height: float


@dataclass(frozen=True)
class Histogram:
    """How many submissions are in each band."""

    bars: list[Bar]
    bar_width: float
    base: float  # where the bars stand
    height: float
    ticks: list[tuple[int, float]]  # a number and its x
    width: float = _WIDTH


@dataclass(frozen=True)
class Part:
    """An outcome's part of an exercise's bar; `share` in percent."""

    outcome: Outcome
    count: int
    share: float
    x: float
    width: float

    @property
    def label(self) -> str:
        """What there is room for: the mark and the share, the mark, or nothing."""
        mark = MARKS[self.outcome] if self.share >= _ROOM_FOR_MARK else ""
        return f"{mark} {self.share:.0f}%" if self.share >= _ROOM_FOR_SHARE else mark


@dataclass(frozen=True)
class Row:
    """An exercise with its bar."""

    name: str
    shown: str  # the name, cut to fit
    y: float  # the middle of the row
    parts: list[Part]


@dataclass(frozen=True)
class OutcomeBars:
    """The share of each outcome, an exercise a row. A name that is wider than `names` ends there."""

    rows: list[Row]
    names: float
    bar_height: float
    height: float
    width: float = _WIDTH


def histogram(bands: Mapping[str, int]) -> Histogram:
    """Lay out how many submissions are in each band of percents, the last of which is 100% alone."""
    place = (_WIDTH - 2 * _TICK) / (len(bands) + _BEFORE_LAST)
    edges = [_TICK + place * index for index in range(len(bands))]
    edges[-1] += place * _BEFORE_LAST
    unit = _TALLEST / max(1, *bands.values())
    return Histogram(
        bars=[
            Bar(band, count, edge + place * (1 - _BROAD) / 2, count * unit)
            for (band, count), edge in zip(bands.items(), edges, strict=True)
        ],
        bar_width=place * _BROAD,
        base=_ABOVE + _TALLEST,
        height=_ABOVE + _TALLEST + _BELOW,
        ticks=[(10 * index, edge) for index, edge in enumerate(edges[:-1])] + [(100, edges[-1] + place / 2)],
    )


def outcome_bars(exercises: Sequence[ExerciseOverview]) -> OutcomeBars:
    """Lay out the share of each outcome, an exercise a row."""
    shown = _cut([one_line(exercise.label) for exercise in exercises])
    names = min(_WIDEST_NAME, max(map(_width, shown), default=0))
    left = names + _AFTER_NAME
    return OutcomeBars(
        rows=[
            Row(exercise.title, name, _ROW * (index + 0.5), _parts(exercise, left))
            for index, (exercise, name) in enumerate(zip(exercises, shown, strict=True))
        ],
        names=names,
        bar_height=_ROW_BAR,
        height=_ROW * len(exercises),
    )


def _parts(exercise: ExerciseOverview, left: float) -> list[Part]:
    outcomes = [outcome for outcome in Outcome if exercise.outcomes[outcome]]
    widths = [(_WIDTH - left) * exercise.share(outcome) / 100 for outcome in outcomes]
    starts = accumulate(widths[:-1], initial=left)
    return [
        Part(outcome, exercise.outcomes[outcome], exercise.share(outcome), x, width)
        for outcome, x, width in zip(outcomes, starts, widths, strict=True)
    ]


def _cut(names: list[str]) -> list[str]:
    """Cut names to 18 letters; those that begin with the same letters are cut in the middle."""
    beginnings = [name if len(name) <= 18 else name[:17] + "…" for name in names]
    return [
        f"{name[:6]}…{name[-11:]}" if len(name) > 18 and beginnings.count(cut) > 1 else cut
        for name, cut in zip(names, beginnings, strict=True)
    ]


def _width(text: str) -> float:
    return sum(_WIDE_LETTER if letter in _WIDE or east_asian_width(letter) in "WF" else _LETTER for letter in text)
