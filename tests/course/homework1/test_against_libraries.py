"""The reference orders hands as two public libraries do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, pairwise
from random import Random
from typing import Any

import pytest
import treys
from phevaluator.evaluator import evaluate_cards

Names = dict[str, Any]

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "hdsc"]
_TREYS = {card: treys.Card.new(card) for card in DECK}
_EVALUATOR = treys.Evaluator()


def test_200_000_random_hands_of_seven_are_ordered_as_by_treys_and_phevaluator(reference: Names) -> None:
    rng = Random("seven cards")
    rank, best_hand = reference["hand_rank"], reference["best_hand"]
    hands = [rng.sample(DECK, 7) for _ in range(200_000)]
    # The deck of the libraries has small letters for suits; the reference only asks which are equal.
    assert_same_order((rank(best_hand(hand)), *by_libraries(hand)) for hand in hands)


def test_the_7462_classes_of_five_cards_are_ordered_as_by_treys_and_phevaluator(reference: Names) -> None:
    ranked = [(reference["hand_rank"](hand), *by_libraries(hand)) for hand in one_of_each_class()]
    assert_same_order(ranked)
    assert len({rank for rank, *_ in ranked}) == 7462


@pytest.mark.parametrize("jokers", [["?R"], ["?B"], ["?R", "?B"]])
def test_the_best_with_jokers_is_the_best_of_all_hands_by_treys(jokers: list[str], reference: Names) -> None:
    rng = Random(" ".join(jokers))
    for _ in range(6):
        known = [card.upper() for card in rng.sample(DECK, 7 - len(jokers))]
        hand = rng.sample([*known, *jokers], 7)
        best = reference["best_wild_hand"](hand)
        hands = reference["possible_hands"](hand)
        assert by_libraries(map(as_in_libraries, best))[0] == min(
            by_libraries(map(as_in_libraries, seven))[0] for seven in hands
        )


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


def one_of_each_class() -> Iterable[list[str]]:
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        if len(set(ranks)) == 5:
            yield [rank + "h" for rank in ranks]
        if any(ranks.count(rank) == 5 for rank in ranks):
            continue
        # Equal ranks are neighbours: no card comes twice, and not all are of one suit.
        yield [rank + "hdsc"[place % 4] for place, rank in enumerate(ranks)]


def test_the_classes_are_made_of_hands_that_a_deck_can_deal() -> None:
    assert all(set(hand) < set(DECK) and len(set(hand)) == 5 for hand in one_of_each_class())
    assert len({frozenset(hand) for hand in one_of_each_class()}) == 7462 == sum(1 for _ in one_of_each_class())
