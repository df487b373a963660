"""Which processor a submission runs on: one that no other submission on this machine runs on, as far as anyone knows.

Candidate and examiner take turns, so they share one: waking another costs more than a call.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from grading import lock


class Processors:
    """Those that this process may use. Several graders and workers on a machine tell each other by locks of files."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_flight = dict.fromkeys(_available(), 0)
        self._folder = _folder()

    @contextmanager
    def take(self) -> Iterator[int | None]:
        """Take a processor; None if the system does not tell which there are."""
        processor, descriptor = self._chosen()
        try:
            yield processor
        finally:
            if descriptor is not None:
                os.close(descriptor)
            with self._lock:
                self._in_flight[processor] -= 1

    def _chosen(self) -> tuple[int | None, int | None]:
        """One that is free, and its lock; else the one with the fewest of this process's submissions."""
        with self._lock:
            # Graders who cannot see each other's locks, in containers for one, shall not all begin with the same.
            processors = random.sample(list(self._in_flight), len(self._in_flight))
            processors.sort(key=self._in_flight.__getitem__)
            taken = next(((one, lock) for one in processors if (lock := self._locked(one)) is not None), None)
            processor, descriptor = taken or (processors[0], None)
            self._in_flight[processor] += 1
            return processor, descriptor

    def _locked(self, processor: int | None) -> int | None:
        if self._folder is not None and processor is not None:
            with suppress(OSError):
                return lock.take(self._folder / str(processor))
        return None


def _available() -> list[int | None]:
    """The processors that this process may run on; one that is not named, where the system does not tell."""
    return [*sorted(os.sched_getaffinity(0))] if hasattr(os, "sched_getaffinity") else [None]


def _folder() -> Path | None:
    """The folder of the locks, which all processes of this user share; None if it is not this user's."""
    folder = Path(tempfile.gettempdir()) / f"processors-of-course-{os.geteuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        if not folder.is_symlink() and folder.stat().st_uid == os.geteuid():
            return folder
    return None
