"""The reference orders hands, and finds winners, as two public libraries do."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.course import libraries

Names = dict[str, Any]

WEAKEST = 7462  # the libraries count from the strongest, 1


def test_the_given_strength_of_each_class_is_that_of_treys_and_phevaluator(solved: Names, steps: list[str]) -> None:
    for text in steps:
        assert by_libraries(text.split()) == {solved["strength"](text.split())}


def test_the_classes_are_ordered_as_by_treys_and_phevaluator(solved: Names, steps: list[str]) -> None:
    shuffled = Random("classes").sample(steps, len(steps))
    in_order = [hand.text for hand in sorted(map(solved["Hand"], shuffled))]
    assert [by_libraries(text.split()) for text in in_order] == [{place} for place in range(1, WEAKEST + 1)]


def test_the_best_of_10_000_random_hands_of_seven_is_as_strong_as_by_treys_and_phevaluator(solved: Names) -> None:
    rng, deck = Random("seven cards"), list(solved["CARDS"])
    for _ in range(10_000):
        seven = rng.sample(deck, 7)
        assert by_libraries(seven) == {solved["strength"](solved["best"](seven).text.split())}


def test_500_games_are_won_by_those_who_win_by_treys_and_phevaluator(solved: Names) -> None:
    rng, deck = Random("games"), list(solved["CARDS"])
    for _ in range(500):
        dealt = rng.sample(deck, 5 + 2 * rng.randint(2, 10))
        community, others = dealt[:5], dealt[5:]
        players = {f"player {place}": others[place : place + 2] for place in range(0, len(others), 2)}
        strengths = {name: by_libraries(own + community) for name, own in players.items()}
        most = max(strengths.values(), key=max)
        assert solved["showdown"](players, community) == [name for name in players if strengths[name] == most]


def by_libraries(names: Iterable[str]) -> set[int]:
    """How strong the libraries take cards for, from 1 for the weakest: one number where they agree."""
    return {WEAKEST + 1 - rank for rank in libraries.by_libraries(name.replace("10", "T") for name in names)}
