"""Which notebook of an assignment a file holds, by the cells in it and not by its name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.intake.submitted_cells import SubmittedCell, cells_of

# A shorter text, such as one import, may stand in notebooks of any assignment.
_DISTINCTIVE_CHARACTERS = 40
# The share of the instructor's texts, or of the submitted ones if these are fewer, that must be the same. Two exams of
# one course share a few percent of their texts; a student keeps most of them.
_SHARE_OF_TEXTS = 0.2
_SHARE_OF_IDS = 0.5


class NotebookIdentity:
    """Compares notebooks with those of one assignment, whose releases are given as parsed JSON, by name.

    The texts of the instructor's cells decide: they are still there if another program removed the metadata, and two
    assignments of a course often have the same `grade_id`s. The `grade_id`s decide only where a release has no text of
    the instructor's, and between two notebooks that share the same number of texts.

    Raises:
        GradingError: one of them is no notebook.
    """

    def __init__(self, released: Mapping[str, Any]) -> None:
        cells = {name: cells_of(tree, []) for name, tree in released.items()}
        self._texts = {name: _distinctive(own) for name, own in cells.items()}
        self._ids = {name: _ids(own) for name, own in cells.items()}
        # Where there is nothing to solve, a notebook that was only run is what is asked for.
        to_solve = (own for own in cells.values() if any(cell.marks.get("solution") for cell in own))
        self._to_solve = [[_plain(cell.source) for cell in own] for own in to_solve]

    def names(self, tree: Any) -> list[str]:
        """The notebooks of the release that this can be: one, none, or several that fit equally well.

        Takes time in proportion to the notebook's length. A GradingError says that it is no notebook, or too long.
        """
        cells = cells_of(tree, [])
        texts, ids = {_plain(cell.source) for cell in cells} - {""}, _ids(cells)
        scores = {name: self._score(name, texts, ids) for name in self._texts}
        best = max(scores.values(), default=(0, 0))
        return [name for name, score in scores.items() if score == best and any(score)]

    def is_unchanged(self, tree: Any) -> bool:
        """Whether a notebook that is to be solved has all texts of its release, as if it was never saved."""
        return [_plain(cell.source) for cell in cells_of(tree, [])] in self._to_solve

    def _score(self, name: str, texts: set[str], ids: set[str]) -> tuple[int, int]:
        """How many texts and ids are the same; zeros if too few are."""
        same_texts, same_ids = len(self._texts[name] & texts), len(self._ids[name] & ids)
        if self._texts[name]:
            is_same = same_texts and same_texts >= _SHARE_OF_TEXTS * min(len(self._texts[name]), len(texts))
        else:
            is_same = same_ids and same_ids >= _SHARE_OF_IDS * min(len(self._ids[name]), len(ids))
        return (same_texts, same_ids) if is_same else (0, 0)


def released_trees(paths: Iterable[Path]) -> dict[str, Any]:
    """The released notebooks that can be read, as parsed JSON, by `<assignment>/<notebook>.ipynb`."""
    found = {}
    for path in paths:
        with suppress(OSError, ValueError, GradingError):
            tree = json.loads(path.read_bytes())
            cells_of(tree, [])  # raises if it is no notebook
            found[f"{path.parent.name}/{path.name}"] = tree
    return found


def _distinctive(cells: list[SubmittedCell]) -> set[str]:
    """The texts of a release that a student does not write, without the short ones unless there are no others."""
    texts = {_plain(cell.source) for cell in cells if not cell.marks.get("solution")} - {""}
    return {text for text in texts if len(text) >= _DISTINCTIVE_CHARACTERS} or texts


def _ids(cells: list[SubmittedCell]) -> set[str]:
    return {cell.grade_id for cell in cells} - {""}


def _plain(text: str) -> str:
    """A text without what editors change: line ends, and blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
