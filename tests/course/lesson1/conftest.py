"""The source notebook of lesson1, and the functions of its solution cells."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

SOURCE = Path(__file__).parents[3] / "source" / "lesson1"

Names = dict[str, Any]


@pytest.fixture(scope="session")
def cells() -> dict[str, NotebookNode]:
    """The cells by their ids."""
    return {cell.id: cell for cell in nbformat.read(SOURCE / "lesson1.ipynb", as_version=4).cells}


@pytest.fixture(scope="session")
def run(cells: dict[str, NotebookNode]) -> tuple[Names, dict[str, str]]:
    """What the imports, demo inputs and solution cells define, and what each of them prints."""
    names: Names = {}
    printed = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(SOURCE)
        patch.syspath_prepend(str(SOURCE))
        patch.delitem(sys.modules, "given_lesson1", raising=False)
        for name, cell in cells.items():
            if cell.cell_type == "code" and not name.startswith("test_") and name != "plot":
                with redirect_stdout(io.StringIO()) as out:
                    exec(compile(cell.source, name, "exec"), names)
                printed[name] = out.getvalue()
        patch.delitem(sys.modules, "given_lesson1", raising=False)
    return names, printed


@pytest.fixture(scope="session")
def reference(run: tuple[Names, dict[str, str]]) -> Names:
    """What the notebook binds."""
    return run[0]


@pytest.fixture(scope="session")
def printed(run: tuple[Names, dict[str, str]]) -> dict[str, str]:
    """What each code cell prints, by its id."""
    return run[1]
