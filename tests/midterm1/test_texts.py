"""What the prompts show as examples is true."""

from __future__ import annotations

import ast
import doctest
import io
import re
from contextlib import redirect_stdout
from typing import Any

import pytest
from nbformat import NotebookNode

from poker_game import poker_info

Names = dict[str, Any]

WITH_EXAMPLES = ["ex0-prompt", *(f"ex{number}-prompt" for number in range(1, 8))]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_show_what_the_reference_does(name: str, cells: dict[str, NotebookNode], reference: Names) -> None:
    code = "".join(re.findall(r"```\n(>>> .*?)```", cells[name].source, flags=re.DOTALL))
    examples = doctest.DocTestParser().get_examples(code)
    assert examples
    for example in examples:
        assert_shows(example, reference)


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


def test_links_lead_to_the_documentation_of_python_or_into_the_release(notebook: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\((.*?)\)", text)
    assert len(links) > 5
    for link in links:
        assert link.startswith(("https://docs.python.org/3/", "poker_game/", "resource/")), link


def assert_shows(example: doctest.Example, names: Names) -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        value = eval(example.source, names)
    if value is None:
        assert out.getvalue() == example.want
    elif isinstance(value, set | dict) and example.source.startswith("translate_score"):
        expected = eval(example.want, {"set": set})  # a set has no order
        assert value == expected
    else:
        assert value == ast.literal_eval(example.want)
        assert repr(value) == example.want.strip()
