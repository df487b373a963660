"""What the texts say in words and tables is true."""

from __future__ import annotations

import re
from typing import Any

import pytest
from nbformat import NotebookNode

from poker_game import poker_info

Names = dict[str, Any]


def test_the_error_that_exercise_2_announces_is_raised(cells: dict[str, NotebookNode], reference: Names) -> None:
    (call,) = re.findall(r"`(reverse_dict\(.*?\))` raises a `ValueError`", cells["ex2-prompt"].source)
    with pytest.raises(ValueError, match="same value"):
        eval(call, reference)


def test_the_hands_of_exercises_4_and_5_are_the_full_house_in_their_text(
    cells: dict[str, NotebookNode], reference: Names
) -> None:
    for name in ("ex4-prompt", "ex5-prompt"):
        assert "`'7H 7S 7D KC KD'`" in cells[name].source
    hand = reference["hand_from_str"]("7H 7S 7D KC KD")
    assert f">>> get_reductions({hand})" in cells["ex4-prompt"].source
    reductions = reference["get_reductions"](hand)
    assert reference["identify_from_reductions"](*reductions) == ("FULL_HOUSE", 32, 2048)


def test_the_example_of_each_hand_type_is_one(cells: dict[str, NotebookNode], reference: Names) -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (\d) \| .*? \| `(.*?)` \| (.*?) \| (.*?) \|$",
        cells["ex0-hands"].source,
        re.MULTILINE,
    )
    assert {name: int(strength) for name, strength, *_ in rows} == poker_info["HAND_TYPES"]
    for name, _, hand, primary, secondary in rows:
        reductions = reference["get_reductions"](reference["hand_from_str"](hand))
        info = reference["identify_from_reductions"](*reductions)
        assert reference["translate_score"](reference["score_from_info"](*info)) == {
            "hand_type": name,
            "primary": set(primary.split()),
            "secondary": set(secondary.split()) - {"none"},
        }


def test_the_examples_of_the_constants_are_right(cells: dict[str, NotebookNode]) -> None:
    source = cells["ex0-hands"].source
    examples = re.findall(r"`(poker_info\[.*?\])` is (\d+)", source)
    assert len(examples) == 4
    for expression, value in examples:
        assert eval(expression, {"poker_info": poker_info}) == int(value)
    assert "`0b1000000001111`, which is 4111" in source
    assert poker_info["FIVE_HIGH"] == 0b1000000001111 == 4111


def test_the_bits_of_the_score_in_exercise_6_make_it_up(cells: dict[str, NotebookNode]) -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (.*?) \|$", cells["ex6-prompt"].source, re.MULTILINE)
    values = {part: (int(value), bits) for part, value, bits in rows}
    assert list(values) == ["type", "primary", "secondary", "score"]
    for value, bits in values.values():
        assert int(re.sub(r"[^01]", "", bits), 2) == value
    assert values["score"][1] == " ".join(values[part][1] for part in ("type", "primary", "secondary"))
