"""One submission's sitting: its notebook runs in a runner, and a judge compares what the tested functions gave.

A test cell's tables come out once, and no verdict goes back. What is hidden in test cells runs in a second runner, of
which nothing but the verdict is used. The student's own tests run in two further ones.
"""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace

from nbproctor.assignment.notebook import Role, grade_id, role
from nbproctor.examination.grader.judge_process import JudgeEnded, JudgeProcess
from nbproctor.examination.grader.proctor import Disturbed, Equipment, Proctor
from nbproctor.examination.grader.runner_cells import RunnerCells
from nbproctor.examination.grader.stopped_cells import (
    ENDED_IN_A_CALL,
    NOT_COMPARED,
    NOT_TESTED,
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
from nbproctor.examination.wire.messages import Judged
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
        may_give_way: whether it may be broken off, so that others go first.
    """

    paper: Paper
    processor: int | None
    charged: frozenset[int] = frozenset()
    settled: dict[str, TestRecord] = field(default_factory=dict)
    charged_seconds: float = 0.0
    may_give_way: bool = True


class NotebookSitting:
    """The sitting of one submission.

    Attributes:
        proctor: asks its runners, and charges the submission for the time.
    """

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
            Disturbed: a cell did not come to its end.
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
        """The verdicts on the test cells that hide something, of a runner of which nothing else is used."""
        if not self._hiding or self._hiding <= self._settled.keys():
            return {}
        runner_cells = self._runner_cells(self._whole, makes_calls=False)
        runner_cells.start()
        found = {}
        for position, cell in enumerate(self._whole):
            started = time.monotonic()
            record, _ = runner_cells.run(position)
            if cell.grade_id in self._hiding:
                found[cell.grade_id] = self._settle_hidden(self._ended(cell, record, is_hidden=True), started)
        runner_cells.close()
        return found

    def _settle_hidden(self, test: TestRecord, started: float) -> TestRecord:
        if not self.proctor.is_undisturbed_since(started):
            raise Disturbed(self.proctor.current_cell)
        return test

    def _ended(self, cell: PaperCell, record: CellRecord, is_hidden: bool = False) -> TestRecord:
        """The verdict of a test cell, as its own end says."""
        outputs = readable(record.outputs)
        error = next((output for output in reversed(outputs) if output["output_type"] == "error"), None)
        if record.outcome is Outcome.TIMED_OUT:  # the error is the interrupt
            error = None
        outcome, earned, message = record.outcome, 0.0, record.message
        if error is not None:
            # Of another language nobody knows which of its errors is a test's verdict, and which a mistake in the code.
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
        """The verdict of a test cell: of its tables, if it owes any, and of its end, also where the hidden part ran."""
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
        """Charge a test with what ended its judge, if that was its work, and nothing else ran meanwhile.

        Raises:
            Disturbed: it was not; or it is to be tried again, alone.
        """
        if trouble.by_its_work and self._equipment.is_alone:
            return TestRecord([note(NOT_COMPARED)], Outcome.ERRORED, 0.0, NOT_COMPARED, 0, record.seconds)
        raise Disturbed(cell.index) from trouble

    def _right(self, cell: PaperCell, ended: TestRecord) -> TestRecord:
        """All points, if the cell came to its end as well."""
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
        """What stands below a test cell: what it printed, or, in the place of that, the case that fails."""
        if test.outputs:
            return replace(record, outputs=test.outputs, message="")
        if record.message and test.message != record.message:
            return replace(record, outputs=[note(test.message)], message=test.message)
        return record

    # The student's own tests.

    def _suite(self, place: int) -> TestRecord:
        """Have a suite judged in one runner after the other, as long as it earns something."""
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
        record, judged = CellRecord(), None
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
            seconds = self.proctor.charged_time.of_request
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
        outputs: list[CellOutput] = [
            {"output_type": "stream", "name": "stdout", "text": printable(judged.printed)},
            {"output_type": "display_data", "data": {"text/plain": repr(judged.value)}, "metadata": {}},
        ]
        return replace(ended, outcome=Outcome.PASSED, earned=earned, message="", outputs=outputs)


_VERDICTS = frozenset({"AssertionError", "Failed"})


def _shown_failure(judged: Judged) -> list[CellOutput]:
    """What a notebook shows of the case that fails: what its call printed, and what is wrong."""
    lines = [printable(line) for line in judged.lines if isinstance(line, str)]
    message = printable(judged.message)
    error = {"output_type": "error", "ename": printable(judged.error or ""), "evalue": message, "traceback": lines}
    if not judged.printed:
        return [error]
    return [{"output_type": "stream", "name": "stdout", "text": printable(judged.printed)}, error]
