"""Draws the figures of lookup1: what `&` and `|` make of five cards, and which of the three memos has a hand.

    python resource/draw_lookup1.py

It draws three SVG files to `asnlib/publicdata` beside this file. `draw_card_bits.py` draws the 32 bits of a card.
"""

from __future__ import annotations

from bit_rows import BLUE, BOX, GREEN, RANKS, RED, SAND, WHITE, Figure, ranks
from felt import GOLD, SOFT_WORDS

WIDE = 760
SUITS = "CDHS"  # as their bits lie in a card, from position 15 on
SYMBOLS = {"S": "♠", "H": "♡", "D": "♢", "C": "♣"}
MASK = "1111"

FLUSH = "2H 9H KH JH 5H"
NO_FLUSH = "2H 9H KH JH 5S"
PAIR = "KS 2D 5H KH 3D"

# The hands of exercise 6 and one with equal ranks: the memo, the question that leads to it, the key, the strength.
MEMOS = [
    ("TC 3C 5C JC 2C", "one suit", "FLUSH_RANKS", "779", "1407", RED),
    ("TC 3H 5C JS 2D", "five ranks", "UNIQUE_FIVE_RANKS", "779", "7270", BLUE),
    ("5S 8D 5D 8C 5C", "equal ranks", "DUPE_RANKS", "99127", "281", GREEN),
]


def main() -> None:
    """Draw the figures and save them."""
    draw_suits().save("suits_together")
    draw_ranks().save("ranks_together")
    draw_memos().save("three_memos")


def draw_suits() -> Figure:
    """Return the figure of the suit bits of two hands, and of what all cards of each have in common.

    Returns:
        The figure.
    """
    figure = Figure(WIDE, 306)
    for left, hand, verdict in ((150, FLUSH, "8192: hearts"), (500, NO_FLUSH, "0: no flush")):
        for place, suit in enumerate(SUITS):
            figure.words(left + (place + 0.5) * BOX, 22, SYMBOLS[suit], size=15)
            figure.words(left + (place + 0.5) * BOX, 42, str(15 - place), size=11, color=SOFT_WORDS)
        for row, card in enumerate(hand.split()):
            y = 68 + 36 * row
            figure.words(left - 14, y, _name(card), align="end")
            figure.bits(left, y, _suit(card), RED if card[1] == "H" else BLUE)
        figure.line((left, 234), (left + 4 * BOX, 234))
        figure.code(left - 14, 258, "&")
        every = int(MASK, 2)
        for card in hand.split():
            every &= int(_suit(card), 2)
        figure.bits(left, 258, f"{every:04b}")
        figure.words(left + 4 * BOX + 16, 258, verdict, align="start")
    figure.words(WIDE / 2, 290, "the positions 12 to 15 of five cards", size=13, color=SOFT_WORDS)
    return figure


def draw_ranks() -> Figure:
    """Return the figure of the rank bits of five cards, of which two have the same rank, and of all ranks together.

    Returns:
        The figure.
    """
    left, right = 150, 150 + 13 * BOX
    figure = Figure(WIDE, 312)
    for place, rank in enumerate(RANKS):
        figure.words(left + (place + 0.5) * BOX, 42, str(28 - place), size=11, color=SOFT_WORDS)
        figure.words(left + (place + 0.5) * BOX, 22, rank, size=13)
    for row, card in enumerate(PAIR.split()):
        y = 68 + 36 * row
        figure.words(left - 14, y, _name(card), align="end")
        figure.bits(left, y, ranks(card[0]), SAND)
    figure.line((left, 234), (right, 234))
    figure.code(left - 14, 258, "|")
    figure.bits(left, 258, ranks(PAIR))
    figure.words(right + 16, 258, "2048 + 8 + 2 + 1", align="start")
    for place in range(13):
        figure.words(left + (place + 0.5) * BOX, 288, str(12 - place), size=11, color=SOFT_WORDS)
    figure.words(left - 14, 42, "positions in a card", size=11, color=SOFT_WORDS, align="end")
    figure.words(left - 14, 288, "positions in the key", size=11, color=SOFT_WORDS, align="end")
    figure.words(right + 16, 288, "moved to the right", size=13, color=SOFT_WORDS, align="start")
    return figure


def draw_memos() -> Figure:
    """Return the figure of three hands, the memo and the key of each, and the strength that is found there.

    Returns:
        The figure.
    """
    figure = Figure(WIDE, 250)
    for x, heading in ((120, "hand"), (285, "key"), (475, "memo"), (675, "strength")):
        figure.words(x, 24, heading, size=13, color=SOFT_WORDS)
    for row, (hand, question, memo, key, strength, color) in enumerate(MEMOS):
        y = 66 + 64 * row
        for place, card in enumerate(hand.split()):
            _card(figure, 26 + 38 * place, y, card)
        figure.words(120, y + 27, question, size=12, color=SOFT_WORDS)
        figure.arrow((222, y), (250, y))
        figure.code(285, y, key, align="middle")
        _plate(figure, 375, y, memo, color)
        figure.arrow((320, y), (370, y))
        figure.arrow((580, y), (640, y))
        figure.words(675, y, strength, size=17, color=GOLD)
    return figure


def _card(figure: Figure, x: float, y: float, card: str) -> None:
    """Draw a card with its left edge at x."""
    figure.lines.append(f'<rect x="{x}" y="{y - 16}" width="35" height="32" rx="4" fill="{WHITE}"/>')
    figure.words(x + 17.5, y, _name(card), size=15, color="#c8102e" if card[1] in "HD" else "#1d1f21")


def _plate(figure: Figure, x: float, y: float, words: str, color: str) -> None:
    """Draw the name of a memo on a plate with its left edge at x."""
    figure.lines.append(f'<rect x="{x}" y="{y - 17}" width="200" height="34" rx="6" fill="{color}"/>')
    figure.code(x + 100, y, words, color="#1d1f21", align="middle")


def _name(card: str) -> str:
    return card[0] + SYMBOLS[card[1]]


def _suit(card: str) -> str:
    return "".join("01"[suit == card[1]] for suit in SUITS)


if __name__ == "__main__":
    main()
