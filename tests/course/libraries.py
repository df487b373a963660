"""Hands as two public libraries order them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import treys
from phevaluator.evaluator import evaluate_cards

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "hdsc"]
_TREYS = {card: treys.Card.new(card) for card in DECK}
_EVALUATOR = treys.Evaluator()


def by_libraries(cards: Iterable[str]) -> tuple[int, int]:
    """How strong both libraries take cards for: 1 is the strongest."""
    cards = list(cards)
    return _EVALUATOR.evaluate([], [_TREYS[card] for card in cards]), evaluate_cards(*cards)


def as_in_libraries(card: str) -> str:
    return card[0] + card[1].lower()


def assert_same_order(ranked: Iterable[tuple[Any, int, int]]) -> None:
    """Each rank has a place of its own in both libraries, and the stronger it is, the nearer to 1."""
    different = sorted(set(ranked))
    assert len(different) > 1000
    for (rank, *places), (next_rank, *next_places) in pairwise(different):
        assert rank < next_rank
        assert places[0] > next_places[0]
        assert places[1] > next_places[1]
