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

_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def take(path: Path) -> int | None:
    """Lock a file, made if needed; to close the descriptor unlocks it. None if another process has the lock."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _SAFELY, 0o600)
    if _lock(descriptor, shared=False):
        return descriptor
    os.close(descriptor)
    return None


def _lock(descriptor: int, shared: bool) -> bool:
    """Take a lock, alone or with others, unless another process has one that forbids it; whether it was taken."""
    if fcntl:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


NAME = ".in-use"
# A reader keeps a folder for a moment; a run that is to write there waits so long for it.
_SECONDS_OF_READERS = 60.0
_PAUSE_SECONDS = 0.05


@contextmanager
def unwritten(folder: Path) -> Iterator[None]:
    """Keep runs from writing to a folder while it is read, without writing; a GradingError if a run writes to it."""
    try:
        descriptor = os.open(folder / NAME, os.O_RDONLY | _SAFELY)
    except FileNotFoundError:  # no run ever wrote there
        yield
        return
    try:
        if not _lock(descriptor, shared=True):
            raise GradingError(f"another run is writing to {folder}: wait until it has finished")
        yield
    finally:
        os.close(descriptor)


def _taken_after_readers(path: Path) -> int | None:
    """Lock a file alone; wait for those who only read. None if another process has it alone."""
    deadline = time.monotonic() + _SECONDS_OF_READERS
    while (descriptor := take(path)) is None and time.monotonic() < deadline:
        reader = os.open(path, os.O_RDONLY)
        try:
            if not _lock(reader, shared=True):
                return None
        finally:
            os.close(reader)
        time.sleep(_PAUSE_SECONDS)
    return descriptor


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other runs from writing to a folder; a GradingError if another run does so."""
    descriptor = _taken_after_readers(folder / NAME)
    if descriptor is None:
        raise GradingError(
            f"another run is writing to {folder}: wait until it has finished, or name another folder with --output"
        )
    try:
        yield
    finally:
        os.close(descriptor)
