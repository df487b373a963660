"""What the exercises build on: the strength and type of a hand, random hands, all classes of hands, and their plot."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from math import log10
from pathlib import Path

from IPython.display import SVG

HAND_NAMES = [
    "High card",
    "Pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
]

_PRIMES = dict(zip("23456789TJQKA", (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)))
_SUIT_BITS = {"S": 1, "H": 2, "D": 4, "C": 8}

# A line for each class of equally strong hands, the weakest first: an example, and how many hands the class has.
_LINES = (Path(__file__).parent / "resource/asnlib/publicdata/hand_classes.txt").read_text().splitlines()
HAND_CLASSES = [([line[at : at + 2] for at in range(0, 10, 2)], int(line[11:])) for line in _LINES]


def _key(hand: list[str]) -> tuple[int, bool]:
    """Return what equally strong hands have in common: the product of primes for their ranks, and whether one suit."""
    product, suits = 1, 0
    for card in hand:
        product *= _PRIMES[card[0]]
        suits |= _SUIT_BITS[card[1]]
    return product, suits in (1, 2, 4, 8)


_STRENGTHS = {_key(hand): strength for strength, (hand, _) in enumerate(HAND_CLASSES, 1)}
_STRONGEST_OF_TYPE = [1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462]


def given_strength(hand: list[str]) -> int:
    """Return the strength of a hand of five cards: 1 for the weakest, 7462 for the strongest, equal for a tie."""
    return _STRENGTHS[_key(hand)]


def given_type(hand: list[str]) -> int:
    """Return the code of a hand's type, from 0 for a high card to 8 for a straight flush."""
    return bisect_left(_STRONGEST_OF_TYPE, given_strength(hand))


def given_hands(n: int) -> Iterator[list[str]]:
    """Yield n random hands, each from a full deck; random.seed decides which."""
    cards = [*map("".join, ((rank, suit) for rank in _PRIMES for suit in _SUIT_BITS))]
    for _ in range(n):
        yield random.sample(cards, 5)


def print_percentages(sampled: list[float], exact: list[float] | None = None) -> None:
    """Print a table of the percentages of the nine types, the strongest type first."""
    if exact is not None:
        print(f"{'sampled':>24} {'exact':>11}")
    for code in reversed(range(9)):
        beside = "" if exact is None else f" {exact[code]:9.4f} %"
        print(f"{HAND_NAMES[code]:>15}: {sampled[code]:7.3f} %{beside}")


def plot_percentages(sampled: list[float], exact: list[float]) -> SVG:
    """Return a drawing of two bars for each type, the sampled and the exact percentage, on a logarithmic scale."""
    parts = []
    for tick in (0.001, 0.01, 0.1, 1, 10, 100):
        parts.append(f'<path d="M{_place(tick):.1f} 36V364" stroke="#c3c9c1" stroke-dasharray="2 4"/>')
        parts.append(_text(_place(tick), 382, f"{tick:g} %", "middle"))
    for row, code in enumerate(reversed(range(9))):
        top = 40 + 36 * row
        parts.append(_text(_LEFT - 8, top + 18, HAND_NAMES[code], "end"))
        parts.append(_bar(top, sampled[code], "#7aa6d8") + _bar(top + 14, exact[code], "#1f3b63"))
        parts.append(_text(_place(max(sampled[code], exact[code])) + 6, top + 25, f"{exact[code]:.4f} %", "start"))
    legend = '<rect x="430" y="8" width="14" height="12" fill="#7aa6d8"/>' + _text(450, 18, "sampled", "start")
    legend += '<rect x="530" y="8" width="14" height="12" fill="#1f3b63"/>' + _text(550, 18, "exact", "start")
    title = "; ".join(f"{HAND_NAMES[code]}: {sampled[code]:.3f} %, {exact[code]:.4f} %" for code in range(9))
    return SVG(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 396" width="700" height="396" role="img" '
        'font-family="sans-serif" font-size="12"><rect width="700" height="396" fill="white"/>'
        f"<title>Sampled and exact share of each type of hand. {title}</title>{''.join(parts)}{legend}</svg>"
    )


_LEFT, _DECADE = 130, 88  # where bars begin, and how wide a factor of ten is


def _place(percentage: float) -> float:
    """Return where a percentage lies from left to right: a factor of ten is the same step everywhere."""
    return _LEFT + _DECADE * max(0.0, log10(max(percentage, 0.0003) / 0.0003))


def _bar(top: float, percentage: float, color: str) -> str:
    width = _place(percentage) - _LEFT
    return f'<rect x="{_LEFT}" y="{top}" width="{width:.1f}" height="13" fill="{color}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{words}</text>'
