"""One sitting of a submission: its cells run in runners, and a judge compares what the tested functions gave.

A test cell's tables come out once, and no verdict goes back. What is hidden in test cells runs in a second runner, of
which nothing but the verdict is used. The student's own tests run in two further ones.
"""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace

from nbproctor.assignment.notebook import Role, grade_id, role
from nbproctor.examination.grader.exam_processes import JudgeEnded, JudgeProcess, RunnerProcess
from nbproctor.examination.grader.proctor import Disturbed, Equipment, Proctor
from nbproctor.examination.grader.stopped_cells import (
    ENDED_IN_A_CALL,
    ENDED_IN_A_CELL,
    ENDED_TOO_OFTEN,
    NOT_COMPARED,
    NOT_TESTED,
    OUT_OF_TIME,
    WITHHELD_MESSAGE,
    Stopped,
)
from nbproctor.examination.grader.transcript import (
    CellRecord,
    KeptOutputs,
    TestRecord,
    Transcript,
    earned_points,
    last_value,
    short,
    short_error,
)
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.wire.channel import ChannelClosed, NoMemory
from nbproctor.examination.wire.messages import (
    CellReport,
    Enforced,
    Judged,
    Message,
    RunCell,
    RunGradedCell,
    RunnerStart,
    RunSuiteCell,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import CellOutput, note, printable, readable

# In so many runners, one after the other, a suite has to come to the same verdicts.
_SUITE_RUNNERS = 2


@dataclass
class SittingPlan:
    """What is known of a submission when it sits.

    Args:
        processor: the number of the processor that it runs on; None for any.
        charged: the indices of the cells whose exercises are charged with whatever stops them.
        settled: the verdicts that stay, by the `grade_id` of the test cell; a sitting adds its own.
        charged_seconds: what all its sittings were charged for.
        may_give_way: whether it may be interrupted, so that others go first.
    """

    paper: Paper
    processor: int | None
    charged: frozenset[int] = frozenset()
    settled: dict[str, TestRecord] = field(default_factory=dict)
    charged_seconds: float = 0.0
    may_give_way: bool = True


class NotebookSitting:
    """The sitting of one submission."""

    def __init__(self, equipment: Equipment, plan: SittingPlan) -> None:
        paper = plan.paper
        self.proctor = Proctor(equipment, plan.charged)
        self._equipment, self._paper, self._official = equipment, paper, equipment.official
        self._settled = plan.settled
        self._judge = JudgeProcess(equipment.judges) if equipment.judges else None
        self._outputs = KeptOutputs(equipment.limits.submission_output_bytes)
        self._points = {exercise.test: exercise.points for exercise in equipment.assignment.exercises}
        whole = {grade_id(cell): cell.source for cell in equipment.assignment.notebook.cells if role(cell) is Role.TEST}
        self._whole = [
            replace(cell, source=whole[cell.grade_id]) if cell.role is Role.TEST else cell for cell in paper.cells
        ]
        self._hiding = {
            cell.grade_id for cell, other in zip(paper.cells, self._whole, strict=True) if cell.source != other.source
        }
        self._suites = {cell.index for cell in paper.cells if cell.grade_id in self._official.suites}
        self._graded = {cell.index for cell in paper.cells if cell.grade_id in self._official.digests} | self._suites
        self._runs: list[RunnerCells] = []

    def run(self) -> Transcript:
        """Run every cell, and judge each test cell.

        Raises:
            Disturbed: a cell did not end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: a runner did not start in time.
        """
        suites = {
            cell.grade_id: self._suite(place)
            for place, cell in enumerate(self._paper.cells)
            if cell.index in self._suites
        }
        hidden = self._hidden_tests()
        runner_cells = self._runner_cells(self._paper.cells)
        runner_cells.start()
        cells: dict[int, CellRecord] = {}
        tests: dict[str, TestRecord] = {}
        for position, cell in enumerate(self._paper.cells):
            started = time.monotonic()
            record, tables = runner_cells.run(position)
            if cell.role is Role.TEST:
                test = suites.get(cell.grade_id) or self._settled.get(cell.grade_id)
                if test is None:
                    test = self._test(cell, record, tables, hidden.get(cell.grade_id))
                    self._settle(cell, test, started)
                tests[cell.grade_id] = test
                record = self._shown(record, test)
            cells[cell.index] = replace(record, outputs=self._outputs.kept(record.outputs))
        return Transcript(cells, tests, runner_cells.enforced)

    def close(self) -> None:
        """End all its processes."""
        for run in self._runs:
            run.close()
        if self._judge is not None:
            self._judge.close()

    def _runner_cells(self, cells: list[PaperCell] | tuple[PaperCell, ...], makes_calls: bool = True) -> RunnerCells:
        run = RunnerCells(self._equipment, self.proctor, cells, self._graded, self._suites, makes_calls)
        self.proctor.begin_notebook()
        self._runs.append(run)
        return run

    def _settle(self, cell: PaperCell, test: TestRecord, started: float) -> None:
        """Let a verdict stay if nothing disturbed the cell since it was begun, or if nothing could: all points are."""
        passed = test.outcome is Outcome.PASSED and test.earned == self._points[cell.grade_id]
        if passed or self.proctor.is_undisturbed_since(started):
            self._settled[cell.grade_id] = test

    # What a test cell's own end says.

    def _hidden_tests(self) -> dict[str, TestRecord]:
        """The verdicts on the test cells that hide something: all that is used of this runner."""
        if not self._hiding or self._hiding <= self._settled.keys():
            return {}
        runner_cells = self._runner_cells(self._whole, makes_calls=False)
        runner_cells.start()
        found = {}
        for position, cell in enumerate(self._whole):
            started = time.monotonic()
            record, _ = runner_cells.run(position)
            if cell.grade_id in self._hiding:
                found[cell.grade_id] = self._ended(cell, record, is_hidden=True)
                if not self.proctor.is_undisturbed_since(started):
                    raise Disturbed(self.proctor.current_cell)
        runner_cells.close()
        return found

    def _ended(self, cell: PaperCell, record: CellRecord, is_hidden: bool = False) -> TestRecord:
        """The verdict of a test cell by the way it ended."""
        outputs = readable(record.outputs)
        error = next((output for output in reversed(outputs) if output["output_type"] == "error"), None)
        if record.outcome is Outcome.TIMED_OUT:  # the error is the interrupt
            error = None
        outcome, earned, message = record.outcome, 0.0, record.message
        if error is not None:
            # In another language, an error may be a test's verdict or a mistake in the code.
            is_verdict = error["ename"] in _VERDICTS or not self._equipment.assignment.is_python
            outcome = Outcome.FAILED if is_verdict else Outcome.ERRORED
            if is_hidden:
                message = WITHHELD_MESSAGE
            elif is_verdict:
                statement = short(printable(record.failed_statement))
                message = "\n".join(filter(None, (short(error["evalue"]), statement))) or error["ename"]
            else:
                message = short_error(error).removesuffix(": ")
        elif outcome is Outcome.PASSED:
            earned = earned_points(last_value(outputs), self._points[cell.grade_id])
        isolated = cell.grade_id in self._official.free
        return TestRecord([], outcome, earned, message, 0, record.seconds, isolated=isolated)

    def _test(self, cell: PaperCell, record: CellRecord, tables: bytes, hidden: TestRecord | None) -> TestRecord:
        """The verdict of a test cell by its tables, if it owes any, and by its end, also where the hidden part ran."""
        ended = self._ended(cell, record)
        if hidden is not None and ended.outcome is Outcome.PASSED:
            # Without a word, what the visible part printed would look as if the test had passed.
            said = [] if hidden.outcome is Outcome.PASSED else [*readable(record.outputs), note(hidden.message)]
            ended = replace(hidden, outputs=said)
        if cell.grade_id not in self._official.digests or record.outcome is Outcome.NOT_RUN:
            return ended
        return self._of_tables(cell, record, tables, replace(ended, isolated=True))

    # What its tables say.

    def _of_tables(self, cell: PaperCell, record: CellRecord, tables: bytes, ended: TestRecord) -> TestRecord:
        if self._official.is_the_references(cell.grade_id, tables):
            return self._right(cell, replace(ended, cases=self._official.counts[cell.grade_id]))
        assert self._judge is not None  # whatever owes tables has a judge
        try:
            judged = self._judge.tables(cell.grade_id, tables)
        except JudgeEnded as trouble:
            return self._not_compared(cell, record, trouble)
        ended = replace(ended, cases=judged.cases, marks=judged.marks)
        if judged.error is not None:
            return self._wrong(judged, ended)
        if judged.is_complete:
            return self._right(cell, ended)
        if ended.outcome is not Outcome.PASSED:  # what stopped it says why there are not more
            stopped = record.message == ended.message and record.outcome is Outcome.ERRORED and bool(record.message)
            return replace(ended, message=ENDED_IN_A_CALL) if stopped and tables else ended
        return replace(ended, outputs=[note(NOT_TESTED)], outcome=Outcome.FAILED, earned=0.0, message=NOT_TESTED)

    def _not_compared(self, cell: PaperCell, record: CellRecord, trouble: JudgeEnded) -> TestRecord:
        """Charge a test with the end of its judge if its work caused that, alone; else raise `Disturbed`."""
        if trouble.by_its_work and self._equipment.is_alone:
            return TestRecord([note(NOT_COMPARED)], Outcome.ERRORED, 0.0, NOT_COMPARED, 0, record.seconds)
        raise Disturbed(cell.index) from trouble

    def _right(self, cell: PaperCell, ended: TestRecord) -> TestRecord:
        """All points, if the cell also passed."""
        if ended.outcome is Outcome.PASSED:
            return replace(ended, earned=self._points[cell.grade_id])
        return ended

    def _wrong(self, judged: Judged, ended: TestRecord) -> TestRecord:
        said = judged.message if judged.asserted and judged.message else f"{judged.error}: {judged.message}"
        return replace(
            ended,
            outputs=_shown_failure(judged),
            outcome=Outcome.FAILED if judged.asserted else Outcome.ERRORED,
            earned=0.0,
            message=printable(said.removesuffix(": ")),
            raised_by_student=judged.raised_by_student,
        )

    def _shown(self, record: CellRecord, test: TestRecord) -> CellRecord:
        """A test cell's record with the outputs to show: what it printed, or the case that fails instead."""
        if test.outputs:
            return replace(record, outputs=test.outputs, message="")
        if record.message and test.message != record.message:
            return replace(record, outputs=[note(test.message)], message=test.message)
        return record

    # The student's own tests.

    def _suite(self, place: int) -> TestRecord:
        """Have a suite judged in `_SUITE_RUNNERS` runners, one after the other, or until it fails."""
        cell = self._paper.cells[place]
        if cell.grade_id in self._settled:
            return self._settled[cell.grade_id]
        test, cases, started = None, 0, time.monotonic()
        for _ in range(_SUITE_RUNNERS):
            test = self._suite_in_a_runner(place, cell)
            cases += test.cases
            if test.outcome is not Outcome.PASSED:
                break
        assert test is not None
        test = replace(test, cases=cases)
        self._settle(cell, test, started)
        return test

    def _suite_in_a_runner(self, place: int, cell: PaperCell) -> TestRecord:
        runner_cells = self._runner_cells(self._paper.cells, makes_calls=False)
        runner_cells.start()
        for position in range(place):
            runner_cells.run(position)
        assert self._judge is not None
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                self.proctor.current_cell = cell.index
                self.proctor.runner.watched.judge = self._judge.number()  # which computes for this submission
                self._judge.begin_suite(cell.grade_id, ours)
                ours.close()
                try:
                    record = runner_cells.run_suite(place, theirs)
                finally:  # a runner may have sent this end to itself: it would never close
                    with suppress(OSError):
                        theirs.shutdown(socket.SHUT_RDWR)
        except Stopped as stop:
            seconds = self.proctor.counted_seconds
            record = CellRecord([note(str(stop))], None, stop.outcome, str(stop), seconds)
        except JudgeEnded as trouble:
            return self._not_compared(cell, CellRecord(), trouble)
        finally:
            runner_cells.close()
        try:
            judged = self._judge.suite()
        except JudgeEnded as trouble:
            return self._not_compared(cell, CellRecord(), trouble)
        return self._of_suite(cell, record, judged)

    def _of_suite(self, cell: PaperCell, record: CellRecord, judged: Judged) -> TestRecord:
        # Nothing that the student's tests print is shown: they have seen official functions.
        ended = replace(self._ended(cell, record, is_hidden=True), isolated=True, cases=judged.cases)
        if judged.error is not None:
            return self._wrong(judged, ended)
        if judged.value is None:
            stopped = record.outcome is not Outcome.PASSED
            return ended if stopped else replace(ended, outcome=Outcome.FAILED, earned=0.0, message=NOT_TESTED)
        if record.outcome is not Outcome.PASSED:
            return replace(ended, earned=0.0)
        earned = earned_points(float(judged.value), self._points[cell.grade_id])
        value = {"output_type": "display_data", "data": {"text/plain": repr(judged.value)}, "metadata": {}}
        outputs = [_printed(judged), value]
        return replace(ended, outcome=Outcome.PASSED, earned=earned, message="", outputs=outputs)


_VERDICTS = frozenset({"AssertionError", "Failed"})


def _shown_failure(judged: Judged) -> list[CellOutput]:
    """What a notebook shows of the case that fails: what its call printed, and what is wrong."""
    lines = [printable(line) for line in judged.lines if isinstance(line, str)]
    message = printable(judged.message)
    error = {"output_type": "error", "ename": printable(judged.error or ""), "evalue": message, "traceback": lines}
    return [*([_printed(judged)] if judged.printed else ()), error]


def _printed(judged: Judged) -> CellOutput:
    return {"output_type": "stream", "name": "stdout", "text": printable(judged.printed)}


# How long a runner may take to enter its sandbox.
_GRACE_SECONDS = 300.0
# How long a cell may take to end that is interrupted.
_INTERRUPT_SECONDS = 2.0
# After this many cells that stopped a runner no other cell runs: starting a runner is not charged.
_MOST_GUILTY = 100
# What the tables of a submission may hold together.
_MOST_TABLES_BYTES = 32 << 20


class RunnerCells:
    """Runs the cells of a submission in a runner, and in another one when a cell stops it.

    Args:
        graded: the indices of the test cells that have the official inputs.
        skipped: the indices of the cells that are only counted.
        makes_calls: whether graded cells call anything; a runner that only replays makes none.
    """

    def __init__(
        self,
        equipment: Equipment,
        proctor: Proctor,
        cells: Sequence[PaperCell],
        graded: Collection[int],
        skipped: Collection[int],
        makes_calls: bool,
    ) -> None:
        self.enforced: tuple[str, ...] = ()
        self._guilty: set[int] = set()
        self._equipment, self._proctor = equipment, proctor
        self._cells, self._graded, self._skipped, self._makes_calls = cells, graded, skipped, makes_calls
        self._tables: TablesMemory | None = None
        self._table_bytes = 0
        self._processes = ExitStack()

    def start(self) -> None:
        """Start a runner, and let it enter the sandbox.

        Raises:
            ChannelClosed: the warm parent, or the runner, ended.
            DeadlineExpired: the runner did not start in time.
        """
        folder = self._processes.enter_context(self._equipment.fresh_folder())
        self._tables = TablesMemory()
        self._processes.callback(self._tables.close)
        self._proctor.runner = runner = RunnerProcess(
            self._equipment.runners,
            self._tables,
            self._equipment.limits.output_bytes,
            self._equipment.watchdog,
            folder,
            self._proctor.charged_time,
        )
        self._processes.callback(runner.kill)
        files = {path: b64encode(content).decode() for path, content in self._equipment.files.items()}
        start = RunnerStart(folder, self._equipment.processor, files)
        deadline = time.monotonic() + _GRACE_SECONDS
        runner.channel.send(start.parts(), deadline)
        self.enforced = tuple(Enforced.read(runner.channel.receive(deadline)).protections)

    def run(self, position: int) -> tuple[CellRecord, bytes]:
        """Run a cell, from 0, and return its record and tables; if it stops the runner, another one replays the others.

        A cell that takes too long is interrupted first, as nbgrader does: what it has bound stays.

        Raises:
            Disturbed: the cell did not end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: a further runner did not start in time.
        """
        cell = self._cells[position]
        self._proctor.current_cell = cell.index
        if reason := self._runs_no_more:
            return CellRecord([note(reason)], None, Outcome.NOT_RUN, reason), b""
        started = time.monotonic()
        tables = b""
        try:
            try:
                report = self._ask(self._message(cell, self._makes_calls))
                self._proctor.runner.look_at_folder()
            finally:
                tables = self._taken()
        except Stopped as stop:
            # Its limit is one of charged time, and the message names it; what runs again afterwards is not its own.
            seconds = self._proctor.counted_seconds
            late = self._interrupted(cell, stop)
            if late is None:
                self._replace_runner(position, cell)
                late = CellReport([], False, None)
            outputs = [*late.outputs, note(str(stop))]
            record = CellRecord(outputs, late.execution_count, stop.outcome, str(stop), seconds)
        else:
            outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
            record = CellRecord(report.outputs, report.execution_count, outcome)
            record.failed_statement = report.failed_statement
            record.seconds = time.monotonic() - started
        return record, tables

    @property
    def _runs_no_more(self) -> str:
        """Why no further cell runs; empty while cells run."""
        if self._proctor.time_is_up:
            return OUT_OF_TIME
        return ENDED_TOO_OFTEN if len(self._guilty) >= _MOST_GUILTY else ""

    def run_suite(self, position: int, judge: socket.socket) -> CellRecord:
        """Run a cell that judges the student's own tests, with the runner's end of the channel to the judge.

        A runner that it stops is not replaced.

        Raises:
            Stopped: the cell did not end.
            Disturbed: it did not, for an unknown reason.
        """
        cell = self._cells[position]
        self._proctor.current_cell = cell.index
        started = time.monotonic()
        report = self._ask(RunSuiteCell(cell.source), judge)
        outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
        return CellRecord(report.outputs, report.execution_count, outcome, seconds=time.monotonic() - started)

    def _interrupted(self, cell: PaperCell, stop: Stopped) -> CellReport | None:
        """The report of a cell that took too long and is interrupted; None if it has to be killed.

        Raises:
            Disturbed: the runner ended meanwhile, for an unknown reason.
        """
        is_too_long = stop.outcome is Outcome.TIMED_OUT and not self._proctor.time_is_up
        if not is_too_long or cell.index in self._graded:
            return None
        runner = self._proctor.runner
        runner.child.interrupt()
        try:
            report = CellReport.read(self._proctor.late_answer(_INTERRUPT_SECONDS))
            runner.look_at_folder()
        except (Stopped, WireError):
            return None
        except ChannelClosed:
            if isinstance(ended := self._ended(str(stop)), Disturbed):
                raise ended from None
            return None
        return report

    def _message(self, cell: PaperCell, makes_calls: bool) -> Message:
        if cell.index in self._skipped:
            return RunCell(None)
        if cell.index in self._graded:
            return RunGradedCell(cell.source, makes_calls)
        return RunCell(cell.source)

    def _taken(self) -> bytes:
        """The tables that were written since; none once the submission has written too much."""
        assert self._tables is not None
        tables = self._tables.take()
        self._table_bytes += len(tables)
        return tables if self._table_bytes <= _MOST_TABLES_BYTES else b""

    def _ask(self, message: Message, handed_over: socket.socket | None = None) -> CellReport:
        runner = self._proctor.runner
        try:
            return CellReport.read(self._proctor.answer(message, handed_over))
        except NoMemory:
            raise Disturbed(self._proctor.current_cell) from None
        except WireError:
            raise Stopped(Outcome.ERRORED, runner.watched.reason or ENDED_IN_A_CELL) from None
        except ChannelClosed:
            raise self._ended(ENDED_IN_A_CELL) from None

    def _replace_runner(self, position: int, guilty: PaperCell) -> None:
        """Start a new runner, and have it run the cells before a position, except those that stopped a runner.

        Their testers make no calls: the tables that they wrote stay.
        """
        self._guilty.add(guilty.index)
        self._processes.close()  # its folder and the memory for its tables too: many cells may stop a runner
        self.start()
        for earlier in self._cells[:position]:
            if earlier.index in self._guilty or self._runs_no_more:
                continue
            self._proctor.current_cell = earlier.index
            try:
                self._ask(self._message(earlier, makes_calls=False))
            except Stopped as stop:
                if self._interrupted(earlier, stop) is None:
                    self._replace_runner(position, earlier)
                    return
        self._taken()

    def _ended(self, message: str) -> Stopped | Disturbed:
        """What to raise after the runner's end: `Stopped` if a cell is charged with it, else `Disturbed`."""
        runner = self._proctor.runner
        if runner.watched.reason or self._proctor.is_charged:
            return Stopped(Outcome.ERRORED, runner.watched.reason or message)
        if runner.ended_itself():
            return Stopped(Outcome.ERRORED, message)
        return Disturbed(self._proctor.current_cell)

    def close(self) -> None:
        """End every runner."""
        self._processes.close()
