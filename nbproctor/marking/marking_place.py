"""Where submissions are marked: on this machine, or on others."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Protocol, TypeVar

from nbproctor.examination.machine.turns import Turns
from nbproctor.intake.handed_in import FurtherFilesRule, HandedIn, not_taken, take
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import UNREADABLE, Marked, Marker
from nbproctor.system.memory import little_to_collect, no_collection
from nbproctor.system.printable import one_line

_log = logging.getLogger(__name__)

Item = TypeVar("Item")
Done = TypeVar("Done")

# So many submissions may be in flight for each turn: one computes, and the others only wait.
_SUBMISSIONS_FOR_A_TURN = 8
_SECONDS_NOT_WORTH_A_WORD = 5.0


# Submissions as they come, each with a function that returns the marked one, or raises.
Coming = Iterator[tuple[Submission, Callable[[], Marked]]]


@dataclass(frozen=True)
class MarkingJob:
    """What is to be marked of one notebook of an assignment.

    Args:
        submissions: the submissions, in the order in which they are marked.
        most_bytes: the size of the largest file that is read, in bytes.
        further: which files beside a notebook are taken with it.
        meanwhile: what the caller does while the processes get ready; called once, in its thread.
    """

    scheme: MarkScheme
    submissions: list[Submission]
    most_bytes: int
    further: FurtherFilesRule
    meanwhile: Callable[[], None]

    def take(self, submission: Submission) -> HandedIn:
        """Take a submission from its file; if it brings about a bug of ours, the others are marked all the same."""
        try:
            return take(submission, self.most_bytes, self.further)
        except Exception:  # a bug of ours; the others are marked all the same
            _log.exception("%s: the notebook could not be read", submission.student)
            return not_taken(submission, UNREADABLE.format(submission.path.name))


class MarkingPlace(Protocol):
    """Where the submissions of one notebook after the other are marked.

    Attributes:
        reference_failures: the cells of the reference that raised, each with what it raised, of the notebook that is
            marked now.
    """

    reference_failures: list[str]

    @property
    def waits_for(self) -> str:
        """What the next submission waits for, in words; empty if nothing is to be said."""

    def marked(self, job: MarkingJob) -> Coming:
        """Have the submissions marked; yield each as it comes.

        Raises:
            GradingError: the assignment or the place is not fit for it.
        """


class ThisMachine:
    """This machine, with processes of its own.

    Args:
        workers: how many submissions compute at once.
    """

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

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """

        def mark(submission: Submission) -> Marked:
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
            with little_to_collect():
                for submission, future in _in_parallel(mark, job.submissions, self._turns, marker.abandon):
                    yield submission, future.result


def _in_parallel(
    work: Callable[[Item], Done], items: Iterable[Item], turns: Turns, abandon: Callable[[], None]
) -> Iterator[tuple[Item, Future[Done]]]:
    """Do the work for every item, each in its turn; yield each item with its finished future.

    Threads suffice: the work is to wait for the processes of the examination. No more items are taken than are in
    flight, so memory does not grow with their number.

    Args:
        turns: the turns to compute; so many items compute at once.
        abandon: breaks off the work that has begun; called if nobody takes the rest, say after Ctrl-C.
    """

    def in_turn(item: Item) -> Done:
        with turns:
            return work(item)

    items = iter(items)
    most = _SUBMISSIONS_FOR_A_TURN * turns.count
    with ThreadPoolExecutor(most, thread_name_prefix="submission") as executor:
        flying = {executor.submit(in_turn, item): item for item in islice(items, most)}
        try:
            while flying:
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    yield flying.pop(future), future
                flying.update({executor.submit(in_turn, item): item for item in islice(items, len(done))})
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            abandon()
            raise
