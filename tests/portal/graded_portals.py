"""What is handed in to a portal without its pages, and what its graders made of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.jobs import JobQueue
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import ExerciseResult, Result, SandboxRecord, SubmissionRecord
from tests.patience import HANGS


def hand_in(folder: PortalFolder, student: str, work: bytes) -> None:
    """Hand a file in for `numbers`."""
    desk = folder.intake_desk()
    arrival = Arrival(student, "numbers", f"key-{student:_<8}", folder.uploads.keep(work), len(work), desk.clock.now())
    desk.receipt_for(arrival, Rule())


def until(found: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + HANGS
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def results(folder: PortalFolder) -> dict[str, Result]:
    """The result of each student who handed in once."""
    rows = folder.rows.read("SELECT student, result FROM grades JOIN submissions ON submission = submissions.number")
    return {row["student"]: Result.from_json(row["result"]) for row in rows}


def finish_next(folder: PortalFolder, score: float, exercise: ExerciseResult) -> bool:
    """Write a made-up result down for what waits first; whether it was taken.

    Args:
        folder: the portal's folder.
        score: its points, of 10.
        exercise: its only exercise.
    """
    jobs = JobQueue(folder.rows)
    job = jobs.lease(["numbers"])
    assert job
    result = Result(
        student=job.student,
        assignment=job.assignment,
        score=score,
        max_score=10.0,
        cap=10.0,
        percent=10 * score,
        exercises=(exercise,),
        submission=SubmissionRecord("a" * 64, None, ()),
        sandbox=SandboxRecord("namespaces", ()),
        versions={},
    )
    return jobs.finish(job, result.to_json(), folder.pages.keep(b"page"))
