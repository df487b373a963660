"""The run's own folder among the temporary ones; that of a run which was killed is removed by the next."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from nbproctor.system import locks
from nbproctor.system.removal import remove

_PREFIX = "course-"
_LOCK = ".in-use"


class Scratch:
    """A folder that is this process's while it lives, which a lock shows.

    Attributes:
        path: the folder.
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
        # Locked before it has its name, so that nobody finds it and can have the lock.
        unnamed = self.path / f"{_LOCK}-soon"
        self._lock = locks.take(unnamed)
        unnamed.rename(self.path / _LOCK)

    def remove(self) -> None:
        """Remove the folder and all in it."""
        remove(str(self.path))
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def remove_abandoned() -> None:
    """Remove the folders of this user's runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        if _is_abandoned(folder):
            remove(str(folder))


def _is_abandoned(folder: Path) -> bool:
    with suppress(OSError):
        # Others may put anything there; what has no such file is not ours, or was made this moment.
        if folder.is_symlink() or folder.stat().st_uid != os.geteuid() or not (folder / _LOCK).is_file():
            return False
        descriptor = locks.take(folder / _LOCK)
        if descriptor is not None:
            os.close(descriptor)
            return True
    return False
