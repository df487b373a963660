"""A student's way through the course: every release downloaded and solved in JupyterLab's kernel, in order."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.notebook_runs import run_notebook

pytestmark = pytest.mark.all

ROOT = Path(__file__).parents[2]
# How what a test cell shows ends if the exercise is solved: an assertion's, or a suite's with its points.
SOLVED = re.compile(
    r"(Passed! Please submit\.\n|Your tests pass all \d+ right functions, and catch all \d+ wrong ones\.\n\d+)\Z"
)
README = (ROOT / "README.md").read_text("utf-8")
IN_ORDER = re.findall(r"^\| `(\w+)` \|", README.partition("## Assignments")[2].partition("\n## ")[0], re.MULTILINE)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, as a student's course begins."""
    return tmp_path_factory.mktemp("student")


def test_the_readme_lists_every_assignment() -> None:
    assert sorted(IN_ORDER) == sorted(path.name for path in (ROOT / "source").iterdir())


@pytest.mark.parametrize("name", IN_ORDER)
def test_every_release_can_be_solved_from_the_first_cell_to_the_last(name: str, home: Path) -> None:
    folder = shutil.copytree(ROOT / "release" / name, home / name)
    notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
    solutions = _solutions(name)
    for cell in notebook.cells:
        cell.source = solutions.get(cell.id, cell.source)
    run_notebook(notebook, folder)
    for cell in notebook.cells:
        if cell.id.startswith("test_"):
            assert SOLVED.search(_shown(cell)), cell.id
        elif cell.id in solutions:
            _assert_announced(cell, notebook)


@pytest.mark.parametrize("name", IN_ORDER)
def test_nothing_fails_in_an_untouched_release_but_what_is_to_be_answered(name: str, home: Path) -> None:
    folder = shutil.copytree(ROOT / "release" / name, home / f"{name}-untouched")
    notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
    run_notebook(notebook, folder, allow_errors=True)
    exercises = set(_solutions(name))
    failing = {cell.id for cell in notebook.cells if any(one.output_type == "error" for one in cell.get("outputs", ()))}
    assert failing <= exercises | {f"test_{exercise}" for exercise in exercises}
    assert {f"test_{exercise}" for exercise in exercises} <= failing


def _solutions(name: str) -> dict[str, str]:
    """The reference's solution cells, by their ids."""
    source = nbformat.read(ROOT / "source" / name / f"{name}.ipynb", as_version=4)
    return {cell.id: cell.source for cell in source.cells if cell.metadata.get("nbgrader", {}).get("solution")}


def _assert_announced(cell: NotebookNode, notebook: NotebookNode) -> None:
    """The text below a demo shows the lines of its output; it may leave some out, but not the last one."""
    below = next(one for one in notebook.cells if one.id == f"{cell.id}-debug")
    announced = [line.rstrip() for line in below.source.split("```")[1].partition("\n")[2].rstrip().splitlines()]
    shown = [line.rstrip() for line in _shown(cell).rstrip().splitlines()]
    remaining = iter(shown)
    assert [line for line in announced if line not in remaining] == [], cell.id
    assert announced[-1] == shown[-1], cell.id


def _shown(cell: NotebookNode) -> str:
    """What a cell prints, then its value."""
    return "".join(
        output.text if output.output_type == "stream" else output.data["text/plain"]
        for output in cell.outputs
        if output.output_type != "error"
    )
