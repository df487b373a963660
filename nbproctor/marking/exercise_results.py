"""What came of each exercise of a submission: points, an outcome, and a sentence for the student."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Exercise, Role, grade_id, is_locked, nbgrader
from nbproctor.examination.grader.transcript import CellRecord, TestRecord, Transcript
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.intake.student_names import shown
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.report.words import ASKED_IN_VAIN, GAVE_POINTS, NO_ANSWER, number
from nbproctor.results import ExerciseResult, Outcome

_UNANSWERED_MESSAGE = "Nothing was handed in for this exercise: its cell has not been changed."
_OPEN = "the test gives {:g} points, but is not isolated: c.Grading.counted_tests decides whether {} counts"
_DOES_NOT_COUNT = (
    "Your code passes the test. But it could have influenced this test, and your instructor decided that the test does "
    "not count."
)
_MISSED_NAME = re.compile(r"NameError: name '(\w+)' is not defined")
# Enough to tell two answers of one student apart; the records of a class are in memory.
_CHECKSUM_DIGITS = 16


def unanswered_cells(release: NotebookNode, paper: Paper) -> frozenset[str]:
    """The `grade_id`s of the cells that a student should have written, and that are as they were released.

    A task may be answered anywhere: it is among them if the whole notebook is as it was released.
    """
    released = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell) and not is_locked(cell)}
    unanswered = frozenset(
        grade_id(cell)
        for cell in paper.notebook.cells
        if grade_id(cell) in released and cell.source == released[grade_id(cell)]
    )
    tasks = {grade_id(cell) for cell in release.cells if nbgrader(cell).get("task")}
    if not tasks or unanswered != released.keys():
        return unanswered
    sources = {"", *(cell.source.strip() for cell in release.cells)}
    is_as_released = all(cell.source.strip() in sources for cell in paper.notebook.cells if not grade_id(cell))
    return unanswered | tasks if is_as_released else unanswered


def exercise_result(
    exercise: Exercise, paper: Paper, transcript: Transcript, scheme: MarkScheme, released: Collection[str]
) -> ExerciseResult:
    """What came of an exercise.

    Args:
        released: the sources of the released cells; anything else that the student wrote is an attempt too.
    """
    is_unanswered = bool(exercise.tested) and paper.unanswered.issuperset(exercise.tested)
    if exercise.by_hand:
        if is_unanswered:  # nbgrader gives no points, and asks nobody
            return unjudged(exercise, Outcome.NOT_ATTEMPTED, NO_ANSWER)
        return unjudged(exercise, Outcome.WAITING, "This exercise will be graded by hand.")
    test = transcript.tests[exercise.test]
    if test.outcome is Outcome.UNEXAMINED:
        return unjudged(exercise, test.outcome, test.message)
    outcome: Outcome = test.outcome
    message = test.message
    cell_error = ""
    cells = [(cell, transcript.cells[cell.index]) for cell in _written_for(exercise, paper)]
    seconds = test.seconds + sum(record.seconds for _, record in cells[:-1])  # the last is the test cell
    mistake = test.marks
    if test.outcome is not Outcome.PASSED:
        # If a student's cell was stopped, or failed, the test may only miss a name: show the cell's message. A test
        # cell that was judged wrong has no message: its sentence is in the test's record.
        stopped = next((record for _, record in cells if record.message), None)
        failed = next((record.error for cell, record in cells if cell.role is Role.STUDENT and record.error), "")
        if stopped is not None:
            outcome, message, mistake, seconds = stopped.outcome, stopped.message, "", stopped.seconds
        elif outcome is Outcome.TIMED_OUT:
            seconds = test.seconds
        elif failed and (missed := _missed_name(test, cells[-1][0])):
            mistake, message = "", f"{failed}{ASKED_IN_VAIN}{missed}."
        else:
            cell_error = failed
    if outcome is Outcome.PASSED and test.earned < exercise.points:  # the test cell gives points itself
        outcome = Outcome.PARTIAL if test.earned > 0 else Outcome.FAILED
        message = f"{GAVE_POINTS}{number(test.earned)} of {number(exercise.points)} points."
    has_points = outcome in (Outcome.PASSED, Outcome.PARTIAL)
    if not has_points and is_unanswered and not _has_other_code(cells, exercise, released):
        outcome, message, cell_error, mistake = Outcome.NOT_ATTEMPTED, _UNANSWERED_MESSAGE, "", ""
    counts = True if test.isolated or not test.earned else scheme.counted.of(exercise.test)
    if counts is False:
        message = _DOES_NOT_COUNT
    return ExerciseResult(
        name=exercise.name,
        cell=exercise.test,
        points=exercise.points,
        earned=test.earned if counts else 0.0,
        outcome=outcome,
        isolated=test.isolated,
        cases=test.cases,
        message=message,
        seconds=round(seconds, 2),  # results of a class share their equal exercises
        disputed=_OPEN.format(test.earned, scheme.counted.key(exercise.test)) if counts is None else "",
        mistake=mistake,
        cell_error=cell_error,
    )


def _missed_name(test: TestRecord, cell: PaperCell) -> str:
    """The undefined name that ended a test, if the test cell itself uses it; empty otherwise."""
    found = None if test.raised_by_student else _MISSED_NAME.match(test.message)
    return found[1] if found and found[1] in re.findall(r"\w+", cell.source) else ""


def answers(exercises: Iterable[Exercise], paper: Paper) -> dict[str, str]:
    """A checksum of the cells that the student wrote for each exercise, by the exercise's cell.

    The answer to a task that a person grades may stand anywhere: it is all that the student wrote.
    """
    return {exercise.test: _checksum(_answer(exercise, paper)) for exercise in exercises}


def answer_texts(exercises: Iterable[Exercise], paper: Paper) -> dict[str, str]:
    """The same answers as texts."""
    return {exercise.test: "\n\n".join(_answer(exercise, paper)) for exercise in exercises}


def unread_answers(exercises: Iterable[Exercise], sha256: str) -> dict[str, str]:
    """The same of a notebook that was not read: to each exercise, it is the whole file."""
    return {exercise.test: sha256[:_CHECKSUM_DIGITS] for exercise in exercises}


def _answer(exercise: Exercise, paper: Paper) -> Iterable[str]:
    if not exercise.by_hand:
        return (cell.source for cell in _written_for(exercise, paper) if cell.role is Role.STUDENT)
    answers = [cell for cell in paper.notebook.cells if not is_locked(cell)]
    own: list[NotebookNode] = []
    if exercise.solutions:
        # If the answer's cell was lost, what stands for it has the text of the student's own cells, but no image.
        own = [cell for cell in answers if not grade_id(cell)]
        answers = [cell for cell in paper.notebook.cells if grade_id(cell) == exercise.test]
    return [*(cell.source for cell in answers), *_images([*answers, *own])]


def _images(cells: Iterable[NotebookNode]) -> Iterator[str]:
    """A line for each image that was pasted into cells: the same text with another image is another answer."""
    for cell in cells:
        for name, images in sorted(cell.get("attachments", {}).items()):
            for kind, data in sorted(images.items()):
                digest = sha256(f"{kind}\n{data}".encode()).hexdigest()[:_CHECKSUM_DIGITS]
                yield f"[Image {shown(name)}, {digest}: see the student's report]"


def _checksum(texts: Iterable[str]) -> str:
    # A text may hold halves of letters, which UTF-8 does not have.
    pieces = (text.encode("utf-8", "surrogatepass") for text in texts)
    return sha256(b"\0".join(pieces)).hexdigest()[:_CHECKSUM_DIGITS]


def _has_other_code(
    cells: Iterable[tuple[PaperCell, CellRecord]], exercise: Exercise, released: Collection[str]
) -> bool:
    """Whether the student wrote code for an exercise outside of the cells to be solved."""
    return any(
        cell.role is Role.STUDENT
        and cell.grade_id not in exercise.tested
        and cell.source.strip()
        and cell.source not in released
        for cell, _ in cells
    )


def _written_for(exercise: Exercise, paper: Paper) -> list[PaperCell]:
    """The student's cells since the last test of something else, and at the end the exercise's own test cell."""
    found: list[PaperCell] = []
    for cell in paper.cells:
        if cell.grade_id == exercise.test:
            return [*found, cell]
        if cell.role is Role.TEST:
            is_tested_again = any(each.grade_id in exercise.tested for each in found)
            found = found if is_tested_again else []
        elif cell.role is not Role.GIVEN:
            found.append(cell)
    return found


def unjudged(exercise: Exercise, outcome: Outcome, message: str) -> ExerciseResult:
    """What came of an exercise of which no test has said anything."""
    return ExerciseResult(exercise.name, exercise.test, exercise.points, 0.0, outcome, True, 0, message, 0.0)
