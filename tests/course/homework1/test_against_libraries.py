"""The reference orders hands as two public libraries do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from tests.course.libraries import DECK, as_in_libraries, assert_same_order, by_libraries

Names = dict[str, Any]


def test_the_7462_classes_of_five_cards_are_ordered_as_by_treys_and_phevaluator(reference: Names) -> None:
    hands = list(one_of_each_class())
    assert all(set(hand) < set(DECK) and len(set(hand)) == 5 for hand in hands), "which no deck can deal"
    assert len({frozenset(hand) for hand in hands}) == 7462 == len(hands)
    ranked = [(reference["hand_rank"](hand), *by_libraries(hand)) for hand in hands]
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


def one_of_each_class() -> Iterable[list[str]]:
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        if len(set(ranks)) == 5:
            yield [rank + "h" for rank in ranks]
        if any(ranks.count(rank) == 5 for rank in ranks):
            continue
        # Equal ranks are neighbours: no card comes twice, and not all are of one suit.
        yield [rank + "hdsc"[place % 4] for place, rank in enumerate(ranks)]
