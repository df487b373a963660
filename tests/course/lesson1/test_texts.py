"""What the notebook of lesson1 tells and shows is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

Names = dict[str, Any]


def test_the_demo_of_exercise_10_prints_a_line_for_each_type(
    cells: dict[str, NotebookNode], printed: dict[str, str]
) -> None:
    announced = [line.split(":")[0] for line in cells["ex10-debug"].source.split("```\n")[3].splitlines()]
    assert [line.split(":")[0] for line in printed["ex10"].splitlines()[:-1]] == announced
    assert len(announced) == 9


def test_the_table_of_exercise_4_is_what_the_reference_returns(
    cells: dict[str, NotebookNode], reference: Names
) -> None:
    rows = re.findall(r"^\| [a-z ]+ \| .*? \| `(\[.*?\])` \| `(\(.*?\))` \|$", cells["ex4-prompt"].source, re.MULTILINE)
    assert len(rows) == 9
    for hand, expected in rows:
        assert repr(reference["hand_rank"](eval(hand))) == expected


def test_the_comparison_that_exercise_4_says_raises_an_error_does(cells: dict[str, NotebookNode]) -> None:
    (comparison,) = re.findall(r"`(\(.*?\) > \(.*?\))` raises a `TypeError`", cells["ex4-prompt"].source)
    assert comparison == "(2, 7, 6) > (2, 7, [7, 7, 5, 5, 2])"
    with pytest.raises(TypeError, match="not supported between instances"):
        eval(comparison)


def test_hand_classes_are_what_their_script_makes(reference: Names) -> None:
    made = Path(__file__).parents[3] / "resource" / "make_hand_classes.py"
    names: Names = {"__name__": "made", "__file__": str(made)}
    exec(compile(made.read_text(), str(made), "exec"), names)
    classes = [(cards, count) for _, cards, count in sorted(names["classes"]())]
    assert classes == reference["HAND_CLASSES"]
    assert sum(count for _, count in classes) == 2_598_960
