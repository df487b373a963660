"""The rows that nbgrader's own autograder would write, those of many submissions in one transaction.

nbgrader's interface opens the gradebook and records the assignment; `SubmissionRows` writes what came of submissions.
"""

from __future__ import annotations

import copy
import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import URL, exc, inspect, select, text

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.gradebook.gradebook_reader import gradebook_url, require_current_tables, shown_address
from nbproctor.gradebook.late_penalties import LatePenalties
from nbproctor.gradebook.submission_rows import NotebookRow, SubmissionRows
from nbproctor.notebook_grades import Decisions, Grades
from nbproctor.results import HandGrade
from nbproctor.system import whole_files
from nbproctor.system.nbgrader_modules import nbgrader

# The pauses between attempts while the database does not answer, or another program writes to it, in seconds.
_PAUSE_SECONDS = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
# SQLite's errors that pass: another program writes, or wrote the same row.
_PASSING_SQLITE_ERRORS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)


class GradebookWriter:
    """Writes one assignment's grades into an nbgrader gradebook. Use it as a context manager.

    Args:
        address: of the database: a file's path, or SQLAlchemy's address; tables that it lacks are made.
        assignments: all notebooks of the assignment; their cells are recorded as `nbgrader generate_assignment`
            records them.
        recorded: a file that keeps for the next run what the gradebook has of these cells; default: no file.

    Raises:
        GradingError: the gradebook cannot be opened, or has submissions for other cells than the
            assignment has now.
    """

    def __init__(
        self, course: Course, address: str | Path, *assignments: Assignment, recorded: Path | None = None
    ) -> None:
        self._name = assignments[0].name
        url = gradebook_url(address)
        self._shown_url = shown_address(address)

        def open_and_record() -> None:
            self._gradebook = _opened(url, self._shown_url, course.course_id or "default_course")
            self._engine = self._gradebook.engine
            self._record(course, url, assignments, recorded)

        # The last: nbgrader's name for any error of the database.
        errors = (exc.SQLAlchemyError, nbgrader("api").InvalidEntry)
        try:
            _repeat(open_and_record, errors, _was_cut_off)
        except errors as error:
            raise GradingError(
                f"the gradebook {self._shown_url} cannot be opened: {_first_line(error)}; if it is damaged, or is "
                "not a gradebook of nbgrader, replace it with the right one, or name another folder with --output"
            ) from error
        self._penalties = LatePenalties(course, self._gradebook) if course.gives_late_penalties else None

    def _record(self, course: Course, url: URL, assignments: Sequence[Assignment], recorded: Path | None) -> None:
        """Record the assignment and its cells, and find their rows."""
        self._gradebook.update_or_create_assignment(assignments[0].name)
        if recorded is None or not recorded.is_file() or recorded.read_text() != self._cells(course, assignments):
            for assignment in assignments:  # a submission has rows for all notebooks, from the first grade on
                _save_cells(course, url, assignment)
            self._gradebook.db.remove()
            if recorded:
                whole_files.write(recorded, self._cells(course, assignments))
        self._assignment = self._gradebook.find_assignment(assignments[0].name).id
        self._notebooks = {
            each.path.stem: NotebookRow.of(self._gradebook.find_notebook(each.path.stem, each.name), each.exercises)
            for each in assignments
        }
        self._gradebook.db.remove()  # it would keep a transaction open

    def write(self, batch: Sequence[Grades]) -> dict[tuple[str, str], Decisions]:
        """Write the grades of submitted notebooks in place of earlier ones; a person's grades and comments stay.

        All grades are written, or none. A database that does not answer is asked again for half a minute; to write the
        same grades twice does no harm.

        Returns:
            What persons decided about the notebooks, and their late penalties, by student and notebook.

        Raises:
            GradingError: the database does not answer, or cannot be written to; or no penalty can be computed.
        """
        decided: dict[tuple[str, str], Decisions] = {}

        def write_rows() -> None:
            with self._engine.begin() as connection:
                decided.update(SubmissionRows(connection, self._assignment, self._notebooks).write(batch))
            if self._penalties:
                for key, penalty in self._penalties.give(self._name, batch).items():
                    decided[key] = replace(decided[key], penalty=penalty)

        self._written(write_rows)
        return decided

    def give(self, batch: Sequence[Grades], cell: str, given: HandGrade, seen: Mapping[str, HandGrade]) -> set[str]:
        """Give an exercise of several students the same score and comment, as formgrader does; all of them, or none.

        Args:
            batch: what came of the submitted notebooks; all are of the same notebook. Where the gradebook has the
                grades of another submission, or none, these are written first.
            cell: the exercise's cell.
            seen: what had been decided when the person looked, by student.

        Returns:
            The students about whom somebody else decided meanwhile: their scores and comments stay as they are.

        Raises:
            GradingError: the database does not answer, or cannot be written to; or no penalty can be computed.
        """
        changed: set[str] = set()

        def give_rows() -> None:
            changed.clear()
            with self._engine.begin() as connection:
                rows = SubmissionRows(connection, self._assignment, self._notebooks)
                written, others = rows.give(batch, cell, given, seen)
                changed.update(others)
            if self._penalties and written:
                self._penalties.give(self._name, written)

        self._written(give_rows)
        return changed

    def _written(self, write_rows: Callable[[], None]) -> None:
        """Write, and again while the database does not answer; a GradingError if it cannot be written to."""
        # The last: another program wrote a row of the same submission meanwhile.
        errors = (exc.OperationalError, exc.InterfaceError, exc.IntegrityError)
        try:
            _repeat(write_rows, errors, _may_pass)
        except (exc.DatabaseError, exc.InterfaceError) as error:
            if isinstance(error, exc.DataError | exc.ProgrammingError):
                raise
            raise GradingError(
                f"the gradebook {self._shown_url} cannot be written to: {_first_line(error)}; fix this, and grade "
                "again: finished grades are kept; if it is damaged, replace it with a backup first"
            ) from error

    def _cells(self, course: Course, assignments: Sequence[Assignment]) -> str:
        """A checksum of the assignment's cells and of all cells in the gradebook.

        If it is that of the last run, the cells need not be recorded again: nbgrader's modules that record cells take
        as long to import as all that opens the gradebook.
        """
        api = nbgrader("api")
        tables = [kind.__table__ for kind in (api.Notebook, api.BaseCell, api.GradeCell, api.TaskCell, api.SourceCell)]
        with self._engine.connect() as connection:
            rows = [sorted(map(repr, connection.execute(select(table)))) for table in tables]
        cells = [[assignment.name, assignment.path.stem, assignment.notebook] for assignment in assignments]
        known = json.dumps([version("nbgrader"), course.config, cells, rows], sort_keys=True, default=str)
        return hashlib.sha256(known.encode()).hexdigest()

    def __enter__(self) -> GradebookWriter:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._gradebook.close()


def _repeat(attempt: Callable[[], None], errors: tuple[type[Exception], ...], may_pass: Callable[[Any], bool]) -> None:
    """Make an attempt; while it ends with an error that may pass, make it again, but not for ever."""
    for seconds in _PAUSE_SECONDS:
        try:
            attempt()
            return
        except errors as error:
            if not may_pass(error):
                raise
        time.sleep(seconds)
    attempt()


def _opened(url: URL, shown: str | Path, course: str) -> Any:
    try:
        require_current_tables(url, shown)
        gradebook = nbgrader("api").Gradebook(url, course)
    except ModuleNotFoundError as error:
        raise GradingError(
            f"the gradebook {shown} needs the Python package {error.name}: for PostgreSQL, install "
            "nbproctor[postgresql] and start the address with postgresql+psycopg://"
        ) from error
    _stamp(gradebook.engine)
    return gradebook


def _stamp(engine: Any) -> None:
    """Record the version of the tables, if a run was killed after it had made them and before it recorded it.

    nbgrader records it only when it makes the tables; without it, it would not upgrade them later.
    """
    api = nbgrader("api")
    with engine.begin() as connection:
        if any(connection.scalar(select(kind.__table__).limit(1)) for kind in (api.Assignment, api.Student)):
            return
        if not inspect(connection).has_table("alembic_version"):
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        if not connection.scalar(text("SELECT version_num FROM alembic_version")):
            version_now = {"version": api.get_alembic_version()}
            connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:version)"), version_now)


def _was_cut_off(error: Exception) -> bool:
    """Whether the connection was lost, or another program wrote. To try a wrong address again would not help."""
    if not isinstance(error, exc.DBAPIError):
        return not isinstance(error, exc.SQLAlchemyError)
    code = getattr(error.orig, "sqlite_errorcode", None)
    return error.connection_invalidated or (code is not None and code & 0xFF in _PASSING_SQLITE_ERRORS)


def _may_pass(error: exc.DBAPIError) -> bool:
    """Whether the next attempt may go well; a full disk, for one, does not become empty."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _PASSING_SQLITE_ERRORS


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _save_cells(course: Course, url: URL, assignment: Assignment) -> None:
    notebook: Any = copy.deepcopy(assignment.notebook)
    resources = {"nbgrader": {"notebook": assignment.path.stem, "assignment": assignment.name, "db_url": url}}
    try:
        for step in ("LockCells", "ClearSolutions", "ComputeChecksums", "SaveCells"):
            preprocessor = getattr(nbgrader("preprocessors"), step)(config=course.config)
            notebook, resources = preprocessor.preprocess(notebook, resources)
    except RuntimeError as error:
        raise GradingError(
            f"{assignment.path}: its cells differ from those of the submissions in the gradebook ({error}): restore "
            "them, or start a new gradebook with --output"
        ) from error
