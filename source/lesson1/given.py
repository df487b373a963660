"""What the exercises build on: the strength and type of a hand, random hands, all classes of hands, and their plot."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt

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
    for code in reversed(range(9)):
        beside = "" if exact is None else f" {exact[code]:9.4f} %"
        print(f"{HAND_NAMES[code]:>15}: {sampled[code]:7.3f} %{beside}")


def plot_percentages(sampled: list[float], exact: list[float]) -> None:
    """Draw two bars for each type, one for the sampled and one for the exact percentage, on a logarithmic scale."""
    _, axes = plt.subplots(figsize=(8, 4.5))
    for shift, values, color, label in ((0.2, sampled, "#7aa6d8", "sampled"), (-0.2, exact, "#1f3b63", "exact")):
        axes.barh([code + shift for code in range(9)], values, height=0.38, color=color, label=label)
    for code in range(9):
        axes.text(max(sampled[code], exact[code]) * 1.15, code - 0.2, f"{exact[code]:.4f} %", va="center", size=8)
    axes.set_xscale("log")
    axes.set_xlim(0.0005, 300)
    axes.set_yticks(range(9), HAND_NAMES)
    axes.set_xticks(ticks := [0.001, 0.01, 0.1, 1, 10, 100], [f"{tick:g} %" for tick in ticks])
    axes.set_xlabel("share of all hands; each step of the scale is ten times the one before")
    axes.set_title("How often each type of hand occurs")
    axes.legend(loc="upper right")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    plt.tight_layout()
    plt.show()
