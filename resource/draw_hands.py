"""Draws the figures of homework1: the best five of seven cards, and what a joker makes of six.

    python resource/draw_hands.py

It draws to `asnlib/publicdata/best_of_seven.png` and `joker.png` beside this file.
"""

from collections import Counter
from itertools import combinations

from draw_cards import CARD, DOTS_PER_INCH, EDGE, INK, LABEL, PUBLIC_DATA, label, sheet
from felt import SHADOW, WORDS, on_felt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from poker_game import poker_info

INCHES_A_COLUMN = 0.72
SYMBOLS = {name: suit["symbol"] for name, suit in poker_info["SUITS"].items()}
RANKS = "".join(poker_info["RANKS"])

SEVEN = ["5C", "6C", "7C", "8C", "9C", "TC", "JS"]
BEST = ["6C", "7C", "8C", "9C", "TC"]
JOKER_HAND = ["8D", "9D", "TD", "JD", "4S", "4C", "?R"]
BEST_REPLACEMENT = "QD"
# The strongest first; colours that differ in lightness as well, so that they differ for every eye.
FACES = {
    "straight flush": "#f2b632",
    "flush": "#f7d78c",
    "straight": "#7fb8d6",
    "three of a kind": "#b9d9b0",
    "two pair": "#dcebd8",
    "pair": "#ffffff",
}
GONE = "#bccabf"


def main() -> None:
    """Draw both figures and save them."""
    for name, figure in {"best_of_seven": draw_best_of_seven(), "joker": draw_joker()}.items():
        file = PUBLIC_DATA / f"{name}.png"
        # Without this, the file would name the version of matplotlib.
        figure.savefig(file, dpi=DOTS_PER_INCH, metadata={"Software": None})
        print(f"wrote {file}")


def draw_best_of_seven() -> Figure:
    """Return the figure of seven cards, of which the best five are raised."""
    figure, axes = table(left=-0.9, right=7.9, top=-1.75, bottom=1.85)
    for column, name in enumerate(SEVEN):
        card(axes, column * 1.16, -0.35 if name in BEST else 0.25, name, CARD if name in BEST else GONE)
    label(axes, 3.5, -1.4, "the best five: a straight flush up to the ten, rank (8, 10)", size=11, color=WORDS)
    label(axes, 0.0, 1.2, "with 5C for TC:", size=9)
    label(axes, 0.0, 1.5, "(8, 9), weaker", size=9)
    label(axes, 6.96, 1.2, "with JS for 6C:", size=9)
    label(axes, 6.96, 1.5, "(4, 11), weaker", size=9)
    return figure


def draw_joker() -> Figure:
    """Return the figure of six cards and a joker, and below, for each red card, the type that it leads to."""
    figure, axes = table(left=-1.15, right=12.85, top=-1.0, bottom=6.45)
    for column, name in enumerate(JOKER_HAND):
        card(axes, 3 + column, 0, name, CARD)
    label(axes, 6, 1.1, "The red joker may stand for each of these that is not in the hand, and leads to", size=10)
    for row, suit in enumerate("HD"):
        for column, rank in enumerate(RANKS):
            replacement(axes, column, 2.3 + 1.5 * row, rank + suit)
    for place, (name, face) in enumerate(FACES.items()):
        legend(axes, -0.2 + 4.6 * (place % 3), 5.35 + 0.6 * (place // 3), name, face)
    return figure


def table(left: float, right: float, top: float, bottom: float) -> tuple[Figure, Axes]:
    """Return a figure, and axes that cover it; lengths are in columns, and y grows downwards."""
    width = (right - left) * INCHES_A_COLUMN
    figure = on_felt(width, width * (bottom - top) / (right - left))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.set_axis_off()
    return figure, axes


def card(axes: Axes, x: float, y: float, name: str, face: str) -> None:
    """Draw a card, or the red joker, around its centre."""
    sheet(axes, x + 0.025, y + 0.035, SHADOW, SHADOW)
    sheet(axes, x, y, face, EDGE)
    symbol = SYMBOLS.get(name[1], "joker")
    color = INK.get(symbol, INK["♥"])
    label(axes, x, y - 0.25, name[0], size=17, color=color, weight="bold")
    label(axes, x, y + 0.27, symbol, size=17 if len(symbol) == 1 else 9, color=color)


def replacement(axes: Axes, x: float, y: float, name: str) -> None:
    """Draw a card that the joker may stand for, in the colour of the type that it leads to."""
    if name in JOKER_HAND:
        card(axes, x, y, name, GONE)
        axes.plot([x - 0.34, x + 0.34], [y + 0.55, y - 0.55], color=LABEL, linewidth=1.5)
        return
    card(axes, x, y, name, FACES[best_type([*JOKER_HAND[:-1], name])])
    if name == BEST_REPLACEMENT:
        label(axes, x, y + 0.9, "▲ best", size=10, color=WORDS, weight="bold")


def legend(axes: Axes, x: float, y: float, name: str, face: str) -> None:
    """Write a type beside its colour."""
    axes.plot([x], [y], marker="s", markersize=13, markerfacecolor=face, markeredgecolor=LABEL, linewidth=0)
    axes.text(x + 0.4, y, name, size=10, color=WORDS, family="DejaVu Sans", ha="left", va="center")


def best_type(cards: list[str]) -> str:
    """Return the best type among the hands of five that these cards hold; no four of a kind or full house is there."""
    types = list(FACES)
    return min((type_of(five) for five in combinations(cards, 5)), key=types.index)


def type_of(five: tuple[str, ...]) -> str:
    """Return the type of five cards, of those that occur in the figure."""
    values = sorted(RANKS.index(name[0]) for name in five)
    counts = sorted(Counter(values).values(), reverse=True)
    straight = len(counts) == 5 and values[4] - values[0] == 4
    if len({name[1] for name in five}) == 1:
        return "straight flush" if straight else "flush"
    if straight:
        return "straight"
    return {(3, 1): "three of a kind", (2, 2): "two pair", (2, 1): "pair", (1, 1): "pair"}[counts[0], counts[1]]


if __name__ == "__main__":
    main()
