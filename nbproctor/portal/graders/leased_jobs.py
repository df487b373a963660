"""The jobs that a grader holds: it keeps their leases, and writes down what came of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from pathlib import Path

from nbproctor.marking.marker import Marked
from nbproctor.portal.jobs import Job, JobQueue
from nbproctor.portal.portal_folder import PortalFolder

_log = logging.getLogger(__name__)
BUG = "the grader failed; see the portal's log"
"""What is said of a bug of ours."""


class LeasedJobs:
    """The jobs that a grader has leased, and has not done yet. Several threads may use it.

    Args:
        stopped: once it is set, no results are taken any more: what is broken off is let go.
    """

    def __init__(self, folder: PortalFolder, jobs: JobQueue, stopped: threading.Event) -> None:
        self._folder = folder
        self._jobs = jobs
        self._held: dict[int, Job] = {}
        self._stopped = stopped

    def lease(self, assignments: Collection[str]) -> Job | None:
        """Lease the job whose turn it is, and hold it; None if there is none."""
        if job := self._jobs.lease(assignments):
            self._held[job.submission] = job
        return job

    def file(self, job: Job) -> Path:
        """The file that was handed in."""
        return self._folder.uploads.path(job.sha256)

    def finish(self, job: Job, mark: Callable[[], Marked]) -> float | None:
        """Have a job done, and write down what came of it, or give it back.

        Args:
            mark: returns the marks of its submission.

        Returns:
            What its exercises took, in seconds; None if nothing came of it.
        """
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
        """Keep the leases of all jobs for as long again."""
        for job in list(self._held.values()):
            self._jobs.keep(job)

    def let_go(self, assignment: str) -> None:
        """Leave all jobs of an assignment to the next grader, as if they had not been begun."""
        for job in list(self._held.values()):
            if job.assignment == assignment:
                self._jobs.let_go(job)
                self._held.pop(job.submission, None)
