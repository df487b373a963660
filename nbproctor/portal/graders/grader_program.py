"""The program of a grader: leases jobs, marks them, and writes down what came of them, until its portal ends.

It is a process of its own, started as
`python -m nbproctor.portal.graders.grader_program <course> <portal's folder> <assignment>...`;
it prints `ready`, and ends when its standard input does.
"""

from __future__ import annotations

import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.graders.grader_heartbeats import HEARTBEAT_SECONDS, GraderHeartbeats
from nbproctor.portal.graders.portal_turns import PortalTurns
from nbproctor.portal.graders.warm_marking import WarmMarking
from nbproctor.portal.jobs import Job, JobQueue
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import moment_text
from nbproctor.system.scratch_folders import remove_abandoned

_log = logging.getLogger(__name__)
_PAUSE_SECONDS = 0.05
_SECONDS_BETWEEN_ATTEMPTS = 30.0  # to get an assignment ready
_BUG = "a fault of the grader kept it from being examined; the portal's log says more"


class Grader:
    """Grades what is queued.

    Args:
        course: the course.
        folder: the portal's folder.
        assignments: the names of the assignments that it grades.
    """

    def __init__(self, course: Course, folder: PortalFolder, assignments: list[str]) -> None:
        self._folder = folder
        self._jobs = JobQueue(folder.rows)
        self._heartbeats = GraderHeartbeats(folder.rows)
        self._turns = PortalTurns(course.grading.workers, self._is_awaited)
        self._held: dict[int, Job] = {}
        self._stopped = threading.Event()
        self._course = course
        self._assignments = assignments
        self._opened = ExitStack()
        self._marking: dict[str, WarmMarking] = {}

    def _warm_up(self) -> None:
        """Get one assignment after the other ready, first those that somebody waits for."""
        left, failed = list(self._assignments), list[str]()
        while (left or failed) and not self._stopped.is_set():
            if not left:
                self._stopped.wait(_SECONDS_BETWEEN_ATTEMPTS)
                left, failed = failed, []
                continue
            name = next((each for each in self._jobs.assignments() if each in left), left[0])
            left.remove(name)
            try:
                self._make_ready(name)
            except GradingError as error:
                failed.append(name)
                _log.error("%s is not graded: %s", name, error)
                self._jobs.tell_readiness(name, str(error))
            except Exception:
                failed.append(name)
                _log.exception("%s is not graded", name)
                self._jobs.tell_readiness(name, _BUG)

    def _make_ready(self, name: str) -> None:
        with ExitStack() as until_ready:
            marking = until_ready.enter_context(WarmMarking(self._course, name, self._turns))
            marking.wait_until_ready()
            self._opened.push(until_ready.pop_all())
        self._marking[name] = marking
        self._jobs.tell_readiness(name, "")
        self._heartbeats.tell(self._turns.count, list(self._marking))

    def run(self) -> None:
        """Grade until `stop` is called."""
        threading.Thread(target=self._keep_leases, daemon=True).start()
        threading.Thread(target=self._warm_up, daemon=True).start()
        with self._opened, ThreadPoolExecutor(self._turns.most_in_flight, thread_name_prefix="submission") as executor:
            while not self._stopped.is_set():
                self._turns.begin()
                if job := self._jobs.lease(list(self._marking)):
                    self._held[job.submission] = job
                    executor.submit(self._graded, job)
                else:
                    self._turns.end()
                    self._stopped.wait(_PAUSE_SECONDS)
            for marking in list(self._marking.values()):
                marking.abandon()
        self._heartbeats.withdraw()

    def stop(self) -> None:
        """Begin nothing more."""
        self._stopped.set()
        self._turns.stop()

    def _is_awaited(self) -> bool:
        return self._jobs.is_awaited(list(self._marking))

    def _graded(self, job: Job) -> None:
        seconds: float | None = None
        try:
            seconds = self._grade(job)
        except Exception:
            _log.exception("submission %s could not be graded", job.submission)
            if self._stopped.is_set():
                self._jobs.let_go(job)
            else:
                self._jobs.give_back(job, _BUG)
        finally:
            self._held.pop(job.submission, None)
            self._turns.end(seconds)

    def _grade(self, job: Job) -> float | None:
        """Grade a submission, and write down what came of it: what its exercises took, in seconds, if anything did."""
        path = self._folder.uploads.path(job.sha256)
        marked = self._marking[job.assignment].mark(job.student, path, moment_text(job.received))
        if self._stopped.is_set():  # what was broken off says nothing
            self._jobs.let_go(job)
            return None
        if marked.result.unexamined:
            _log.error("submission %s could not be examined\n%s", job.submission, marked.bug)
            self._jobs.give_back(job, "the machine was in trouble while it was examined")
            return None
        page = self._folder.pages.keep(marked.feedback.encode())
        self._jobs.finish(job, marked.result.to_json(), page)
        return sum(each.seconds for each in marked.result.exercises)

    def _keep_leases(self) -> None:
        while not self._stopped.wait(HEARTBEAT_SECONDS):
            self._heartbeats.tell(self._turns.count, list(self._marking))
            for job in list(self._held.values()):
                self._jobs.keep(job)


def main() -> None:
    """Grade until the standard input ends."""
    logging.basicConfig(level=logging.WARNING, format="grader: %(message)s")
    root, folder, *assignments = sys.argv[1:]
    course = Course(Path(root))
    course.exam_day.folder = folder
    course.grading.not_isolated = course.exam_day.not_isolated
    remove_abandoned()
    grader = Grader(course, PortalFolder(course), assignments)
    running = threading.Thread(target=grader.run)
    running.start()
    print("ready", flush=True)
    sys.stdin.buffer.read()
    grader.stop()
    running.join()


if __name__ == "__main__":
    main()
