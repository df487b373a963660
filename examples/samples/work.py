"""What a student does to a released notebook: answers it, and sometimes more than that."""

from __future__ import annotations

import copy
import re
import textwrap
from collections.abc import Mapping

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

STUB = re.compile(r"^( *)# YOUR CODE HERE\n *raise NotImplementedError\(\)$", re.MULTILINE)


class Work:
    """A copy of the released notebook in a student's hands. Cells are called by their ids.

    Every change insists that the release holds what it changes, so a sample never falls behind in silence.
    """

    def __init__(self, release: NotebookNode) -> None:
        self.notebook = copy.deepcopy(release)
        self._own_cells = 0

    def source(self, name: str) -> str:
        """What stands in a cell."""
        return str(self._cell(name).source)

    def answer(self, answers: Mapping[str, str] | None = None, **others: str) -> None:
        """Put code in the place of the two lines that a student is to replace; `others` come before `answers`."""
        for name, code in {**(answers or {}), **others}.items():
            stub = STUB.search(self.source(name))
            if stub is None:
                raise ValueError(f'the cell "{name}" has no place for an answer, or has one already')
            self.replace(name, stub[0], textwrap.indent(_tidy(code), stub[1]))

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace a text wherever it stands in a cell."""
        cell = self._cell(name)
        if old not in cell.source:
            raise ValueError(f'the cell "{name}" does not hold {old!r}')
        cell.source = cell.source.replace(old, new)

    def rewrite(self, name: str, code: str) -> None:
        """Replace all that stands in a cell."""
        self._cell(name).source = _tidy(code)

    def add_code(self, after: str, code: str) -> None:
        """Add a code cell of one's own behind another cell."""
        self._add(after, new_code_cell(_tidy(code)))

    def add_note(self, after: str, text: str) -> None:
        """Add a markdown cell of one's own behind another cell."""
        self._add(after, new_markdown_cell(_tidy(text)))

    def delete(self, name: str) -> None:
        """Delete a cell."""
        self.notebook.cells.remove(self._cell(name))

    def claim_points(self, name: str, points: int) -> None:
        """Change the points in the metadata of a test cell."""
        self._cell(name).metadata.nbgrader["points"] = points

    def _add(self, after: str, cell: NotebookNode) -> None:
        self._own_cells += 1
        cell.id = f"own-{self._own_cells}"
        cells = self.notebook.cells
        cells.insert(cells.index(self._cell(after)) + 1, cell)

    def _cell(self, name: str) -> NotebookNode:
        for cell in self.notebook.cells:
            if cell.id == name:
                return cell
        raise ValueError(f'the release has no cell "{name}"')


def _tidy(code: str) -> str:
    return textwrap.dedent(code).strip("\n")
