"""The rows that nbgrader's own autograder would write, through nbgrader's own interface."""

from __future__ import annotations

import copy
import warnings
from types import TracebackType
from typing import Any

from sqlalchemy.exc import SAWarning, SQLAlchemyError

from grading.config import Course
from grading.errors import GradingError
from grading.notebook import Assignment
from grading.results import Result
from grading.stock import nbgrader


class GradebookWriter:
    """Writes one assignment's grades into an nbgrader gradebook. Use it as a context manager.

    Args:
        course: the course.
        url: SQLAlchemy's address of the database; tables that it lacks are made.
        assignment: its cells are recorded as `nbgrader generate_assignment` records them.

    Raises:
        GradingError: the gradebook cannot be opened, or has submissions for other cells than the
            assignment has now.
    """

    def __init__(self, course: Course, url: str, assignment: Assignment) -> None:
        self._assignment = assignment
        try:
            self._gradebook = nbgrader("api").Gradebook(url, course.course_id or "default_course")
        except SQLAlchemyError as error:
            raise GradingError(f"the gradebook {url} cannot be opened: {str(error).splitlines()[0]}") from error
        self._gradebook.update_or_create_assignment(assignment.name)
        _save_cells(course, url, assignment)
        notebook = self._gradebook.find_notebook(assignment.path.stem, assignment.name)
        cells = [*notebook.grade_cells, *notebook.solution_cells, *notebook.task_cells]
        self._students = {student.id for student in self._gradebook.students}
        # One assignment's rows are read once, not again after each submission's commit.
        self._gradebook.db().expire_on_commit = False
        # A row knows its cell by number; asking each row for its cell's name is a query each.
        self._names = {cell.id: cell.name for cell in cells}

    def write(self, result: Result, unanswered: frozenset[str] = frozenset()) -> None:
        """Write one submission's grades, in place of those it had; a person's grades and comments stay.

        Args:
            result: the grades.
            unanswered: the solution cells that are as they were released.
        """
        with warnings.catch_warnings():
            # nbgrader builds a submission's rows before it adds them to the session; SQLAlchemy frets.
            warnings.simplefilter("ignore", SAWarning)
            self._write(result, unanswered)

    def _write(self, result: Result, unanswered: frozenset[str]) -> None:
        book = self._gradebook
        if result.student not in self._students:
            book.update_or_create_student(result.student)
            self._students.add(result.student)
        when = {"timestamp": result.submission.received} if result.submission.received else {}
        submission = book.update_or_create_submission(result.assignment, result.student, **when)
        earned = {exercise.cell: exercise.earned for exercise in result.exercises}
        for notebook in submission.notebooks:
            if notebook.name != self._assignment.path.stem:
                continue
            for grade in notebook.grades:
                grade.auto_score = earned.get(self._names[grade.cell_id])
                grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
            for comment in notebook.comments:
                comment.auto_comment = "No response." if self._names[comment.cell_id] in unanswered else None
        book.db.commit()

    def __enter__(self) -> GradebookWriter:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._gradebook.close()


def _save_cells(course: Course, url: str, assignment: Assignment) -> None:
    notebook: Any = copy.deepcopy(assignment.notebook)
    resources = {"nbgrader": {"notebook": assignment.path.stem, "assignment": assignment.name, "db_url": url}}
    try:
        for step in ("LockCells", "ClearSolutions", "ComputeChecksums", "SaveCells"):
            preprocessor = getattr(nbgrader("preprocessors"), step)(config=course.config)
            notebook, resources = preprocessor.preprocess(notebook, resources)
    except RuntimeError as error:
        raise GradingError(
            f"{assignment.path}: its cells are not those that the gradebook has submissions for ({error}): restore "
            f"them, or start a new gradebook with --output"
        ) from error
