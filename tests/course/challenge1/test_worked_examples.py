"""The worked examples that the exercises come from hold in the reference; where one was wrong, the right value does."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

Names = dict[str, Any]

EVALUATED = {
    "As Ks Qs Js 10s": (14, 0, 0, 1, 14, 0, 0, 0, [14, 13, 12, 11, 10]),
    "2s 2c 3s 3c As": (0, 0, 0, 0, 0, 0, [3, 2], 3, [14, 3, 3, 2, 2]),
    "2s 2c 9s 9c Js": (0, 0, 0, 0, 0, 0, [9, 2], 9, [11, 9, 9, 2, 2]),
    "2s 2c 9s 8s 7s": (0, 0, 0, 0, 0, 0, 0, 2, [9, 8, 7, 2, 2]),
    "2s 2c 9s 8s 6s": (0, 0, 0, 0, 0, 0, 0, 2, [9, 8, 6, 2, 2]),
}
SEVEN = ["2s", "2c", "2d", "2h", "9s", "8s", "7s"]
COMMUNITY = ["2d", "2h", "9s", "8s", "7s"]


@pytest.mark.parametrize("text", EVALUATED)
def test_a_hand_has_these_nine_places(text: str, solved: Names) -> None:
    assert solved["Hand"](text).eval() == EVALUATED[text]


def test_two_pair_are_compared_by_the_higher_pair(solved: Names) -> None:
    assert solved["Hand"]("2s 2c 9s 9c Js") > solved["Hand"]("2s 2c 3s 3c As")


def test_the_cards_at_the_end_break_ties(solved: Names) -> None:
    assert solved["Hand"]("2s 2c 9s 8s 7s") > solved["Hand"]("2s 2c 9s 8s 6s")
    assert solved["Hand"]("6s 6c As Qd Jh") > solved["Hand"]("6d 6h Ks Qc Jd")


def test_a_straight_flush_to_the_ace_beats_every_class_of_hands_but_its_own(solved: Names, steps: list[str]) -> None:
    highest = solved["Hand"]("As Ks Qs Js 10s")
    hands = [solved["Hand"](text) for text in steps]
    assert [hand.text for hand in hands if not hand < highest] == [steps[-1]]
    assert highest == solved["Hand"]("10h Jh Qh Kh Ah") == hands[-1]


def test_the_most_common_of_9_9_4_3_2_is_the_rank_of_the_pair(solved: Names) -> None:
    assert Counter([9, 9, 4, 3, 2]).most_common() == [(9, 2), (4, 1), (3, 1), (2, 1)]
    assert solved["Hand"]("4d 9s 3h 9c 2s").eval() == (0, 0, 0, 0, 0, 0, 0, 9, [9, 9, 4, 3, 2])


def test_the_tuples_alone_do_not_sort_but_hands_do(solved: Names) -> None:
    """It was said that tuples of this form sort properly: 0 and a list do not."""
    flush, full_house = (solved["Hand"](text) for text in ("2s 5s 9s Js Ks", "2s 2c 2d 9s 9c"))
    with pytest.raises(TypeError, match="not supported between instances"):
        sorted([flush.eval(), full_house.eval()])
    assert sorted([full_house, flush]) == [flush, full_house]


def test_hands_of_all_classes_sort(solved: Names, steps: list[str]) -> None:
    shuffled = random.Random("steps").sample(steps, len(steps))
    assert [hand.text for hand in sorted(map(solved["Hand"], shuffled))] == steps


def test_the_best_of_seven_shows_its_cards_from_the_highest_down(solved: Names) -> None:
    assert repr(solved["best"](SEVEN)) == "<Hand 9s 2c 2d 2h 2s>"
    assert str(solved["best"](SEVEN)) == "<Hand 9s 2c 2d 2h 2s>"


def test_the_best_of_seven_is_the_maximum_of_hands_as_well(solved: Names) -> None:
    """It was the maximum of the tuples, which raises where a full house meets less."""
    sevens = [random.Random(number).sample(list(solved["CARDS"]), 7) for number in range(200)]
    for seven in sevens:
        hands = [solved["Hand"](" ".join(five)) for five in combinations(seven, 5)]
        assert solved["best"](seven) == max(hands)


def test_four_twos_beat_threes_and_twos_at_the_showdown(solved: Names) -> None:
    players = {"Player One": ["2s", "2c"], "Player Two": ["3s", "3c"]}
    one, two = (solved["best"]([*own, *COMMUNITY]) for own in players.values())
    assert one.eval()[1] == 2
    assert two.eval()[6] == [3, 2]
    assert one > two
    assert solved["showdown"](players, COMMUNITY) == ["Player One"]
