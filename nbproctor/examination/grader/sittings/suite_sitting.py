"""The judging of a student's own tests, which run in candidates that are used for nothing else."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import replace

from nbproctor.assignment.notebook import Role
from nbproctor.examination.grader.candidate_cells import CandidateCells
from nbproctor.examination.grader.proctor import Room
from nbproctor.examination.grader.sittings.sitting import Sitting
from nbproctor.examination.grader.transcript import TestRecord, Transcript
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.results import Outcome

# In so many candidates, one after the other, a suite has to come to the same verdicts.
_CANDIDATES = 2


class SuiteSitting(Sitting):
    """The judging of one suite, with an examiner of its own.

    A candidate runs the cells before the test cell, but no other test, and then answers this one: so it is told nothing
    that it could use for another exercise, and remembers nothing of another candidate.

    Args:
        room: what it is examined with.
        paper: the submission.
        test: the `grade_id` of the test cell.
        charged: as of any sitting.
        settled: as of any sitting.
    """

    def __init__(
        self,
        room: Room,
        paper: Paper,
        test: str,
        charged: Container[int] = (),
        settled: dict[str, TestRecord] | None = None,
    ) -> None:
        super().__init__(replace(room, conversations=()), paper, charged, settled)
        self._position = next(place for place, cell in enumerate(paper.cells) if cell.grade_id == test)
        tests = {cell.index for cell in paper.cells if cell.role is Role.TEST}
        self._passed_over = tests - self._looked_into
        self._guilty: set[int] = set()

    def run(self) -> Transcript:
        """Have the suite judged in one candidate after the other, as long as it earns something.

        Raises:
            Disturbed: a cell did not come to its end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: the candidate did not start in time.
        """
        cell = self._paper.cells[self._position]
        self._examiner.start()
        test = self._settled_test(self._position, cell)
        return Transcript({}, {cell.grade_id: test}, self._candidate.enforced)

    def _test(self, position: int, cell: PaperCell) -> TestRecord:
        cases, started = 0, time.monotonic()
        for _ in range(_CANDIDATES):
            self._start_again()
            self.proctor.current_cell = cell.index
            test = super()._test(position, cell)
            cases += test.cases
            if test.outcome is not Outcome.PASSED:
                break
        return replace(test, cases=cases, seconds=time.monotonic() - started)

    def _start_again(self) -> None:
        """Let another candidate run the cells before the test, but those that stopped a candidate."""
        self._candidate.close()
        cells = self._paper.cells
        self._candidate = CandidateCells(self._room, self.proctor, cells, self._passed_over, self._examiner)
        self._candidate.start()
        for position, cell in enumerate(cells[: self._position]):
            if cell.index in self._passed_over:
                self._candidate.skip(position)
            elif cell.index not in self._guilty:
                self._candidate.run(position)
        self._guilty |= self._candidate.guilty

    def _go_on_after(self, position: int, cell: PaperCell) -> None:
        """End with the candidate that the test stopped: there is nothing else to run."""
        self._candidate.close()
