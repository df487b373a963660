"""A grader gets its assignments ready, one after the other, and tries again what failed."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence

from nbproctor.errors import GradingError
from nbproctor.portal.graders.leased_jobs import BUG
from nbproctor.portal.jobs import JobQueue

_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_ATTEMPTS = 30.0


class GettingReady(threading.Thread):
    """Gets assignments ready, those that somebody waits for first, and writes down which cannot be graded and why.

    Args:
        make_ready: gets one ready; it is called again after a while if it raises.
        stopped: set when nothing more is begun.
    """

    def __init__(
        self, jobs: JobQueue, assignments: Sequence[str], make_ready: Callable[[str], None], stopped: threading.Event
    ) -> None:
        super().__init__(name="getting-ready", daemon=True)
        self._jobs = jobs
        self._make_ready = make_ready
        self._left, self._failed = list(assignments), deque[str]()
        self._stopped = stopped

    def run(self) -> None:
        """Get ready what is not, until `stopped` is set."""
        while not self._stopped.is_set():
            if not self._left:
                self._stopped.wait(_SECONDS_BETWEEN_ATTEMPTS)
                while self._failed:
                    self._left.append(self._failed.popleft())
                continue
            name = next((each for each in self._jobs.assignments() if each in self._left), self._left[0])
            self._left.remove(name)
            try:
                self._make_ready(name)
                self._jobs.tell_readiness(name, "")
            except Exception as error:  # it is told on the board, and tried again
                self.has_failed(name, error)

    def has_failed(self, name: str, error: Exception) -> None:
        """Write down why an assignment cannot be graded now, and get it ready again after a while."""
        if isinstance(error, GradingError):
            _log.error("%s is not graded: %s", name, error)
        else:
            _log.error("%s is not graded", name, exc_info=error)
        self._jobs.tell_readiness(name, str(error) if isinstance(error, GradingError) else BUG)
        self._failed.append(name)
