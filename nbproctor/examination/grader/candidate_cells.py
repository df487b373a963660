"""The cells of a submission as they run in candidates: in order, and once more where a cell stopped a candidate."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Container, Sequence
from contextlib import ExitStack
from typing import Protocol

from nbproctor.examination.grader.exam_processes import CandidateProcess
from nbproctor.examination.grader.proctor import Disturbed, Proctor, Room
from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CELL, OUT_OF_TIME, Stopped
from nbproctor.examination.grader.transcript import CellRecord
from nbproctor.examination.grader.warm_parent import Child
from nbproctor.examination.machine.resource_watchdog import WatchedCandidate
from nbproctor.examination.wire.channel import ChannelClosed, NoMemory
from nbproctor.examination.wire.messages.process_messages import CandidateStart, CellReport, Enforced, RunCell
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import PaperCell
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import note

# How long a candidate may take to enter its sandbox, and an examiner to notice that its candidate has ended.
GRACE_SECONDS = 60.0


class OtherSide(Protocol):
    """What a candidate is connected to beside the grader."""

    def attach(self, examiners_end: socket.socket) -> None:
        """Take the other end of a new candidate's channel."""

    @property
    def process(self) -> int:
        """The number of the process that computes with the candidate's; 0 if there is none."""

    def is_ending(self) -> bool:
        """Whether it is about to end, and the candidate with it."""


class CandidateCells:
    """Runs the cells of a submission in a candidate, and in another one when a cell stops it.

    Args:
        room: what the submission is examined with.
        proctor: asks the candidate.
        cells: the cells, with the code that a candidate runs.
        passed_over: the indices of the cells that a further candidate does not run again.
        other_side: what candidates are connected to beside the grader.

    Attributes:
        guilty: the indices of the cells that stopped a candidate.
        enforced: the protections that the candidate's sandbox enforces.
    """

    def __init__(
        self,
        room: Room,
        proctor: Proctor,
        cells: Sequence[PaperCell],
        passed_over: Container[int],
        other_side: OtherSide,
    ) -> None:
        self.guilty: set[int] = set()
        self.enforced: tuple[str, ...] = ()
        self._room = room
        self._proctor = proctor
        self._cells = cells
        self._passed_over = passed_over
        self._other_side = other_side
        self._processes = ExitStack()

    def start(self) -> None:
        """Start a candidate, connect it to the other side, and let it enter the sandbox.

        Raises:
            ChannelClosed: the warm parent, or the candidate, ended.
            DeadlineExpired: the candidate did not start in time.
        """
        examiners, candidates = socket.socketpair()
        with examiners, candidates:
            folder = self._processes.enter_context(self._room.fresh_folder())
            self._proctor.candidate = candidate = CandidateProcess(
                self._room.candidates,
                candidates,
                self._room.limits.output_bytes,
                self._room.watchdog,
                lambda child: self._watched(child, folder),
            )
            self._processes.callback(candidate.kill)
            self._other_side.attach(examiners)
        files = {path: b64encode(content).decode() for path, content in self._room.files.items()}
        deadline = time.monotonic() + GRACE_SECONDS
        candidate.channel.send(CandidateStart(folder, self._room.processor, files).parts(), deadline)
        answer = candidate.channel.receive(deadline)
        self.enforced = tuple(Enforced.read(answer).protections)

    def _watched(self, child: Child, folder: str) -> WatchedCandidate:
        return WatchedCandidate(
            child.process, child.signal_end, folder, self._other_side.process, self._proctor.charged_time
        )

    def run(self, position: int) -> CellRecord:
        """Run a cell; if it stops the candidate, have another one run all the others before it.

        Args:
            position: which cell, from 0.

        Raises:
            Disturbed: the cell did not come to its end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: a further candidate did not start in time.
        """
        cell = self._cells[position]
        self._proctor.current_cell = cell.index
        if self._proctor.time_is_up:
            return CellRecord([note(OUT_OF_TIME)], None, Outcome.NOT_RUN, OUT_OF_TIME)
        started = time.monotonic()
        try:
            report = self._ask(cell.source)
            self._proctor.candidate.look_at_folder()
        except Stopped as stop:
            self.replace_candidate(position, cell)
            record = CellRecord([note(str(stop))], None, stop.outcome, str(stop))
        else:
            outcome = Outcome.PASSED if report.passed else Outcome.ERRORED
            record = CellRecord(report.outputs, report.execution_count, outcome)
        record.seconds = time.monotonic() - started
        return record

    def skip(self, position: int) -> int | None:
        """Let the candidate count a cell that it does not run; its number, or None if a candidate ended meanwhile."""
        cell = self._cells[position]
        self._proctor.current_cell = cell.index
        try:
            return self._ask(None).execution_count
        except Stopped:  # a thread of the student's may have ended the process meanwhile
            self.replace_candidate(position, cell)
            return None

    def _ask(self, source: str | None) -> CellReport:
        try:
            return CellReport.read(self._proctor.answer(self._proctor.candidate, RunCell(source)))
        except NoMemory:
            raise Disturbed(self._proctor.current_cell) from None
        except WireError:
            raise Stopped(Outcome.ERRORED, self._proctor.candidate.reason or ENDED_IN_A_CELL) from None
        except ChannelClosed:
            raise self.ended(ENDED_IN_A_CELL) from None

    def replace_candidate(self, position: int, guilty: PaperCell) -> None:
        """Start a new candidate that has run the cells before a position, but those that stopped a candidate.

        Args:
            position: the first cell that it has not run.
            guilty: the cell that stopped the candidate.
        """
        self.guilty.add(guilty.index)
        self._proctor.candidate.kill()
        self.start()
        for earlier in self._cells[:position]:
            if earlier.index in self.guilty or self._proctor.time_is_up:
                continue
            self._proctor.current_cell = earlier.index
            try:
                self._ask(None if earlier.index in self._passed_over else earlier.source)
            except Stopped:
                self.replace_candidate(position, earlier)
                return

    def ended(self, message: str) -> Stopped | Disturbed:
        """What to raise after the candidate's end: `Stopped` if a cell is charged with it, else `Disturbed`.

        Args:
            message: what the student is told.
        """
        candidate = self._proctor.candidate
        if candidate.reason or self._proctor.is_charged:
            return Stopped(Outcome.ERRORED, candidate.reason or message)
        # Without its examiner a candidate ends too.
        if candidate.ended_itself() and not self._other_side.is_ending():
            return Stopped(Outcome.ERRORED, message)
        return Disturbed(self._proctor.current_cell)

    def close(self) -> None:
        """End every candidate."""
        self._processes.close()
