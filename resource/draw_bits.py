"""Draws the figures of midterm1: a hand as bits, what the operators on bits make of it, and the bits of a score.

    python resource/draw_bits.py

It draws six SVG files to `asnlib/publicdata` beside this file.
"""

from __future__ import annotations

from bit_rows import BLUE, BOX, GREEN, RANKS, RED, SAND, WHITE, Figure, ranks, thirteen
from felt import SOFT_WORDS

LEFT = 190  # where the bits of a row begin
RIGHT = LEFT + 13 * BOX
WIDE = 760

# The hand of exercise 4, three sevens and two kings: of each group the suit, its letter, its ranks, a colour.
GROUPS = [("hearts ♥", "W", "7", RED), ("spades ♠", "X", "7", BLUE), ("clubs ♣", "Y", "K", GREEN)]
GROUPS += [("diamonds ♦", "Z", "K7", SAND)]
STRENGTHS, PRIMARY, SECONDARY = "0011", ranks("A5"), ranks("8")  # of a score: two pairs


def main() -> None:
    """Draw the figures and save them."""
    draw_hand().save("hand_bits")
    draw_operators().save("bits_together")
    draw_straight().save("straight_bits")
    draw_five_high().save("five_high_bits")
    draw_score().save("score_bits")
    draw_parts().save("score_parts")


def draw_hand() -> Figure:
    """Return the figure of a hand: its 52 bits side by side, and the four groups below one another.

    Returns:
        The figure.
    """
    figure = Figure(WIDE, 330)
    small, y = 13.4, 58.0
    figure.words(WIDE / 2, 24, "7♥ 7♠ 7♦ K♣ K♦ as one integer of 52 bits", size=15)
    for place, (_, _, names, color) in enumerate(reversed(GROUPS)):
        left = 14 + place * (13 * small + 11)
        figure.bits(left, y, ranks(names), color, small)
        figure.words(left + 6.5 * small, y + 26, f"{'DCSH'[place]}: {51 - 13 * place} to {39 - 13 * place}", size=12)
    figure.words(WIDE / 2, 112, "the same 52 bits, a row for each suit", size=15)
    figure.rank_names(LEFT, 142)
    for row, (suit, _, names, color) in enumerate(GROUPS):
        y = 172 + row * 36
        figure.words(LEFT - 14, y, suit, align="end")
        figure.bits(LEFT, y, ranks(names), color)
        figure.code(RIGHT + 16, y, str(int(ranks(names), 2)), align="start")
    figure.words(WIDE / 2, 312, "five bits are 1: five cards", size=14, color=SOFT_WORDS)
    return figure


def draw_operators() -> Figure:
    """Return the figure of the four groups, and of what `|`, `^` and `&` make of all four.

    Returns:
        The figure.
    """
    figure = Figure(WIDE, 336)
    figure.rank_names(LEFT, 24)
    groups = [int(ranks(names), 2) for _, _, names, _ in GROUPS]
    for row, (suit, letter, names, color) in enumerate(GROUPS):
        y = 54 + row * 36
        figure.code(LEFT - 14, y, letter)
        figure.bits(LEFT, y, ranks(names), color)
        figure.words(RIGHT + 16, y, suit, align="start")
    figure.line((24, 196), (WIDE - 24, 196))
    some, odd, every = 0, 0, groups[0]
    for group in groups:
        some, odd, every = some | group, odd ^ group, every & group
    rows = [("|", some, "in at least one"), ("^", odd, "in one or three"), ("&", every, "in all four")]
    for row, (operator, number, meaning) in enumerate(rows):
        y = 228 + row * 40
        figure.code(LEFT - 14, y, f"W {operator} X {operator} Y {operator} Z")
        figure.bits(LEFT, y, thirteen(number))
        figure.words(RIGHT + 16, y, f"{meaning}: {number}", align="start")
    return figure


def draw_straight() -> Figure:
    """Return the figure of two sets of ranks, each moved by one place and compared with itself.

    Returns:
        The figure.
    """
    figure = Figure(WIDE, 366)
    figure.rank_names(LEFT, 24)
    _shifted(figure, 56, int(ranks("T9876"), 2), "four: a straight")
    _shifted(figure, 214, int(ranks("JT865"), 2), "two: no straight")
    figure.words(WIDE / 2, 344, "a 1 stays where the next higher rank is in the hand as well", color=SOFT_WORDS)
    return figure


def _shifted(figure: Figure, y: float, number: int, verdict: str) -> None:
    """Draw a set of ranks, the same moved by one place, and what both have."""
    rows = [("hand_ranks", number, WHITE), ("hand_ranks >> 1", number >> 1, BLUE), ("&", number & number >> 1, SAND)]
    for row, (code, value, color) in enumerate(rows):
        down = y + 40 * row + (8 if row == 2 else 0)
        figure.code(LEFT - 14, down, code)
        figure.bits(LEFT, down, thirteen(value), color)
        figure.words(RIGHT + 16, down, verdict if row == 2 else "", align="start")
        if row == 1:
            figure.arrow((RIGHT + 16, y + 4), (RIGHT + 44, y + 34))
            figure.words(RIGHT + 52, y + 20, "one to the right", size=13, color=SOFT_WORDS, align="start")
    figure.line((LEFT, y + 64), (RIGHT, y + 64))


def draw_five_high() -> Figure:
    """Return the figure of straights as integers, the five-high one with its ace and without it.

    Returns:
        The figure.
    """
    rows = [
        ("T J Q K A", "AKQJT", WHITE),
        ("9 T J Q K", "KQJT9", WHITE),
        ("3 4 5 6 7", "76543", WHITE),
        ("2 3 4 5 6", "65432", WHITE),
        ("A 2 3 4 5", "A5432", RED),
        ("2 3 4 5", "5432", GREEN),
    ]
    figure = Figure(WIDE, 326)
    figure.rank_names(LEFT, 24)
    for row, (straight, names, color) in enumerate(rows):
        y = 54 + 36 * row + (18 if row > 1 else 0) + (14 if row > 3 else 0)
        figure.words(LEFT - 14, y, straight, align="end")
        figure.bits(LEFT, y, ranks(names), color)
        figure.code(RIGHT + 16, y, str(int(ranks(names), 2)), align="start")
    figure.words(LEFT + 6.5 * BOX, 116, "· · ·", color=SOFT_WORDS)
    figure.words(RIGHT + 66, 230, "hand_ranks", color=SOFT_WORDS, align="start", size=13)
    figure.words(RIGHT + 66, 266, "primary ranks", color=SOFT_WORDS, align="start", size=13)
    figure.words(WIDE / 2, 304, "with its ace, the weakest straight would come next to the strongest", color=SOFT_WORDS)
    return figure


def draw_score() -> Figure:
    """Return the figure of a score: three parts, and where each lies in the 30 bits.

    Returns:
        The figure.
    """
    box = 23.0
    figure = Figure(WIDE, 226)
    left = (WIDE - 30 * box) / 2
    parts = [("type: 3", STRENGTHS, RED, 0, -18), ("primary ranks: 5 A", PRIMARY, BLUE, 4, 0)]
    parts += [("secondary ranks: 8", SECONDARY, GREEN, 17, 18)]
    for words, digits, color, place, aside in parts:
        x, middle = left + place * box, left + (place + len(digits) / 2) * box
        figure.words(middle + aside, 28, words)
        for at, rank in enumerate(RANKS if place else ""):
            figure.words(x + aside + (at + 0.5) * box, 56, rank, size=12, color=SOFT_WORDS)
        figure.bits(x + aside, 84, digits, color, box)
        figure.arrow((middle + aside, 108), (middle, 140))
        figure.bits(x, 166, digits, color, box)
        high = 29 - place
        figure.words(middle, 206, f"positions {high} to {high - len(digits) + 1}", size=12, color=SOFT_WORDS)
    return figure


def draw_parts() -> Figure:
    """Return the figure of how the primary ranks are taken out of a score: moved to the right, then cut off.

    Returns:
        The figure.
    """
    box = 19.0
    left = WIDE - 30 * box - 18
    figure = Figure(WIDE, 250)
    space = " " * 13
    rows = [
        ("score", STRENGTHS, PRIMARY, SECONDARY),
        ("score >> 13", space + STRENGTHS, PRIMARY, ""),
        ("THIRTEEN_BITS", " " * 17, "1" * 13, ""),
        ("&", " " * 17, PRIMARY, ""),
    ]
    for row, (code, strength, primary, secondary) in enumerate(rows):
        y = 46 + 48 * row + (10 if row == 3 else 0)
        figure.code(left - 14, y, code)
        figure.bits(left, y, strength, RED, box)
        figure.bits(left + len(strength) * box, y, primary, BLUE if row != 2 else WHITE, box)
        figure.bits(left + 17 * box, y, secondary, GREEN, box)
    figure.words(left + 16, 94, "13 to the right", size=13, color=SOFT_WORDS, align="start")
    figure.arrow((left + 122, 94), (left + 12.6 * box, 94))
    figure.line((left + 17 * box, 171), (left + 30 * box, 171))
    figure.words(left + 16.5 * box, 200, "the type is cut off", size=13, color=SOFT_WORDS, align="end")
    return figure


if __name__ == "__main__":
    main()
