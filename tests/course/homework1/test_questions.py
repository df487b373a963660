"""What the questions before the hard exercises offer is so, and what goes beyond the exercises is true."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from nbformat import NotebookNode

from tests.course.teaching.test_predictions import RIGHT as PREDICTIONS

Cells = dict[str, NotebookNode]
Names = dict[str, Any]

RIGHT = PREDICTIONS["homework1"]


def test_the_hands_of_the_first_question_may_be_so_many(cells: Cells, reference: Names) -> None:
    hands = re.findall(r"^\d\. `(.*?)`$", cells["ex4-predict"].source, re.MULTILINE)
    assert [len(reference["possible_hands"](hand.split())) for hand in hands] == RIGHT["ex4"]


def test_no_card_at_all_is_better_than_the_right_answer_of_the_second_question(cells: Cells, reference: Names) -> None:
    rows = re.findall(r"^\| \d \| `(.*?)` \| (.*?) \|$", cells["ex5-predict"].source, re.MULTILINE)
    assert [reference["best_replacements"](hand.split()) for hand, _ in rows] == [{card} for card in RIGHT["ex5"]]
    offered = [re.findall(r"`(..)`", cards) for _, cards in rows]
    assert offered == [list(fives) for fives in reference["fives_ex5"]]
    for (hand, _), fives in zip(rows, reference["fives_ex5"], strict=True):
        for card, five in fives.items():
            best = reference["best_hand"]([*hand.split()[:-1], card])
            assert reference["hand_rank"](five.split()) == reference["hand_rank"](best)


def test_no_possible_hand_is_better_than_the_right_answer_of_the_third_question(cells: Cells, reference: Names) -> None:
    rows = re.findall(r"^\| \d \| `(.*?)` \| `(.*?)` \| `(.*?)` \| `(.*?)` \|$", cells["ex6-predict"].source, re.M)
    assert {hand: dict(zip("abc", fives, strict=True)) for hand, *fives in rows} == reference["choices_ex6"]
    rank = reference["hand_rank"]
    for (hand, *fives), letter in zip(rows, RIGHT["ex6"], strict=True):
        sevens = reference["possible_hands"](hand.split())
        possible = {frozenset(five) for seven in sevens for five in combinations(seven, 5)}
        right = fives["abc".index(letter)].split()
        assert frozenset(right) in possible
        assert rank(right) == max(map(rank, possible))
        legal = [five for five in fives if frozenset(five.split()) in possible]
        assert [five for five in legal if rank(five.split()) == rank(right)] == [" ".join(right)]


def test_going_further_counts_the_hands_of_two_jokers_rightly(cells: Cells, reference: Names) -> None:
    said = re.findall(
        r"`(.*?)` may be ([\d,]+) hands of seven cards with ([\d,]+) .*? makes ([\d,]+), but only ([\d,]+) ",
        cells["going-further"].source,
    )
    (hand, *numbers) = said[0]
    sevens = reference["possible_hands"](hand.split())
    fives = [frozenset(five) for seven in sevens for five in combinations(seven, 5)]
    counts = [len(sevens), len(fives) // len(sevens), len(fives), len(set(fives))]
    assert [int(number.replace(",", "")) for number in numbers] == counts
