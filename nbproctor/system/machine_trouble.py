"""Trouble of the machine: this process comes late, memory is scarce; and sentences about what it lacks or refuses."""

from __future__ import annotations

import errno
import shutil
import time
from contextlib import suppress
from pathlib import Path

# A thread that looks ten times a second, and comes later than this, was stopped or had no processor.
_LATE_SECONDS = 2.0
# The system's own counts are read no oftener than this.
_READING_SECONDS = 0.5
# So much of the time all processes that want to run wait for memory: then it is scarce.
_SCARCE_SHARE = 0.3

_COUNTERS = Path("/proc/vmstat")
_PRESSURE = Path("/proc/pressure/memory")


class MachineTrouble:
    """Looks for trouble; `is_seen` is called several times a second."""

    def __init__(self) -> None:
        self._looked_at = self._read_at = time.monotonic()
        self._killed, self._stalled_seconds = _processes_killed(), _stalled_seconds()

    def is_seen(self) -> bool:
        """Whether there was trouble since the last look.

        Trouble is that this call comes late, that a process was killed for want of memory, or that memory was so scarce
        that everything had to wait for it.
        """
        now = time.monotonic()
        is_late = now - self._looked_at > _LATE_SECONDS
        self._looked_at = now
        if now - self._read_at < _READING_SECONDS:
            return is_late
        killed, stalled_seconds = _processes_killed(), _stalled_seconds()
        is_scarce = stalled_seconds - self._stalled_seconds > _SCARCE_SHARE * (now - self._read_at)
        found = is_late or is_scarce or killed != self._killed
        self._read_at, self._killed, self._stalled_seconds = now, killed, stalled_seconds
        return found


def _processes_killed() -> int:
    """How many processes of this machine the kernel has killed for want of memory; 0 where it does not tell."""
    with suppress(OSError, ValueError, StopIteration):
        lines = _COUNTERS.read_text().splitlines()
        return int(next(line for line in lines if line.startswith("oom_kill ")).split()[1])
    return 0


def _stalled_seconds() -> float:
    """How long all processes together have waited for memory since the machine started; 0 where nobody tells."""
    with suppress(OSError, ValueError, StopIteration):
        line = next(line for line in _PRESSURE.read_text().splitlines() if line.startswith("full "))
        return int(line.rpartition("total=")[2]) / 1e6
    return 0.0


_KEPT = "and grade again: what has been graded is kept"
_SENTENCES = {
    errno.ENOSPC: f"there is no room left on the disk: make room, or set TMPDIR to a folder that has some, {_KEPT}",
    errno.EDQUOT: f"your disk quota is used up: make room, or set TMPDIR to a folder that has some, {_KEPT}",
    errno.EFBIG: f"a file would exceed the largest file size that is allowed: raise the limit (ulimit -f), {_KEPT}",
    errno.EMFILE: f"too many files are open: raise the limit (ulimit -n), or use fewer --workers, {_KEPT}",
    errno.ENFILE: f"too many files are open on this machine: close other programs, {_KEPT}",
    errno.EAGAIN: f"the system allows no more processes: raise the limit (ulimit -u), or use fewer --workers, {_KEPT}",
    errno.ENOMEM: f"there is not enough memory: close other programs, or use fewer --workers, {_KEPT}",
    errno.EISDIR: f"there is a folder where a file should be: move it away, {_KEPT}",
    errno.ENOTDIR: f"there is a file where a folder should be: move it away, {_KEPT}",
    errno.EACCES: f"the system does not let you read or write this: check its owner and permissions, {_KEPT}",
    errno.EPERM: f"the system does not let you change this: check its owner and attributes, {_KEPT}",
    errno.EROFS: f"nothing can be written there, because it is mounted read-only: choose another place, {_KEPT}",
    errno.EIO: f"the disk could not be read or written: check the disk, {_KEPT}",
}


def sentence_about(error: BaseException) -> str:
    """What the machine lacks or refuses, and what to do, in one sentence; empty if the error does not speak of that."""
    if isinstance(error, MemoryError):
        return _SENTENCES[errno.ENOMEM]
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return _SENTENCES[errno.EAGAIN]
    if isinstance(error, shutil.Error):  # of several files; it has their errors as text
        return next((sentence for number, sentence in _SENTENCES.items() if f"[Errno {number}]" in str(error)), "")
    if isinstance(error, OSError) and error.errno in _SENTENCES:
        # When a file replaces another, the second name is the one that a person knows.
        path = error.filename2 or error.filename
        return _SENTENCES[error.errno] + (f" ({path})" if isinstance(path, str | Path) else "")
    return ""
