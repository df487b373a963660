"""Marker: takes one submitted notebook to its result and its pages. Nothing is written to the disk here."""

from __future__ import annotations

import logging
import platform
import re
import traceback
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from types import TracebackType

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Exercise, Role, grade_id, is_locked, nbgrader
from nbproctor.examination.grader.examination import Examination, examine
from nbproctor.examination.grader.transcript import CellRecord, TestRecord, Transcript, notebook_with_outputs
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import FurtherFiles, HandedIn
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.paper import Paper, PaperCell, Refused, read_paper
from nbproctor.intake.student_names import shown
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.report.words import ASKED_IN_VAIN, GAVE_POINTS, NO_ANSWER, number
from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord
from nbproctor.system.memory import give_back_large_blocks

_log = logging.getLogger(__name__)

UNREADABLE = "{} could not be read"
"""Why a submission is not examined if a bug in this package keeps it from being read."""
_SET_ASIDE_REASON = (
    "the submission could not be graded: its worker ended on all three attempts, twice with nothing else running "
    "there; the next run will try it again"
)
_UNANSWERED_MESSAGE = "Nothing was handed in for this exercise: its cell has not been changed."
_OPEN = "the test gives {:g} points, but is not isolated: c.Grading.counted_tests decides whether {} counts"
_DOES_NOT_COUNT = (
    "Your code passes the test. But it could have influenced this test, and your instructor decided that the test does "
    "not count."
)
_MISSED_NAME = re.compile(r"NameError: name '(\w+)' is not defined")
# Enough to tell two answers of one student apart; the records of a class are in memory.
_CHECKSUM_DIGITS = 16


@dataclass(frozen=True)
class Marked:
    """What came of a submission: its result, and the texts of its files.

    Args:
        bug: the traceback, if a bug in this package kept the submission from being read.
    """

    result: Result
    notebook: str
    feedback: str
    bug: str = ""


class Marker:
    """Marks submissions, several at once if several threads call it. Use it as a context manager.

    Args:
        turns: the turns to compute; a thread that calls `mark` has one.
    """

    def __init__(self, scheme: MarkScheme, turns: Turns) -> None:
        give_back_large_blocks()
        self._scheme = scheme
        self._examination = Examination(scheme.examined, turns)
        self._pages = PageMakers(turns.count)
        self._known = NotebookIdentity(scheme.known)
        self._released = frozenset(cell.source for cell in scheme.release.cells)

    def wait_until_ready(self) -> None:
        """Wait until submissions can be marked.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """
        self._examination.wait_until_ready()
        for failure in self._examination.failures:
            _log.warning("the instructor's own solution fails; submissions are graded anyway: %s", failure)

    @property
    def reference_failures(self) -> list[str]:
        """Once submissions can be marked: the cells of the reference that raised, each with what it raised."""
        return self._examination.failures

    def mark(self, handed_in: HandedIn) -> Marked:
        """Mark one submission."""
        if handed_in.may_pass:
            return self._not_run(handed_in, handed_in.problem, Outcome.UNEXAMINED)
        if reason := self._examination.impediment:
            return self._not_run(handed_in, reason, Outcome.UNEXAMINED)
        try:
            paper = read_paper(handed_in, self._scheme.assignment, self._scheme.release, self._known)
        except Refused as refusal:
            return self._not_run(handed_in, str(refusal), Outcome.NOT_RUN)
        except Exception:
            # A bug of ours, which this submission brought about: the others are graded all the same.
            reason = UNREADABLE.format(handed_in.name)
            return self._not_run(handed_in, reason, Outcome.UNEXAMINED, traceback.format_exc())
        paper = replace(paper, unanswered=unanswered_cells(self._scheme.release, paper))
        transcript = examine(self._examination, paper)
        result = self._result(handed_in, paper, transcript)
        return Marked(result, *self._pages.make(result, notebook_with_outputs(paper, transcript), self._released))

    def _result(self, handed_in: HandedIn, paper: Paper, transcript: Transcript) -> Result:
        exercises = tuple(
            exercise_result(exercise, paper, transcript, self._scheme, self._released)
            for exercise in self._scheme.assignment.exercises
        )
        record = SubmissionRecord(
            sha256=handed_in.content.sha256,
            received=handed_in.received,
            repairs=paper.repairs,
            unanswered=tuple(sorted(paper.unanswered)),
            files=FurtherFiles(handed_in.files).checksums,
            answers=answers(self._scheme.assignment.exercises, paper),
            other_notebook=(paper.other_notebook,) if paper.other_notebook else (),
        )
        sandbox = SandboxRecord(str(self._examination.tier), transcript.enforced)
        return _graded(self._scheme, handed_in, exercises, record, sandbox)

    def _not_run(self, handed_in: HandedIn, reason: str, outcome: Outcome, bug: str = "") -> Marked:
        result = not_run_result(self._scheme, handed_in, reason, outcome, self._examination.tier)
        return Marked(result, *self._pages.make(result, self._scheme.release, self._released), bug)

    def abandon(self) -> None:
        """Break off what is being marked, and mark nothing more."""
        self._examination.abandon()

    def __enter__(self) -> Marker:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._pages.close()
        self._examination.__exit__(kind, error, traceback)


def set_aside(scheme: MarkScheme, handed_in: HandedIn) -> Marked:
    """The marks of a submission whose workers all ended: it is not run again, and its page says why."""
    from nbproctor.report.page_makers.submission_pages import submission_files

    result = not_run_result(scheme, handed_in, _SET_ASIDE_REASON)
    return Marked(result, *submission_files(result, scheme.release, {cell.source for cell in scheme.release.cells}))


def not_run_result(
    scheme: MarkScheme,
    handed_in: HandedIn,
    reason: str,
    outcome: Outcome = Outcome.UNEXAMINED,
    tier: Tier | None = None,
) -> Result:
    """The result of a submission that is not run: it was refused, or could not be examined.

    Args:
        outcome: of each of its exercises.
        tier: of the sandbox; default: the weakest that is allowed.
    """
    exercises = tuple(_unjudged(exercise, outcome, reason) for exercise in scheme.assignment.exercises)
    sha256 = handed_in.content.sha256
    record = SubmissionRecord(
        sha256,
        handed_in.received,
        repairs=(reason, *handed_in.remarks),
        refused=outcome is Outcome.NOT_RUN,
        # Of a notebook that was not read, the whole file is the answer to each exercise.
        answers={exercise.test: sha256[:_CHECKSUM_DIGITS] for exercise in scheme.assignment.exercises},
    )
    sandbox = SandboxRecord(str(tier or scheme.examined.tiers[0]), ())
    return _graded(scheme, handed_in, exercises, record, sandbox)


def _graded(
    scheme: MarkScheme,
    handed_in: HandedIn,
    exercises: tuple[ExerciseResult, ...],
    record: SubmissionRecord,
    sandbox: SandboxRecord,
) -> Result:
    titles = scheme.assignment.titles
    exercises = tuple(replace(exercise, title=titles.get(exercise.cell, "")) for exercise in exercises)
    found = Result(
        student=handed_in.student,
        assignment=handed_in.assignment,
        score=0.0,
        max_score=scheme.assignment.points,
        cap=scheme.cap,
        percent=0.0,
        exercises=exercises,
        submission=record,
        sandbox=sandbox,
        versions=_versions(),
        fingerprint=scheme.fingerprint,
    )
    return found.counted()


@cache
def _versions() -> dict[str, str]:
    names = ("nbproctor", "ipython", "nbformat", "dill", "msgpack")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}


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
            return _unjudged(exercise, Outcome.NOT_ATTEMPTED, NO_ANSWER)
        return _unjudged(exercise, Outcome.WAITING, "This exercise will be graded by hand.")
    test = transcript.tests[exercise.test]
    if test.outcome is Outcome.UNEXAMINED:
        return _unjudged(exercise, test.outcome, test.message)
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


def _unjudged(exercise: Exercise, outcome: Outcome, message: str) -> ExerciseResult:
    return ExerciseResult(exercise.name, exercise.test, exercise.points, 0.0, outcome, True, 0, message, 0.0)


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
