"""The part of the passing time that a submission is charged for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

# Between two looks at its processes, a submission is charged for no more of the time in which they did nothing: if the
# second look came late, it is unknown which process waited for which.
_LONGEST_IDLE_SECONDS = 0.3


@dataclass(frozen=True)
class ProcessTimes:
    """What the processes of a submission have done until now, in seconds.

    Args:
        computed: the processor time that they used, with that of processes which they have waited for.
        waited: how long they were ready to compute while no processor was free, or the host of a virtual machine took
            the processor away.
        stopped: whether one of them is stopped by a signal, and may be continued.
    """

    computed: float = 0.0
    waited: float = 0.0
    stopped: bool = False


class ChargedTime:
    """The time that a submission is charged for, while the grader waits for the answers to its requests.

    Charged are the processor time of the runner, of all that it started and of the judge that runs functions for a
    suite, and the time in which none of these did anything, as the submitted code chose. Time in which they waited for
    a processor or were stopped, or in which the grader itself was late, is charged to nobody. Where nothing else runs,
    all time that passes is charged.

    The watchdog's thread looks at the processes; the sitting's asks what is charged.
    """

    def __init__(self) -> None:
        self.total = 0.0
        self._of_request = 0.0
        self._requests = 0
        self._seen_requests = 0
        self._is_asked = False
        self._before: tuple[float, ProcessTimes] | None = None

    @contextmanager
    def of_a_request(self) -> Iterator[None]:
        """Charge for what passes while the grader waits for an answer."""
        self._of_request = 0.0
        self._requests += 1
        self._is_asked = True
        try:
            yield
        finally:
            self._is_asked = False

    @property
    def of_request(self) -> float:
        """What is charged for the current request, in seconds."""
        return self._of_request if self._seen_requests == self._requests else 0.0

    def restart(self) -> None:
        """Continue with other processes; what is charged stays."""
        self._before = None

    def look(self, now: ProcessTimes) -> None:
        """Charge for what has passed since the last look."""
        moment = time.monotonic()
        before, self._before = self._before, (moment, now)
        is_new = self._seen_requests != self._requests
        if before is not None:
            charge = self._charge(moment - before[0], before[1], now)
            self.total += charge
            if not is_new:
                self._of_request += charge
        if is_new:  # less than a look's interval has passed since it began
            self._of_request = 0.0
            self._seen_requests = self._requests

    def _charge(self, passed: float, before: ProcessTimes, now: ProcessTimes) -> float:
        computed = max(now.computed - before.computed, 0.0)
        waited = max(now.waited - before.waited, 0.0)
        if not self._is_asked or now.stopped:
            return computed
        return computed + min(max(passed - computed - waited, 0.0), _LONGEST_IDLE_SECONDS)
