"""What students who wait see: how many are ahead, when the report is expected, and that it is there."""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from starlette.concurrency import run_in_threadpool

from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.jobs import SET_ASIDE, JobQueue
from nbproctor.portal.portal_rows import PortalRows

EXPECTED_SHARE = 0.9
"""Of so many submissions the report is expected within the time that is told."""
_QUANTILE = 1.2816  # of the normal distribution, for that share
_LAST = 200
_FEW = 5
_SECONDS_KEPT = 1.0
_TIMES = """
SELECT received, begun, graded FROM grades JOIN submissions ON submissions.number = submission
WHERE begun NOTNULL ORDER BY grades.number DESC LIMIT ?
"""
_JOB = "SELECT kind, trouble FROM jobs WHERE submission = ? AND NOT previews"
_SECONDS_BETWEEN_LOOKS = 0.3


@dataclass(frozen=True)
class QueuePace:
    """How fast a queue moves; times are in seconds.

    The graders together are taken for one server with a queue: from when the reports before it came, and from when each
    submission was received, follows how long each kept the others waiting (Lindley's recursion, read backwards).

    Args:
        pause: the mean time between two reports while submissions wait.
        deviation: the standard deviation of that time.
        known: the number of such times.
        examination: the `EXPECTED_SHARE` quantile of the time that grading takes.
    """

    pause: float
    deviation: float
    known: int
    examination: float

    @classmethod
    def of(cls, times: Sequence[tuple[float, float, float]]) -> QueuePace | None:
        """The pace of submissions, given as (received, begun, graded); None if there are none."""
        if not times:
            return None
        examinations = [graded - begun for _, begun, graded in times]
        in_order = sorted(times, key=lambda each: each[2])
        pauses = [
            later[2] - max(later[0], earlier[2])
            for earlier, later in pairwise(in_order)
            if later[0] < earlier[2]  # it waited: the graders had something to do all the time
        ]
        if len(pauses) < _FEW:
            pauses = examinations  # as if one were examined after the other: it takes no longer
        return cls(
            float(np.mean(pauses)), float(np.std(pauses)), len(pauses), float(np.quantile(examinations, EXPECTED_SHARE))
        )

    def seconds(self, ahead: int) -> float:
        """Within how many seconds the report is expected of a submission with so many ahead of it."""
        # Each pause varies, and the mean of a few pauses is not quite that of all.
        spread = self.deviation * math.sqrt(ahead + ahead**2 / self.known)
        return ahead * self.pause + _QUANTILE * spread + self.examination


class ExpectedTimes:
    """When reports are expected, from what the last submissions took. Threads may share it."""

    def __init__(self, rows: PortalRows) -> None:
        self._rows = rows
        self._lock = threading.Lock()
        self._looked = -math.inf
        self._pace: QueuePace | None = None

    def seconds(self, ahead: int) -> int | None:
        """Within how many seconds a report is expected with so many submissions ahead; None while nothing is known."""
        with self._lock:
            if not self._pace or time.monotonic() > self._looked + _SECONDS_KEPT:
                rows = self._rows.read(_TIMES, _LAST)
                self._pace = QueuePace.of([tuple(moment / 1e6 for moment in row) for row in rows])
                self._looked = time.monotonic()
            return max(math.ceil(self._pace.seconds(ahead)), 1) if self._pace else None


@dataclass(frozen=True)
class Wait:
    """How a submission waits.

    Args:
        ahead: how many submissions come before it.
        expected: within how many seconds its report is expected; None while nothing is known.
        preparing: whether the graders are still preparing its assignment.
    """

    ahead: int
    expected: int | None
    preparing: bool


class Waits:
    """How submissions wait. Threads may share it."""

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
            return (
                f"It could not be graded: {job[0]['trouble']}. It is kept, and your instructor can have it graded "
                "again."
            )
        name = submission["assignment"]
        if job and self._rows.read("SELECT 1 FROM unready WHERE assignment = ?", name):
            return f"{name} cannot be graded now. What you handed in is kept, and your instructor can see why."
        if job and job[0]["trouble"]:
            return (
                f"It could not be graded yet: {job[0]['trouble']}. It is kept, and will be tried again automatically."
            )
        return ""


class GradeNews:
    """Tells open pages that a submission is graded, by one look at the database for all of them.

    Its methods are called in one event loop.
    """

    def __init__(self, rows: PortalRows) -> None:
        self._rows = rows
        self._waiting: defaultdict[int, set[asyncio.Future[None]]] = defaultdict(set)
        self._looking: asyncio.Task[None] | None = None

    async def is_graded(self, submission: int, seconds: float) -> bool:
        """Wait for a grade; returns whether there is one."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[submission].add(told)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await asyncio.wait_for(told, seconds)
        except TimeoutError:
            return False
        finally:
            self._waiting[submission].discard(told)
            if not self._waiting[submission]:
                del self._waiting[submission]
        return True

    async def _look(self) -> None:
        while self._waiting:
            found = await run_in_threadpool(
                self._rows.read,
                "SELECT DISTINCT submission FROM grades WHERE submission IN (SELECT value FROM json_each(?))",
                json.dumps(list(self._waiting)),
            )
            for row in found:
                for told in self._waiting.get(row["submission"], ()):
                    if not told.done():
                        told.set_result(None)
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
