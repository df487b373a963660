"""Waits: what a student is told whose report is not there yet."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from nbproctor.portal.graders.expected_times import ExpectedTimes
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.jobs import SET_ASIDE, JobQueue
from nbproctor.portal.portal_rows import PortalRows

_JOB = "SELECT kind, trouble FROM jobs WHERE submission = ? AND NOT previews"


@dataclass(frozen=True)
class Wait:
    """How a submission waits.

    Args:
        ahead: how many come before it.
        expected: within how many seconds its report is expected; None while nothing is known.
        preparing: whether the graders that are there still get its assignment ready.
    """

    ahead: int
    expected: int | None
    preparing: bool

    def to_json(self) -> dict[str, Any]:
        """What an open page is told."""
        return asdict(self)


class Waits:
    """What is told to those who wait; threads may share it."""

    def __init__(self, rows: PortalRows, expected: ExpectedTimes) -> None:
        self._rows = rows
        self._jobs = JobQueue(rows)
        self._expected_times = expected
        self._heartbeats = GraderHeartbeats(rows)

    def of(self, submission: Any) -> Wait | None:
        """How a submission waits; None if it has its grade."""
        ahead = self._jobs.ahead_of(submission["number"])
        if ahead is None:
            return None
        graders = self._heartbeats.seen()
        preparing = bool(graders) and not any(submission["assignment"] in each.ready for each in graders)
        return Wait(ahead, None if preparing else self._expected_times.seconds(ahead), preparing)

    def trouble_of(self, submission: Any) -> str:
        """Why a submission has no grade yet, for its student; empty if it only waits."""
        job = self._rows.read(_JOB, submission["number"])
        if job and job[0]["kind"] == SET_ASIDE:
            return f"It could not be examined: {job[0]['trouble']}. It is kept, and your instructor has it tried again."
        name = submission["assignment"]
        if job and self._rows.read("SELECT 1 FROM unready WHERE assignment = ?", name):
            return f"{name} cannot be graded now. What you handed in is kept; your instructor sees why."
        if job and job[0]["trouble"]:
            return f"It could not be examined so far: {job[0]['trouble']}. It is kept, and tried again by itself."
        return ""
