"""What the test of exercise 7 says of decks and deals: a sentence for each mistake, and none for what is right."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[3] / "source" / "lesson1"

given: dict[str, Any] = runpy.run_path(str(SOURCE / "given_deals.py"))
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]


def _deals(name: str, numhands: int, n: int, deck: list[str], times: int) -> list[list[list[str]]]:
    names: dict[str, Any] = {"random": random}
    exec((SOURCE / "solutions" / f"{name}.py").read_text("utf-8"), names)
    random.seed(1)
    return [names["deal"](numhands, n, deck) for _ in range(times)]


def _said_of_shuffle(name: str, numhands: int, n: int, deck: list[str], times: int) -> Any:
    inputs = {**_inputs(numhands, n, deck), "times": times}
    texts = ["".join(map("".join, hands)) for hands in _deals(name, numhands, n, deck, times)]
    return given["check_shuffle"](inputs, texts, None)


def _inputs(numhands: int = 2, n: int = 2, deck: list[str] = DECK, seeds: tuple[int, ...] = (1,)) -> dict[str, Any]:
    return {"seeds": [*seeds], "times": 1, "numhands": numhands, "n": n, "deck": deck}


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        (DECK[:48], "4 of the 52 cards are missing in mydeck: AS, AH, AD, AC"),
        ([*DECK[1:], "10S"], "mydeck contains '10S', which is not a card"),
        ([*DECK, "2S"], "mydeck has 53 cards, not 52"),
        (set(DECK), "mydeck is a set, not a list"),
        (DECK[::-1], None),
    ],
)
def test_what_is_wrong_with_a_deck_is_said(deck: Any, problem: str | None) -> None:
    inputs = {"seeds": [1], "times": 30, "numhands": 10}
    deals = _deals("right/ex7_shuffles_a_copy", 10, 5, DECK, 30)
    assert given["check_mydeck"](inputs, (deck, deals), (DECK, [])) == problem


def test_cards_of_mydeck_that_never_come_are_named() -> None:
    inputs = {"seeds": [1], "times": 30, "numhands": 9}
    deals = _deals("right/ex7_shuffles_a_copy", 9, 5, DECK[:48], 30)
    said = "deal was called 30 times, and never dealt AC, AD, AH, AS"
    assert given["check_mydeck"](inputs, (DECK, deals), (DECK, [])) == said


@pytest.mark.parametrize(
    ("inputs", "deals", "problem"),
    [
        (_inputs(), [[["2S", "3S"], ["4S", "5S"]]], None),
        (_inputs(), [[["2S", "3S"]]], "deal returned hands of [2] cards, not 2 hands of 2"),
        (
            _inputs(),
            [(["2S", "3S"], ["4S", "5S"])],
            "deal did not return a list of lists, but (['2S', '3S'], ['4S', '5S'])",
        ),
        (_inputs(), [[["2S", "3S"], ["2S", "5S"]]], "not in the deck, or not as often as they were dealt: ['2S']"),
        (_inputs(deck=DECK[:4] * 2), [[["2S", "2H"], ["2S", "2D"]]], None),
        (_inputs(numhands=0), [[]], None),
        (_inputs(), [], "0 deals are too many or too few"),
        (_inputs(), "ValueError: no", "2 hands of 2 cards need 4, and the deck has 52: expected no ValueError"),
        (_inputs(deck=DECK[:3]), "ValueError: no", None),
        (
            _inputs(deck=DECK[:3]),
            [[["2S", "2H"], ["2D"]]],
            "2 hands of 2 cards need 4, and the deck has 3: expected a ValueError",
        ),
    ],
)
def test_what_is_wrong_with_hands_is_said(inputs: dict[str, Any], deals: Any, problem: str | None) -> None:
    said = given["check_deals"](inputs, deals, None)
    assert said is None if problem is None else problem in said


@pytest.mark.parametrize(
    ("first", "second", "third", "problem"),
    [
        ("2S", "3S", "2S", None),
        ("2S", "3S", "4S", "two calls, each after random.seed(1), dealt different hands"),
        ("2S", "2S", "2S", "different seeds dealt the same hands"),
    ],
)
def test_the_same_hands_come_after_the_same_seed_alone(
    first: str, second: str, third: str, problem: str | None
) -> None:
    deals = [[[card]] for card in (first, second, third)]
    assert given["check_seeds"](_inputs(1, 1, seeds=(1, 2, 1)), deals, None) == problem


@pytest.mark.parametrize(
    ("numhands", "n", "deck", "times"),
    [(4, 13, DECK, 600), (2, 5, DECK, 800), (8, 13, DECK + DECK, 300), (1, 5, DECK[:5], 1200)],
)
@pytest.mark.parametrize("name", ["right/ex7_shuffles_a_copy", "right/ex7_swaps_each_card_with_one_before"])
def test_a_right_shuffle_has_no_fault(name: str, numhands: int, n: int, deck: list[str], times: int) -> None:
    assert _said_of_shuffle(name, numhands, n, deck, times) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (
            "wrong/ex7_the_last_card_stays",
            "not every card is equally likely in every place. For example, AC was",
        ),
        ("wrong/ex7_each_card_with_any_card", "many cards stay where they were in the deck"),
        ("wrong/ex7_sorts_by_seven_random_bits", "many cards still follow the card that they followed"),
        ("wrong/ex7_seven_riffles", "times a card comes after the one that lay right behind it in the deck"),
        ("wrong/ex7_two_hundred_swaps_of_different_places", "0 of these 600 orders are an odd number of swaps away"),
    ],
)
def test_what_is_wrong_with_the_shuffle_of_a_deck_is_said(name: str, fault: str) -> None:
    assert fault in _said_of_shuffle(name, 4, 13, DECK, 600)


def test_orders_of_five_cards_that_never_come_are_noticed() -> None:
    said = _said_of_shuffle("wrong/ex7_each_card_with_an_earlier_card", 1, 5, DECK[:5], 1200)
    assert said == "the 120 orders of five cards are not equally likely"


def test_two_decks_that_are_dealt_one_after_the_other_are_noticed() -> None:
    said = _said_of_shuffle("wrong/ex7_two_decks_are_one", 8, 13, DECK + DECK, 300)
    assert "none came twice among the first 52" in said


def test_a_shuffle_is_not_looked_at_if_cards_are_missing() -> None:
    said = given["check_shuffle"](_inputs(deck=DECK[:4]), ["2S2H2D"], None)
    assert said == "not as many cards of the deck were dealt as should be"
