"""Grading: every submission of an assignment, from the notebook handed in to the grade report."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

import nbformat
from nbformat import NotebookNode

from grading import files
from grading.cases import official_seed
from grading.config import Course
from grading.errors import GradingError
from grading.examination.conduct import Examination
from grading.examination.sitting import Limits
from grading.examination.transcript import CellRecord, Transcript, notebook_with_outputs
from grading.gradebook import GradebookWriter
from grading.notebook import Assignment, Exercise, Role, grade_id, read_notebook
from grading.pool import in_parallel
from grading.report.class_report import class_page
from grading.report.feedback import feedback_page
from grading.report.summary import summary_csv
from grading.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord, percent
from grading.submission import Paper, PaperCell, Submission, find_submissions, read_paper


@dataclass(frozen=True)
class Graded:
    """One graded submission: its result, its autograded notebook, and the solutions left as released."""

    submission: Submission
    result: Result
    notebook: NotebookNode
    unanswered: frozenset[str]


class Grading:
    """One assignment's grading: what is graded, against what, and where the results go.

    Args:
        course: the course.
        name: the assignment's name.
        submitted: the folder of the submissions; default: the course's.
        output: the folder for all that grading writes; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions.
    """

    def __init__(self, course: Course, name: str, submitted: Path | None = None, output: Path | None = None) -> None:
        self.course = course
        self.assignment = _assignment(course, name)
        self.output = (output or course.root).resolve()
        self.submissions = find_submissions((submitted or course.submitted).resolve(), self.assignment)
        self.report = self.output / "reports" / name / "index.html"
        self._cap = course.cap(name, self.assignment.points)
        self._release_folder = course.release / name
        self._release = _release(course, self.assignment)
        self._own_gradebook = output is None

    def run(self, workers: int | None = None) -> Iterator[tuple[Submission, Result | Exception]]:
        """Grade all submissions; yield each one's result, or the exception that is a bug of ours, as it comes."""
        settings = self.course.grading
        limits = Limits(settings.cell_seconds, settings.submission_seconds, settings.output_bytes)
        samplers = self.assignment.path.parent / "cases.py"
        seed = official_seed(self.course)
        try:
            self.output.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{self.output} is no folder to write to: {problem.strerror}") from problem
        results: list[Result] = []
        with ExitStack() as opened:
            examination = opened.enter_context(
                Examination(self.assignment, self._release_folder, self.course.root, samplers, seed, limits)
            )
            # The gradebook opens while the warm parents get ready.
            gradebook = opened.enter_context(GradebookWriter(self.course, self._database(), self.assignment))
            examination.wait_until_ready()
            for submission, future in in_parallel(
                lambda one: self._grade(one, examination), self.submissions, workers or settings.workers
            ):
                if isinstance(error := future.exception(), Exception):
                    yield submission, error
                    continue
                graded = future.result()
                gradebook.write(graded.result, graded.unanswered)
                results.append(graded.result)
                yield submission, graded.result
        self._write_reports(results)

    def _grade(self, submission: Submission, examination: Examination) -> Graded:
        try:
            paper = read_paper(submission, self.assignment, self._release)
        except GradingError as error:
            graded = self._refused(submission, str(error))
        else:
            transcript = examination.examine(paper)
            result = self._result(paper, transcript)
            graded = Graded(submission, result, notebook_with_outputs(paper, transcript), self._unanswered(paper))
        self._write(graded)
        return graded

    def _result(self, paper: Paper, transcript: Transcript) -> Result:
        unanswered = self._unanswered(paper)
        exercises = tuple(
            _exercise_result(exercise, paper, transcript, unanswered) for exercise in self.assignment.exercises
        )
        record = SubmissionRecord(paper.submission.sha256, paper.submission.received, paper.repairs)
        return self._graded(paper.submission, exercises, record, transcript.enforced)

    def _refused(self, submission: Submission, reason: str) -> Graded:
        """The result of what cannot be read: nothing is run, and the student is told why."""
        exercises = tuple(
            ExerciseResult(one.name, one.test, one.points, 0.0, Outcome.NOT_RUN, True, 0, reason, 0.0)
            for one in self.assignment.exercises
        )
        record = SubmissionRecord(submission.sha256, submission.received, (reason, *submission.remarks))
        return Graded(submission, self._graded(submission, exercises, record, ()), self._release, frozenset())

    def _graded(
        self,
        submission: Submission,
        exercises: tuple[ExerciseResult, ...],
        record: SubmissionRecord,
        enforced: tuple[str, ...],
    ) -> Result:
        score = sum(exercise.earned for exercise in exercises)
        return Result(
            student=submission.student,
            assignment=submission.assignment,
            score=score,
            max_score=self.assignment.points,
            cap=self._cap,
            percent=percent(score, self._cap),
            exercises=exercises,
            submission=record,
            sandbox=SandboxRecord("reduced", enforced),
            versions=_versions(),
        )

    def _unanswered(self, paper: Paper) -> frozenset[str]:
        released = {grade_id(cell): cell.source for cell in self._release.cells}
        return frozenset(
            cell.grade_id
            for cell in paper.cells
            if cell.role is Role.STUDENT and cell.grade_id and cell.source == released.get(cell.grade_id)
        )

    # What is written.

    def _write(self, graded: Graded) -> None:
        submission, notebook = graded.submission, self.assignment.path
        folder = self.output / "autograded" / submission.student / submission.assignment
        files.write(folder / notebook.name, nbformat.v4.writes(graded.notebook) + "\n")
        files.write(folder / "results.json", graded.result.to_json())
        if submission.received:
            files.write(folder / "timestamp.txt", submission.received + "\n")
        self._link_release(folder)
        files.write(self._feedback(submission.student), feedback_page(graded.result, graded.notebook))

    def _link_release(self, folder: Path) -> None:
        """Let the autograded notebook find the figures and data that it shows, as in the release."""
        for entry in self._release_folder.iterdir():
            link = folder / entry.name
            if entry.suffix != ".ipynb" and not link.is_symlink() and not link.exists():
                link.symlink_to(os.path.relpath(entry, folder))

    def _write_reports(self, results: list[Result]) -> None:
        results = sorted(results, key=lambda result: result.student)
        root = quote("../../feedback")
        links = {
            one.student: f"{root}/{quote(one.student)}/{quote(one.assignment)}/{quote(self.assignment.path.stem)}.html"
            for one in results
        }
        files.write(self.report, class_page(self.assignment.name, results, links))
        files.write(self.report.parent / "summary.csv", summary_csv(results))

    def _feedback(self, student: str) -> Path:
        return self.output / "feedback" / student / self.assignment.name / f"{self.assignment.path.stem}.html"

    def _database(self) -> str:
        if self._own_gradebook and self.course.database_url:
            return self.course.database_url
        return f"sqlite:///{self.output / 'gradebook.db'}"


def _assignment(course: Course, name: str) -> Assignment:
    folder = course.source / name
    if not folder.is_dir():
        known = ", ".join(course.assignments()) or "none"
        raise GradingError(f"there is no assignment {name!r} in {course.source}; there are: {known}")
    return Assignment.read(folder)


def _release(course: Course, assignment: Assignment) -> NotebookNode:
    path = course.release / assignment.name / assignment.path.name
    if not path.is_file():
        raise GradingError(f"{path} is missing: run course build {assignment.name}")
    release = read_notebook(path)
    differing = {grade_id(cell) for cell in release.cells} ^ {grade_id(cell) for cell in assignment.notebook.cells}
    if differing - {""}:
        names = ", ".join(sorted(differing - {""}))
        raise GradingError(
            f"{path} and {assignment.path} do not have the same cells ({names} in only one of them): "
            f"run course build {assignment.name}"
        )
    return release


def _exercise_result(
    exercise: Exercise, paper: Paper, transcript: Transcript, unanswered: frozenset[str]
) -> ExerciseResult:
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
        isolated=True,
        cases=test.cases,
        message=message,
        seconds=round(seconds, 3),
    )


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
    names = ("poker-exams", "ipython", "nbformat", "dill", "msgpack")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}
