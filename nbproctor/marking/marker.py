"""One submission's notebook, from what was handed in to its result and its pages; nothing is written here."""

from __future__ import annotations

import platform
import traceback
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from types import TracebackType

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Exercise, Role, grade_id, is_locked
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.transcript import CellRecord, Transcript, notebook_with_outputs
from nbproctor.examination.grader.turns import Turns
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.paper import Refused, read_paper
from nbproctor.intake.submission_folders import Paper, PaperCell
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord, percent

UNREADABLE = "{} could not be read"
"""Why a submission is refused that a bug of ours keeps from being read."""


@dataclass(frozen=True)
class Marked:
    """What came of a submission: its result, and the texts of its files.

    Args:
        result: the result.
        notebook: the autograded notebook.
        feedback: the page for the student.
        bug: the traceback of the bug of ours that kept the submission from being read; empty if there was none.
    """

    result: Result
    notebook: str
    feedback: str
    bug: str = ""


class Marker:
    """Marks submissions, several at once if it is asked from several threads. Use it as a context manager.

    Args:
        scheme: what they are marked by.
        turns: those of the submissions; `mark` is called in one.
    """

    def __init__(self, scheme: MarkScheme, turns: Turns) -> None:
        self._scheme = scheme
        self._examination = Examination(scheme.examined, turns)

    def wait_until_ready(self) -> None:
        """Wait until submissions can be marked.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """
        _prepare_pages()
        self._examination.wait_until_ready()

    def mark(self, handed_in: HandedIn) -> Marked:
        """Mark one submission."""
        try:
            paper = read_paper(handed_in, self._scheme.assignment, self._scheme.release)
        except Refused as refusal:
            return self._refused(handed_in, str(refusal))
        except Exception:
            # Of ours, but what was handed in brought it about: the others are graded all the same.
            return self._refused(handed_in, UNREADABLE.format(handed_in.name), traceback.format_exc())
        try:
            transcript = self._examination.examine(paper)
        except Refused as refusal:
            return self._refused(handed_in, str(refusal))
        result = self._result(handed_in, paper, transcript)
        return _marked(self._scheme, result, notebook_with_outputs(paper, transcript))

    def _result(self, handed_in: HandedIn, paper: Paper, transcript: Transcript) -> Result:
        unanswered = _unanswered(self._scheme.release, paper)
        exercises = tuple(
            _exercise_result(exercise, paper, transcript, unanswered) for exercise in self._scheme.assignment.exercises
        )
        record = SubmissionRecord(paper.sha256, handed_in.received, paper.repairs, unanswered=tuple(sorted(unanswered)))
        sandbox = SandboxRecord(str(self._examination.tier), transcript.enforced)
        return _graded(self._scheme, handed_in, exercises, record, sandbox)

    def _refused(self, handed_in: HandedIn, reason: str, bug: str = "") -> Marked:
        return _refused(self._scheme, self._examination.tier, handed_in, reason, bug)

    def __enter__(self) -> Marker:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._examination.__exit__(kind, error, traceback)


def set_aside(scheme: MarkScheme, handed_in: HandedIn) -> Marked:
    """What is told of a submission whose marker ended, twice."""
    return _refused(scheme, scheme.examined.tiers[0], handed_in, _SET_ASIDE)


_SET_ASIDE = (
    "the submission could not be examined: the worker that examined it ended both times it was tried, the second time "
    "with nothing else at work there; the next run tries it again"
)


def _refused(scheme: MarkScheme, tier: Tier, handed_in: HandedIn, reason: str, bug: str = "") -> Marked:
    """What came of a submission that is not run: the student is told why."""
    exercises = tuple(
        ExerciseResult(one.name, one.test, one.points, 0.0, Outcome.NOT_RUN, True, 0, reason, 0.0)
        for one in scheme.assignment.exercises
    )
    repairs = (reason, *handed_in.remarks)
    record = SubmissionRecord(handed_in.content.sha256, handed_in.received, repairs, refused=True)
    result = _graded(scheme, handed_in, exercises, record, SandboxRecord(str(tier), ()))
    return _marked(scheme, result, scheme.release, bug)


def _graded(
    scheme: MarkScheme,
    handed_in: HandedIn,
    exercises: tuple[ExerciseResult, ...],
    record: SubmissionRecord,
    sandbox: SandboxRecord,
) -> Result:
    score = sum(exercise.earned for exercise in exercises)
    return Result(
        student=handed_in.student,
        assignment=handed_in.assignment,
        score=score,
        max_score=scheme.assignment.points,
        cap=scheme.cap,
        percent=percent(score, scheme.cap),
        exercises=exercises,
        submission=record,
        sandbox=sandbox,
        versions=_versions(),
        fingerprint=scheme.fingerprint,
    )


def _marked(scheme: MarkScheme, result: Result, notebook: NotebookNode, bug: str = "") -> Marked:
    # Imported here, so that the warm parents can be started before.
    from nbproctor.report.pages.feedback import feedback_page
    from nbproctor.report.student_content.autograded import notebook_text, safe_to_open

    safe = safe_to_open(notebook, {cell.source for cell in scheme.release.cells})
    return Marked(result, notebook_text(safe), feedback_page(result, notebook), bug)


def _prepare_pages() -> None:
    """Import what the first submission would otherwise have to wait for."""
    from nbproctor.report.pages import feedback  # noqa: F401
    from nbproctor.report.pages.page import compile_templates
    from nbproctor.report.student_content import autograded  # noqa: F401

    compile_templates()


def _unanswered(release: NotebookNode, paper: Paper) -> frozenset[str]:
    """The cells to be solved or answered that are as they were released."""
    released = {grade_id(cell): cell.source for cell in release.cells if not is_locked(cell)}
    return frozenset(
        grade_id(cell)
        for cell in paper.notebook.cells
        if grade_id(cell) in released and cell.source == released[grade_id(cell)]
    )


def _exercise_result(
    exercise: Exercise, paper: Paper, transcript: Transcript, unanswered: frozenset[str]
) -> ExerciseResult:
    if exercise.by_hand:
        return _waiting_result(exercise, unanswered)
    test = transcript.tests[exercise.test]
    outcome, message = test.outcome, test.message
    cells = _cells_of(exercise, paper, transcript)
    seconds = test.seconds + sum(record.seconds for _, record in cells)
    if test.outcome is not Outcome.PASSED:
        # A cell of theirs that was stopped, or failed, says more than the test, which then missed a name.
        stopped = next((record for _, record in cells if record.message), None)
        failed = next((record.error for cell, record in cells if cell.role is Role.STUDENT and record.error), "")
        if stopped is not None:
            outcome, message = stopped.outcome, stopped.message
        elif failed:
            message += f"\nBefore that, your own cell had ended with {failed}"
    if outcome is not Outcome.PASSED and exercise.solutions and unanswered.issuperset(exercise.solutions):
        message = "Nothing was handed in for this exercise: its cell is as it was released."
    return ExerciseResult(
        name=exercise.name,
        cell=exercise.test,
        points=exercise.points,
        earned=test.earned,
        outcome=outcome,
        isolated=test.isolated,
        cases=test.cases,
        message=message,
        seconds=round(seconds, 3),
    )


def _waiting_result(exercise: Exercise, unanswered: frozenset[str]) -> ExerciseResult:
    """What a person grades; nbgrader gives nothing for an answer that is as it was released, without asking them."""
    outcome, message = Outcome.WAITING, "This waits for a person to grade it."
    if exercise.solutions and unanswered.issuperset(exercise.solutions):
        outcome, message = Outcome.NOT_RUN, "Nothing was handed in for this exercise: its cell is as it was released."
    return ExerciseResult(exercise.name, exercise.test, exercise.points, 0.0, outcome, True, 0, message, 0.0)


def _cells_of(exercise: Exercise, paper: Paper, transcript: Transcript) -> list[tuple[PaperCell, CellRecord]]:
    """The student's cells since the test cell before, and the test cell itself, with what became of each."""
    found: list[tuple[PaperCell, CellRecord]] = []
    for cell in paper.cells:
        if cell.role is not Role.GIVEN:
            found.append((cell, transcript.cells[cell.index]))
        if cell.role is Role.TEST:
            if cell.grade_id == exercise.test:
                break
            found = []
    return found


@cache
def _versions() -> dict[str, str]:
    names = ("nbproctor", "ipython", "nbformat", "dill", "msgpack")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}
