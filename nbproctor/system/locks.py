"""Locks on files. The system gives a lock up when its process ends, in whatever way it ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbproctor.errors import GradingError

try:
    import fcntl
except ImportError:  # not a Unix: nothing is locked there
    fcntl = None  # type: ignore[assignment]

_OPEN_FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def take(path: Path) -> int | None:
    """Lock a file, which is made if there is none.

    Returns:
        A file descriptor; to close it gives the lock up. None if another process has the lock.
    """
    descriptor = os.open(path, _OPEN_FLAGS, 0o600)
    try:
        if fcntl:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other runs from writing to a folder.

    Raises:
        GradingError: another run does so.
    """
    descriptor = take(folder / ".in-use")
    if descriptor is None:
        raise GradingError(f"another run writes to {folder}: wait for its end, or name another folder with --output")
    try:
        yield
    finally:
        os.close(descriptor)
