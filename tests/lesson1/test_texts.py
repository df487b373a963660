"""What the notebook of lesson1 tells and shows is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

Names = dict[str, Any]

SOURCE = Path(__file__).parents[2] / "source" / "lesson1"
POINTS = {1: 1, 2: 1, 3: 2, 4: 3, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2, 11: 1}
RANDOM = {7, 10}  # their prompts show examples that nobody will get


@pytest.mark.parametrize("number", [number for number in POINTS if number not in RANDOM])
def test_the_examples_show_what_the_reference_does(
    number: int, cells: dict[str, NotebookNode], reference: Names
) -> None:
    code = "".join(re.findall(r"```\n(>>> .*?)```", cells[f"ex{number}-prompt"].source, flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, dict(reference), f"ex{number}", None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("number", [number for number in POINTS if number != 10])
def test_the_text_below_a_demo_announces_its_output(
    number: int, cells: dict[str, NotebookNode], printed: dict[str, str]
) -> None:
    assert cells[f"ex{number}-debug"].source.split("```\n")[1] == printed[f"ex{number}"]


def test_the_demo_of_exercise_10_prints_a_line_for_each_type(
    cells: dict[str, NotebookNode], printed: dict[str, str]
) -> None:
    shown = [line.split(":")[0] for line in cells["ex10-debug"].source.split("```\n")[1].splitlines()]
    assert [line.split(":")[0] for line in printed["ex10"].splitlines()] == shown
    assert len(shown) == 9


def test_the_table_of_exercise_4_is_what_the_reference_returns(
    cells: dict[str, NotebookNode], reference: Names
) -> None:
    rows = re.findall(r"^\| [a-z ]+ \| .*? \| `(\[.*?\])` \| `(\(.*?\))` \|$", cells["ex4-prompt"].source, re.MULTILINE)
    assert len(rows) == 9
    for hand, expected in rows:
        assert repr(reference["hand_rank"](eval(hand))) == expected


def test_the_points_are_those_of_the_table_and_the_headings(cells: dict[str, NotebookNode]) -> None:
    assert {n: cells[f"test_ex{n}"].metadata.nbgrader.points for n in POINTS} == POINTS
    rows = re.findall(r"^\| (\d+) \|.*\| (\d) \|$", cells["how-it-works"].source, flags=re.MULTILINE)
    assert {int(number): int(points) for number, points in rows} == POINTS
    for number, points in POINTS.items():
        words = f"{points} point" + "s" * (points > 1)
        assert cells[f"ex{number}-prompt"].source.startswith(f"## Exercise {number} ({words}): ")


def test_each_exercise_has_its_five_cells_in_order(cells: dict[str, NotebookNode]) -> None:
    wanted = [f for n in POINTS for f in (f"ex{n}-prompt", f"demo_ex{n}", f"ex{n}", f"ex{n}-debug", f"test_ex{n}")]
    assert [name for name in cells if re.search(r"ex\d", name)] == wanted


def test_figures_are_there_and_have_a_text_for_those_who_cannot_see_them(cells: dict[str, NotebookNode]) -> None:
    text = "\n".join(cell.source for cell in cells.values() if cell.cell_type == "markdown")
    images = re.findall(r"!\[(.*?)\]\((.*?)\)", text)
    assert len(images) == 2
    for words, path in images:
        assert len(words) > 100
        assert (SOURCE / path).is_file()


def test_hand_classes_are_what_their_script_makes(reference: Names) -> None:
    made = Path(__file__).parents[2] / "resource" / "make_hand_classes.py"
    names: Names = {"__name__": "made", "__file__": str(made)}
    exec(compile(made.read_text(), str(made), "exec"), names)
    classes = [(cards, count) for _, cards, count in sorted(names["classes"]())]
    assert classes == reference["HAND_CLASSES"]
    assert sum(count for _, count in classes) == 2_598_960
