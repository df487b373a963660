"""The form of the source notebook beyond that of all: its cells, points, cases and pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

POINTS = {"ex0": 1, "ex1": 1, "ex2": 2, "ex3": 1, "ex4": 2, "ex5": 2, "ex6": 3}
WRITTEN = [name for name in POINTS if name != "ex0"]
PREDICTED = ["ex4", "ex5", "ex6"]
LAST = ["going-further", "conventions", "end", "all-tests"]

Cells = dict[str, NotebookNode]


def test_the_cells_come_in_this_order_with_these_points(cells: Cells, exercises: list[str]) -> None:
    header = ["title", "how-it-works", "imports", "ex0-prompt", "given", "test_ex0"]
    written = []
    for ex in WRITTEN:
        written += [f"{ex}-predict", f"predict_{ex}"] if ex in PREDICTED else []
        written += [f"{ex}-prompt", f"demo_{ex}", ex, f"{ex}-debug", f"test_{ex}"]
    assert list(cells) == [*header, *written, *LAST]
    assert exercises == WRITTEN
    assert {name: cells[f"test_{name}"].metadata.nbgrader.points for name in POINTS} == POINTS


@pytest.mark.parametrize("name", WRITTEN)
def test_a_test_cell_runs_each_of_its_cases_and_the_text_says_how_many(
    name: str, cells: Cells, cases: dict[str, Any]
) -> None:
    case_file = f"tc_{name[2]}"
    count = cases[case_file].count
    assert f"'case_file':'{case_file}'" in cells[f"test_{name}"].source
    assert f"\ntester.run_tests({count}, globals())\n" in cells[f"test_{name}"].source
    assert f"with {count} cases" in cells[f"{name}-debug"].source


def test_the_pictures_have_a_long_text_for_those_who_cannot_see_them(cells: Cells) -> None:
    text = "\n".join(cell.source for cell in cells.values() if cell.cell_type == "markdown")
    images = {Path(path).name: alt for alt, path in re.findall(r"!\[(.*?)\]\((.*?)\)", text)}
    assert list(images) == ["best_of_seven.png", "joker.png"]
    assert min(map(len, images.values())) > 200
