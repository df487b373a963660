"""Grader: leases jobs, has them marked, and writes down what came of them, wherever they are marked."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence

from nbproctor.config import Course
from nbproctor.portal.graders.getting_ready import GettingReady
from nbproctor.portal.graders.grader_heartbeats import HEARTBEAT_SECONDS, GraderHeartbeats
from nbproctor.portal.graders.leased_jobs import LeasedJobs
from nbproctor.portal.jobs import JobQueue
from nbproctor.portal.portal_folder import PortalFolder

OUTDATED_STATUS = 3
"""The exit status of a grader that ends as the course's source is to be read anew."""
_SECONDS_BETWEEN_LOOKS = 0.5


class Grader(ABC):
    """Grades what is queued, until it is stopped, or the course's source is to be read anew.

    Attributes:
        stopped: set when it begins nothing more.
    """

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
        """How many submissions are examined at once."""

    @property
    @abstractmethod
    def ready(self) -> list[str]:
        """The assignments that can be graded now."""

    @abstractmethod
    def make_ready(self, name: str) -> None:
        """Get an assignment ready.

        Raises:
            GradingError: it, this machine or the cluster is not fit for grading.
        """

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
        """Say that this grader is there, and what it can grade."""
        self._heartbeats.tell(self.at_once, self.ready)
