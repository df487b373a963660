"""The form of a source notebook: what nbgrader, `course` and a reader rely on."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearSolutions

from nbproctor.config import Course

CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"

ROOT = Path(__file__).parents[2]

Cells = dict[str, NotebookNode]


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


def test_an_exercise_is_five_cells_in_one_order(notebook: NotebookNode, exercises: list[str]) -> None:
    names = [cell.id for cell in notebook.cells]
    for exercise in exercises:
        start = names.index(f"{exercise}-prompt")
        wanted = [f"{exercise}-prompt", f"demo_{exercise}", exercise, f"{exercise}-debug", f"test_{exercise}"]
        assert names[start : start + 5] == wanted
    assert names[-2:] == ["end", "all-tests"]


def test_each_kind_of_cell_has_its_own_marks_and_no_text_has_any(notebook: NotebookNode, exercises: list[str]) -> None:
    for cell in notebook.cells:
        assert ("nbgrader" in cell.metadata) == (cell.cell_type == "code"), cell.id
        if cell.cell_type != "code":
            continue
        marks = cell.metadata.nbgrader
        is_test, is_solution = cell.id.startswith("test_"), cell.id in exercises
        assert (marks.grade, marks.solution, marks.locked) == (is_test, is_solution, not is_solution), cell.id
        assert (marks.task, marks.schema_version) == (False, 3), cell.id
        assert ("points" in marks) == is_test, cell.id


def test_tests_are_folded_away_and_no_cell_that_is_not_solved_stops_a_run_of_all(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        assert cell.metadata.get("jupyter") == ({"source_hidden": True} if marks.get("grade") else None), cell.id
        may_raise = bool(marks.get("grade") or marks.get("solution"))
        assert ("raises-exception" in cell.metadata.get("tags", [])) == may_raise, cell.id


def test_the_last_cell_shows_all_tests_with_the_cap_of_the_course(assignment: str, cells: Cells) -> None:
    cap = Course(ROOT).grading.caps[assignment]
    call = cells["all-tests"].source.splitlines()[-1]
    assert call == f"show_all_tests('{assignment}.ipynb', cap={cap:g})"
    imports = [line.partition("#")[0].strip() for line in cells["imports"].source.splitlines()]
    assert "import tester_fw" in imports  # which notes from then on how tests end


def test_the_table_in_the_header_and_the_headings_show_the_points(notebook: NotebookNode, cells: Cells) -> None:
    marks = {cell.id: cell.metadata.get("nbgrader", {}) for cell in notebook.cells}
    points = {name.removeprefix("test_"): one["points"] for name, one in marks.items() if one.get("grade")}
    header = "\n".join(cell.source for cell in notebook.cells[:3])
    rows = re.findall(r"^\| (\d+) \|.*\| (\d+) \|$", header, flags=re.MULTILINE)
    assert {f"ex{number}": int(worth) for number, worth in rows} == points
    assert f"| **{sum(points.values()):g}** |" in header
    for name, worth in points.items():
        shown = "1 point" if worth == 1 else f"{worth:g} points"
        assert cells[f"{name}-prompt"].source.startswith(f"## Exercise {name[2:]} ({shown}): ")


def test_a_solution_cell_ends_with_its_demo_outside_of_the_solution(cells: Cells, exercises: list[str]) -> None:
    for name in exercises:
        source = cells[name].source
        assert source.count("### BEGIN SOLUTION") == source.count("### END SOLUTION") >= 1, name
        assert "### demo function call" in source.rpartition("### END SOLUTION")[2], name


def test_without_its_solution_a_cell_still_is_python_and_shows_where_to_write(
    cells: Cells, exercises: list[str]
) -> None:
    for name in exercises:
        cell = nbformat.from_dict(dict(cells[name]))
        ClearSolutions(code_stub={"python": CODE_STUB}).preprocess_cell(cell, {"language": "python"}, 0)
        compile(cell.source, name, "exec")
        assert "# YOUR CODE HERE\n" in cell.source
        assert "raise NotImplementedError()\n" in cell.source
        assert "SOLUTION" not in cell.source


def test_a_test_cell_ends_with_the_same_words_or_with_the_points_of_a_suite(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.id.startswith("test_"):
            last_line = cell.source.splitlines()[-1]
            if "import Suite\n" in cell.source:
                assert last_line == f"suite.judge({cell.metadata.nbgrader.points:g}, globals())", cell.id
            else:
                assert re.fullmatch(r"""print\(["']Passed! Please submit\.["']\)""", last_line), cell.id


def test_images_have_a_text_for_those_who_cannot_see_them(notebook: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for alternative, path in re.findall(r"!\[(.*?)\]\((.*?)\)", text):
        assert path.startswith("resource/asnlib/publicdata/")
        assert len(alternative) > 100, path
