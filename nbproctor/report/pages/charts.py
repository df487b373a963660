"""The charts of the class report, as SVG that takes its colours and its typeface from the page."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from markupsafe import Markup

from nbproctor.report.outcomes import MARKS
from nbproctor.report.overview import ExerciseOverview
from nbproctor.results import Outcome
from nbproctor.system.printable import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Matplotlib draws in stand-ins; in the SVG each becomes a colour of the page, light or dark.
_COLOURS = ("ink", "soft", "line", "accent", "card", "on-mark", *Outcome)
_DRAWN = {name: f"#0000{index:02x}" for index, name in enumerate(_COLOURS, start=1)}
_SHOWN = {drawn: f"var(--{name})" for name, drawn in _DRAWN.items()}

_ROOM_FOR_MARK = 4
_ROOM_FOR_SHARE = 13
"""Percent of a bar that a part needs to hold its mark, and its share in figures."""


def histogram(bands: Mapping[str, int]) -> Markup:
    """Draw how many submissions are in each band of percents."""
    figure, axes = _figure(height=2.7)
    edges = [*range(10), 10.4]  # the last bar, for 100% alone, stands apart
    bars = axes.bar(edges, list(bands.values()), 0.92, align="edge", color=_DRAWN["accent"], clip_on=False)
    labels = [str(count or "") for count in bands.values()]
    axes.bar_label(bars, labels, padding=2, color=_DRAWN["ink"], fontsize=9)
    axes.spines["bottom"].set(visible=True, color=_DRAWN["line"])
    axes.set_ylim(0, 1.12 * max(1, *bands.values()))
    axes.set_yticks([])
    axes.set_xticks([*range(10), 10.86], [str(tens) for tens in range(0, 101, 10)])
    axes.set_xlabel("percent", color=_DRAWN["soft"], fontsize=9)
    return _svg(figure)


def outcome_bars(exercises: Sequence[ExerciseOverview]) -> Markup:
    """Draw the share of each outcome, a bar an exercise."""
    figure, axes = _figure(height=0.3 + 0.3 * max(1, len(exercises)))
    rows = range(len(exercises))
    for outcome in Outcome:
        _draw_parts(axes, exercises, outcome)
    axes.set_yticks(rows, [_row_name(exercise.name) for exercise in exercises], parse_math=False)
    axes.set_xticks([])
    axes.set_xlim(0, 100)
    axes.set_ylim(max(1, len(exercises)) - 0.5, -0.5)
    return _svg(figure)


def _draw_parts(axes: Axes, exercises: Sequence[ExerciseOverview], outcome: Outcome) -> None:
    bars = axes.barh(
        range(len(exercises)),
        [exercise.share(outcome) for exercise in exercises],
        left=[_share_before(exercise, outcome) for exercise in exercises],
        height=0.74,
        color=_DRAWN[outcome],
        edgecolor=_DRAWN["card"],
        linewidth=1,
        clip_on=False,
    )
    labels = [_part_label(exercise, outcome) for exercise in exercises]
    axes.bar_label(bars, labels, label_type="center", color=_DRAWN["on-mark"], fontsize=8.5)


def _share_before(exercise: ExerciseOverview, outcome: Outcome) -> float:
    order = list(Outcome)
    return sum(exercise.share(earlier) for earlier in order[: order.index(outcome)])


def _part_label(exercise: ExerciseOverview, outcome: Outcome) -> str:
    share = exercise.share(outcome)
    mark = MARKS[outcome] if share >= _ROOM_FOR_MARK else ""
    return f"{mark} {share:.0f}%" if share >= _ROOM_FOR_SHARE else mark


def _row_name(name: str) -> str:
    name = one_line(name)
    return name if len(name) <= 18 else name[:17] + "…"


def _figure(height: float) -> tuple[Figure, Axes]:
    # Imported when a chart is drawn: it takes half a second, and most commands draw none.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6, height), layout="tight")
    figure.patch.set_visible(False)
    axes = figure.subplots()
    axes.patch.set_visible(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=9, labelcolor=_DRAWN["ink"])
    return figure, axes


def _svg(figure: Figure) -> Markup:
    import matplotlib

    text = StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "report"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # the browser has the character, matplotlib need not
        figure.savefig(text, format="svg", metadata=nothing)
    return Markup(_for_page(text.getvalue()))  # noqa: S704 - matplotlib escapes the texts it draws


def _for_page(svg: str) -> str:
    """Keep the SVG element alone, in the page's colours and typeface, without what another chart has too."""
    svg = svg[svg.index("<svg ") :]
    svg = re.sub(r"\s*<(defs|style)[ >].*?</\1>|\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<g) id="[^"]*"', r"\1", svg)
    svg = re.sub(r"font-family: [^;]*; ", "", svg)
    return re.sub(r"(?<=: )#0000\w\w", lambda drawn: _SHOWN.get(drawn[0], drawn[0]), svg)
