"""One submission's examination: its cells in order, and what happens when one of them stops the candidate.

What stops a candidate is charged to the cell only if it was the submitted code's own doing. Anything else disturbs the
sitting, and `Examination` has it done again.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Container, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from typing import Any

from nbproctor.assignment.notebook import Assignment, Role, grade_id, is_same_process
from nbproctor.examination.grader.exam_processes import CandidateProcess, ExamProcess
from nbproctor.examination.grader.stopped_cells import (
    ENDED_IN_A_CALL,
    ENDED_IN_A_CELL,
    OUT_OF_TIME,
    TOO_MUCH_OUTPUT,
    Stopped,
)
from nbproctor.examination.grader.transcript import CellRecord, TestRecord, Transcript, earned_points, last_value
from nbproctor.examination.grader.warm_parent import Child, WarmParent
from nbproctor.examination.machine.charged_time import ChargedTime
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.machine.watchdog import Watchdog, WatchedCandidate
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired, NoMemory
from nbproctor.examination.wire.process_messages import (
    AttachCandidate,
    CandidateStart,
    CellReport,
    Enforced,
    ExaminerStart,
    GiveTraceback,
    Message,
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

# How long a candidate may take to enter its sandbox, and an examiner to notice that its candidate has ended.
_GRACE_SECONDS = 60.0
# A machine that is never quiet lets a cell take so many times as long by the clock as it may be charged for.
_CLOCK_TIMES = 8


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission.

    Args:
        cell_seconds: the longest that one cell may take of the time that it is charged for.
        submission_seconds: the longest that all its cells may take together.
        output_bytes: how much output of one cell is kept.
        submission_output_bytes: how much output of all its cells is kept.
        bounds: what the kernel and the watchdog bound: memory, files, processes.
    """

    cell_seconds: float
    submission_seconds: float
    output_bytes: int
    submission_output_bytes: int
    bounds: Bounds


@dataclass(frozen=True)
class Room:
    """What a submission is examined with.

    Args:
        assignment: the assignment that is examined.
        limits: the bounds on the submission.
        candidates: forks candidates.
        examiners: forks examiners.
        fresh_folder: gives a copy of the release, for one candidate alone; an empty path if the sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        watchdog: watches the candidate.
        turns: the turns of the submissions; this one's is given up while the candidate only waits.
    """

    assignment: Assignment
    limits: Limits
    candidates: WarmParent
    examiners: WarmParent
    fresh_folder: Callable[[], AbstractContextManager[str]]
    processor: int | None
    watchdog: Watchdog
    turns: Turns


class Disturbed(Exception):
    """A cell did not come to its end, and nobody knows whether that was the submitted code's doing or the machine's.

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
        charged: the indices of cells. If one of them does not come to its end and nobody can explain why, its exercise
            is charged with it; any other cell of which that is true ends the sitting.
        settled: the verdicts of earlier sittings that were reached undisturbed, by the `grade_id` of the test cell:
            they stay, whatever this sitting finds.

    Attributes:
        settled: the verdicts that are settled now.
        charged_time: what it is charged for.
    """

    def __init__(
        self, room: Room, paper: Paper, charged: Container[int] = (), settled: Mapping[str, TestRecord] | None = None
    ) -> None:
        self.settled = dict(settled or {})
        self._room = room
        self._paper = paper
        self._charged = charged
        self._current_cell = -1  # the index of the cell that is run, or tested
        self._processes = ExitStack()
        self.charged_time = ChargedTime()
        self._output_room = room.limits.submission_output_bytes
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
            Disturbed: a cell did not come to its end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: the candidate did not start in time.
        """
        self._start_examiner()
        self._start_candidate()
        cells: dict[int, CellRecord] = {}
        tests: dict[str, TestRecord] = {}
        for position, cell in enumerate(self._paper.cells):
            self._current_cell = cell.index
            if cell.grade_id in self._same_process:
                started = time.monotonic()
                cells[cell.index] = record = self._run(position, replace(cell, source=self._source(cell)))
                tests[cell.grade_id] = self._settle(started, cell, self._believed(cell.grade_id, record))
            elif cell.role is Role.TEST:
                started = time.monotonic()
                tests[cell.grade_id] = test = self._settle(started, cell, self._test(position, cell))
                cells[cell.index] = self._visible(position, cell, test)
            else:
                cells[cell.index] = self._run(position, cell)
        return Transcript(cells, tests, self._enforced)

    def close(self) -> None:
        """End all its processes."""
        self._processes.close()

    def _settle(self, started: float, cell: PaperCell, test: TestRecord) -> TestRecord:
        """The verdict that counts: one that is settled already; else this one, settled now if nothing disturbed it.

        Args:
            started: when this one was begun, on the monotonic clock.
            cell: the test cell.
            test: this verdict.
        """
        if cell.grade_id in self.settled:
            return self.settled[cell.grade_id]
        if max(self._room.watchdog.trouble_at, self._candidate.stopped_at) < started or cell.index in self._charged:
            self.settled[cell.grade_id] = test
        return test

    # In the candidate.

    def _run(self, position: int, cell: PaperCell) -> CellRecord:
        if self._time_is_up():
            return CellRecord([note(OUT_OF_TIME)], None, Outcome.NOT_RUN, OUT_OF_TIME)
        started = time.monotonic()
        try:
            report = self._ask_candidate(cell.source)
            self._candidate.look_at_folder()
        except Stopped as stop:
            self._replace_candidate(position, cell)
            record = CellRecord([note(str(stop))], None, stop.outcome, str(stop))
        else:
            outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
            record = CellRecord(self._kept(report.outputs, cell.grade_id), report.execution_count, outcome)
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
            self._show_students_frames(position, cell, test)
            record.outputs = [*record.outputs, *test.outputs]
        return record

    def _source(self, cell: PaperCell) -> str:
        """What the candidate runs of a cell."""
        return str(self._same_process.get(cell.grade_id, cell.source))

    def _believed(self, test: str, record: CellRecord) -> TestRecord:
        """The verdict of a test that ran in the candidate, as that process reports it, whatever its code made of it."""
        outcome, earned, message = record.outcome, 0.0, record.message or record.error
        if outcome is Outcome.PASSED:
            earned, message = earned_points(last_value(record.outputs), self._points[test]), ""
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
            return CellReport.read(self._answer(self._candidate, RunCell(source)))
        except NoMemory:
            raise Disturbed(self._current_cell) from None
        except WireError:
            raise Stopped(Outcome.ERRORED, self._candidate.reason or ENDED_IN_A_CELL) from None
        except ChannelClosed:
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
            self._candidate.look_at_folder()
        except Stopped as stop:
            seconds = time.monotonic() - started
            self._replace_candidate(position + 1, cell)
            return _stopped(stop, seconds)
        return self._judged(cell.grade_id, report, time.monotonic() - started)

    def _show_students_frames(self, position: int, cell: PaperCell, test: TestRecord) -> None:
        """In the traceback of what the student's code raised, show that code and not the examiner's."""
        errors = [output for output in test.outputs if output["output_type"] == "error"]
        if not test.raised_by_student or not errors:
            return
        try:
            lines = Traceback.read(self._answer(self._examiner, GiveTraceback())).lines
        except Stopped:
            self._candidate.kill()
            self._settle_examiner()
            self._replace_candidate(position + 1, cell)
            return
        if lines:
            errors[-1]["traceback"] = [printable(line) for line in lines]

    def _ask_examiner(self, test: str) -> TestReport:
        try:
            report = TestReport.read(self._answer(self._examiner, RunTest(test)))
        except Stopped:
            # The examiner waits for the candidate; once that has ended, the test cell ends.
            self._candidate.kill()
            self._settle_examiner()
            raise
        except (ChannelClosed, WireError):
            if self._current_cell not in self._charged:
                raise Disturbed(self._current_cell) from None
            self._examiner.kill()
            self._start_examiner()
            raise Stopped(Outcome.ERRORED, ENDED_IN_A_CALL) from None
        if report.candidate_ended:
            raise self._ended(ENDED_IN_A_CALL)
        return report

    def _settle_examiner(self) -> None:
        try:
            self._examiner.channel.receive(time.monotonic() + _GRACE_SECONDS)
        except (DeadlineExpired, ChannelClosed, WireError):
            self._examiner.kill()
            self._start_examiner()

    def _judged(self, test: str, report: TestReport, seconds: float) -> TestRecord:
        if report.passed:
            points = self._points[test]
            earned, outcome, message = earned_points(report.value, points), Outcome.PASSED, ""
        else:
            outcome = Outcome.FAILED if report.asserted else Outcome.ERRORED
            earned, message = 0.0, _message(report)
        outputs = self._kept(report.outputs, test)
        return TestRecord(outputs, outcome, earned, message, report.cases, seconds, report.raised_by_student)

    def _kept(self, outputs: list[Any], name: str) -> list[CellOutput]:
        """A cell's outputs; a note in their place where the submission has no room for more.

        Args:
            outputs: the outputs, as a process reported them.
            name: the cell's `grade_id`. Where a verdict is read from the outputs, all are kept.
        """
        kept = readable(outputs)
        self._output_room -= len(json.dumps(kept))
        return kept if self._output_room >= 0 or name in self._same_process else [note(TOO_MUCH_OUTPUT)]

    # Processes and time.

    def _answer(self, process: ExamProcess, message: Message) -> Any:
        """What the process answers to a message.

        Raises:
            Stopped: it took longer than it may.
            Disturbed: it takes too long by the clock, though it may not be charged for that.
            ChannelClosed: the process is gone.
            WireError: what it answered is no message.
        """
        ends = time.monotonic() + _CLOCK_TIMES * self._room.limits.cell_seconds
        has_turn = True

        def judge() -> None:
            nonlocal has_turn
            self._raise_if_too_long(ends)
            if has_turn and self._candidate.waits:  # let another submission compute
                self._room.turns.give_up()
                has_turn = False

        try:
            with self.charged_time.of_a_request():
                process.send(message.parts(), judge)
                return process.receive(judge)
        finally:
            if not has_turn:
                self._room.turns.take()

    def _raise_if_too_long(self, ends: float) -> None:
        if self._time_is_up():
            raise Stopped.notebook_too_long()
        if self.charged_time.of_request >= self._room.limits.cell_seconds:
            raise Stopped.cell_too_long(self._room.limits.cell_seconds)
        if time.monotonic() >= ends:
            if self._current_cell in self._charged:
                raise Stopped.cell_too_long(self._room.limits.cell_seconds)
            raise Disturbed(self._current_cell)

    def _ended(self, message: str) -> Stopped | Disturbed:
        """What to raise after the candidate's end: `Stopped` if a cell is charged with it, else `Disturbed`."""
        if self._candidate.reason or self._current_cell in self._charged:
            return Stopped(Outcome.ERRORED, self._candidate.reason or message)
        # Without its examiner a candidate ends too.
        if self._candidate.ended_itself() and not self._examiner.child.is_ending():
            return Stopped(Outcome.ERRORED, message)
        return Disturbed(self._current_cell)

    def _start_examiner(self) -> None:
        nobody, theirs = socket.socketpair()
        with nobody, theirs:
            self._examiner = ExamProcess(self._room.examiners, theirs, self._room.limits.output_bytes)
        self._processes.callback(self._examiner.kill)
        self._examiner.channel.send(ExaminerStart(self._room.processor).parts())

    def _start_candidate(self) -> None:
        """Start a candidate, connect the examiner to it, and let it enter the sandbox."""
        examiners, candidates = socket.socketpair()
        with examiners, candidates:
            folder = self._processes.enter_context(self._room.fresh_folder())
            self._candidate = CandidateProcess(
                self._room.candidates,
                candidates,
                self._room.limits.output_bytes,
                self._room.watchdog,
                lambda child: self._watched(child, folder),
            )
            self._processes.callback(self._candidate.kill)
            self._examiner.channel.send(AttachCandidate().parts())
            self._examiner.channel.send_socket(examiners)
        self._candidate.channel.send(CandidateStart(folder, self._room.processor).parts())
        self._enforced = tuple(
            Enforced.read(self._candidate.channel.receive(time.monotonic() + _GRACE_SECONDS)).protections
        )

    def _watched(self, child: Child, folder: str) -> WatchedCandidate:
        return WatchedCandidate(
            child.process, child.signal_end, folder, self._examiner.child.process, self.charged_time
        )

    def _time_is_up(self) -> bool:
        return self.charged_time.total >= self._room.limits.submission_seconds


def _stopped(stop: Stopped, seconds: float) -> TestRecord:
    return TestRecord([note(str(stop))], stop.outcome, 0.0, str(stop), 0, seconds)


def _message(report: TestReport) -> str:
    text = report.message
    return printable(text if report.asserted and text else f"{report.error}: {text}".removesuffix(": "))
