"""MachineGrader: submissions are marked on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from nbproctor.config import Course
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked, Marker
from nbproctor.portal.graders.exam_scheme import exam_scheme, handed_in_file
from nbproctor.portal.graders.grader import Grader
from nbproctor.portal.graders.portal_turns import PortalTurns
from nbproctor.portal.jobs import Job
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import moment_text

_PAUSE_SECONDS = 0.05


class MachineGrader(Grader):
    """Grades what is queued on this machine, with processes of its own."""

    def __init__(self, course: Course, folder: PortalFolder, assignments: Sequence[str]) -> None:
        super().__init__(course, folder, assignments)
        self._turns = PortalTurns(course.grading.workers, self._is_awaited)
        self._opened = ExitStack()
        self._marking: dict[str, tuple[MarkScheme, Marker]] = {}

    @property
    def at_once(self) -> int:
        """How many submissions are examined at once."""
        return self._turns.count

    @property
    def ready(self) -> list[str]:
        """The assignments that can be graded now."""
        return list(self._marking)

    def make_ready(self, name: str) -> None:
        """Start the processes that an assignment is examined by, and wait until they are ready.

        Raises:
            GradingError: it or this machine is not fit for grading.
        """
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
        received = moment_text(job.received)
        return marker.mark(handed_in_file(scheme.assignment, job.student, self.held.file(job), received))
