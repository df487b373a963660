"""A notebook on disk that a test changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbformat import NotebookNode


@contextmanager
def edited_notebook(path: Path) -> Iterator[NotebookNode]:
    """Read a notebook, and write it back as it is at the end."""
    notebook = nbformat.read(path, as_version=4)
    yield notebook
    nbformat.write(notebook, path)


def cell_of(notebook: NotebookNode, name: str) -> NotebookNode:
    """The cell of that name."""
    return next(cell for cell in notebook.cells if cell.id == name)
