"""Recognises a wrong file before it counts as an attempt: no notebook, or the notebook of another assignment."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.notebook_json import parsed, read_text
from nbproctor.intake.submitted_cells import cells_of

_READ_AT_ONCE = 2  # files: each may need some hundred megabytes while it is parsed


class WrongFileError(GradingError):
    """A file is not the notebook of the assignment that it is handed in for; its student may insist."""


class ExpectedNotebooks:
    """Compares files with the released notebooks of a course; threads may share it."""

    def __init__(self, course: Course, assignments: Sequence[str]) -> None:
        self._release = course.release
        self._assignments = list(dict.fromkeys([*assignments, *course.assignments()]))
        self._room = threading.BoundedSemaphore(_READ_AT_ONCE)
        self._seen: list[tuple[Path, int]] = []
        self._recogniser: tuple[set[str], NotebookIdentity] = (set(), NotebookIdentity({}))

    def require(self, file: BinaryIO, size: int, assignment: str) -> None:
        """Require that a file is a notebook of an assignment; without a release, every file is.

        Args:
            file: from its start.
            size: in bytes.

        Raises:
            WrongFileError: it is not.
        """
        released, identity = self._released()
        if assignment not in released:
            return
        try:
            with self._room:
                names = identity.names(parsed(read_text(file, size), []))
        except GradingError as problem:
            raise _wrong(assignment, str(problem)) from None
        found = list(dict.fromkeys(name.partition("/")[0] for name in names))
        if assignment not in found:
            held = f"is the notebook of {found[0]}" if found else "has none of that notebook's cells"
            raise _wrong(assignment, f"the file {held}")

    def _released(self) -> tuple[set[str], NotebookIdentity]:
        """The assignments whose release can be read now, and what recognises their notebooks."""
        paths = [path for name in self._assignments for path in sorted((self._release / name).glob("*.ipynb"))]
        with suppress(FileNotFoundError):  # a release that is built just now
            seen = [(path, path.stat().st_mtime_ns) for path in paths]
            if seen != self._seen:
                trees = {f"{path.parent.name}/{path.name}": tree for path in paths if (tree := _tree(path)) is not None}
                self._recogniser = ({name.partition("/")[0] for name in trees}, NotebookIdentity(trees))
                self._seen = seen
        return self._recogniser


def _tree(path: Path) -> Any:
    """A released notebook as parsed JSON; None if it is none."""
    try:
        cells_of(tree := json.loads(path.read_bytes()), [])
    except (OSError, ValueError, GradingError):
        return None
    return tree


def _wrong(assignment: str, reason: str) -> WrongFileError:
    return WrongFileError(
        f"this is not the notebook of {assignment}: {reason}. It was not accepted, and no attempt was used"
    )
