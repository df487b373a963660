"""Locks that the system lets go of when their process ends, however it ends."""

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

_FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def take(path: Path) -> int | None:
    """Take the lock that a file stands for, which is made if need be.

    Returns:
        A descriptor to be closed, which gives it up; None if another process has it.
    """
    descriptor = os.open(path, _FLAGS, 0o600)
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
        GradingError: one does.
    """
    descriptor = take(folder / ".in-use")
    if descriptor is None:
        raise GradingError(f"another run writes to {folder}: wait for its end, or name another folder with --output")
    try:
        yield
    finally:
        os.close(descriptor)
