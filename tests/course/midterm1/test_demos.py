"""The demo cells print what the notebook says, to the character, in a kernel as students have it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.notebook_runs import run_notebook

ROOT = Path(__file__).parents[3]
# Lists of lines: some of them end in spaces that matter.
EXPECTED: dict[str, list[str]] = json.loads((Path(__file__).parent / "demo_outputs.json").read_text())


@pytest.fixture(scope="module")
def outputs(notebook: NotebookNode, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each code cell but the tests shows, by the cell's id."""
    folder = tmp_path_factory.mktemp("student")
    for name in ("poker_game", "resource"):
        shutil.copytree(ROOT / name, folder / name)
    executed = nbformat.from_dict(dict(notebook))
    executed.cells = [cell for cell in executed.cells if not cell.id.startswith("test_") and cell.id != "all-tests"]
    run_notebook(executed, folder)
    return {cell.id: shown_by(cell) for cell in executed.cells if cell.cell_type == "code"}


def test_each_code_cell_that_shows_something_is_checked(outputs: dict[str, str]) -> None:
    assert {name for name, text in outputs.items() if text} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_demo_shows_exactly_this(name: str, outputs: dict[str, str]) -> None:
    assert outputs[name] == "\n".join(EXPECTED[name])


def test_the_text_below_demo_5_announces_its_results(cells: dict[str, NotebookNode]) -> None:
    announced = cells["ex5-debug"].source.split("```\n")[1].splitlines()
    assert announced == [line.rstrip() for line in EXPECTED["ex5"] if line.startswith("(")]


def shown_by(cell: NotebookNode) -> str:
    return "".join(
        output.text if output.output_type == "stream" else output.data["text/plain"] for output in cell.outputs
    )
