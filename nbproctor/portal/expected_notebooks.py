"""Recognises a wrong file before it counts as an attempt: no notebook, another one, or one that was not solved."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from nbproctor.config import Course
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import NotebookIdentity, released_trees
from nbproctor.intake.notebook_json import parsed, read_text

_NOT_COUNTED = "It was not accepted, and no attempt was used"
_READ_AT_ONCE = 2  # files: each may need some hundred megabytes while it is parsed


class WrongFileError(GradingError):
    """A file is not the solved notebook of its assignment; the student may insist."""


class ExpectedNotebooks:
    """Compares files with the released notebooks of a course. Threads may share it."""

    def __init__(self, course: Course, assignments: Sequence[str]) -> None:
        self._release = course.release
        self._assignments = list(dict.fromkeys([*assignments, *course.assignments()]))
        self._room = threading.BoundedSemaphore(_READ_AT_ONCE)
        self._seen: list[tuple[Path, int]] = []
        self._recogniser: tuple[set[str], NotebookIdentity] = (set(), NotebookIdentity({}))

    def require(self, file: BinaryIO, size: int, assignment: str) -> None:
        """Require that a file, read from its start, is a changed notebook of an assignment, if that is released.

        Raises:
            WrongFileError: it is not.
        """
        released, identity = self._released()
        if assignment not in released:
            return
        try:
            with self._room:
                tree = parsed(read_text(file, size), [])
                names, is_unchanged = identity.names(tree), identity.is_unchanged(tree)
        except GradingError as problem:
            raise _wrong(assignment, str(problem)) from None
        found = list(dict.fromkeys(name.partition("/")[0] for name in names))
        if assignment not in found:
            held = f"is the notebook of {found[0]}" if found else "has none of that notebook's cells"
            raise _wrong(assignment, f"the file {held}")
        if is_unchanged:
            raise WrongFileError(
                f"nothing has been changed in this notebook: save yours (Ctrl+S), and submit it again. {_NOT_COUNTED}"
            )

    def _released(self) -> tuple[set[str], NotebookIdentity]:
        """The assignments whose release can be read now, and what recognises their notebooks."""
        paths = [path for name in self._assignments for path in notebooks_in(self._release / name)]
        with suppress(FileNotFoundError):  # a release that is built just now
            seen = [(path, path.stat().st_mtime_ns) for path in paths]
            if seen != self._seen:
                trees = released_trees(paths)
                self._recogniser = ({name.partition("/")[0] for name in trees}, NotebookIdentity(trees))
                self._seen = seen
        return self._recogniser


def _wrong(assignment: str, reason: str) -> WrongFileError:
    return WrongFileError(f"this is not the notebook of {assignment}: {reason}. {_NOT_COUNTED}")
