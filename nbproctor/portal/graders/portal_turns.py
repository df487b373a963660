"""PortalTurns: the turns of a portal's grader, in which who computes for long lets the others go first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from statistics import median

from nbproctor.examination.machine.turns import Turns

_IN_FLIGHT_FOR_A_TURN = 8  # one computes, the others only wait
_MOST_STANDING_BACK = 200
_LEAST_SECONDS, _TIMES_USUAL = 2.0, 4.0
_FEWEST_SEEN, _LAST_SEEN = 5, 101
_PAUSE_SECONDS = 0.2


class PortalTurns(Turns):
    """Bounds how many submissions compute at a time, and how many are in flight.

    One that computes for much longer than others do is broken off while others wait, and examined when nobody waits any
    more: then it has one turn of several at most, so that who comes meanwhile does not wait for it either.

    Args:
        is_awaited: says whether submissions wait that nobody has begun to examine.
    """

    def __init__(self, count: int, is_awaited: Callable[[], bool]) -> None:
        super().__init__(count)
        self._is_awaited = is_awaited
        self._room = threading.Semaphore(_IN_FLIGHT_FOR_A_TURN * count)
        self._behind = threading.Semaphore(_MOST_STANDING_BACK)
        self._long = threading.Semaphore(max(count - 1, 1))
        self._stopped = threading.Event()
        self._of_thread = threading.local()
        self._seen: deque[float] = deque(maxlen=_LAST_SEEN)
        self.most_in_flight = _IN_FLIGHT_FOR_A_TURN * count + _MOST_STANDING_BACK

    def begin(self) -> None:
        """Wait until another submission may be begun, and take its turn."""
        self._room.acquire()
        self.take()

    def end(self, seconds: float | None = None) -> None:
        """End a submission, in the thread that examined it; or none was there to begin.

        Args:
            seconds: what its exercises took; None if nothing is known.
        """
        if seconds is not None:
            self._seen.append(seconds)
        self.give_up()
        if getattr(self._of_thread, "is_long", False):
            self._of_thread.is_long = False
            self._long.release()
            self._behind.release()
        else:
            self._room.release()

    def stop(self) -> None:
        """Let nobody stand back any longer."""
        self._stopped.set()

    def others_go_first(self, charged_seconds: float) -> bool:
        """Whether a submission takes much longer than others do, and others wait."""
        if charged_seconds < self._patience() or self._stopped.is_set() or not self._is_awaited():
            return False
        return self._behind.acquire(blocking=False)

    def stand_back(self) -> None:
        """Wait until nobody else waits; the turn is another's meanwhile."""
        self.give_up()
        self._room.release()
        self._of_thread.is_long = True
        self._long.acquire()
        while not self._stopped.is_set() and self._is_awaited():
            self._stopped.wait(_PAUSE_SECONDS)
        self.take()

    def _patience(self) -> float:
        """After how many seconds a submission takes much longer than others do."""
        if len(self._seen) < _FEWEST_SEEN:
            return float("inf")
        return max(_LEAST_SECONDS, _TIMES_USUAL * median(self._seen))
