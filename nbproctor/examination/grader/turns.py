"""Turns: how many submissions compute at a time."""

from __future__ import annotations

import threading
from types import TracebackType

# A candidate that used less than this share of a processor for this long only waits.
WAITING_SHARE, WAITING_SECONDS = 0.1, 0.3


class Turns:
    """Bounds how many submissions compute at a time; one that only waits lets another have its turn.

    Args:
        count: how many compute at a time.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._free = threading.Semaphore(count)

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.give_up()

    def take(self) -> None:
        """Wait for a turn."""
        self._free.acquire()

    def give_up(self) -> None:
        """Let another submission have the turn."""
        self._free.release()
