"""What challenge1 asks before its hard exercises is what its cells check, and what it says on going further is so."""

from __future__ import annotations

import re
from functools import total_ordering
from typing import Any

import pytest
from nbformat import NotebookNode

Cells = dict[str, NotebookNode]
Names = dict[str, Any]


@pytest.fixture
def hands(cells: Cells) -> list[tuple[str, str]]:
    """The pairs of hands that the question before exercise 3 shows."""
    return re.findall(r"^\d\. `(.*?)` or `(.*?)`$", cells["ex3-predict"].source, re.MULTILINE)


def test_the_first_question_shows_the_hands_that_its_cell_compares(hands: list[tuple[str, str]], solved: Names) -> None:
    assert hands == solved["pairs_ex3"]


def test_hands_say_the_same_as_the_answers_of_the_first_question(hands: list[tuple[str, str]], solved: Names) -> None:
    said = []
    for texts in hands:
        left, right = (solved["Hand"].parse(text) for text in texts)
        said.append("left" if left > right else "right" if left < right else "tie")
    assert said == solved["answers_ex3"]
    assert {"left", "right", "tie"} == set(said)


def test_the_second_question_shows_what_its_cell_tries(cells: Cells) -> None:
    shown = re.findall(r"^\d\. `(.*?)`$", cells["ex4-predict"].source, re.MULTILINE)
    assert shown == re.findall(r"^ +'(.*?)',$", cells["predict_ex4"].source, re.MULTILINE)
    assert len(shown) == 5


def test_with_equal_cards_as_equality_each_of_two_hands_that_tie_is_greater(cells: Cells, solved: Names) -> None:
    """So *Going further* says of a class whose `<` still compares the strength."""
    assert "is true both ways round for two hands that tie" in cells["going-further"].source

    @total_ordering
    class ByCards(solved["Hand"]):  # type: ignore[misc]
        def __eq__(self, other: object) -> bool:
            return isinstance(other, ByCards) and set(self.cards) == set(other.cards)

        def __lt__(self, other: ByCards) -> bool:
            names, others = ([card.name for card in hand.cards] for hand in (self, other))
            return bool(solved["strength"](names) < solved["strength"](others))

        __hash__ = None  # type: ignore[assignment]

    one, other = ByCards("2s 2c 9s 8s 7s"), ByCards("2d 2h 9c 8c 7d")
    assert one > other
    assert other > one


def test_a_hand_that_changes_in_a_set_is_no_longer_found(solved: Names) -> None:
    hand, stronger = solved["Hand"]("2s 2c 3s 3c As"), solved["Hand"]("2s 2c 2d 9s 9c")
    found = {hand}
    assert hand in found
    hand.text, hand.cards = stronger.text, stronger.cards
    assert hand not in found
