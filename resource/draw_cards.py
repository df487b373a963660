"""Draws the deck: suits as rows, ranks as columns, and under each card the position of its bit.

    python resource/draw_cards.py

It draws to `asnlib/publicdata/cards.png` beside this file. The ranks run from A to 2, as
`pprint_cards` prints them: each row read from left to right is a suit's block of bits.
"""

from pathlib import Path

from felt import SHADOW, SOFT_WORDS, on_felt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from poker_game import poker_info

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

FONT = "DejaVu Sans"  # it comes with matplotlib and has the four suit symbols
DOTS_PER_INCH = 180  # sharp on a dense screen; a notebook scales it down to its width
INCHES_WIDE = 10.0

# All lengths are in columns. The ace of hearts lies at (0, 0), and y grows downwards.
LEFT, RIGHT = -1.3, 12.85
TOP, BOTTOM = -1.3, 5.8
CARD_WIDTH, CARD_HEIGHT = 0.84, 1.26
ROW = 1.46
HEADING_X, HEADING_Y = -0.86, -0.95
CAPTION_Y = 5.42

CARD = "#ffffff"
EDGE = "#c3c9c1"
RED = "#c8102e"
BLACK = "#1d1f21"
LABEL = "#5b625b"  # on a card
INK = {"♥": RED, "♦": RED, "♠": BLACK, "♣": BLACK}


def main() -> None:
    """Draw the deck and save it."""
    file = PUBLIC_DATA / "cards.png"
    # Without this, the file would name the version of matplotlib.
    draw_deck().savefig(file, dpi=DOTS_PER_INCH, metadata={"Software": None})
    print(f"wrote {file}")


def draw_deck() -> Figure:
    """Return the figure of the 52 cards with its headings."""
    figure = on_felt(INCHES_WIDE, INCHES_WIDE * (BOTTOM - TOP) / (RIGHT - LEFT))
    axes = table(figure)
    columns = {rank: column for column, rank in enumerate(reversed(poker_info["RANKS"]))}
    for rank, column in columns.items():
        label(axes, column, HEADING_Y, rank, size=12)
    for name, suit in poker_info["SUITS"].items():
        y = suit["index"] * ROW
        label(axes, HEADING_X, y, name, size=12)
        for rank, column in columns.items():
            card(axes, column, y, rank, suit["symbol"], suit["start_pos"] + poker_info["RANKS"][rank])
    caption = "The small number is the position of the card’s bit, counted from the right."
    label(axes, 6, CAPTION_Y, caption, size=9)
    return figure


def table(figure: Figure) -> Axes:
    """Return axes that cover the whole figure."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(LEFT, RIGHT)
    axes.set_ylim(BOTTOM, TOP)
    axes.set_axis_off()
    return axes


def card(axes: Axes, x: float, y: float, rank: str, symbol: str, bit: int) -> None:
    """Draw one card around its centre."""
    sheet(axes, x + 0.025, y + 0.035, SHADOW, SHADOW)
    sheet(axes, x, y, CARD, EDGE)
    label(axes, x, y - 0.33, rank, size=17, color=INK[symbol], weight="bold")
    label(axes, x, y + 0.11, symbol, size=17, color=INK[symbol])
    label(axes, x, y + 0.46, str(bit), size=8, color=LABEL)


def sheet(axes: Axes, x: float, y: float, face: str, edge: str) -> None:
    """Draw a blank card around its centre."""
    corner = (x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2)
    axes.add_patch(
        FancyBboxPatch(
            corner,
            CARD_WIDTH,
            CARD_HEIGHT,
            boxstyle="round,pad=0,rounding_size=0.1",
            facecolor=face,
            edgecolor=edge,
            linewidth=0.8,
        )
    )


def label(
    axes: Axes, x: float, y: float, text: str, size: float, color: str = SOFT_WORDS, weight: str = "normal"
) -> None:
    """Write `text` around its centre."""
    axes.text(x, y, text, size=size, color=color, weight=weight, family=FONT, ha="center", va="center")


if __name__ == "__main__":
    main()
