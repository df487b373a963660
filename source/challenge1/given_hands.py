"""What the exercises of challenge1 build on: the cards, a plain hand, and two tables about hands.

The tables lie in `resource/asnlib/publicdata` beside this file:

- `hands_by_strength.txt` has a line for each of the 7,462 hands that differ in strength, the weakest first;
- `evaluated_hands.json` has about a thousand hands with what `eval` returns for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PUBLIC_DATA = Path(__file__).resolve().parent / "resource" / "asnlib" / "publicdata"

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


class Card(NamedTuple):
    """One card: `Card(name='10s', rank=10, suit='s')`."""

    name: str
    rank: int
    suit: str


CARDS = {rank + suit: Card(rank + suit, RANKS[rank], suit) for rank in RANKS for suit in SUITS}


class Hand:
    """Five cards, made of the text that names them: `Hand("As Ks Qs Js 10s")`.

    It trusts its text: five different cards, written just like that. `text` is the text, and `cards` are the cards
    in the same order.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.cards = [CARDS[name] for name in text.split(" ")]


def with_known_evaluations(hand_class: type[Hand]) -> type[Hand]:
    """Return the class with an `eval` that knows the hands of `evaluated_hands.json` by heart.

    For all other hands it asks the `eval` that the class had before.
    """

    class KnowingHand(hand_class):  # type: ignore[misc, valid-type]
        def eval(self) -> Any:
            known = _evaluated().get(frozenset(self.text.split(" ")))
            if known is None:
                return super().eval()
            return tuple(list(place) if isinstance(place, list) else place for place in known)

    return KnowingHand


def known_hands() -> list[str]:
    """Return the texts of the hands that `with_known_evaluations` knows."""
    return list(_read_evaluations())


def strength(names: Iterable[str]) -> int:
    """Return the strength of five cards, from 1 to 7462: the higher, the stronger; ties are equal.

    The cards may come in any order: `strength(["2s", "2c", "9s", "9c", "Js"])`.
    """
    cards = [CARDS[name] for name in names]
    if len(cards) != 5 or len(set(cards)) != 5:
        raise ValueError(f"strength takes the names of five different cards, not {[card.name for card in cards]}")
    return _strengths()[_line(cards)]


def _line(cards: list[Card]) -> str:
    """Return the line of `hands_by_strength.txt` that stands for the cards."""
    ranks = " ".join(str(rank) for rank in sorted((card.rank for card in cards), reverse=True))
    return f"{ranks} suited" if len({card.suit for card in cards}) == 1 else ranks


@cache
def _strengths() -> dict[str, int]:
    lines = (PUBLIC_DATA / "hands_by_strength.txt").read_text("utf-8").splitlines()
    return {line: number for number, line in enumerate(lines, 1)}


@cache
def _read_evaluations() -> dict[str, list[Any]]:
    read: dict[str, list[Any]] = json.loads((PUBLIC_DATA / "evaluated_hands.json").read_text("utf-8"))
    return read


@cache
def _evaluated() -> dict[frozenset[str], list[Any]]:
    return {frozenset(text.split(" ")): places for text, places in _read_evaluations().items()}
