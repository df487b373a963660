"""A rehearsal of an exam day on this machine: a simulated class hands in, and its waits are measured."""

from __future__ import annotations

import heapq
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean

import nbformat
import psutil

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.receipts import require_chain, verified
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from nbproctor.portal.rehearsal.simulated_class import (
    ENDLESS,
    EXHAUSTING,
    ClassOutcome,
    HandedInWork,
    Percentiles,
    PlannedWork,
    SimulatedClass,
    TellStep,
    drawn_works,
    with_statement,
)
from nbproctor.portal.rehearsal.upload_curves import Curve, moments
from nbproctor.portal.waiting_times import QueuePace

GOAL_SECONDS = 10.0
"""So soon 95 of 100 reports should be there."""
_SECONDS_TO_GET_READY = 600.0
_MOST_PROCESSORS = 64
_DRAWN = 100
"""So many notebooks are drawn, and handed in again and again: to make one takes longer than to hand it in."""
_SECONDS_BETWEEN_LOOKS = 1.0
_TIMES = """
SELECT submissions.number, student, received, begun, graded, receipt, count(grades.number) AS reports
FROM submissions LEFT JOIN grades ON submission = submissions.number GROUP BY submissions.number
"""


@dataclass(frozen=True)
class RehearsalPlan:
    """What is rehearsed: students who hand in once each, over so many seconds.

    Args:
        endless_share: of the students, whose code never ends.
        exhausting_share: of the students, whose code uses up all memory.
    """

    students: int
    seconds: float
    curve: Curve
    endless_share: float = 0.0
    exhausting_share: float = 0.0


@dataclass(frozen=True)
class RehearsedWork:
    """What became of one submission; times in seconds after the exam began.

    Args:
        is_bounded: whether its code ends and needs little memory.
        received: when its last byte came.
        begun: when grading began.
        graded: when its report was there.
        told: within how many seconds of `received` its student was told to expect the report; None if nothing was told.
    """

    student: str
    is_bounded: bool
    received: float
    begun: float
    graded: float
    told: float | None


@dataclass(frozen=True)
class RehearsalOutcome:
    """How a rehearsal went.

    Args:
        problems: a sentence for each thing that went wrong.
        at_once: how many submissions were graded at once.
        memory: of portal and grader, from the beginning to the end, in bytes.
    """

    plan: RehearsalPlan
    works: list[RehearsedWork]
    problems: list[str]
    simulated: ClassOutcome
    at_once: int
    memory: list[int]

    @property
    def receipts(self) -> Percentiles:
        """From the beginning of an upload to its receipt."""
        return Percentiles.of([done.seconds_to_receipt for done in self.simulated.handed_in])

    def reports(self, is_bounded: bool) -> Percentiles:
        """From the last byte of an upload to the report."""
        return Percentiles.of([each.graded - each.received for each in self.works if each.is_bounded == is_bounded])

    @property
    def waits(self) -> Percentiles:
        """From the last byte of an upload to the beginning of grading."""
        return Percentiles.of([each.begun - each.received for each in self.works])

    @property
    def examinations(self) -> Percentiles:
        """From the beginning of grading to the report."""
        return Percentiles.of([each.graded - each.begun for each in self.works if each.is_bounded])

    @property
    def told_rightly(self) -> tuple[int, int]:
        """For how many the report came within the time that was told, and how many were told one."""
        told = [each for each in self.works if each.told is not None]
        return sum(each.graded - each.received <= (each.told or 0) for each in told), len(told)

    @property
    def enough_at_once(self) -> int | None:
        """How many submissions have to be graded at once for `GOAL_SECONDS`; None if even 64 are too few.

        The same uploads are queued for one, two, … graders as fast as these were; code that does not end lets the
        others go first.
        """
        works = [each for each in self.works if each.is_bounded]
        pace = QueuePace.of([(each.received, each.begun, each.graded) for each in works])
        if not pace:
            return 1
        turn = min(pace.pause * self.at_once, fmean(each.graded - each.begun for each in works))
        received = sorted(each.received for each in works)
        for at_once in range(1, _MOST_PROCESSORS + 1):
            waits = list(queued(received, turn, at_once))
            if Percentiles.of(waits).p95 + pace.examination <= GOAL_SECONDS:
                return at_once
        return None


def queued(received: Sequence[float], turn: float, at_once: int) -> Iterator[float]:
    """How long each submission waits for one of several graders, which it keeps for a turn; all in seconds."""
    free = [0.0] * at_once
    for moment in received:
        begins = max(moment, heapq.heappop(free))
        heapq.heappush(free, begins + turn)
        yield begins - moment


def rehearsed(course: Course, assignment: str, plan: RehearsalPlan, tell: TellStep) -> RehearsalOutcome:
    """Rehearse an exam day with a built assignment. The course's own portal, gradebook and grades are left alone.

    Raises:
        GradingError: the assignment or this machine is not fit for it.
    """
    tell(f"Choosing a notebook for each of {plan.students} students", 0, None)
    students = [f"student-{number:05}" for number in range(1, plan.students + 1)]
    works, unbounded = _works(course, assignment, plan)
    when = moments(plan.students, plan.seconds, plan.curve)
    planned = [
        PlannedWork(student, moment, works[number])
        for number, (student, moment) in enumerate(zip(students, when, strict=True))
    ]
    tell("Making login codes and starting the portal", 0, None)
    with (
        tempfile.TemporaryDirectory(prefix="rehearsal-") as folder,
        RehearsedPortal(course, assignment, Path(folder) / "portal", students) as portal,
    ):
        tell(f"Getting {assignment} ready to be graded", 0, None)
        at_once = _wait_until_ready(portal, assignment)
        memory = _Memory(portal)
        with memory:
            outcome = SimulatedClass(portal.address, assignment, portal.codes).hand_in(planned, tell)
        return _measured(portal, plan, outcome, at_once, memory.bytes, {students[number] for number in unbounded})


def _works(course: Course, assignment: str, plan: RehearsalPlan) -> tuple[list[bytes], set[int]]:
    """What each student hands in, and the numbers of those whose code never ends or uses up all memory."""
    notebooks = released_notebooks(course, assignment)
    if len(notebooks) > 1:
        raise GradingError(f"{assignment} has {len(notebooks)} notebooks, but the portal accepts only one")
    ((source, release),) = notebooks
    drawn = list(islice(drawn_works(source, release), min(plan.students, _DRAWN)))
    texts = [nbformat.writes(work).encode() for work in drawn]
    works = [texts[number % len(texts)] for number in range(plan.students)]
    unbounded: set[int] = set()
    for share, statement, place in ((plan.endless_share, ENDLESS, 0), (plan.exhausting_share, EXHAUSTING, 1)):
        count = round(share * plan.students)
        bad = nbformat.writes(with_statement(source, drawn[0], statement)).encode()
        for nth in range(count):  # spread over the class, never two in one place
            number = min(2 * (nth * plan.students // (2 * count)) + place, plan.students - 1)
            works[number] = bad
            unbounded.add(number)
    return works, unbounded


def _wait_until_ready(portal: RehearsedPortal, assignment: str) -> int:
    """Wait until the assignment can be graded; returns how many submissions are graded at once."""
    gives_up = time.monotonic() + _SECONDS_TO_GET_READY
    heartbeats = GraderHeartbeats(portal.folder.rows)
    while time.monotonic() < gives_up:
        if ready := [grader for grader in heartbeats.seen() if assignment in grader.ready]:
            return sum(grader.at_once for grader in ready)
        if trouble := portal.folder.rows.read("SELECT trouble FROM unready WHERE assignment = ?", assignment):
            raise GradingError(f"{assignment} cannot be graded: {trouble[0]['trouble']}")
        time.sleep(0.2)
    raise GradingError(f"{assignment} was not ready within {_SECONDS_TO_GET_READY:.0f} s")


def _measured(
    portal: RehearsedPortal,
    plan: RehearsalPlan,
    outcome: ClassOutcome,
    at_once: int,
    memory: list[int],
    unbounded: set[str],
) -> RehearsalOutcome:
    """Compare the portal's database with the students' receipts."""
    rows = portal.folder.rows.read(_TIMES)
    kept = {row["number"]: row for row in rows}
    key = portal.folder.signer().public_key
    problems = list(outcome.problems)
    try:
        require_chain([bytes(row["receipt"]) for row in rows], key)
    except GradingError as problem:
        problems.append(str(problem))
    problems += filter(None, (_lost(done, kept, key) for done in outcome.handed_in))
    began = min((done.begun for done in outcome.handed_in), default=0.0)
    told = {
        done.number: done.begun + done.told_at + done.told_seconds - kept[done.number]["received"] / 1e6
        for done in outcome.handed_in
        if done.told_seconds and done.number in kept
    }
    works = [
        RehearsedWork(
            student=row["student"],
            is_bounded=row["student"] not in unbounded,
            received=row["received"] / 1e6 - began,
            begun=row["begun"] / 1e6 - began,
            graded=row["graded"] / 1e6 - began,
            told=told.get(row["number"]),
        )
        for row in rows
        if row["graded"]
    ]
    return RehearsalOutcome(plan, works, problems, outcome, at_once, memory)


def _lost(done: HandedInWork, kept: dict[int, sqlite3.Row], key: str) -> str:
    """What is wrong with what the portal keeps for a receipt; empty if nothing is."""
    row = kept.get(done.number)
    if row is None or verified(done.receipt, key).sha256 != done.sha256:
        return f"{done.student} has receipt {done.number}, but the portal has no such submission"
    reports = row["reports"]
    return "" if reports == 1 else f"submission {done.number} of {done.student} has {reports} reports"


class _Memory(threading.Thread):
    """Measures the memory of portal and grader. Use it as a context manager."""

    def __init__(self, portal: RehearsedPortal) -> None:
        super().__init__(daemon=True)
        self._portal = portal
        self._stopped = threading.Event()
        self.bytes: list[int] = []

    def run(self) -> None:
        while not self._stopped.wait(_SECONDS_BETWEEN_LOOKS):
            try:
                process = psutil.Process(self._portal.pid)
                own = [process, *process.children()]  # the grader; not the processes of its examinations
                self.bytes.append(sum(each.memory_info().rss for each in own))
            except psutil.Error:  # one that has just ended
                continue

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *problem: object) -> None:
        self._stopped.set()
        self.join()
