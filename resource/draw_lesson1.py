"""Draws the figures of lesson1: the nine types of hands, and how counting and sorting reduces a hand.

    python resource/draw_lesson1.py

It draws to `asnlib/publicdata/hand_types.png` and `group_and_unzip.png` beside this file.
"""

from __future__ import annotations

from pathlib import Path

from felt import GOLD, SOFT_WORDS, WORDS, on_felt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

FONT = "DejaVu Sans"  # it comes with matplotlib and has the four suit symbols
DOTS_PER_INCH = 130  # a notebook shows pixel for pixel what is not wider than its page

CARD, EDGE, FADED = "#ffffff", "#c3c9c1", "#d0d3d1"
RED, BLACK = "#c8102e", "#1d1f21"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

# The code, the name, the cards of the pattern, and the cards that only decide between equal patterns.
TYPES = [
    (8, "straight flush", "JC TC 9C 8C 7C", ""),
    (7, "four of a kind", "AS AH AD AC", "QH"),
    (6, "full house", "8S 8H 8D KS KC", ""),
    (5, "flush", "TD 8D 7D 5D 3D", ""),
    (4, "straight", "JC TS 9D 8C 7C", ""),
    (3, "three of a kind", "7H 7D 7C", "5C 2C"),
    (2, "two pair", "JD JC 3S 3H", "KH"),
    (1, "pair", "2H 2S", "JD 6H 3C"),
    (0, "high card", "", "7C 5C 4C 3C 2D"),
]


def main() -> None:
    """Draw the figures and save them."""
    for name, figure in {"hand_types": draw_types(), "group_and_unzip": draw_steps()}.items():
        file = PUBLIC_DATA / f"{name}.png"
        # Without this, the file would name the version of matplotlib.
        figure.savefig(file, dpi=DOTS_PER_INCH, metadata={"Software": None})
        print(f"wrote {file}")


def draw_types() -> Figure:
    """Return the figure of the nine types, a row for each."""
    figure, axes = table(7.2, 0.86 * len(TYPES) + 0.8)
    for x, heading in ((0.45, "code"), (1.7, "type"), (4.9, "example")):
        text(axes, x, 0.45, heading, size=9)
    for row, (code, name, pattern, others) in enumerate(TYPES):
        y = 0.86 * row + 1.15
        text(axes, 0.45, y, str(code), size=14, color=GOLD, weight="bold")
        text(axes, 0.95, y, name, size=11, color=WORDS, align="left")
        for place, card in enumerate([*pattern.split(), *others.split()]):
            draw_card(axes, 3.2 + 0.85 * place, y, card, is_faded=card in others.split() and bool(pattern))
    return figure


def draw_steps() -> Figure:
    """Return the figure of a hand, its ranks, their groups, and the counts and ranks."""
    figure, axes = table(13.0, 2.6)
    for place, card in enumerate(["7H", "TC", "7D", "9S", "7C"]):
        draw_card(axes, 0.6 + 0.62 * place, 1.2, card, width=0.56)
    columns = [
        (4.0, "the ranks", "ranks", ["7, 10, 7, 9, 7"]),
        (7.1, "group", "pairs of a count and a rank", ["(3, 7)", "(1, 10)", "(1, 9)"]),
        (10.6, "unzip", "counts and ranks", ["(3, 1, 1)", "(7, 10, 9)"]),
    ]
    text(axes, 1.85, 2.25, "a hand", size=9)
    for x, step, below, lines in columns:
        arrow(axes, x - 0.38, x + 0.22, 1.2)
        text(axes, x - 0.08, 0.8, step, size=9, color=GOLD, weight="bold")
        for place, line in enumerate(lines):
            y = 1.2 + 0.42 * (place - (len(lines) - 1) / 2)
            text(axes, x + 0.5, y, line, size=12, color=WORDS, align="left", family="DejaVu Sans Mono")
        text(axes, x + 1.2, 2.25, below, size=9)
    return figure


def table(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure, and axes that cover it, as wide and high as so many cards; y grows downwards."""
    figure = on_felt(0.78 * width, 0.78 * height)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    return figure, axes


def draw_card(axes: Axes, x: float, y: float, card: str, is_faded: bool = False, width: float = 0.74) -> None:
    """Draw a card, wider than high, around its centre."""
    corner = (x - width / 2, y - 0.36)
    box = FancyBboxPatch(
        corner,
        width,
        0.72,
        boxstyle="round,pad=0,rounding_size=0.1",
        facecolor=FADED if is_faded else CARD,
        edgecolor=EDGE,
        linewidth=0.8,
    )
    axes.add_patch(box)
    color = RED if card[1] in "HD" else BLACK
    text(axes, x, y, card[0] + SYMBOLS[card[1]], size=14, color=color, weight="normal" if is_faded else "bold")


def arrow(axes: Axes, start: float, end: float, y: float) -> None:
    """Draw an arrow from left to right."""
    axes.annotate("", (end, y), (start, y), arrowprops={"arrowstyle": "-|>", "color": GOLD, "linewidth": 1.4})


def text(
    axes: Axes,
    x: float,
    y: float,
    words: str,
    size: float,
    color: str = SOFT_WORDS,
    weight: str = "normal",
    align: str = "center",
    family: str = FONT,
) -> None:
    """Write words around their centre, or from their left end."""
    axes.text(x, y, words, size=size, color=color, weight=weight, family=family, ha=align, va="center")


if __name__ == "__main__":
    main()
