"""A simulated class: all its students log in, hand in when it is planned, and wait for their reports."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import numpy as np

from nbproctor.errors import GradingError
from nbproctor.portal.rehearsal.simulated_students import HandedInWork, SimulatedStudent

_LOG_IN_AT_ONCE = 8
_LONGEST_WAIT_SECONDS = 1800.0  # for a report
_WAITING = "Handing in and waiting for reports"
TellStep = Callable[[str, int, int | None], object]
"""Hears what is being done, how much of it is, and of how much; None if that is not known."""


def _tell_nobody(step: str, done: int, total: int | None) -> None:
    pass


@dataclass(frozen=True)
class PlannedWork:
    """What a student is to hand in, and when.

    Args:
        second: when, in seconds after all have logged in.
    """

    student: str
    second: float
    work: bytes


@dataclass
class ClassOutcome:
    """What became of a class.

    Args:
        problems: a sentence for each student who did not get what they came for.
        seconds: how long it lasted, from when all had logged in.
        own_processor_seconds: what the simulation itself used of a processor meanwhile.
        most_late: by how many seconds it began an upload later than planned, at most: it was too busy itself.
    """

    handed_in: list[HandedInWork] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    own_processor_seconds: float = 0.0
    most_late: float = 0.0


class SimulatedClass:
    """A class of simulated students, for one assignment of a portal.

    Args:
        codes: the one-time code of each student.
    """

    def __init__(self, portal: str, assignment: str, codes: Mapping[str, str]) -> None:
        self._portal = portal
        self._assignment = assignment
        self._codes = codes

    def hand_in(self, plan: Sequence[PlannedWork], tell: TellStep = _tell_nobody) -> ClassOutcome:
        """Have all log in, hand in as planned, and wait for their reports.

        Args:
            plan: who hands in what, and when; a student may do so several times.
            tell: hears how far they are.

        Raises:
            GradingError: somebody could not log in.
        """
        return asyncio.run(self._hand_in(plan, tell))

    async def _hand_in(self, plan: Sequence[PlannedWork], tell: TellStep) -> ClassOutcome:
        outcome, reports = ClassOutcome(), 0

        def tell_one_more(_: object) -> None:
            nonlocal reports
            reports += 1
            tell(_WAITING, reports, len(plan))

        async with AsyncExitStack() as opened:
            students = {
                name: await opened.enter_async_context(SimulatedStudent(self._portal, name, self._codes[name]))
                for name in dict.fromkeys(planned.student for planned in plan)
            }
            tell(f"Logging in {len(students)} students", 0, None)
            await _log_in(list(students.values()))
            tell(_WAITING, 0, len(plan))
            began, used = time.monotonic(), time.process_time()
            async with asyncio.TaskGroup() as tasks:
                for planned in plan:
                    task = tasks.create_task(self._one(students[planned.student], planned, began, outcome))
                    task.add_done_callback(tell_one_more)
            outcome.seconds = time.monotonic() - began
            outcome.own_processor_seconds = time.process_time() - used
        return outcome

    async def _one(self, student: SimulatedStudent, planned: PlannedWork, began: float, outcome: ClassOutcome) -> None:
        await asyncio.sleep(began + planned.second - time.monotonic())
        outcome.most_late = max(outcome.most_late, time.monotonic() - began - planned.second)
        try:
            handed_in = await student.hand_in(self._assignment, planned.work)
            outcome.handed_in.append(handed_in)
            await asyncio.wait_for(student.wait_for_report(handed_in), _LONGEST_WAIT_SECONDS)
        except GradingError as problem:
            outcome.problems.append(str(problem))
        except TimeoutError:
            outcome.problems.append(f"{student.name}: no report within {_LONGEST_WAIT_SECONDS:.0f} seconds")


async def _log_in(students: Sequence[SimulatedStudent]) -> None:
    """Log all in, a few at a time, as before an examination that has not begun."""
    room = asyncio.Semaphore(_LOG_IN_AT_ONCE)

    async def log_in(student: SimulatedStudent) -> None:
        async with room:
            await student.log_in()

    await asyncio.gather(*map(log_in, students))


@dataclass(frozen=True)
class Percentiles:
    """How long something took, in seconds.

    Args:
        most: what took longest.
    """

    p50: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Percentiles:
        """Those of some values; all zero if there are none."""
        return cls(*map(float, np.percentile(values or [0.0], (50, 95, 99, 100))))
