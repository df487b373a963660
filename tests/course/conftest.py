"""The assignments of the course, one after the other; a folder of tests of one assignment names it in its conftest."""

from __future__ import annotations

import io
import runpy
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from nbformat import NotebookNode

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())


@pytest.fixture(params=ASSIGNMENTS, scope="session")
def assignment(request: pytest.FixtureRequest) -> str:
    """The name of an assignment."""
    return str(request.param)


@cache
def _notebook(assignment: str) -> NotebookNode:
    return nbformat.read(ROOT / "source" / assignment / f"{assignment}.ipynb", as_version=4)


# Not of the session: pytest would keep what it made for another folder's assignment.
@pytest.fixture(scope="module")
def notebook(assignment: str) -> NotebookNode:
    """Its source notebook; not to be changed."""
    return _notebook(assignment)


@pytest.fixture(scope="module")
def cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells by their ids."""
    return {cell.id: cell for cell in notebook.cells}


@pytest.fixture(scope="module")
def exercises(cells: dict[str, NotebookNode]) -> list[str]:
    """The names of the exercises that a student writes, in their order."""
    return [name for name, cell in cells.items() if cell.metadata.get("nbgrader", {}).get("solution")]


@cache
def _run(assignment: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What the code cells but the tests define, and what each of them prints."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = {}
    for cell in _notebook(assignment).cells:
        if cell.cell_type == "code" and not cell.id.startswith("test_"):
            with redirect_stdout(io.StringIO()) as out:
                exec(compile(cell.source, cell.id, "exec"), names)
            printed[cell.id] = out.getvalue()
    return names, printed


@pytest.fixture
def reference(assignment: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the imports, demo inputs and solution cells define."""
    folder = ROOT / "source" / assignment
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    return dict(_run(assignment)[0])


@pytest.fixture
def printed(assignment: str, reference: dict[str, Any]) -> dict[str, str]:
    """What each code cell but the tests prints."""
    return _run(assignment)[1]


@pytest.fixture(scope="module")
def cases(assignment: str) -> dict[str, Any]:
    """What its `cases.py` defines: its samplers, by their names."""
    return runpy.run_path(str(ROOT / "source" / assignment / "cases.py"))


@pytest.fixture
def page(browser: Browser) -> Page:
    """A page of a real browser, on a student's screen."""
    from playwright.sync_api import expect  # most tests need none

    from tests.course.jupyter_servers import PATIENCE

    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    return page
