"""The source notebook of midterm1, its samplers, and the functions of its solution cells."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "source" / "midterm1"
# What holds for the visible cases must hold for cases of any other seed.
SEEDS = ["poker-2024", "one", "two"]

Names = dict[str, Any]


@pytest.fixture(scope="session")
def notebook() -> NotebookNode:
    return nbformat.read(SOURCE / "midterm1.ipynb", as_version=4)


@pytest.fixture(scope="session")
def cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells by their ids."""
    return {cell.id: cell for cell in notebook.cells}


@pytest.fixture(scope="session")
def cases() -> ModuleType:
    """The samplers: `cases.py` as a module."""
    spec = importlib.util.spec_from_file_location("midterm1_cases", SOURCE / "cases.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=SEEDS, scope="session")
def draws(request: pytest.FixtureRequest, cases: ModuleType) -> Callable[[int], list[Any]]:
    """Draws the cases of an exercise, by its number."""
    return cache(lambda number: getattr(cases, f"tc_{number}").draw(f"{request.param}/tc_{number}"))


@pytest.fixture
def reference(cells: dict[str, NotebookNode], monkeypatch: pytest.MonkeyPatch) -> Names:
    """What the imports, demo inputs and solution cells define."""
    monkeypatch.chdir(ROOT)
    names: Names = {}
    for name, cell in cells.items():
        if cell.cell_type == "code" and not name.startswith("test_"):
            exec(compile(cell.source, name, "exec"), names)
    return names
