"""The scratch folder of a run, among the temporary folders; if the run is killed, the next run removes the folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from nbproctor.system import locks

_PREFIX = "course-"
_REMOVED = ".course-scratch-being-removed-"
"""Begins the name of a folder whose removal has begun: a name that nobody gives to a folder of their own."""


class Scratch:
    """A folder for this process alone. A lock shows that the process lives."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
        # The file is locked before it gets its name: nobody can find it and take the lock first.
        unnamed = self.path / f"{locks.NAME}-soon"
        self._lock = locks.take(unnamed)
        unnamed.rename(self.path / locks.NAME)

    def remove(self) -> None:
        """Remove the folder and all in it."""
        _remove(self.path)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def remove_abandoned() -> None:
    """Remove the folders of this user's runs that were killed."""
    temporary = Path(tempfile.gettempdir())
    for folder in (*temporary.glob(f"{_PREFIX}*"), *temporary.glob(f"{_REMOVED}*")):
        if _is_abandoned(folder):
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder of a run; who is killed meanwhile leaves it under a name that says so."""
    if not folder.name.startswith(_REMOVED):
        with suppress(OSError):
            folder = folder.rename(folder.with_name(_REMOVED + folder.name.removeprefix(_PREFIX)))
    remove_folder(str(folder))


def _is_abandoned(folder: Path) -> bool:
    with suppress(OSError):
        if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
            return False
        if folder.name.startswith(_REMOVED):
            return True
        # Anybody may put anything there. A folder without a lock's file is no run's, or is being made at this moment.
        if not (folder / locks.NAME).is_file():
            return False
        descriptor = locks.take(folder / locks.NAME)
        if descriptor is not None:
            os.close(descriptor)
            return True
    return False


def remove_folder(folder: str) -> None:
    """Remove a folder and all in it: also folders nested deeper than Python goes, or closed to their own owner."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwX", "--", folder], ["rm", "-rf", "--", folder]):
            subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a folder of our own making
