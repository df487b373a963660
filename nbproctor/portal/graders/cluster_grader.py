"""ClusterGrader: the workers of a Dask cluster mark submissions."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from nbproctor.config import Course
from nbproctor.intake.handed_in import HandedIn
from nbproctor.marking.cluster.dask_cluster import Cluster
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked
from nbproctor.portal.graders.exam_scheme import exam_scheme, handed_in_file
from nbproctor.portal.graders.grader import Grader, LeasedJobs
from nbproctor.portal.jobs import Job
from nbproctor.portal.portal_folder import PortalFolder

LeasedWork = tuple[Job, HandedIn]


@dataclass(frozen=True)
class LeasedQueue:
    """The queued submissions of one assignment, leased when a worker has room for one."""

    pause_seconds = 0.05

    held: LeasedJobs
    scheme: MarkScheme
    stopped: threading.Event

    @property
    def is_over(self) -> bool:
        """Whether nothing more is begun."""
        return self.stopped.is_set()

    def next_few(self, threads: int) -> list[LeasedWork]:
        """Lease one submission, if one waits; more would wait for each other."""
        if self.is_over or not (job := self.held.lease([self.scheme.assignment.name])):
            return []
        try:
            return [(job, handed_in_file(self.scheme.assignment, job.student, self.held.file(job), job.received))]
        except Exception as error:  # it is raised where the job ends
            self.held.finish(job, partial(_raise, error))
            return []


class ClusterGrader(Grader):
    """Grades the queue on the workers of a Dask cluster, which may come and go.

    A submission that never ends keeps a thread of its worker until its time is over: others go on with the rest.
    """

    def __init__(self, course: Course, folder: PortalFolder, assignments: Sequence[str]) -> None:
        super().__init__(course, folder, assignments)
        self._clusters: dict[str, Cluster[LeasedWork]] = {}
        self._marking: list[threading.Thread] = []

    @property
    def at_once(self) -> int:
        """As many as the workers that are ready have threads."""
        return max((cluster.at_once for cluster in list(self._clusters.values())), default=0)

    @property
    def ready(self) -> list[str]:
        """The assignments that can be graded now."""
        return list(self._clusters)

    def make_ready(self, name: str) -> None:
        """Set an assignment up on the workers, and wait until one of them is ready."""
        scheme = exam_scheme(self.course, name)
        cluster = Cluster[LeasedWork](self.course.grading.scheduler, scheme, itemgetter(1))
        try:
            cluster.wait_until_ready()
        except BaseException:
            cluster.close()
            raise
        self._clusters[name] = cluster
        self.tell()
        thread = threading.Thread(target=self._graded, args=(name, cluster, scheme), name=f"cluster-{name}")
        self._marking.append(thread)
        thread.start()

    def grade(self) -> None:
        """Wait until `stopped` is set, while other threads grade; then leave the cluster."""
        self.stopped.wait()
        for cluster in list(self._clusters.values()):
            cluster.close()
        for thread in self._marking:
            thread.join()

    def _graded(self, name: str, cluster: Cluster[LeasedWork], scheme: MarkScheme) -> None:
        try:
            with cluster:
                for (job, _), mark in cluster.marked(LeasedQueue(self.held, scheme, self.stopped)):
                    self.held.finish(job, mark)
        except Exception as error:  # it is told on the board, and tried again
            self._clusters.pop(name)
            self.held.let_go(name)
            if not self.stopped.is_set():
                self.getting_ready.has_failed(name, error)


def _raise(error: Exception) -> Marked:
    raise error
