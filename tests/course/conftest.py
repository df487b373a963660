"""The assignments of the course, one after the other: what holds for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from nbformat import NotebookNode

from tests.needs import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())


@pytest.fixture(params=ASSIGNMENTS, scope="session")
def assignment(request: pytest.FixtureRequest) -> str:
    """The name of an assignment."""
    return str(request.param)


@cache
def _notebook(assignment: str) -> NotebookNode:
    return nbformat.read(ROOT / "source" / assignment / f"{assignment}.ipynb", as_version=4)


@pytest.fixture
def notebook(assignment: str) -> NotebookNode:
    """Its source notebook; not to be changed."""
    return _notebook(assignment)


@pytest.fixture
def cells(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """The cells by their ids."""
    return {cell.id: cell for cell in notebook.cells}


@pytest.fixture
def exercises(cells: dict[str, NotebookNode]) -> list[str]:
    """The names of the exercises that a student writes, in their order."""
    return [name for name, cell in cells.items() if cell.metadata.get("nbgrader", {}).get("solution")]


@pytest.fixture
def reference(assignment: str, cells: dict[str, NotebookNode], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the imports, demo inputs and solution cells define."""
    folder = ROOT / "source" / assignment
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    names: dict[str, Any] = {"__name__": "__main__"}
    for name, cell in cells.items():
        if cell.cell_type == "code" and not name.startswith("test_"):
            exec(compile(cell.source, name, "exec"), names)
    return names


@pytest.fixture
def page() -> Iterator[Page]:
    """A page of a real browser."""
    from playwright.sync_api import expect, sync_playwright  # most tests need none

    from tests.course.jupyter_servers import ARGUMENTS, PATIENCE

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            yield page
        finally:
            browser.close()
