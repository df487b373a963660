"""The cells of a submission as they run in runners: in order, and once more where a cell stopped a runner."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Collection, Sequence
from contextlib import ExitStack

from nbproctor.examination.grader.exam_processes import RunnerProcess
from nbproctor.examination.grader.proctor import Disturbed, Equipment, Proctor
from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CELL, ENDED_TOO_OFTEN, OUT_OF_TIME, Stopped
from nbproctor.examination.grader.transcript import CellRecord
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.wire.channel import ChannelClosed, NoMemory
from nbproctor.examination.wire.messages import (
    CellReport,
    Enforced,
    Message,
    RunCell,
    RunGradedCell,
    RunnerStart,
    RunSuiteCell,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import PaperCell
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import note

# How long a runner may take to enter its sandbox.
GRACE_SECONDS = 300.0
# How long a cell may take to end that is interrupted.
_INTERRUPT_SECONDS = 2.0
# After so many cells that stopped a runner no other cell runs: to start a runner is charged to nobody.
_MOST_GUILTY = 100
# What the tables of a submission may hold together.
_MOST_TABLES_BYTES = 32 << 20


class RunnerCells:
    """Runs the cells of a submission in a runner, and in another one when a cell stops it.

    Args:
        graded: the indices of the test cells that have the official inputs.
        skipped: the indices of the cells that are only counted.
        makes_calls: whether graded cells call anything; a runner that only replays makes none.

    Attributes:
        guilty: the indices of the cells that stopped a runner.
        enforced: the protections that the runner's sandbox enforces.
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
        self.guilty: set[int] = set()
        self.enforced: tuple[str, ...] = ()
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
        deadline = time.monotonic() + GRACE_SECONDS
        runner.channel.send(start.parts(), deadline)
        self.enforced = tuple(Enforced.read(runner.channel.receive(deadline)).protections)

    def run(self, position: int) -> tuple[CellRecord, bytes]:
        """Run a cell; if it stops the runner, have another one run all the others before it.

        A cell that takes too long is interrupted first, as nbgrader does: what it has bound stays.

        Args:
            position: which cell, from 0.

        Returns:
            what became of it, and the tables that it wrote.

        Raises:
            Disturbed: the cell did not come to its end.
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
            seconds = self._proctor.charged_time.of_request
            late = self._interrupted(cell, stop)
            if late is None:
                self.replace_runner(position, cell)
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
        return ENDED_TOO_OFTEN if len(self.guilty) >= _MOST_GUILTY else ""

    def run_suite(self, position: int, judge: socket.socket) -> CellRecord:
        """Run a cell that judges the student's own tests. A runner that it stops is not replaced.

        Args:
            judge: the runner's end of the channel to the judge.

        Raises:
            Stopped: the cell did not come to its end.
            Disturbed: it did not, and nobody knows why.
        """
        cell = self._cells[position]
        self._proctor.current_cell = cell.index
        started = time.monotonic()
        report = self._ask(RunSuiteCell(cell.source), judge)
        outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
        return CellRecord(report.outputs, report.execution_count, outcome, seconds=time.monotonic() - started)

    def _interrupted(self, cell: PaperCell, stop: Stopped) -> CellReport | None:
        """What a cell reports once it is interrupted that has taken too long; None if it is to be killed.

        Raises:
            Disturbed: nobody knows whether it would have ended.
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
            if isinstance(ended := self.ended(str(stop)), Disturbed):
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
        """The tables that were written since; nothing more once the submission has written too much."""
        if self._tables is None:
            return b""
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
            raise self.ended(ENDED_IN_A_CELL) from None

    def replace_runner(self, position: int, guilty: PaperCell) -> None:
        """Start a new runner that has run the cells before a position, but those that stopped a runner.

        Their testers make no calls: the tables that they wrote stay.

        Args:
            position: the first cell that it has not run.
            guilty: the cell that stopped the runner.
        """
        self.guilty.add(guilty.index)
        self._processes.close()  # its folder and the memory for its tables too: many cells may stop a runner
        self.start()
        for earlier in self._cells[:position]:
            if earlier.index in self.guilty or self._runs_no_more:
                continue
            self._proctor.current_cell = earlier.index
            try:
                self._ask(self._message(earlier, makes_calls=False))
            except Stopped as stop:
                if self._interrupted(earlier, stop) is None:
                    self.replace_runner(position, earlier)
                    return
        self._taken()

    def ended(self, message: str) -> Stopped | Disturbed:
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
