"""One submission's examination: its cells in order, and what happens when one of them stops the candidate."""

from __future__ import annotations

import socket
import time
from collections.abc import Container
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any

from nbproctor.assignment.notebook import Assignment, Role, grade_id, is_same_process
from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CALL, ENDED_IN_A_CELL, OUT_OF_TIME, Stopped
from nbproctor.examination.grader.transcript import CellRecord, TestRecord, Transcript
from nbproctor.examination.grader.turns import Turns
from nbproctor.examination.grader.warm_parent import Child, WarmParent
from nbproctor.examination.grader.watchdog import Watchdog, WatchedCandidate
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.process_messages import (
    AttachCandidate,
    CandidateStart,
    CellReport,
    Enforced,
    ExaminerStart,
    GiveTraceback,
    RunCell,
    RunTest,
    TestReport,
    Traceback,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import CellOutput, note, printable, readable

# How long an examiner may take to notice that its candidate has ended, and an answer that has begun to arrive whole.
_GRACE_SECONDS = 5.0


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission.

    Args:
        cell_seconds: the longest that one cell may take.
        submission_seconds: the longest that all its cells may take together.
        output_bytes: how much output of one cell is kept.
        bounds: what the kernel and the watchdog bound: memory, files, processes.
    """

    cell_seconds: float
    submission_seconds: float
    output_bytes: int
    bounds: Bounds


@dataclass(frozen=True)
class Room:
    """What a submission is examined with.

    Args:
        assignment: the assignment that is examined.
        limits: the bounds on the submission.
        candidates: forks candidates.
        examiners: forks examiners.
        folder: a copy of the release, for this submission alone; empty if the sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        watchdog: watches the candidate.
        turns: the turns of the submissions; this one's is given up while the candidate only waits.
    """

    assignment: Assignment
    limits: Limits
    candidates: WarmParent
    examiners: WarmParent
    folder: str
    processor: int | None
    watchdog: Watchdog
    turns: Turns


class Disturbed(Exception):
    """The candidate's process ended, and nobody knows whether its own code ended it or something outside.

    Args:
        cell: the index of the cell that was run, or tested.
    """

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


class Sitting:
    """One submission's examination.

    When a cell or a call stops the candidate, a new candidate takes its place: the cells before are
    run again without those that stopped a candidate, and the cells after it are examined as if nothing had happened.

    Args:
        room: what it is examined with.
        paper: the submission.
        charged: the indices of cells. If the candidate ends at one of them and nobody can explain why, the exercise
            of that cell is charged with it; at any other cell, such an end ends the sitting.
    """

    def __init__(self, room: Room, paper: Paper, charged: Container[int]) -> None:
        self._room = room
        self._paper = paper
        self._charged = charged
        self._current_cell = -1  # the index of the cell that is run, or tested
        self._processes = ExitStack()
        self._ends = time.monotonic() + room.limits.submission_seconds
        self._points = {exercise.test: exercise.points for exercise in room.assignment.exercises}
        # The instructor's whole cell, with what is hidden from students: these run in the candidate.
        self._same_process = {
            grade_id(cell): cell.source
            for cell in room.assignment.notebook.cells
            if is_same_process(cell) or grade_id(cell) in room.examiners.not_apart
        }
        self._looked_into = looked_into(
            [replace(cell, source=self._source(cell)) for cell in paper.cells], self._same_process
        )
        self._guilty: set[int] = set()
        self._enforced: tuple[str, ...] = ()

    def run(self) -> Transcript:
        """Run every cell in the candidate; run a test cell in the examiner, and in the candidate if need be.

        Raises:
            Disturbed: the candidate ended.
            ChannelClosed: the examiner, or a warm parent, ended.
            DeadlineExpired: the candidate did not start in time.
        """
        self._start_examiner()
        self._start_candidate()
        cells: dict[int, CellRecord] = {}
        tests: dict[str, TestRecord] = {}
        for position, cell in enumerate(self._paper.cells):
            self._current_cell = cell.index
            if cell.grade_id in self._same_process:
                cells[cell.index] = record = self._run(position, replace(cell, source=self._source(cell)))
                tests[cell.grade_id] = self._believed(cell.grade_id, record)
            elif cell.role is Role.TEST:
                tests[cell.grade_id] = test = self._test(position, cell)
                cells[cell.index] = self._visible(position, cell, test)
            else:
                cells[cell.index] = self._run(position, cell)
        return Transcript(cells, tests, self._enforced)

    def close(self) -> None:
        """End all its processes."""
        self._processes.close()

    # In the candidate.

    def _run(self, position: int, cell: PaperCell) -> CellRecord:
        if self._time_is_up():
            return CellRecord([note(OUT_OF_TIME)], None, Outcome.NOT_RUN, OUT_OF_TIME)
        started = time.monotonic()
        try:
            report = self._ask_candidate(cell.source)
        except Stopped as stop:
            self._replace_candidate(position, cell)
            record = CellRecord([note(str(stop))], None, stop.outcome, str(stop))
        else:
            outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
            record = CellRecord(report.outputs, report.execution_count, outcome)
        record.seconds = time.monotonic() - started
        return record

    def _visible(self, position: int, cell: PaperCell, test: TestRecord) -> CellRecord:
        """The cell's outputs as the student saw them at home, and the official verdict where that differs."""
        if cell.index in self._guilty or test.outcome is Outcome.NOT_RUN:
            return CellRecord(test.outputs, None, test.outcome, test.message)
        if test.outcome is Outcome.PASSED and cell.index not in self._looked_into:
            count = self._skip(position, cell)
            for output in test.outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
            return CellRecord(test.outputs, count, Outcome.PASSED)
        record = self._run(position, cell)
        if test.outcome is not Outcome.PASSED and record.outcome is Outcome.PASSED:
            self._show_students_frames(test)
            record.outputs = [*record.outputs, *test.outputs]
        return record

    def _source(self, cell: PaperCell) -> str:
        """What the candidate runs of a cell."""
        return str(self._same_process.get(cell.grade_id, cell.source))

    def _believed(self, test: str, record: CellRecord) -> TestRecord:
        """The verdict of a test that ran in the candidate, as that process reports it, whatever its code made of it."""
        outcome, earned, message = record.outcome, 0.0, record.message or record.error
        if outcome is Outcome.PASSED:
            earned, message = _earned(_last_value(record.outputs), self._points[test]), ""
        elif record.error.startswith("AssertionError"):
            outcome, message = Outcome.FAILED, message.removeprefix("AssertionError: ").rstrip(": ")
        return TestRecord(record.outputs, outcome, earned, message, 0, 0.0, isolated=False)

    def _skip(self, position: int, cell: PaperCell) -> int | None:
        """Let the candidate count a cell that it does not run."""
        try:
            return self._ask_candidate(None).execution_count
        except Stopped:  # a thread of the student's may have ended the process meanwhile
            self._replace_candidate(position, cell)
            return None

    def _ask_candidate(self, source: str | None) -> CellReport:
        try:
            deadline = self._deadline()
            self._candidate.channel.send(RunCell(source).parts(), deadline)
            report = CellReport.read(self._answer(self._candidate, deadline))
            return replace(report, outputs=readable(report.outputs))
        except DeadlineExpired:
            raise self._too_long() from None
        except (ChannelClosed, WireError):
            raise self._ended(ENDED_IN_A_CELL) from None

    def _replace_candidate(self, position: int, cell: PaperCell) -> None:
        """Start a new candidate that has run all cells before this one but those that stopped a candidate."""
        self._guilty.add(cell.index)
        self._candidate.kill()
        self._start_candidate()
        for earlier in self._paper.cells[:position]:
            if earlier.index in self._guilty or self._time_is_up():
                continue
            self._current_cell = earlier.index
            is_believed = earlier.grade_id in self._same_process
            skipped = earlier.role is Role.TEST and earlier.index not in self._looked_into and not is_believed
            try:
                self._ask_candidate(None if skipped else self._source(earlier))
            except Stopped:
                self._replace_candidate(position, earlier)
                return

    # In the examiner.

    def _test(self, position: int, cell: PaperCell) -> TestRecord:
        if self._time_is_up():
            return TestRecord([note(OUT_OF_TIME)], Outcome.NOT_RUN, 0.0, OUT_OF_TIME, 0, 0.0)
        started = time.monotonic()
        try:
            report = self._ask_examiner(cell.grade_id)
        except Stopped as stop:
            seconds = time.monotonic() - started
            self._replace_candidate(position + 1, cell)
            return _stopped(stop, seconds)
        return self._judged(cell.grade_id, report, time.monotonic() - started)

    def _show_students_frames(self, test: TestRecord) -> None:
        """In the traceback of what the student's code raised, show that code and not the examiner's."""
        errors = [output for output in test.outputs if output["output_type"] == "error"]
        if not test.raised_by_student or not errors:
            return
        try:
            self._examiner.channel.send(GiveTraceback().parts())
            lines = Traceback.read(self._examiner.channel.receive(self._deadline())).lines
        except DeadlineExpired:
            self._candidate.kill()
            self._settle_examiner()
            return
        if lines:
            errors[-1]["traceback"] = [printable(line) for line in lines]

    def _ask_examiner(self, test: str) -> TestReport:
        try:
            self._examiner.channel.send(RunTest(test).parts())
            report = TestReport.read(self._answer(self._examiner, self._deadline()))
        except DeadlineExpired:
            # The examiner waits for the candidate; once that has ended, the test cell ends.
            self._candidate.kill()
            self._settle_examiner()
            raise self._too_long() from None
        if report.candidate_ended:
            raise self._ended(ENDED_IN_A_CALL)
        return report

    def _settle_examiner(self) -> None:
        try:
            self._examiner.channel.receive(time.monotonic() + _GRACE_SECONDS)
        except DeadlineExpired:
            self._examiner.kill()
            self._start_examiner()

    def _judged(self, test: str, report: TestReport, seconds: float) -> TestRecord:
        if report.passed:
            points = self._points[test]
            earned, outcome, message = _earned(report.value, points), Outcome.PASSED, ""
        else:
            outcome = Outcome.FAILED if report.asserted else Outcome.ERRORED
            earned, message = 0.0, _message(report)
        outputs = readable(report.outputs)
        return TestRecord(outputs, outcome, earned, message, report.cases, seconds, report.raised_by_student)

    # Processes and time.

    def _answer(self, process: _Process, deadline: float) -> Any:
        """What the process answers. An answer that has begun in time has `_GRACE_SECONDS` to arrive whole.

        Raises:
            DeadlineExpired: it did not answer in time.
        """
        self._wait_for(process, deadline)
        return process.channel.receive(max(deadline, time.monotonic() + _GRACE_SECONDS))

    def _wait_for(self, process: _Process, deadline: float) -> None:
        """Wait until the process answers; if the candidate only waits too, let another submission compute.

        Raises:
            DeadlineExpired: it did not answer in time.
        """
        has_turn = True
        try:
            while not process.channel.has_message(min(_LOOK_INTERVAL_SECONDS, rest := deadline - time.monotonic())):
                if rest <= 0:
                    raise DeadlineExpired
                if has_turn and self._candidate.waits:
                    self._room.turns.give_up()
                    has_turn = False
        finally:
            if not has_turn:
                since = time.monotonic()
                self._room.turns.take()
                self._ends += time.monotonic() - since

    def _ended(self, message: str) -> Stopped | Disturbed:
        """What to raise after the candidate's end: `Stopped` if a cell is charged with it, else `Disturbed`."""
        if self._candidate.reason or self._current_cell in self._charged:
            return Stopped(Outcome.ERRORED, self._candidate.reason or message)
        return Disturbed(self._current_cell)

    def _start_examiner(self) -> None:
        nobody, theirs = socket.socketpair()
        with nobody, theirs:
            self._examiner = _Process(self._room.examiners, theirs, self._room.limits.output_bytes)
        self._processes.callback(self._examiner.kill)
        self._examiner.channel.send(ExaminerStart(self._room.processor).parts())

    def _start_candidate(self) -> None:
        """Start a candidate, connect the examiner to it, and let it enter the sandbox."""
        examiners, candidates = socket.socketpair()
        with examiners, candidates:
            self._candidate = _WatchedProcess(self._room, candidates)
            self._processes.callback(self._candidate.kill)
            self._examiner.channel.send(AttachCandidate().parts())
            self._examiner.channel.send_socket(examiners)
        self._candidate.channel.send(CandidateStart(self._room.folder, self._room.processor).parts())
        self._enforced = tuple(
            Enforced.read(self._candidate.channel.receive(time.monotonic() + _GRACE_SECONDS)).protections
        )

    def _deadline(self) -> float:
        return min(time.monotonic() + self._room.limits.cell_seconds, self._ends)

    def _time_is_up(self) -> bool:
        return time.monotonic() >= self._ends

    def _too_long(self) -> Stopped:
        if self._time_is_up():
            return Stopped.notebook_too_long()
        return Stopped.cell_too_long(self._room.limits.cell_seconds)


def _stopped(stop: Stopped, seconds: float) -> TestRecord:
    return TestRecord([note(str(stop))], stop.outcome, 0.0, str(stop), 0, seconds)


def _message(report: TestReport) -> str:
    text = report.message
    return printable(text if report.asserted and text else f"{report.error}: {text}".removesuffix(": "))


def _earned(value: float | None, points: float) -> float:
    """The points of a test cell that passed: all, or as many as its last line gave, if that was a number.

    As nbgrader's partial credit, but never below zero or above the cell's points, and none for NaN.
    """
    if value is None:
        return points
    return min(max(float(value), 0.0), points) if value == value else 0.0


def _last_value(outputs: list[CellOutput]) -> float | None:
    """The number that a cell's last line gave; None if it gave none."""
    for output in outputs:
        if output["output_type"] == "execute_result":
            with suppress(ValueError, TypeError):
                return float(output["data"].get("text/plain"))
    return None


# The time between two looks whether a candidate only waits.
_LOOK_INTERVAL_SECONDS = 0.25


class _Process:
    """A forked child and the channel to it."""

    def __init__(self, parent: WarmParent, exam: socket.socket, output_bytes: int) -> None:
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours, PlainCodec(max_bytes=report_bytes(output_bytes)))
        with theirs:
            self._child: Child = parent.fork(theirs, exam)

    def kill(self) -> None:
        self._child.kill()
        self.channel.close()


class _WatchedProcess(_Process):
    """A candidate, which the watchdog watches."""

    def __init__(self, room: Room, exam: socket.socket) -> None:
        super().__init__(room.candidates, exam, room.limits.output_bytes)
        self._watchdog = room.watchdog
        self._watched = WatchedCandidate(self._child.process, self._child.signal_end, room.folder)
        self._watchdog.watch(self._watched)

    @property
    def waits(self) -> bool:
        """Whether it only waits."""
        return self._watched.waits

    @property
    def reason(self) -> str:
        """Why the watchdog ended it; empty if it did not."""
        return self._watched.reason

    def kill(self) -> None:
        self._watchdog.forget(self._watched)
        super().kill()
