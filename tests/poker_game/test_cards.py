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


def test_cards_info_gives_its_entries_in_a_fixed_order() -> None:
    assert list(cards_info(HAND)) == ["int_value", "binary_representation", "string_representation", "suit_groups"]


def test_suit_groups_stand_in_the_order_hearts_spades_clubs_diamonds() -> None:
    assert list(cards_info(HAND)["suit_groups"].items()) == [("H", 4352), ("S", 1024), ("C", 0), ("D", 640)]


def test_pprint_cards_prints_what_the_exam_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert pprint_cards(HAND) is None
    assert capsys.readouterr().out == (
        "SUIT: DDDDDDDDDDDDD CCCCCCCCCCCCC SSSSSSSSSSSSS HHHHHHHHHHHHH\n"
        "RANK: AKQJT98765432 AKQJT98765432 AKQJT98765432 AKQJT98765432\n"
        "BITS: 0001010000000 0000000000000 0010000000000 1000100000000\n"
    )


def test_no_cards_are_an_empty_string_and_52_zeros() -> None:
    assert cards_info(0) == {
        "int_value": 0,
        "binary_representation": "0b" + 52 * "0",
        "string_representation": "",
        "suit_groups": {"H": 0, "S": 0, "C": 0, "D": 0},
    }


def test_the_whole_deck_is_every_card_and_52_ones() -> None:
    assert cards_info(DECK) == {
        "int_value": DECK,
        "binary_representation": "0b" + 52 * "1",
        "string_representation": " ".join(poker_info["CARDS"]),
        "suit_groups": {"H": 8191, "S": 8191, "C": 8191, "D": 8191},
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


TAKES = "takes an int from 0 to 4503599627370495, one bit for each of the 52 cards"


@pytest.mark.parametrize("function", [cards_info, pprint_cards])
@pytest.mark.parametrize(
    ("value", "given_text"),
    [
        ("TH AH", "'TH AH', of type str"),
        (1.0, "1.0, of type float"),
        (True, "True, of type bool"),
        (None, "None, of type NoneType"),
    ],
)
def test_what_is_not_an_int_is_refused_as_cards(function, value, given_text, capsys) -> None:
    with pytest.raises(TypeError) as error:
        function(value)
    assert str(error.value) == f"{function.__name__}(cards) {TAKES}, but was given {given_text}."
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("function", [cards_info, pprint_cards])
@pytest.mark.parametrize(("value", "given_text"), [(-1, "-1"), (2**52, "4503599627370496")])
def test_an_int_that_is_no_set_of_cards_is_refused(function, value, given_text, capsys) -> None:
    with pytest.raises(ValueError) as error:
        function(value)
    assert str(error.value) == f"{function.__name__}(cards) {TAKES}, but was given {given_text}."
    assert capsys.readouterr().out == ""


def test_an_int_too_long_to_print_is_refused_by_its_length() -> None:
    with pytest.raises(ValueError) as error:
        cards_info(10**5000)
    assert str(error.value) == f"cards_info(cards) {TAKES}, but was given one of 16610 bits."
