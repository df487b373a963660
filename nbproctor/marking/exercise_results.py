"""What came of each exercise of a submission: points, an outcome, and a sentence for the student."""

from __future__ import annotations

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Exercise, Role, grade_id, is_locked
from nbproctor.examination.grader.transcript import CellRecord, Transcript
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.results import ExerciseResult, Outcome

_UNANSWERED_MESSAGE = "Nothing was handed in for this exercise: its cell is as it was released."


def unanswered_cells(release: NotebookNode, paper: Paper) -> frozenset[str]:
    """The cells that a student should have written, and that are as they were released, by their `grade_id`.

    Args:
        release: the notebook that students were given.
        paper: the submission.
    """
    released = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell) and not is_locked(cell)}
    return frozenset(
        grade_id(cell)
        for cell in paper.notebook.cells
        if grade_id(cell) in released and cell.source == released[grade_id(cell)]
    )


def exercise_result(
    exercise: Exercise, paper: Paper, transcript: Transcript, unanswered: frozenset[str]
) -> ExerciseResult:
    """What came of an exercise.

    Args:
        exercise: the exercise.
        paper: the submission.
        transcript: what happened when it was examined.
        unanswered: the submission's cells that are as they were released.
    """
    is_unanswered = bool(exercise.solutions) and unanswered.issuperset(exercise.solutions)
    if exercise.by_hand:
        return _waiting_result(exercise, is_unanswered)
    test = transcript.tests[exercise.test]
    if test.outcome is Outcome.UNEXAMINED:
        return ExerciseResult(
            exercise.name, exercise.test, exercise.points, 0.0, test.outcome, True, 0, test.message, 0.0
        )
    outcome: Outcome = test.outcome
    message = test.message
    cells = _cells_of(exercise, paper, transcript)
    seconds = test.seconds + sum(record.seconds for _, record in cells)
    if test.outcome is not Outcome.PASSED:
        # If a cell of the student was stopped, or failed, the test only missed a name: the cell's message says more.
        stopped = next((record for _, record in cells if record.message), None)
        failed = next((record.error for cell, record in cells if cell.role is Role.STUDENT and record.error), "")
        if stopped is not None:
            outcome, message = stopped.outcome, stopped.message
        elif failed:
            message += f"\nBefore that, your own cell had ended with {failed}"
    if outcome is not Outcome.PASSED and is_unanswered:
        message = _UNANSWERED_MESSAGE
    return ExerciseResult(
        name=exercise.name,
        cell=exercise.test,
        points=exercise.points,
        earned=test.earned,
        outcome=outcome,
        isolated=test.isolated,
        cases=test.cases,
        message=message,
        seconds=round(seconds, 2),  # results of a class share their equal exercises
        disputed=test.disputed,
    )


def _waiting_result(exercise: Exercise, is_unanswered: bool) -> ExerciseResult:
    """What came of an exercise that a person grades.

    For an answer that is as it was released nbgrader gives no points, and does not ask the person.
    """
    outcome, message = Outcome.WAITING, "This waits for a person to grade it."
    if is_unanswered:
        outcome, message = Outcome.NOT_RUN, _UNANSWERED_MESSAGE
    return ExerciseResult(exercise.name, exercise.test, exercise.points, 0.0, outcome, True, 0, message, 0.0)


def _cells_of(exercise: Exercise, paper: Paper, transcript: Transcript) -> list[tuple[PaperCell, CellRecord]]:
    """The student's cells since the test cell before, and the test cell itself, each with what happened in it."""
    found: list[tuple[PaperCell, CellRecord]] = []
    for cell in paper.cells:
        if cell.role is not Role.GIVEN:
            found.append((cell, transcript.cells[cell.index]))
        if cell.role is Role.TEST:
            if cell.grade_id == exercise.test:
                break
            found = []
    return found
