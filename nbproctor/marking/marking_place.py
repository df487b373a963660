"""Where submissions are marked: on this machine, or on others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nbproctor.examination.machine.submissions_in_flight import in_parallel
from nbproctor.examination.machine.turns import Turns
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked, Marker
from nbproctor.results import Result
from nbproctor.system.memory import little_to_collect, no_collection


@dataclass(frozen=True)
class Graded:
    """One graded notebook."""

    result: Result
    files: tuple[Path, ...]


# Submissions as they come, each with a function that returns what came of it, or raises.
Coming = Iterator[tuple[Submission, Callable[[], Graded]]]


@dataclass(frozen=True)
class MarkingJob:
    """What is to be marked of one notebook of an assignment.

    Args:
        submissions: the submissions, in the order in which they are marked.
        write: writes what came of a submission; called in the process that grades the class.
        prepare: imports and opens what `write` needs; called once, in the thread of the caller.
    """

    scheme: MarkScheme
    submissions: list[Submission]
    take: Callable[[Submission], HandedIn]
    write: Callable[[Submission, Marked], Graded]
    prepare: Callable[[], None]


class MarkingPlace(Protocol):
    """Where the submissions of one notebook after the other are marked."""

    def graded(self, job: MarkingJob) -> Coming:
        """Have the submissions marked and written; yield each as it comes.

        Raises:
            GradingError: the assignment or the place is not fit for it.
        """


class ThisMachine:
    """This machine, with processes of its own.

    Args:
        workers: how many submissions compute at once.
    """

    def __init__(self, workers: int) -> None:
        self._turns = Turns(workers)

    def graded(self, job: MarkingJob) -> Coming:
        """Mark the submissions here, several at once; yield each as it comes.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """

        def grade(submission: Submission) -> Graded:
            return job.write(submission, marker.mark(job.take(submission)))

        with Marker(job.scheme, self._turns) as marker:
            with no_collection():
                job.prepare()  # while the warm parents get ready
                marker.wait_until_ready()
            with little_to_collect():
                for submission, future in in_parallel(grade, job.submissions, self._turns, marker.abandon):
                    yield submission, future.result
