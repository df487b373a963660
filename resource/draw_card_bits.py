"""Draws the 32 bits of a card's integer, with three cards as examples.

    python resource/draw_card_bits.py

It draws to `asnlib/publicdata/card_bits.png` beside this file.
"""

from pathlib import Path

from felt import SOFT_WORDS, WORDS, on_felt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from poker_game import Card

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

FONT = "DejaVu Sans"  # it comes with matplotlib and has the four suit symbols
DOTS_PER_INCH = 180
INCHES_WIDE = 10.0

# All lengths are in bits: the box of position 0 is centred at x = 31, and y grows downwards.
LEFT, RIGHT = -3.0, 32.2
TOP, BOTTOM = -2.9, 5.4
ROW = 1.5
BOX = 0.9

EXAMPLES = ("2S", "TC", "AH")
# What the bits hold: the highest and the lowest position, the colour, the words.
FIELDS = (
    (28, 16, "#dcebfa", "rank, as one of 13 bits"),
    (15, 12, "#fbe3e4", "suit"),
    (11, 8, "#e3f3e1", "rank number"),
    (5, 0, "#f6eccd", "prime number"),
)
UNUSED = "#f1f2f0"
EDGE = "#c3c9c1"
INK = "#1d1f21"
FAINT = "#7b827a"


def main() -> None:
    """Draw the figure and save it."""
    file = PUBLIC_DATA / "card_bits.png"
    # Without this, the file would name the version of matplotlib.
    draw_bits().savefig(file, dpi=DOTS_PER_INCH, metadata={"Software": None})
    print(f"wrote {file}")


def draw_bits() -> Figure:
    """Return the figure: positions, what each bit stands for, and the bits of three cards."""
    figure = on_felt(INCHES_WIDE, INCHES_WIDE * (BOTTOM - TOP) / (RIGHT - LEFT))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(LEFT, RIGHT)
    axes.set_ylim(BOTTOM, TOP)
    axes.set_axis_off()
    for high, low, color, words in FIELDS:
        heading(axes, high, low, words)
        for position in range(low, high + 1):
            label(axes, column(position), -1.0, str(position), size=6.5)
            cell(axes, position, 0, Card.MASK[31 - position].upper(), color, bold=True)
    for row, name in enumerate(EXAMPLES, 1):
        example(axes, row * ROW, Card(name))
    return figure


def example(axes: Axes, y: float, card: Card) -> None:
    """Draw the bits of one card."""
    label(axes, -1.7, y, str(card), size=13, color=WORDS)
    for position in range(32):
        color = next((color for high, low, color, _ in FIELDS if low <= position <= high), UNUSED)
        bit = card.b >> position & 1
        cell(axes, position, y, str(bit), color, bold=bool(bit))


def heading(axes: Axes, high: int, low: int, words: str) -> None:
    """Write what a field holds above a line over its bits."""
    left, right = column(high) - BOX / 2, column(low) + BOX / 2
    axes.plot([left, right], [-1.6, -1.6], color=SOFT_WORDS, linewidth=1.0)
    label(axes, (left + right) / 2, -2.2, words, size=9, color=WORDS)


def cell(axes: Axes, position: int, y: float, text: str, color: str, bold: bool) -> None:
    """Draw one bit around its centre."""
    x = column(position)
    axes.add_patch(Rectangle((x - BOX / 2, y - 0.55), BOX, 1.1, facecolor=color, edgecolor=EDGE, linewidth=0.6))
    label(axes, x, y, text, size=9, color=INK if bold else FAINT, weight="bold" if bold else "normal")


def column(position: int) -> float:
    """Return the x of a bit: position 0 is on the right."""
    return 31 - position


def label(
    axes: Axes, x: float, y: float, text: str, size: float, color: str = SOFT_WORDS, weight: str = "normal"
) -> None:
    """Write `text` around its centre."""
    axes.text(x, y, text, size=size, color=color, weight=weight, family=FONT, ha="center", va="center")


if __name__ == "__main__":
    main()
