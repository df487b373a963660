"""What `cards_info` and `pprint_cards` say about a set of cards."""

import inspect
from functools import reduce
from operator import or_
from pprint import pformat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker_game import cards_info, poker_info, pprint_cards

HAND = 351843729281280  # TH AH QS 9D JD
DECK = 2**52 - 1

sets_of_cards = st.sets(st.sampled_from(list(poker_info["CARDS"])))
numbers = st.integers(0, DECK)


def number_of(cards: set[str]) -> int:
    return reduce(or_, (poker_info["CARDS"][card] for card in cards), 0)


def test_cards_info_pretty_prints_as_the_exam_shows_it() -> None:
    assert pformat(cards_info(HAND)) == inspect.cleandoc(
        """
        {'binary_representation': '0b0001010000000000000000000000100000000001000100000000',
         'int_value': 351843729281280,
         'string_representation': 'TH AH QS 9D JD',
         'suit_groups': {'C': 0, 'D': 640, 'H': 4352, 'S': 1024}}
        """
    )


def test_entries_and_suit_groups_stand_in_a_fixed_order() -> None:
    info = cards_info(HAND)
    assert list(info) == ["int_value", "binary_representation", "string_representation", "suit_groups"]
    assert list(info["suit_groups"].items()) == [("H", 4352), ("S", 1024), ("C", 0), ("D", 640)]


def test_pprint_cards_prints_what_the_exam_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert pprint_cards(HAND) is None
    assert capsys.readouterr().out == (
        "SUIT: DDDDDDDDDDDDD CCCCCCCCCCCCC SSSSSSSSSSSSS HHHHHHHHHHHHH\n"
        "RANK: AKQJT98765432 AKQJT98765432 AKQJT98765432 AKQJT98765432\n"
        "BITS: 0001010000000 0000000000000 0010000000000 1000100000000\n"
    )


@pytest.mark.parametrize(
    ("number", "digit", "text", "group"),
    [(0, "0", "", 0), (DECK, "1", " ".join(poker_info["CARDS"]), 8191)],
    ids=["no cards", "the whole deck"],
)
def test_no_cards_are_52_zeros_and_the_whole_deck_52_ones(number: int, digit: str, text: str, group: int) -> None:
    assert cards_info(number) == {
        "int_value": number,
        "binary_representation": "0b" + 52 * digit,
        "string_representation": text,
        "suit_groups": {"H": group, "S": group, "C": group, "D": group},
    }


@given(sets_of_cards)
def test_the_string_names_exactly_the_cards_in_the_number(cards: set[str]) -> None:
    named = cards_info(number_of(cards))["string_representation"].split()
    assert named == [card for card in poker_info["CARDS"] if card in cards]


@given(numbers)
def test_the_bits_are_52_digits_of_the_same_number(number: int) -> None:
    info = cards_info(number)
    assert len(info["binary_representation"]) == len("0b") + 52
    assert int(info["binary_representation"], 2) == info["int_value"] == number


@given(numbers)
def test_the_suit_groups_put_together_are_the_number(number: int) -> None:
    hearts, spades, clubs, diamonds = cards_info(number)["suit_groups"].values()
    assert hearts + (spades << 13) + (clubs << 26) + (diamonds << 39) == number
    assert max(hearts, spades, clubs, diamonds) < 2**13


def test_pprint_cards_prints_the_bits_that_cards_info_names(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (0, 1, HAND, *poker_info["CARDS"].values(), DECK):
        pprint_cards(number)
        bits = capsys.readouterr().out.splitlines()[2]
        assert bits.replace("BITS: ", "0b").replace(" ", "") == cards_info(number)["binary_representation"]
