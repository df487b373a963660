"""One kernel's word: a submission's whole notebook run in one process, in the sandbox, as nbgrader runs it.

What this process says of itself is believed: the submitted code runs beside the tests, and can read and forge them. So
it serves no test that is examined apart, and what it printed beside hidden tests is not shown.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Container
from contextlib import ExitStack
from dataclasses import replace

from nbproctor.assignment.notebook import Role, grade_id, role
from nbproctor.examination.grader.candidate_cells import CandidateCells
from nbproctor.examination.grader.proctor import Proctor, Room
from nbproctor.examination.grader.stopped_cells import WITHHELD_MESSAGE, WITHHELD_OUTPUT
from nbproctor.examination.grader.transcript import (
    CellRecord,
    KeptOutputs,
    TestRecord,
    Transcript,
    earned_points,
    last_value,
)
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import note, readable


class OneKernel:
    """A run of a submission's whole notebook in one process.

    Args:
        room: what it runs with.
        paper: the submission.
        charged: the indices of the cells that are charged with whatever stops them.
        settled: the verdicts that stay, by the `grade_id` of the test cell; the run adds its own.
        as_released: whether test cells run without what is hidden in them, to show what they print.

    Attributes:
        proctor: asks its process, and charges the submission for the time.
    """

    def __init__(
        self,
        room: Room,
        paper: Paper,
        charged: Container[int] = (),
        settled: dict[str, TestRecord] | None = None,
        as_released: bool = False,
    ) -> None:
        self.proctor = Proctor(room, charged)
        self._settled = {} if settled is None else settled
        self._room = room
        self._points = {exercise.test: exercise.points for exercise in room.assignment.exercises}
        # A test cell as the instructor wrote it, with what is hidden from students.
        tests = {grade_id(cell): cell.source for cell in room.assignment.notebook.cells if role(cell) is Role.TEST}
        self._cells = [
            replace(cell, source=tests[cell.grade_id]) if cell.role is Role.TEST and not as_released else cell
            for cell in paper.cells
        ]
        hidden = [cell.index for cell, whole in zip(paper.cells, self._cells, strict=True) if cell != whole]
        self._shown_before = min(hidden, default=len(paper.notebook.cells))
        self._outputs = KeptOutputs(room.limits.submission_output_bytes)
        self._nobody = _Nobody()
        self._candidate = CandidateCells(room, self.proctor, self._cells, frozenset(), self._nobody)

    def run(self) -> Transcript:
        """Run every cell; judge each test cell by what the process reports.

        Raises:
            Disturbed: a cell did not come to its end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: the process did not start in time.
        """
        self._candidate.start()
        cells: dict[int, CellRecord] = {}
        tests: dict[str, TestRecord] = {}
        for position, cell in enumerate(self._cells):
            started = time.monotonic()
            record = self._candidate.run(position)
            if cell.role is Role.TEST:
                test = self._settled.get(cell.grade_id) or self._believed(cell, record)
                if cell.grade_id in self._room.not_apart and self.proctor.is_undisturbed_since(started):
                    self._settled[cell.grade_id] = test
                tests[cell.grade_id] = test
            cells[cell.index] = self._shown(cell, record)
        return Transcript(cells, tests, self._candidate.enforced)

    def shows(self, index: int) -> bool:
        """Whether what a cell printed may be shown: neither it nor a cell before it is a hidden test."""
        return index < self._shown_before

    def close(self) -> None:
        """End all its processes."""
        self._candidate.close()
        self._nobody.close()

    def _believed(self, cell: PaperCell, record: CellRecord) -> TestRecord:
        """The verdict of a test, as the process reports it, whatever the submitted code made of it."""
        outputs = readable(record.outputs)
        error = next((output for output in outputs if output["output_type"] == "error"), None)
        outcome, earned, message = record.outcome, 0.0, record.message
        if error is not None:
            # Of another language nobody knows which of its errors is a test's verdict, and which a mistake in the code.
            is_verdict = error["ename"] == "AssertionError" or not self._room.assignment.is_python
            outcome = Outcome.FAILED if is_verdict else Outcome.ERRORED
            message = ("" if is_verdict else f"{error['ename']}: ") + error["evalue"]
            message = message.removesuffix(": ") if self.shows(cell.index) else WITHHELD_MESSAGE
        elif outcome is Outcome.PASSED:
            earned = earned_points(last_value(outputs), self._points[cell.grade_id])
        return TestRecord([], outcome, earned, message, 0, record.seconds, isolated=False)

    def _shown(self, cell: PaperCell, record: CellRecord) -> CellRecord:
        """What a cell printed, if neither it nor a cell before it is a hidden test."""
        if self.shows(cell.index):
            return replace(record, outputs=self._outputs.kept(record.outputs))
        return replace(record, outputs=[note(WITHHELD_OUTPUT)])


class _Nobody:
    """In an examiner's place: nobody asks anything."""

    def __init__(self) -> None:
        self._ends = ExitStack()

    process = 0

    def is_ending(self) -> bool:
        """Nobody never ends."""
        return False

    def attach(self, examiners_end: socket.socket) -> None:
        """Keep a channel open that nobody writes to: a candidate ends with it."""
        self._ends.enter_context(examiners_end.dup())

    def close(self) -> None:
        """Close the channels."""
        self._ends.close()
