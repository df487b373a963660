"""Where submissions are marked: on this machine, or on others."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Protocol

from nbproctor.examination.machine.turns import Turns
from nbproctor.intake.handed_in import FurtherFilesRule, HandedIn, not_taken, take
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import UNREADABLE, Marked, Marker
from nbproctor.system.memory import little_to_collect, no_collection
from nbproctor.system.printable import one_line

_log = logging.getLogger(__name__)

# So many submissions may be in flight for each turn: one computes, and the others only wait.
_SUBMISSIONS_FOR_A_TURN = 8
_SECONDS_NOT_WORTH_A_WORD = 5.0

# Submissions as they come, each with a function that returns the marked one, or raises.
Coming = Iterator[tuple[Submission, Callable[[], Marked]]]


@dataclass(frozen=True)
class MarkingJob:
    """What is to be marked of one notebook of an assignment.

    Args:
        submissions: in the order in which they are marked.
        most_bytes: the size of the largest file that is read.
        further: which files beside a notebook are taken with it.
        meanwhile: is called once, in the caller's thread, while the processes get ready.
    """

    scheme: MarkScheme
    submissions: list[Submission]
    most_bytes: int
    further: FurtherFilesRule
    meanwhile: Callable[[], None]

    def take(self, submission: Submission) -> HandedIn:
        """Take a submission from its file."""
        try:
            return take(submission, self.most_bytes, self.further)
        except Exception:  # a bug of ours; the others are marked all the same
            _log.exception("%s: the notebook could not be read", submission.student)
            return not_taken(submission, UNREADABLE.format(submission.path.name))


class MarkingPlace(Protocol):
    """Where the submissions of one notebook after the other are marked.

    Attributes:
        reference_failures: the cells of this notebook's reference that raised, each with what it raised.
    """

    reference_failures: list[str]

    @property
    def waits_for(self) -> str:
        """What the next submission waits for, in words; empty if that needs no word."""

    def marked(self, job: MarkingJob) -> Coming:
        """Mark the submissions; yield each as it comes.

        Raises:
            GradingError: the assignment or the place is not fit for it.
        """


class ThisMachine:
    """This machine, with processes of its own; as many submissions compute at once as there are workers."""

    def __init__(self, workers: int) -> None:
        self.reference_failures: list[str] = []
        self._turns = Turns(workers)
        self._is_ready = False
        self._began: dict[str, float] = {}

    @property
    def waits_for(self) -> str:
        """The reference, or whose submission has been in flight for longest."""
        if not self._is_ready:
            return "preparing the sandbox and the reference"
        flying = min(self._began.copy().items(), key=itemgetter(1), default=None)
        if flying is None or (seconds := time.monotonic() - flying[1]) < _SECONDS_NOT_WORTH_A_WORD:
            return ""
        return f"{one_line(flying[0])} has been running for {seconds:.0f} s"

    def marked(self, job: MarkingJob) -> Coming:
        """Mark the submissions here, several at once; yield each as it comes.

        No more submissions are taken than are in flight, so memory does not grow with their number.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """

        def mark(submission: Submission) -> Marked:
            with self._turns:
                self._began[submission.student] = time.monotonic()
                try:
                    return marker.mark(job.take(submission))
                finally:
                    del self._began[submission.student]

        self._is_ready = False
        with Marker(job.scheme, self._turns) as marker:
            with no_collection():
                job.meanwhile()
                marker.wait_until_ready()
            self._is_ready = True
            self.reference_failures = marker.reference_failures
            left = iter(job.submissions)
            most = _SUBMISSIONS_FOR_A_TURN * self._turns.count
            # Threads suffice: they only wait for the processes of the examination.
            with little_to_collect(), ThreadPoolExecutor(most, thread_name_prefix="submission") as executor:
                flying = {executor.submit(mark, submission): submission for submission in islice(left, most)}
                try:
                    while flying:
                        done, _ = wait(flying, return_when=FIRST_COMPLETED)
                        for future in done:
                            yield flying.pop(future), future.result
                        flying.update(
                            {executor.submit(mark, submission): submission for submission in islice(left, len(done))}
                        )
                except BaseException:  # nobody takes the rest, say after Ctrl-C
                    executor.shutdown(wait=False, cancel_futures=True)
                    marker.abandon()
                    raise
