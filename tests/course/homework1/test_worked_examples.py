"""The examples and tests that the lesson behind homework1 prints hold in the reference."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

Names = dict[str, Any]

SIX_CLUBS = ["6C", "7C", "8C", "9C", "TC", "5C", "?B"]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("6C 7C 8C 9C TC 5C JS", ["6C", "7C", "8C", "9C", "TC"]),
        ("TD TC TH 7C 7D 8C 8S", ["8C", "8S", "TC", "TD", "TH"]),
        ("JD TC TH 7C 7D 7S 7H", ["7C", "7D", "7H", "7S", "JD"]),
    ],
)
def test_the_best_of_seven_cards(hand: str, best: list[str], reference: Names) -> None:
    assert sorted(reference["best_hand"](hand.split())) == best


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("6C 7C 8C 9C TC 5C ?B", ["7C", "8C", "9C", "JC", "TC"]),
        ("TD TC 5H 5C 7C ?R ?B", ["7C", "TC", "TD", "TH", "TS"]),
        ("JD TC TH 7C 7D 7S 7H", ["7C", "7D", "7H", "7S", "JD"]),
    ],
)
def test_the_best_with_jokers(hand: str, best: list[str], reference: Names) -> None:
    assert sorted(reference["best_wild_hand"](hand.split())) == best


def test_what_a_card_and_a_joker_are_replaced_by(reference: Names) -> None:
    assert reference["replace"]("TH") == ["TH"]
    assert " ".join(reference["replace"]("?B")) == (
        "2S 2C 3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S 9C TS TC JS JC QS QC KS KC AS AC"
    )
    assert " ".join(reference["replace"]("?R")) == (
        "2H 2D 3H 3D 4H 4D 5H 5D 6H 6D 7H 7D 8H 8D 9H 9D TH TD JH JD QH QD KH KD AH AD"
    )


def test_the_product_of_the_replacements_of_a_hand_without_a_joker_is_the_hand(reference: Names) -> None:
    hand = ["JD", "TC", "TH", "7C", "7D", "7S", "7H"]
    assert list(map(reference["replace"], hand)) == [[card] for card in hand]
    assert list(itertools.product(*map(reference["replace"], hand))) == [tuple(hand)]


def test_the_product_of_the_replacements_is_26_hands_of_which_6_have_a_card_twice(reference: Names) -> None:
    """The lesson keeps all 26; six of them no deck can deal, and here a joker stands for no card of the hand."""
    hands = list(itertools.product(*map(reference["replace"], SIX_CLUBS)))
    assert len(hands) == 26
    assert hands[0] == ("6C", "7C", "8C", "9C", "TC", "5C", "2S")
    assert hands[7] == ("6C", "7C", "8C", "9C", "TC", "5C", "5C")
    assert set(reference["possible_hands"](SIX_CLUBS)) == {hand for hand in hands if len(set(hand)) == 7}
    assert len(reference["possible_hands"](SIX_CLUBS)) == 20


def test_the_best_of_each_of_these_hands_are_two_different_ones(reference: Names) -> None:
    hands = list(itertools.product(*map(reference["replace"], SIX_CLUBS)))
    assert reference["best_hand"](hands[0]) == ("6C", "7C", "8C", "9C", "TC")
    lower, higher = ("6C", "7C", "8C", "9C", "TC"), ("7C", "8C", "9C", "TC", "JC")
    best = [reference["best_hand"](hand) for hand in hands]
    assert len(best) == 26
    assert [best.count(lower), best.count(higher)] == [25, 1]
    assert max(set(best), key=reference["hand_rank"]) == higher


def test_each_joker_has_26_cards_not_13_as_the_lesson_says(reference: Names) -> None:
    assert len(reference["replace"]("?R")) == len(reference["replace"]("?B")) == 26


def test_no_joker_is_a_second_ace_of_the_flush_as_it_is_in_the_lesson(reference: Names) -> None:
    """There, this hand would become a flush with the ace of hearts twice."""
    best = reference["best_wild_hand"](["AH", "KH", "9H", "5H", "2C", "3D", "?R"])
    assert sorted(best) == ["5H", "9H", "AH", "KH", "QH"]
