"""Locks on files. The system gives a lock up when its process ends, in whatever way it ends."""

from __future__ import annotations

import os
import time
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


_NAME = ".in-use"
# Whoever reads a folder does so for a moment; a run that is to write there waits so long for them.
_SECONDS_OF_READERS = 60.0
_PAUSE_SECONDS = 0.05


@contextmanager
def unwritten(folder: Path) -> Iterator[None]:
    """Keep runs from writing to a folder while it is read; others may read it too. Nothing is written.

    Raises:
        GradingError: a run writes to it.
    """
    try:
        descriptor = os.open(folder / _NAME, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:  # no run ever wrote there
        yield
        return
    try:
        if not _may_read(descriptor):
            raise GradingError(f"another run is writing to {folder}: wait until it has finished")
        yield
    finally:
        os.close(descriptor)


def _may_read(descriptor: int) -> bool:
    """Take a lock that others may have too, unless somebody has it alone."""
    try:
        if fcntl:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _taken_after_readers(path: Path) -> int | None:
    """Lock a file alone; wait for those who only read. None if another process has it alone."""
    deadline = time.monotonic() + _SECONDS_OF_READERS
    while (descriptor := take(path)) is None and time.monotonic() < deadline:
        reader = os.open(path, os.O_RDONLY)
        try:
            if not _may_read(reader):
                return None
        finally:
            os.close(reader)
        time.sleep(_PAUSE_SECONDS)
    return descriptor


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other runs from writing to a folder.

    Raises:
        GradingError: another run does so.
    """
    descriptor = _taken_after_readers(folder / _NAME)
    if descriptor is None:
        raise GradingError(
            f"another run is writing to {folder}: wait until it has finished, or name another folder with --output"
        )
    try:
        yield
    finally:
        os.close(descriptor)
