"""The form of the source notebook: its cells, points and cases."""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode

POINTS = {"ex0": 1, "ex1": 1, "ex2": 2, "ex3": 1, "ex4": 3, "ex5": 3, "ex6": 2, "ex7": 2}
WRITTEN = [f"ex{number}" for number in range(1, 8)]
PREDICTED = ["ex4", "ex5", "ex6"]


def test_the_cells_come_in_this_order(cells: dict[str, NotebookNode], exercises: list[str]) -> None:
    header = ["title", "how-it-works", "imports", "ex0-prompt", "ex0-hands", "test_ex0"]
    written = []
    for ex in WRITTEN:
        written += [f"{ex}-predict", f"predict_{ex}"] if ex in PREDICTED else []
        written += [f"{ex}-prompt", f"demo_{ex}", ex, f"{ex}-debug", f"test_{ex}"]
    footer = ["going-further", "conventions", "end", "all-tests"]
    assert list(cells) == [*header, *written, *footer]
    assert exercises == WRITTEN


def test_the_points_are_15(cells: dict[str, NotebookNode]) -> None:
    assert {name: cells[f"test_{name}"].metadata.nbgrader.points for name in POINTS} == POINTS
    assert sum(POINTS.values()) == 15


@pytest.mark.parametrize("number", range(1, 8))
def test_a_test_cell_runs_each_of_its_cases(number: int, cells: dict[str, NotebookNode], cases: dict[str, Any]) -> None:
    source = cells[f"test_ex{number}"].source
    count = cases[f"tc_{number}"].count
    assert f"'case_file':'tc_{number}'" in source
    assert f"\ntester.run_tests({count}, globals())\n" in source
    assert count == (500 if number == 4 else 70)
    assert "key=b'kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=', path='resource/asnlib/publicdata/'" in source
