"""MachineGrader: marks submissions on this machine, by the scheme that grades a whole class."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from statistics import median

from nbproctor.config import Course
from nbproctor.examination.machine.turns import Turns
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked, Marker
from nbproctor.portal.graders.exam_scheme import exam_scheme, handed_in_file
from nbproctor.portal.graders.grader import Grader
from nbproctor.portal.jobs import Job
from nbproctor.portal.portal_folder import PortalFolder

_IN_FLIGHT_FOR_A_TURN = 8  # one computes, the others only wait
_MOST_STANDING_BACK = 200
_LEAST_SECONDS, _TIMES_USUAL = 2.0, 4.0
_FEWEST_SEEN, _LAST_SEEN = 5, 101
_TURN_PAUSE_SECONDS = 0.2


class PortalTurns(Turns):
    """Bounds how many submissions compute at a time, and how many are in flight.

    A submission that computes for much longer than others is cut short while others wait, and graded when none does any
    more. Such submissions never take the last of several turns, so that those that come meanwhile do not wait for them.

    Args:
        is_awaited: whether submissions wait that no grader has begun.
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
        """End a submission in the thread that graded it. Its exercises took so long; None if nothing is known."""
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
        """Let no submission stand back any longer."""
        self._stopped.set()

    def others_go_first(self, charged_seconds: float) -> bool:
        """Whether a submission takes much longer than others, and others wait."""
        if charged_seconds < self._patience() or self._stopped.is_set() or not self._is_awaited():
            return False
        return self._behind.acquire(blocking=False)

    def stand_back(self) -> None:
        """Wait until no other submission waits; another has the turn meanwhile."""
        self.give_up()
        self._room.release()
        self._of_thread.is_long = True
        self._long.acquire()
        while not self._stopped.is_set() and self._is_awaited():
            self._stopped.wait(_TURN_PAUSE_SECONDS)
        self.take()

    def _patience(self) -> float:
        """The seconds after which a submission takes much longer than others."""
        if len(self._seen) < _FEWEST_SEEN:
            return float("inf")
        return max(_LEAST_SECONDS, _TIMES_USUAL * median(self._seen))


_PAUSE_SECONDS = 0.05


class MachineGrader(Grader):
    """Grades the queue on this machine, with processes of its own."""

    def __init__(self, course: Course, folder: PortalFolder, assignments: Sequence[str]) -> None:
        super().__init__(course, folder, assignments)
        self._turns = PortalTurns(course.grading.workers, self._is_awaited)
        self._opened = ExitStack()
        self._marking: dict[str, tuple[MarkScheme, Marker]] = {}

    @property
    def at_once(self) -> int:
        """How many submissions are graded at once."""
        return self._turns.count

    @property
    def ready(self) -> list[str]:
        """The assignments that can be graded now."""
        return list(self._marking)

    def make_ready(self, name: str) -> None:
        """Start the processes that grade an assignment, and wait until they are ready."""
        scheme = exam_scheme(self.course, name)
        with ExitStack() as until_ready:
            marker = until_ready.enter_context(Marker(scheme, self._turns))
            marker.wait_until_ready()
            self._opened.push(until_ready.pop_all())
        self._marking[name] = scheme, marker
        self.tell()

    def grade(self) -> None:
        """Grade until `stopped` is set."""
        with self._opened, ThreadPoolExecutor(self._turns.most_in_flight, thread_name_prefix="submission") as executor:
            while not self.stopped.is_set():
                self._turns.begin()
                if job := self.held.lease(self.ready):
                    executor.submit(self._graded, job)
                else:
                    self._turns.end()
                    self.stopped.wait(_PAUSE_SECONDS)
            for _, marker in list(self._marking.values()):
                marker.abandon()

    def stop(self) -> None:
        """Begin nothing more."""
        super().stop()
        self._turns.stop()

    def _is_awaited(self) -> bool:
        return self.jobs.is_awaited(self.ready)

    def _graded(self, job: Job) -> None:
        self._turns.end(self.held.finish(job, partial(self._marked, job)))

    def _marked(self, job: Job) -> Marked:
        scheme, marker = self._marking[job.assignment]
        return marker.mark(handed_in_file(scheme.assignment, job.student, self.held.file(job), job.received))
