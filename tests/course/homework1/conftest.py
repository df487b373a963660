"""The source notebook of homework1, and the functions of its given and solution cells."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "source" / "homework1"

Names = dict[str, Any]


@pytest.fixture(scope="session")
def notebook() -> NotebookNode:
    return nbformat.read(SOURCE / "homework1.ipynb", as_version=4)


@pytest.fixture(scope="session")
def cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells by their ids."""
    return {cell.id: cell for cell in notebook.cells}


@pytest.fixture(scope="session")
def printed(cells: dict[str, NotebookNode]) -> tuple[dict[str, str], Names]:
    """What each code cell but the tests prints, and what all of them define."""
    out: dict[str, str] = {}
    names: Names = {}
    for name, cell in cells.items():
        if cell.cell_type == "code" and not name.startswith("test_"):
            with redirect_stdout(io.StringIO()) as said:
                exec(compile(cell.source, name, "exec"), names)
            out[name] = said.getvalue()
    return out, names


@pytest.fixture
def reference(printed: tuple[dict[str, str], Names]) -> Names:
    """The functions of the notebook."""
    return dict(printed[1])
