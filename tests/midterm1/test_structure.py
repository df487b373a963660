"""The form of the source notebook: what nbgrader and `course` rely on."""

from __future__ import annotations

import re

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearSolutions

POINTS = {"ex0": 1, "ex1": 1, "ex2": 2, "ex3": 1, "ex4": 3, "ex5": 3, "ex6": 2, "ex7": 2}
WRITTEN = [f"ex{number}" for number in range(1, 8)]
CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"


def test_nbformat_and_nbgrader_accept_the_notebook(notebook: NotebookNode) -> None:
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata.kernelspec.name == "python3"


def test_the_notebook_holds_no_traces_of_a_run(notebook: NotebookNode) -> None:
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_cell_ids_are_unique_and_those_of_managed_cells_are_their_grade_ids(notebook: NotebookNode) -> None:
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    for cell in notebook.cells:
        assert cell.id == cell.metadata.get("nbgrader", {}).get("grade_id", cell.id)


def test_the_cells_come_in_this_order(notebook: NotebookNode) -> None:
    header = ["title", "how-it-works", "imports", "ex0-prompt", "ex0-hands", "test_ex0"]
    exercises = [name for ex in WRITTEN for name in (f"{ex}-prompt", f"demo_{ex}", ex, f"{ex}-debug", f"test_{ex}")]
    assert [cell.id for cell in notebook.cells] == [*header, *exercises, "end"]


def test_every_code_cell_is_managed_and_no_text_is(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        assert ("nbgrader" in cell.metadata) == (cell.cell_type == "code"), cell.id


def test_each_kind_of_cell_has_its_own_marks(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        marks = cell.metadata.nbgrader
        is_test, is_solution = cell.id.startswith("test_"), cell.id in WRITTEN
        assert (marks.grade, marks.solution, marks.locked) == (is_test, is_solution, not is_solution), cell.id
        assert (marks.task, marks.schema_version) == (False, 3), cell.id
        assert ("points" in marks) == is_test, cell.id


def test_the_points_are_15_and_as_announced(cells: dict[str, NotebookNode]) -> None:
    points = {name: cells[f"test_{name}"].metadata.nbgrader.points for name in POINTS}
    assert points == POINTS
    assert sum(points.values()) == 15


def test_the_table_in_the_header_shows_the_points(cells: dict[str, NotebookNode]) -> None:
    header = cells["how-it-works"].source
    rows = re.findall(r"^\| (\d) \|.*\| (\d) \|$", header, flags=re.MULTILINE)
    assert {f"ex{number}": int(points) for number, points in rows} == POINTS
    assert "| **15** |" in header
    assert "**10 points make 100%.**" in header


@pytest.mark.parametrize("name", POINTS)
def test_each_heading_shows_the_points(name: str, cells: dict[str, NotebookNode]) -> None:
    points = "1 point" if POINTS[name] == 1 else f"{POINTS[name]} points"
    assert cells[f"{name}-prompt"].source.startswith(f"## Exercise {name[2]} ({points}): ")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_solution_cell_ends_with_its_demo_outside_of_the_solution(name: str, cells: dict[str, NotebookNode]) -> None:
    source = cells[name].source
    assert source.count("### BEGIN SOLUTION") == source.count("### END SOLUTION") == 1
    assert "### demo function call" in source.partition("### END SOLUTION")[2]


@pytest.mark.parametrize("name", WRITTEN)
def test_without_its_solution_a_cell_still_is_python_and_shows_where_to_write(
    name: str, cells: dict[str, NotebookNode]
) -> None:
    cell = nbformat.from_dict(dict(cells[name]))
    ClearSolutions(code_stub={"python": CODE_STUB}).preprocess_cell(cell, {"language": "python"}, 0)
    compile(cell.source, name, "exec")
    assert "    # YOUR CODE HERE\n    raise NotImplementedError()\n" in cell.source
    assert "SOLUTION" not in cell.source


@pytest.mark.parametrize("number", range(1, 8))
def test_a_test_cell_runs_each_of_its_cases(number: int, cells: dict[str, NotebookNode], cases) -> None:
    source = cells[f"test_ex{number}"].source
    count = getattr(cases, f"tc_{number}").count
    assert f"'case_file':'tc_{number}'" in source
    assert f"for _ in range({count}):" in source
    assert count == (500 if number == 4 else 70)
    assert "key=b'kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=', path='resource/asnlib/publicdata/'" in source


@pytest.mark.parametrize("number", range(8))
def test_a_test_cell_ends_with_the_same_words(number: int, cells: dict[str, NotebookNode]) -> None:
    assert cells[f"test_ex{number}"].source.endswith("print('Passed! Please submit.')")


def test_the_image_has_a_text_for_those_who_cannot_see_it(cells: dict[str, NotebookNode]) -> None:
    images = re.findall(r"!\[(.*?)\]\((.*?)\)", cells["ex0-prompt"].source)
    assert [path for _, path in images] == ["resource/asnlib/publicdata/cards.png"]
    assert len(images[0][0]) > 100
