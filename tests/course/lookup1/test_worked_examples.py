"""The worked examples of the document that lookup1 goes back to, corrected where they are wrong."""

from __future__ import annotations

import doctest
import re
from random import Random
from typing import Any

import pytest
from nbformat import NotebookNode

from poker_game import Card, Deck, Hand
from tests.course.redrawn_figures import PUBLIC_DATA


def test_a_shuffled_deck_gives_a_hand_of_five_cards() -> None:
    hand = Hand(Deck().shuffle(Random(1))[:5])
    assert len(set(hand)) == len(hand) == 5
    assert str(Hand.from_str("TC 8H QS AH 6C")) == "10♣ 8♡ Q♠ A♡ 6♣"


def test_the_first_line_of_the_table_of_flushes() -> None:
    assert (PUBLIC_DATA / "flush_lookup.txt").read_text().splitlines()[0] == "SF  AKQJT  1"


def test_the_mask_over_the_suit_bits_and_over_the_rank_bits() -> None:
    assert Card.MASK[-16:-12] == "♣♢♡♠"
    assert Card.MASK[-29:-16] == "AKQJT98765432"


def test_suit_bits_and_no_flush(reference: dict[str, Any]) -> None:
    hand = Hand.from_str("JC 5S 9H AD KD")
    assert [f"{card.b >> 12 & 15:04b}" for card in hand] == ["1000", "0001", "0010", "0100", "0100"]
    assert f"{reference['check_flush'](hand) >> 12:04b}" == "0000"


@pytest.mark.parametrize("names", ["5S 3H QH 5C TC", "8S 7H 2D JC 3D"])
def test_other_hands_without_a_flush(names: str, reference: dict[str, Any]) -> None:
    assert reference["check_flush"](Hand.from_str(names)) == 0


@pytest.mark.parametrize(
    ("names", "bits", "combination"),
    [
        (
            "8D KH 4C 2S 7C",
            ["0000001000000", "0100000000000", "0000000000100", "0000000000001", "0000000100000"],
            "0100001100101",
        ),
        (
            "6S QD 5D 2D 7H",
            ["0000000010000", "0010000000000", "0000000001000", "0000000000001", "0000000100000"],
            "0010000111001",
        ),
    ],
)
def test_rank_bits_and_the_key_of_five_different_ranks(
    names: str, bits: list[str], combination: str, reference: dict[str, Any]
) -> None:
    hand = Hand.from_str(names)
    assert [f"{card.b >> 16:013b}" for card in hand] == bits
    assert f"{reference['get_encoding'](hand):013b}" == combination
    assert combination.count("1") == 5
    assert reference["check_unique_five"](hand) is True


def test_a_hand_that_is_neither_a_flush_nor_has_a_rank_twice(reference: dict[str, Any]) -> None:
    hand = Hand.from_str("8S 7H 2D JC 3D")
    assert (reference["check_flush"](hand), reference["check_unique_five"](hand)) == (0, True)


def test_the_product_of_prime_numbers(reference: dict[str, Any]) -> None:
    hand = Hand.from_str("6H 4S 8D QH KH")
    assert [card.b & 255 for card in hand] == [11, 5, 17, 31, 37]
    assert reference["get_godel_number"](hand) == 1072445


@pytest.mark.parametrize(
    ("names", "strength", "category"),
    [
        ("TC 3H 5C JS 2D", 7270, "high card"),
        ("5H 3S 3D QS 6D", 5876, "pair"),
        ("3H KS AH 3S AS", 2578, "two pair"),
        ("5C KC 3C 2S 8D", 6991, "high card"),
    ],
)
def test_strengths_and_categories(names: str, strength: int, category: str, reference: dict[str, Any]) -> None:
    assert reference["get_strength"](Hand.from_str(names)) == strength
    assert reference["get_category"](strength) == category


@pytest.mark.parametrize(
    ("first", "last", "category"),
    [
        (1, 1, "royal flush"),
        (2, 10, "straight flush"),  # the document lacks a letter of it
        (11, 166, "four of a kind"),
        (167, 322, "full house"),
        (323, 1599, "flush"),
        (1600, 1609, "straight"),
        (1610, 2467, "three of a kind"),
        (2468, 3325, "two pair"),
        (3326, 6185, "pair"),  # the document says 6187, which overlaps with the high cards
        (6186, 7462, "high card"),
    ],
)
def test_a_category_reaches_from_its_first_strength_to_its_last(
    first: int, last: int, category: str, reference: dict[str, Any]
) -> None:
    assert {reference["get_category"](strength) for strength in range(first, last + 1)} == {category}


def test_no_name_of_a_category_lacks_a_letter(notebook: NotebookNode) -> None:
    assert not [cell.id for cell in notebook.cells if re.search(r"straigh\b", cell.source)]


def test_swapping_all_cards_but_the_aces(reference: dict[str, Any]) -> None:
    deck = Hand.from_str("3D KS 3S 6S 6H 7D KH JS 9D 5D")
    assert str(Hand(deck[:5])) == "3♢ K♠ 3♠ 6♠ 6♡"
    assert str(reference["swap_cards"](deck, {12})) == "7♢ K♡ J♠ 9♢ 5♢"


def test_the_memos_made_of_the_three_tables_are_those_that_ship(reference: dict[str, Any]) -> None:
    files = [PUBLIC_DATA / f"{name}_lookup.txt" for name in ("flush", "unique_five", "dupe")]
    made = reference["build_memos"](*(file.read_text().splitlines(keepends=True) for file in files))
    assert made == (reference["FLUSH_RANKS"], reference["UNIQUE_FIVE_RANKS"], reference["DUPE_RANKS"])
    assert sorted(strength for memo in made for strength in memo.values()) == list(range(1, 7463))


def test_the_examples_about_cards_and_hands_show_what_python_shows(cells: dict[str, NotebookNode]) -> None:
    code = "\n".join(re.findall(r"```\n(>>> .*?)```", cells["cards"].source, flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {"Card": Card, "Deck": Deck, "Hand": Hand}, "cards", None, 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 5 and results.failed == 0
