"""Grader: leases jobs, has them marked, and records the results, wherever they are marked."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.marker import Marked
from nbproctor.portal.graders.grader_heartbeats import HEARTBEAT_SECONDS, GraderHeartbeats
from nbproctor.portal.jobs import Job, JobQueue
from nbproctor.portal.portal_folder import PortalFolder

_log = logging.getLogger(__name__)
BUG = "the grader failed; see the portal's log"
"""What is said of a bug of ours."""


class LeasedJobs:
    """The jobs that a grader has leased, and not finished yet. Threads may share it.

    Once `stopped` is set, no results are accepted: jobs that are cut short are let go.
    """

    def __init__(self, folder: PortalFolder, jobs: JobQueue, stopped: threading.Event) -> None:
        self._folder = folder
        self._jobs = jobs
        self._held: dict[int, Job] = {}
        self._stopped = stopped

    def lease(self, assignments: Collection[str]) -> Job | None:
        """Lease the next job, and hold it; None if there is none."""
        if job := self._jobs.lease(assignments):
            self._held[job.submission] = job
        return job

    def file(self, job: Job) -> Path:
        """The file that was handed in."""
        return self._folder.uploads.path(job.sha256)

    def finish(self, job: Job, mark: Callable[[], Marked]) -> float | None:
        """Have a job marked, and record the result; returns its exercises' seconds; None if it was given back."""
        try:
            return self._written(job, mark())
        except Exception:  # a bug of ours; the job is tried again, or set aside
            _log.exception("submission %s could not be graded", job.submission)
            if self._stopped.is_set():
                self._jobs.let_go(job)
            else:
                self._jobs.give_back(job, BUG)
            return None
        finally:
            self._held.pop(job.submission, None)

    def _written(self, job: Job, marked: Marked) -> float | None:
        if self._stopped.is_set():  # what was broken off says nothing
            self._jobs.let_go(job)
            return None
        if marked.result.unexamined:
            _log.error("submission %s could not be graded\n%s", job.submission, marked.bug)
            self._jobs.give_back(job, "the machine had a problem while grading it")
            return None
        page, autograded = (self._folder.pages.keep(text.encode()) for text in (marked.feedback, marked.notebook))
        self._jobs.finish(job, marked.result.to_json(), page, autograded)
        return sum(each.seconds for each in marked.result.exercises)

    def keep(self) -> None:
        """Renew the leases of all jobs."""
        for job in list(self._held.values()):
            self._jobs.keep(job)

    def let_go(self, assignment: str) -> None:
        """Leave all jobs of an assignment to the next grader, as if they had not been begun."""
        for job in list(self._held.values()):
            if job.assignment == assignment:
                self._jobs.let_go(job)
                self._held.pop(job.submission, None)


_SECONDS_BETWEEN_ATTEMPTS = 30.0


class GettingReady(threading.Thread):
    """Makes assignments ready, those that students wait for first, and records which cannot be graded and why."""

    def __init__(
        self, jobs: JobQueue, assignments: Sequence[str], make_ready: Callable[[str], None], stopped: threading.Event
    ) -> None:
        super().__init__(name="getting-ready", daemon=True)
        self._jobs = jobs
        self._make_ready = make_ready
        self._left, self._failed = list(assignments), deque[str]()
        self._stopped = stopped

    def run(self) -> None:
        """Make the assignments ready, until `stopped` is set."""
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
        """Record why an assignment cannot be graded now, and make it ready again after a while."""
        if isinstance(error, GradingError):
            _log.error("%s is not graded: %s", name, error)
        else:
            _log.error("%s is not graded", name, exc_info=error)
        self._jobs.tell_readiness(name, str(error) if isinstance(error, GradingError) else BUG)
        self._failed.append(name)


OUTDATED_STATUS = 3
"""The exit status of a grader that ends as the course's source is to be read anew."""
_SECONDS_BETWEEN_LOOKS = 0.5


class Grader(ABC):
    """Grades the queue until it is stopped, or the course's source has to be read again."""

    def __init__(self, course: Course, folder: PortalFolder, assignments: Sequence[str]) -> None:
        self.course = course
        self.stopped = threading.Event()
        self.jobs = JobQueue(folder.rows)
        self.held = LeasedJobs(folder, self.jobs, self.stopped)
        self.getting_ready = GettingReady(self.jobs, assignments, self.make_ready, self.stopped)
        self._heartbeats = GraderHeartbeats(folder.rows)

    @property
    @abstractmethod
    def at_once(self) -> int:
        """How many submissions are graded at once."""

    @property
    @abstractmethod
    def ready(self) -> list[str]:
        """The assignments that can be graded now."""

    @abstractmethod
    def make_ready(self, name: str) -> None:
        """Make an assignment ready; raises GradingError if it, this machine or the cluster is not fit for grading."""

    @abstractmethod
    def grade(self) -> None:
        """Grade until `stopped` is set."""

    def run(self) -> None:
        """Grade until `stop` is called."""
        threading.Thread(target=self._keep_leases, daemon=True).start()
        threading.Thread(target=self._end_when_outdated, daemon=True).start()
        self.getting_ready.start()
        self.grade()
        self._heartbeats.withdraw()

    def stop(self) -> None:
        """Begin nothing more."""
        self.stopped.set()

    def _keep_leases(self) -> None:
        while not self.stopped.wait(HEARTBEAT_SECONDS):
            self.tell()
            self.held.keep()

    def _end_when_outdated(self) -> None:
        while not self.stopped.wait(_SECONDS_BETWEEN_LOOKS):
            if self.jobs.is_outdated():
                self.stop()

    def tell(self) -> None:
        """Report that this grader is there, and what it can grade."""
        self._heartbeats.tell(self.at_once, self.ready)
