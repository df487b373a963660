"""Reads of a notebook's file which exercises it has, what they are worth and which cells test them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tester_fw.errors import NotANotebookError, NotebookMissingError, NoTestsError

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$", re.MULTILINE)
_POINTS_IN_HEADING = re.compile(r"\s*\([^()]*points?\)")
_LONGEST_TITLE = 60


class NotebookCell(NamedTuple):
    """A cell as the notebook's file has it."""

    name: str
    """Its id; for what nbgrader manages in an old file, its `grade_id`."""

    kind: str
    source: str
    marks: dict[str, Any]
    """What nbgrader says of it."""


class GradedCell(NamedTuple):
    """A cell that has points, and the cells to be solved that come before it."""

    name: str
    title: str
    points: float
    source: str
    solutions: tuple[str, ...]
    by_hand: bool


def read_cells(path: Path) -> list[NotebookCell]:
    """Return a notebook's cells.

    Args:
        path: of the notebook's file.

    Raises:
        TesterError: there is no such file, or it is no notebook.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return [_cell(number, cell) for number, cell in enumerate(content["cells"])]
    except (FileNotFoundError, NotADirectoryError):
        raise NotebookMissingError(path=path, folder=Path.cwd()) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotANotebookError(path=path, reason=f"{type(error).__name__}: {error}") from None


def graded_cells(path: Path, cells: list[NotebookCell]) -> list[GradedCell]:
    """Return the graded ones among a notebook's cells, in order.

    Args:
        path: of the notebook's file, for the sentence.
        cells: all of them.

    Raises:
        TesterError: there are none.
    """
    found = list(_graded(cells))
    if not found:
        raise NoTestsError(path=path)
    return found


def _cell(number: int, cell: dict[str, Any]) -> NotebookCell:
    marks = cell.get("metadata", {}).get("nbgrader", {})
    name = str(cell.get("id") or marks.get("grade_id") or f"cell-{number}")
    return NotebookCell(name, str(cell["cell_type"]), "".join(cell["source"]), marks)


def _graded(cells: list[NotebookCell]) -> Iterator[GradedCell]:
    heading, solutions = "", []
    for cell in cells:
        if cell.kind == "markdown" and (found := _HEADING.search(cell.source)) and found[0].startswith("## "):
            heading = found[1]
        if cell.marks.get("solution"):
            solutions.append(cell.name)
        if cell.marks.get("grade") or cell.marks.get("task"):
            by_hand = bool(cell.marks.get("solution") or cell.marks.get("task"))
            title = _POINTS_IN_HEADING.sub("", heading) or str(cell.marks.get("grade_id", cell.name))
            points = float(cell.marks.get("points") or 0)
            yield GradedCell(cell.name, title[:_LONGEST_TITLE], points, cell.source, tuple(solutions), by_hand)
            solutions = []
