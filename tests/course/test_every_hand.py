"""All 2,598,960 hands of five cards: every assignment puts them into the same order as treys and phevaluator.

An evaluator is a deck in its own form and a function of five of those cards that is larger for a stronger hand. To add
one, write a function that returns both, and put its name into `EVALUATORS`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, islice
from math import comb
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import phevaluator
import pytest
import treys

from poker_game import Card, Hand, poker_info
from tests.made_once import made_once
from tests.soak import rest_in_soak

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("every hand")]

ROOT = Path(__file__).parents[2]
NAMES = list(poker_info["CARDS"])  # the order of the deck in every form
HANDS = comb(52, 5)
CLASSES = 7462
PART = 65_000

# The categories, the strongest first: how many classes of equal strength each has, and how many hands.
CATEGORIES = {
    "straight flush": (10, 40),
    "four of a kind": (156, 624),
    "full house": (156, 3_744),
    "flush": (1_277, 5_108),
    "straight": (10, 10_200),
    "three of a kind": (858, 54_912),
    "two pair": (858, 123_552),
    "pair": (2_860, 1_098_240),
    "high card": (1_277, 1_302_540),
}

Evaluator = tuple[Sequence[Any], Callable[..., Any]]


def _midterm1() -> Evaluator:
    names = _reference("midterm1")
    reductions, identify, score = (
        names[name] for name in ("get_reductions", "identify_from_reductions", "score_from_info")
    )

    def strength(*cards: int) -> int:
        return score(*identify(**dict(zip(_REDUCTIONS, reductions(sum(cards)), strict=True))))

    return [poker_info["CARDS"][name] for name in NAMES], strength


_REDUCTIONS = ("flush", "hand_ranks", "quads", "odd_ranks", "trips", "five_high", "straight", "rank_count")


def _lookup1() -> Evaluator:
    get_strength = _reference("lookup1")["get_strength"]
    return [Card(name) for name in NAMES], lambda *cards: -get_strength(Hand(cards))


def _lesson1() -> Evaluator:
    hand_rank = _reference("lesson1")["hand_rank"]
    return NAMES, lambda *cards: _hashable(hand_rank(list(cards)))


def _challenge1() -> Evaluator:
    # From exercise 4 on, `eval` knows some hands by heart.
    hand_class = _reference("challenge1", last="ex3")["Hand"]
    deck = [name[0].replace("T", "10") + name[1].lower() for name in NAMES]
    return deck, lambda *cards: _hashable(hand_class(" ".join(cards)).eval())


def _hashable(places: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(place) if isinstance(place, list) else (place,) for place in places)


def _phevaluator() -> Evaluator:
    return [
        phevaluator.Card(name[0] + name[1].lower()) for name in NAMES
    ], lambda *cards: -phevaluator.evaluate_cards(*cards)


def _treys() -> Evaluator:
    evaluate = treys.Evaluator().evaluate
    return [treys.Card.new(name[0] + name[1].lower()) for name in NAMES], lambda *cards: -evaluate(cards[:2], cards[2:])


EVALUATORS = {
    "phevaluator": _phevaluator,
    "treys": _treys,
    "midterm1": _midterm1,
    "lookup1": _lookup1,
    "lesson1": _lesson1,
    "challenge1": _challenge1,
}
# Those that are left to `make soak` take as long again.
COMPARED = rest_in_soak((name for name in EVALUATORS if name != "phevaluator"), "treys", "midterm1", "lookup1")


@pytest.mark.parametrize("name", COMPARED)
def test_all_hands_are_in_the_same_order(name: str) -> None:
    unlike = np.flatnonzero(classes(name) != classes("phevaluator"))
    assert [_hand(number) for number in unlike[:5].tolist()] == []


@pytest.mark.parametrize("name", ["phevaluator", *COMPARED])
def test_there_are_7462_classes_and_no_hand_was_left_out(name: str) -> None:
    assert len(classes(name)) == HANDS
    assert np.unique(classes(name)).tolist() == list(range(1, CLASSES + 1))


def test_there_are_as_many_hands_of_each_category_as_the_rules_have() -> None:
    hands = np.bincount(classes("phevaluator"))
    last = np.cumsum([of_category for of_category, _ in CATEGORIES.values()])
    counted = np.diff(np.cumsum(hands)[last], prepend=0)
    assert dict(zip(CATEGORIES, counted.tolist(), strict=True)) == {name: n for name, (_, n) in CATEGORIES.items()}


def test_lookup1_scores_all_hands_as_arrays_like_one_by_one() -> None:
    get_strengths = _in_its_folder("lookup1")["get_strengths"]
    deck = np.array([Card(name).b for name in NAMES])
    places = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.int8, count=5 * HANDS).reshape(-1, 5)
    found = [get_strengths(deck[places[start : start + PART]]) for start in range(0, HANDS, PART)]
    assert np.array_equal(np.concatenate(found), classes("lookup1"))


@made_once
def classes(name: str) -> np.ndarray:
    """Evaluate every hand, on all processors: for each the number of its class, 1 for the strongest."""
    parts = [(name, start) for start in range(0, HANDS, PART)]
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        found = pool.map(_evaluated, parts, chunksize=1)
    strengths = sorted({each for strengths, _ in found for each in strengths}, reverse=True)
    numbers = {strength: number for number, strength in enumerate(strengths, 1)}
    return np.concatenate([np.array([numbers[each] for each in part])[ids] for part, ids in found])


def _evaluated(part: tuple[str, int]) -> tuple[list[Any], array[int]]:
    """The strengths that some hands have, and for each of these hands the place of its own among them."""
    name, start = part
    deck, strength = _evaluator(name)
    places: dict[Any, int] = {}
    hands = islice(combinations(deck, 5), start, start + PART)
    ids = array("I", (places.setdefault(strength(*cards), len(places)) for cards in hands))
    return list(places), ids


@cache
def _evaluator(name: str) -> Evaluator:
    return EVALUATORS[name]()


def _reference(assignment: str, last: str = "") -> dict[str, Any]:
    """What an assignment's cells define, but for the tests, up to `last`; in a process that does nothing else."""
    folder = ROOT / "source" / assignment
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in nbformat.read(folder / f"{assignment}.ipynb", as_version=4).cells:
        if cell.cell_type == "code" and not cell.id.startswith("test_"):
            code, _, _demo = cell.source.partition("### demo function call")
            exec(compile(code, cell.id, "exec"), names)
        if cell.id == last:
            break
    return names


def _in_its_folder(assignment: str) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT)
        patched.setattr(sys, "path", list(sys.path))
        return _reference(assignment)


def _hand(number: int) -> str:
    return " ".join(next(islice(combinations(NAMES, 5), number, None)))
