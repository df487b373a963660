"""One submission's examination apart: its cells run in a candidate, its test cells in an examiner."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping

from nbproctor.assignment.notebook import Role
from nbproctor.examination.grader.candidate_cells import CandidateCells
from nbproctor.examination.grader.proctor import Disturbed, Proctor, Room
from nbproctor.examination.grader.sittings.sitting_examiner import CandidateLost, SittingExaminer
from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CALL, OFFICIAL_TEST, OUT_OF_TIME, Stopped
from nbproctor.examination.grader.transcript import CellRecord, KeptOutputs, TestRecord, Transcript, earned_points
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.messages.exam_messages import GiveTraceback, Traceback
from nbproctor.examination.wire.messages.process_messages import MistakesTold, TellMistakes, TestReport
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import note, printable


class Sitting:
    """One submission's examination apart.

    When a cell or a call stops the candidate, a new candidate takes its place: the cells before are
    run again without those that stopped a candidate, and the cells after it are examined as if nothing had happened.

    Args:
        room: what it is examined with.
        paper: the submission.
        charged: the indices of cells. If one of them does not come to its end and nobody can explain why, its exercise
            is charged with it; any other cell of which that is true ends the sitting.
        settled: the verdicts of earlier sittings that were reached undisturbed, by the `grade_id` of the test cell:
            they stay, whatever this sitting finds. The sitting adds its own.
        judged: what became of the student's own tests, which run in other candidates, by the test's `grade_id`.
        tells_mistakes: whether it is told which mistakes failed tests show.

    Attributes:
        proctor: asks its processes, and charges it for their time.
    """

    def __init__(
        self,
        room: Room,
        paper: Paper,
        charged: Container[int] = (),
        settled: dict[str, TestRecord] | None = None,
        judged: Mapping[str, TestRecord] | None = None,
        tells_mistakes: bool = False,
    ) -> None:
        self.proctor = Proctor(room, charged)
        self._settled = {} if settled is None else settled
        self._judged_suites = judged or {}
        self._room = room
        self._paper = paper
        self._tells_mistakes = tells_mistakes
        self._outputs = KeptOutputs(room.limits.submission_output_bytes)
        self._points = {exercise.test: exercise.points for exercise in room.assignment.exercises}
        self._looked_into = looked_into(paper.cells)
        self._examiner = SittingExaminer(room, self.proctor)
        examined = (cell for cell in paper.cells if cell.role is Role.TEST and cell.grade_id not in room.not_apart)
        passed_over = {cell.index for cell in examined} - self._looked_into
        self._candidate = CandidateCells(room, self.proctor, paper.cells, passed_over, self._examiner)

    def run(self) -> Transcript:
        """Run every cell in the candidate; run a test cell in the examiner, and in the candidate if need be.

        A test cell that one kernel grades is run here only as the student saw it.

        Raises:
            Disturbed: a cell did not come to its end.
            ChannelClosed: a warm parent, or a process that had not begun, ended.
            DeadlineExpired: the candidate did not start in time.
        """
        self._examiner.start()
        self._candidate.start()
        cells: dict[int, CellRecord] = {}
        tests: dict[str, TestRecord] = {}
        for position, cell in enumerate(self._paper.cells):
            self.proctor.current_cell = cell.index
            if cell.role is Role.TEST and cell.grade_id not in self._room.not_apart:
                judged = self._judged_suites.get(cell.grade_id)
                tests[cell.grade_id] = test = judged or self._settled_test(position, cell)
                cells[cell.index] = self._visible(position, cell, test)
            else:
                cells[cell.index] = self._run(position)
        mistakes = self._mistakes(tests) if self._tells_mistakes else {}
        return Transcript(cells, tests, self._candidate.enforced, mistakes)

    def _mistakes(self, tests: dict[str, TestRecord]) -> dict[str, str]:
        """Which mistakes the failed tests show, where that can be said; not of what was not answered.

        Whatever the student's code does meanwhile, no verdict changes, and nothing is charged.
        """
        solutions = {exercise.test: exercise.solutions for exercise in self._room.assignment.exercises}
        unanswered = {test for test, cells in solutions.items() if cells and self._paper.unanswered.issuperset(cells)}
        told_of = tests.keys() - unanswered - self._judged_suites.keys()
        failed = [name for name, test in tests.items() if test.outcome in _FAILED and name in told_of]
        examiner = self._examiner.asked
        if not failed or examiner is None:
            return {}
        try:
            examiner.channel.send(TellMistakes(failed).parts())
            answer = examiner.channel.receive(time.monotonic() + _MISTAKES_SECONDS)
            marks = MistakesTold.read(answer).marks
        except (DeadlineExpired, ChannelClosed, WireError):
            return {}
        return {name: mark for name, mark in marks.items() if name in failed and isinstance(mark, str)}

    def close(self) -> None:
        """End all its processes."""
        self._candidate.close()
        self._examiner.close()

    def _settled_test(self, position: int, cell: PaperCell) -> TestRecord:
        """The verdict that counts: one that is settled already; else a new one, settled now if nothing disturbed it."""
        started = time.monotonic()
        test = self._test(position, cell)
        if cell.grade_id in self._settled:
            return self._settled[cell.grade_id]
        if self.proctor.is_undisturbed_since(started):
            self._settled[cell.grade_id] = test
        return test

    # In the candidate.

    def _run(self, position: int) -> CellRecord:
        record = self._candidate.run(position)
        record.outputs = self._outputs.kept(record.outputs)
        return record

    def _visible(self, position: int, cell: PaperCell, test: TestRecord) -> CellRecord:
        """The cell's outputs as the student saw them at home, and the official verdict where that differs."""
        if cell.index in self._candidate.guilty or test.outcome is Outcome.NOT_RUN:
            return CellRecord(test.outputs, None, test.outcome, test.message)
        if test.outcome is Outcome.PASSED and cell.index not in self._looked_into:
            count = self._candidate.skip(position)
            for output in test.outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
            return CellRecord(test.outputs, count, Outcome.PASSED)
        record = self._run(position)
        if test.outcome is not Outcome.PASSED and record.outcome is Outcome.PASSED:
            self._show_students_frames(position, cell, test)
            record.outputs = [*record.outputs, note(OFFICIAL_TEST), *test.outputs]
        return record

    # In the examiner.

    def _test(self, position: int, cell: PaperCell) -> TestRecord:
        if self.proctor.time_is_up:
            return TestRecord([note(OUT_OF_TIME)], Outcome.NOT_RUN, 0.0, OUT_OF_TIME, 0, 0.0)
        started = time.monotonic()
        try:
            report = self._ask_examiner(cell.grade_id)
            self.proctor.candidate.look_at_folder()
        except Stopped as stop:
            seconds = time.monotonic() - started
            self._go_on_after(position, cell)
            return TestRecord([note(str(stop))], stop.outcome, 0.0, str(stop), 0, seconds)
        return self._judged(cell.grade_id, report, time.monotonic() - started)

    def _go_on_after(self, position: int, cell: PaperCell) -> None:
        """Let another candidate take the place of the one that a test cell stopped."""
        self._candidate.replace_candidate(position + 1, cell)

    def _show_students_frames(self, position: int, cell: PaperCell, test: TestRecord) -> None:
        """In the traceback of what the student's code raised, show that code and not the examiner's."""
        errors = [output for output in test.outputs if output["output_type"] == "error"]
        examiner = self._examiner.asked
        if not test.raised_by_student or not errors or examiner is None:
            return
        try:
            lines = Traceback.read(self.proctor.answer(examiner, GiveTraceback())).lines
        except Stopped:
            self.proctor.candidate.kill()
            self._examiner.settle()
            self._candidate.replace_candidate(position + 1, cell)
            return
        if lines:
            errors[-1]["traceback"] = [printable(line) for line in lines if isinstance(line, str)]
        elif self.proctor.candidate.child.is_ending():  # what an exception runs when it is shown has ended it
            self._candidate.replace_candidate(position + 1, cell)

    def _ask_examiner(self, test: str) -> TestReport:
        try:
            report = self._examiner.test(test)
        except CandidateLost:
            raise self._candidate.ended(ENDED_IN_A_CALL) from None
        except Stopped:
            # The examiner waits for the candidate; once that has ended, the test cell ends.
            self.proctor.candidate.kill()
            self._examiner.settle()
            raise
        except (ChannelClosed, WireError):
            if not self.proctor.is_charged:
                raise Disturbed(self.proctor.current_cell) from None
            self._examiner.replace()
            raise Stopped(Outcome.ERRORED, ENDED_IN_A_CALL) from None
        if report.candidate_ended:
            raise self._candidate.ended(ENDED_IN_A_CALL)
        return report

    def _judged(self, test: str, report: TestReport, seconds: float) -> TestRecord:
        if report.passed:
            points = self._points[test]
            earned, outcome, message = earned_points(report.value, points), Outcome.PASSED, ""
        else:
            outcome = Outcome.FAILED if report.asserted else Outcome.ERRORED
            earned, message = 0.0, _message(report)
        is_doubtful = report.refused or report.shared
        asks = self._room.allows_one_kernel
        return TestRecord(
            outputs=self._outputs.kept(report.outputs),
            outcome=outcome,
            earned=earned,
            message=message,
            cases=report.cases,
            seconds=seconds,
            raised_by_student=report.raised_by_student,
            refused=report.refused and asks,
            shared=report.shared and asks,
            disputed=_NOT_ASKED if is_doubtful and not asks else "",
        )


_FAILED = (Outcome.FAILED, Outcome.ERRORED)
# How long the mistakes of a submission are waited for.
_MISTAKES_SECONDS = 10.0
_NOT_ASKED = "one kernel may grade it otherwise; the course has it grade nothing"


def _message(report: TestReport) -> str:
    text = report.message
    return printable(text if report.asserted and text else f"{report.error}: {text}".removesuffix(": "))
