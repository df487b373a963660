"""Draws the figures of challenge1: the nine places of a hand, and a table of Texas Hold 'em.

    python resource/draw_challenge1.py

It draws to `asnlib/publicdata` beside this file.
"""

from __future__ import annotations

from pathlib import Path

from felt import INNER_FELT, SHADOW, SOFT_WORDS, WORDS, on_felt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

FONT = "DejaVu Sans"  # it comes with matplotlib and has the four suit symbols
DOTS_PER_INCH = 180  # sharp on a dense screen; a notebook scales it down to its width
INCHES_WIDE = 10.0

# All lengths are in widths of a card and its margin; y grows downwards.
CARD_WIDTH, CARD_HEIGHT = 0.84, 1.16

CARD = "#ffffff"
EDGE = "#c3c9c1"
BLACK = "#1d1f21"
LABEL = "#5d645d"
INK = {"♥": "#c8102e", "♦": "#c8102e", "♠": BLACK, "♣": BLACK}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

# A two pair: its cards, and its nine places with their names and colours. Grey places are 0.
TWO_PAIR = ["Js", "9c", "9s", "2c", "2s"]
GREY, BLUE, GREEN, SAND = "#ffffff", "#d5e5f5", "#d8eed6", "#f6e8cd"
PLACES = [
    ("straight\nflush", "0", GREY),
    ("four of\na kind", "0", GREY),
    ("full\nhouse", "0", GREY),
    ("flush", "0", GREY),
    ("straight", "0", GREY),
    ("three of\na kind", "0", GREY),
    ("two pair", "[9, 2]", BLUE),
    ("pair", "9", GREEN),
    ("cards", "[11, 9, 9, 2, 2]", SAND),
]
CARDS_OF = {6: range(1, 5), 7: range(1, 3)}  # which cards a place tells of; the last tells of all

COMMUNITY = ["2d", "2h", "9s", "8s", "7s"]
PLAYERS = {
    "Player One": (["2s", "2c"], "2s 2c 2d 2h 9s: four of a kind"),
    "Player Two": (["3s", "3c"], "3s 3c 2d 2h 9s: two pair"),
}


def main() -> None:
    """Draw both figures and save them."""
    for name, figure in {"nine_places.png": draw_places(), "holdem_table.png": draw_table()}.items():
        # Without this, the file would name the version of matplotlib.
        figure.savefig(PUBLIC_DATA / name, dpi=DOTS_PER_INCH, metadata={"Software": None})
        print(f"wrote {PUBLIC_DATA / name}")


def draw_places() -> Figure:
    """Return the figure of the nine places, below the cards that they tell of."""
    figure, axes = sheet(-0.8, 10.5, -1.0, 3.95)
    label(axes, 4.85, -0.78, 'Hand("2s 2c 9s 9c Js").eval()', size=12, color=WORDS, family="DejaVu Sans Mono")
    cards = [2.85 + place for place in range(5)]
    for x, name in zip(cards, TWO_PAIR, strict=True):
        card(axes, x, 0.2, name)
    left = 0.0
    for number, (name, value, colour) in enumerate(PLACES):
        width = 2.4 if number == 8 else 1.3 if number == 6 else 1.0
        centre = left + width / 2 - 0.5
        box(axes, centre, 2.4, width - 0.1, 0.8, colour)
        label(axes, centre, 2.4, value, size=12, color=LABEL if value == "0" else BLACK, family="DejaVu Sans Mono")
        label(axes, centre, 3.15, name, size=9)
        label(axes, centre, 3.68, str(number), size=9)
        for place in CARDS_OF.get(number, ()):
            axes.plot([cards[place], centre], [0.85, 1.95], color=LINES[colour], linewidth=1.6, zorder=0)
        left += width
    return figure


LINES = {BLUE: "#8fb7de", GREEN: "#8cc888"}


def draw_table() -> Figure:
    """Return the figure of the community cards between two players."""
    figure, axes = sheet(-0.6, 11.2, -0.9, 4.4)
    box(axes, 5.3, 0.65, 6.4, 2.3, INNER_FELT, INNER_FELT)
    label(axes, 5.3, -0.2, "community cards", size=11)
    for place, name in enumerate(COMMUNITY):
        card(axes, 3.3 + place, 0.78, name)
    for (player, (own, hand)), x in zip(PLAYERS.items(), (1.9, 8.7), strict=True):
        label(axes, x, 2.15, player, size=12, color=WORDS, weight="bold")
        for place, name in enumerate(own):
            card(axes, x - 0.5 + place, 3.05, name)
        label(axes, x, 3.98, hand, size=11)
    label(axes, 5.3, 3.05, "beats", size=14, color=WORDS)
    return figure


def sheet(left: float, right: float, top: float, bottom: float) -> tuple[Figure, Axes]:
    """Return a figure and axes that cover all of it."""
    figure = on_felt(INCHES_WIDE, INCHES_WIDE * (bottom - top) / (right - left))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.set_axis_off()
    return figure, axes


def card(axes: Axes, x: float, y: float, name: str) -> None:
    """Draw one card around its centre."""
    symbol = SUITS[name[-1]]
    box(axes, x + 0.025, y + 0.035, CARD_WIDTH, CARD_HEIGHT, SHADOW, SHADOW)
    box(axes, x, y, CARD_WIDTH, CARD_HEIGHT, CARD)
    label(axes, x, y - 0.24, name[:-1], size=18, color=INK[symbol], weight="bold")
    label(axes, x, y + 0.26, symbol, size=19, color=INK[symbol])


def box(axes: Axes, x: float, y: float, width: float, height: float, face: str, edge: str = EDGE) -> None:
    """Draw a rectangle with round corners around its centre."""
    corner = (x - width / 2, y - height / 2)
    style = "round,pad=0,rounding_size=0.1"
    axes.add_patch(FancyBboxPatch(corner, width, height, boxstyle=style, facecolor=face, edgecolor=edge, linewidth=0.9))


def label(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    size: float,
    color: str = SOFT_WORDS,
    weight: str = "normal",
    family: str = FONT,
) -> None:
    """Write `text` around its centre."""
    axes.text(x, y, text, size=size, color=color, weight=weight, family=family, ha="center", va="center")


if __name__ == "__main__":
    main()
