"""The examples and tests of the lesson that this assignment is made from hold; a comment says where one was wrong."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice
from math import comb
from pathlib import Path
from typing import Any

import pytest

Names = dict[str, Any]

SOLUTIONS = Path(__file__).parents[3] / "source" / "lesson1" / "solutions"

SF1 = ["6C", "7C", "8C", "9C", "TC"]  # straight flush
SF2 = ["6D", "7D", "8D", "9D", "TD"]  # straight flush
FK = ["9D", "9H", "9S", "9C", "7D"]  # four of a kind
FH = ["TD", "TC", "TH", "7C", "7D"]  # full house
TP = ["TD", "9H", "TH", "7C", "3S"]  # called two pair there; it is a pair
S1 = ["AS", "2S", "3S", "4S", "5C"]  # straight A-5
S2 = ["2C", "3C", "4C", "5S", "6S"]  # straight 2-6
AH = ["AS", "2S", "3S", "4S", "6C"]  # ace high
SH = ["2S", "3S", "4S", "6C", "7D"]  # 7 high
AL = ["AC", "2D", "4H", "3D", "5S"]  # straight A-5

WORKED = {
    "JC TC 9C 8C 7C": (8, 11),
    "AS AH AD AC QH": (7, 14, 12),
    "8S 8H 8D KS KC": (6, 8, 13),
    "TD 8D 7D 5D 3D": (5, [10, 8, 7, 5, 3]),
    "JC TS 9D 8C 7C": (4, 11),
    "7H 7D 7C 5C 2C": (3, 7, [7, 7, 7, 5, 2]),
    "JD JC 3S 3H KH": (2, 11, 3, [13, 11, 11, 3, 3]),
    "2H 2S JD 6H 3C": (1, 2, [11, 6, 3, 2, 2]),
    "7C 5C 4C 3C 2D": (0, 7, 5, 4, 3, 2),
}

# High card first, as the codes have it; in per cent of all hands.
EXACT = [50.1177, 42.2569, 4.7539, 2.1128, 0.3925, 0.1965, 0.1441, 0.0240, 0.0015]


@pytest.mark.parametrize("hand", WORKED)
def test_hand_rank_gives_the_tuple_of_each_worked_example(hand: str, reference: Names) -> None:
    assert reference["hand_rank"](hand.split()) == WORKED[hand]


def test_one_number_orders_fours_of_a_kind_as_the_tuples_do(reference: Names) -> None:
    names: Names = {}
    exec((SOLUTIONS / "wrong" / "ex4_one_number_like_70905.py").read_text("utf-8"), names)
    nines, threes = ["9D", "9H", "9S", "9C", "5D"], ["3D", "3H", "3S", "3C", "2D"]
    assert [names["hand_rank"](hand) for hand in (nines, threes)] == [70905, 70302]
    assert [reference["hand_rank"](hand) for hand in (nines, threes)] == [(7, 9, 5), (7, 3, 2)]


def test_card_ranks_gives_a_list_with_the_highest_first(reference: Names) -> None:
    # list.sort() returns None, which is what the function returned there at first.
    card_ranks = reference["card_ranks"]
    assert card_ranks(SF1) == [10, 9, 8, 7, 6]
    assert card_ranks(FK) == [9, 9, 9, 9, 7]
    assert card_ranks(FH) == [10, 10, 10, 7, 7]
    assert card_ranks(AL) == [5, 4, 3, 2, 1]
    assert card_ranks(["JS", "JD", "2S", "2C", "7H"]) == [11, 11, 7, 2, 2]


def test_a_straight_may_begin_with_an_ace(reference: Names) -> None:
    assert reference["straight"](reference["card_ranks"](AL)) is True
    assert not reference["straight"](reference["card_ranks"](AH))
    assert not reference["straight"](reference["card_ranks"](SH))


def test_kind_and_two_pair_tell_ranks_apart(reference: Names) -> None:
    kind, two_pair, card_ranks = reference["kind"], reference["two_pair"], reference["card_ranks"]
    assert (kind(4, card_ranks(FK)), kind(1, card_ranks(FK)), kind(3, card_ranks(FK))) == (9, 7, None)
    assert (kind(3, card_ranks(FH)), kind(2, card_ranks(FH))) == (10, 7)
    assert kind(2, list(reversed([13, 11, 11, 3, 3]))) == 3
    assert two_pair([13, 11, 11, 3, 3]) == (11, 3)
    assert two_pair(card_ranks(TP)) is None
    assert two_pair(card_ranks(FH)) is None


def test_hand_rank_gives_the_tuples_of_the_tests(reference: Names) -> None:
    hand_rank = reference["hand_rank"]
    assert hand_rank(SF1) == (8, 10)
    assert hand_rank(FK) == (7, 9, 7)
    assert hand_rank(FH) == (6, 10, 7)
    # A tuple within, and no other ranks, was what the code there returned: the fifth card was lost.
    assert hand_rank(["TD", "9H", "TH", "9C", "3S"]) == (2, 10, 9, [10, 10, 9, 9, 3])


def test_poker_finds_the_strongest_hands(reference: Names) -> None:
    # Lists, since ties are allowed for; the tests there are from before.
    poker = reference["poker"]
    assert poker([SF1, FK, FH]) == [SF1]
    assert poker([FK, FH]) == [FK]
    assert poker([FH, FH]) == [FH, FH]
    assert poker([FK]) == [FK]
    assert poker([SF1]) == [SF1]
    assert poker([SF1] + 99 * [FH]) == [SF1]
    # Expected there was the full house, the weakest of the three.
    assert poker([SF1, FK] + 98 * [FH]) == [SF1]
    # Expected there was the straight; the full house is stronger, and without it the straight wins.
    assert poker([S1, S2, AH, FH]) == [FH]
    assert poker([S1, S2, AH]) == [S2]
    assert poker([SF1, SF2]) == [SF1, SF2]


def test_allmax_goes_with_and_without_a_key(reference: Names) -> None:
    # Without a key it raised a TypeError there.
    allmax = reference["allmax"]
    assert allmax([3, 4, 5, 0]) == [5]
    assert allmax([3, 4, -5, 0], key=abs) == [-5]
    assert allmax([SF1, FK, SF2], key=reference["hand_rank"]) == [SF1, SF2]


def test_the_deck_has_aces_and_stays_in_order(reference: Names) -> None:
    deck = list(reference["mydeck"])
    assert len(set(deck)) == 52
    assert {"AS", "AH", "AD", "AC"} < set(deck)
    random.seed(1)
    hands = reference["deal"](10)
    assert reference["mydeck"] == deck
    assert [len(hand) for hand in hands] == [5] * 10
    assert len({card for hand in hands for card in hand}) == 50


def test_group_and_unzip_count_and_turn_round(reference: Names) -> None:
    assert reference["group"]([7, 10, 7, 9, 7]) == [(3, 7), (1, 10), (1, 9)]
    assert list(reference["unzip"]([(1, 2), (3, 4)])) == [(1, 3), (2, 4)]
    # What was given to it there were the ranks, not their groups.
    with pytest.raises(TypeError):
        reference["unzip"]([9, 9, 9, 9, 7])


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (S1, (4, (5, 4, 3, 2, 1))),  # lost there: the ranks were a list, or not grouped
        (SF1, (9, (10, 9, 8, 7, 6))),  # 5 there: the larger of straight and flush, not both together
        (FK, (7, (9, 7))),
        (FH, (6, (10, 7))),
        (TP, (1, (10, 9, 7, 3))),
        (["9D", "9H", "9S", "9C", "9D"], (10, (9,))),
    ],
)
def test_hand_rank_by_groups_tells_all_partitions(hand: list[str], expected: object, reference: Names) -> None:
    assert reference["hand_rank_by_groups"](hand) == expected


def test_exact_percentages_are_those_of_the_books(reference: Names) -> None:
    found = reference["exact_percentages"](reference["HAND_CLASSES"])
    assert [round(each, 4) for each in found] == EXACT


def test_the_sample_that_was_printed_counts_hands_of_three_cards(reference: Names) -> None:
    """Of 48 cards without aces, nine hands get five and the tenth three: these were counted like the others."""
    deck = [card for card in reference["mydeck"] if card[0] != "A"]
    assert [len(deck[5 * i : 5 * (i + 1)]) for i in range(10)] == [5] * 9 + [3]
    five, three = comb(48, 5), comb(48, 3)
    straight_flushes = 4 * 8
    flushes = 90 * (4 * comb(12, 5) - straight_flushes) / five + 10 * 4 * comb(12, 3) / three
    pairs = 90 * 12 * comb(4, 2) * comb(11, 3) * 4**3 / five + 10 * 12 * comb(4, 2) * 44 / three
    # Ten million hands: five standard deviations are 0.013 % of all for flushes, and 0.078 % for pairs.
    assert abs(flushes - 0.673) < 0.013
    assert abs(pairs - 41.794) < 0.078
    exact = reference["exact_percentages"](reference["HAND_CLASSES"])
    assert [round(exact[code], 4) for code in (5, 1)] == [0.1965, 42.2569]


def test_sampled_percentages_are_near_the_exact_ones(reference: Names) -> None:
    random.seed(7)
    n = 30_000
    for sampled, exact in zip(reference["hand_percentages"](n), EXACT, strict=True):
        assert abs(sampled - exact) < 5 * (exact * (100 - exact) / n) ** 0.5


def test_both_ranks_and_the_given_strength_agree_on_every_twentieth_hand(reference: Names) -> None:
    """129,948 of the 2,598,960 hands: the same types, and the same order."""
    hands = [list(hand) for hand in islice(combinations(reference["mydeck"], 5), 0, None, 20)]
    types = Counter()
    tuples: dict[int, set[str]] = {}
    for hand in hands:
        by_code, by_groups = reference["hand_rank"](hand), reference["hand_rank_by_groups"](hand)
        assert by_code[0] == min(by_groups[0], 8) == reference["given_type"](hand)
        types[by_code[0]] += 1
        tuples.setdefault(reference["given_strength"](hand), set()).add(f"{by_code} {by_groups}")
    assert all(len(each) == 1 for each in tuples.values())
    assert len({each for some in tuples.values() for each in some}) == len(tuples)
    for code, exact in enumerate(EXACT):
        expected = len(hands) * exact / 100
        assert abs(types[code] - expected) <= 5 * expected**0.5 + 1
