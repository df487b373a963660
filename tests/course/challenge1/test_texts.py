"""The tables in the prompts are true."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest
from nbformat import NotebookNode

Cells = dict[str, NotebookNode]
Names = dict[str, Any]

# Each has the place that tells it, where no place before it does.
TYPES = "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card"
PLACES = {name: place for place, name in enumerate(TYPES.split(", "))}


def test_the_hands_of_exercise_0_are_of_the_types_beside_them_and_the_strongest_first(
    cells: Cells, solved: Names
) -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| .*? \| `(.*?)` \|$", cells["ex0-prompt"].source, re.MULTILINE)
    assert [name for name, _ in rows] == list(PLACES)
    hands = [solved["Hand"](text) for _, text in rows]
    assert hands == sorted(hands, reverse=True)
    for (name, _), hand in zip(rows, hands, strict=True):
        assert next(place for place, value in enumerate(hand.eval()) if value) == PLACES[name]


def test_the_nine_places_in_exercise_3_are_those_of_the_hands_beside_them(cells: Cells, solved: Names) -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| `(.*?)` \| `(\(.*\))` \|$", cells["ex3-prompt"].source, re.MULTILINE)
    assert [name for name, _, _ in rows] == list(PLACES)
    for name, text, places in rows:
        assert solved["Hand"](text).eval() == ast.literal_eval(places)
        assert next(place for place, value in enumerate(ast.literal_eval(places)) if value) == PLACES[name]


def test_the_text_of_exercise_4_quotes_the_error_of_python(cells: Cells) -> None:
    expression, message = re.findall(r"`(\(0, .*?\) < \(0, .*?\))`.*?`TypeError: (.*?)`", cells["ex4-prompt"].source)[0]
    with pytest.raises(TypeError) as raised:
        eval(expression)
    assert str(raised.value) == message


def test_the_call_that_exercise_1_says_raises_an_error_does(cells: Cells, solved: Names) -> None:
    (call,) = re.findall(r"`(Hand\.parse\(.*?\))` raises a `ValueError`", cells["ex1-prompt"].source)
    with pytest.raises(ValueError):
        eval(call, solved)
