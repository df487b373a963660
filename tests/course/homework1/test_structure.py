"""The form of the source notebook: what nbgrader, `course` and students rely on."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.nbgraderformat import MetadataValidator

SOURCE = Path(__file__).parents[3] / "source" / "homework1"
POINTS = {"ex0": 1, "ex1": 1, "ex2": 2, "ex3": 1, "ex4": 2, "ex5": 2, "ex6": 3}
WRITTEN = [name for name in POINTS if name != "ex0"]
PREDICTED = ["ex4", "ex5", "ex6"]
LAST = ["going-further", "conventions", "end", "all-tests"]


def test_nbformat_and_nbgrader_accept_the_notebook(notebook: NotebookNode) -> None:
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    assert all(cell.get("outputs", []) == [] for cell in notebook.cells)


def test_the_cells_come_in_this_order(notebook: NotebookNode) -> None:
    header = ["title", "how-it-works", "imports", "ex0-prompt", "given", "test_ex0"]
    exercises = []
    for ex in WRITTEN:
        exercises += [f"{ex}-predict", f"predict_{ex}"] if ex in PREDICTED else []
        exercises += [f"{ex}-prompt", f"demo_{ex}", ex, f"{ex}-debug", f"test_{ex}"]
    assert [cell.id for cell in notebook.cells] == [*header, *exercises, *LAST]


def test_each_kind_of_cell_has_its_own_marks(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        assert ("nbgrader" in cell.metadata) == (cell.cell_type == "code"), cell.id
        if cell.cell_type == "code":
            marks = cell.metadata.nbgrader
            is_test, is_solution = cell.id.startswith("test_"), cell.id in WRITTEN
            assert (marks.grade, marks.solution, marks.locked) == (is_test, is_solution, not is_solution), cell.id
            assert marks.grade_id == cell.id


def test_the_header_and_the_headings_show_the_points(cells: dict[str, NotebookNode]) -> None:
    rows = re.findall(r"^\| (\d) \|.*\| (\d) \|$", cells["how-it-works"].source, flags=re.MULTILINE)
    assert {f"ex{number}": int(points) for number, points in rows} == POINTS
    for name, points in POINTS.items():
        assert cells[f"test_{name}"].metadata.nbgrader.points == points
        said = "1 point" if points == 1 else f"{points} points"
        assert cells[f"{name}-prompt"].source.startswith(f"## Exercise {name[2]} ({said}): ")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_test_cell_runs_each_of_its_cases_and_the_text_says_how_many(
    name: str, cells: dict[str, NotebookNode]
) -> None:
    case_file = f"tc_{name[2]}"
    count = runpy.run_path(str(SOURCE / "cases.py"))[case_file].count
    assert f"'case_file':'{case_file}'" in cells[f"test_{name}"].source
    assert f"\ntester.run_tests({count}, globals())\n" in cells[f"test_{name}"].source
    assert f"with {count} cases" in cells[f"{name}-debug"].source


def test_the_pictures_are_there_and_have_a_text_for_those_who_cannot_see_them(notebook: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    images = {path: alt for alt, path in re.findall(r"!\[(.*?)\]\((.*?)\)", text)}
    assert [Path(path).name for path in images] == ["best_of_seven.png", "joker.png"]
    for path, alt in images.items():
        assert (SOURCE / path).is_file()
        assert len(alt) > 200
