"""The source notebook of challenge1, and what its solution cells define."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "source" / "challenge1"

Names = dict[str, Any]


@pytest.fixture(scope="session")
def cells() -> dict[str, NotebookNode]:
    """The cells by their ids."""
    notebook = nbformat.read(SOURCE / "challenge1.ipynb", as_version=4)
    return {cell.id: cell for cell in notebook.cells}


@pytest.fixture
def solved(cells: dict[str, NotebookNode], monkeypatch: pytest.MonkeyPatch) -> Names:
    """What the imports, demo inputs and solution cells define."""
    monkeypatch.chdir(SOURCE)
    monkeypatch.syspath_prepend(str(SOURCE))
    names: Names = {"__name__": "__main__"}
    for name, cell in cells.items():
        if cell.cell_type == "code" and not name.startswith("test_"):
            exec(compile(cell.source, name, "exec"), names)
    return names


@pytest.fixture(scope="session")
def steps() -> list[str]:
    """A hand of each of the classes of strength, the weakest first."""
    spec = importlib.util.spec_from_file_location("challenge1_cases", SOURCE / "cases.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module._steps())
