"""The rows that nbgrader's own autograder would write, many submissions in one transaction.

nbgrader's interface opens the gradebook and records the assignment. Its way to a submission's rows is one object and
one question to the database for each cell; here its tables are written to by statements for all of a batch.
"""

from __future__ import annotations

import copy
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import product
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import uuid4

from sqlalchemy import bindparam, case, inspect, make_url, select, text, true
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.results import Grades, Outcome
from nbproctor.system import whole_files
from nbproctor.system.nbgrader_modules import nbgrader

# Before each further attempt where the database does not answer, or another program writes to it, in seconds.
_PAUSES = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
# SQLite's errors that are another program's doing: it writes, or wrote the same row.
_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)


class GradebookWriter:
    """Writes one assignment's grades into an nbgrader gradebook. Use it as a context manager.

    Args:
        course: the course.
        url: SQLAlchemy's address of the database; tables that it lacks are made.
        assignments: all notebooks of the assignment; their cells are recorded as `nbgrader generate_assignment`
            records them.
        recorded: a file that remembers for the next run what the gradebook has of these cells; None for none.

    Raises:
        GradingError: the gradebook cannot be opened, or has submissions for other cells than the
            assignment has now.
    """

    def __init__(self, course: Course, url: str, *assignments: Assignment, recorded: Path | None = None) -> None:
        self._shown = _without_password(url)
        for pause in (*_PAUSES, None):
            try:
                self._gradebook = _opened(url, self._shown, course.course_id or "default_course")
                self._engine = self._gradebook.engine
                self._record(course, url, assignments, recorded)
                return
            # The last: nbgrader's name for any error of the database.
            except (SQLAlchemyError, nbgrader("api").InvalidEntry) as error:
                if pause is None or not _was_cut_off(error):
                    raise GradingError(f"the gradebook {self._shown} cannot be opened: {_first_line(error)}") from error
                time.sleep(pause)

    def _record(self, course: Course, url: str, assignments: Sequence[Assignment], recorded: Path | None) -> None:
        """Have the assignment and its cells in the gradebook, and know their rows."""
        self._gradebook.update_or_create_assignment(assignments[0].name)
        if recorded is None or _read(recorded) != self._cells(course, assignments):
            for assignment in assignments:  # a submission has rows for all of them, from the first grade on
                _save_cells(course, url, assignment)
            self._gradebook.db.remove()
            if recorded:
                whole_files.write(recorded, self._cells(course, assignments))
        self._assignment = self._gradebook.find_assignment(assignments[0].name).id
        found = [self._gradebook.find_notebook(one.path.stem, one.name) for one in assignments]
        self._notebooks = {one.name: _Notebook.of(one) for one in found}
        self._gradebook.db.remove()  # it would keep a transaction open

    def write(self, batch: Sequence[Grades]) -> None:
        """Write the grades of submitted notebooks, in place of those they had; a person's grades and comments stay.

        All of them are written, or none. A database that does not answer is asked again for half a minute; written
        twice is as good as written once.

        Raises:
            GradingError: the database does not answer, or cannot be written to.
        """
        for pause in (*_PAUSES, None):
            try:
                with self._engine.begin() as connection:
                    _Rows(connection, self._assignment, self._notebooks).write(batch)
                return
            # The last: another program wrote a row of the same submission meanwhile.
            except (OperationalError, InterfaceError, IntegrityError) as error:
                if pause is None or not _may_pass(error):
                    raise GradingError(
                        f"the gradebook {self._shown} cannot be written to: {_first_line(error)}; when it can be, "
                        f"grade again: what has been graded is kept"
                    ) from error
                time.sleep(pause)

    def _cells(self, course: Course, assignments: Sequence[Assignment]) -> str:
        """A checksum of the cells and of all that the gradebook has of any: if neither changed, it need not be told.

        What tells it takes as long to import as all that opens it.
        """
        api = nbgrader("api")
        tables = [one.__table__ for one in (api.Notebook, api.BaseCell, api.GradeCell, api.TaskCell, api.SourceCell)]
        with self._engine.connect() as connection:
            rows = [sorted(map(repr, connection.execute(select(table)))) for table in tables]
        cells = [[one.name, one.path.stem, one.notebook] for one in assignments]
        known = json.dumps([version("nbgrader"), course.config, cells, rows], sort_keys=True, default=str)
        return hashlib.sha256(known.encode()).hexdigest()

    def __enter__(self) -> GradebookWriter:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._gradebook.close()


@dataclass(frozen=True)
class _Notebook:
    """The id of a notebook's row, and the names of the cells that are graded and commented on, by their rows' ids."""

    id: str
    graded: dict[str, str]
    commented: dict[str, str]

    @classmethod
    def of(cls, row: Any) -> _Notebook:
        return cls(row.id, _names(*row.grade_cells, *row.task_cells), _names(*row.solution_cells, *row.task_cells))


def _names(*cells: Any) -> dict[str, str]:
    return {cell.id: cell.name for cell in cells}


class _Rows:
    """The rows of submissions, in one transaction."""

    def __init__(self, connection: Any, assignment: str, notebooks: Mapping[str, _Notebook]) -> None:
        self._connection = connection
        self._assignment = assignment
        self._notebooks = notebooks
        api = nbgrader("api")
        self._student, self._submission, self._notebook, self._grade, self._comment = (
            one.__table__
            for one in (api.Student, api.SubmittedAssignment, api.SubmittedNotebook, api.Grade, api.Comment)
        )

    def write(self, batch: Sequence[Grades]) -> None:
        latest = {(one.result.student, one.notebook): one for one in batch}
        received = {one.result.student: one.result.submission.received for one in latest.values()}
        self._add_students(received)
        submissions = self._submissions(received)
        rows = self._submitted_notebooks(submissions.values())
        wanted = {rows[submissions[student], self._notebooks[name].id]: one for (student, name), one in latest.items()}
        # Those of the assignment's other notebooks have their rows from the start, and no grade yet.
        cells = {row: self._by_id[notebook] for (_, notebook), row in rows.items()}
        self._write_grades(cells, wanted)
        self._write_comments(cells, wanted)

    @property
    def _by_id(self) -> dict[str, _Notebook]:
        return {one.id: one for one in self._notebooks.values()}

    def _add_students(self, students: Iterable[str]) -> None:
        table = self._student
        known = set(self._connection.scalars(select(table.c.id).where(table.c.id.in_(students))))
        self._insert(table, [{"id": one} for one in students if one not in known])

    def _submissions(self, received: Mapping[str, str | None]) -> dict[str, str]:
        """The ids of the students' submissions; those that are missing are made."""
        table, parse = self._submission, nbgrader("utils").parse_utc
        query = select(table.c.student_id, table.c.id, table.c.timestamp).where(
            table.c.assignment_id == self._assignment, table.c.student_id.in_(received)
        )
        found = {student: (row, timestamp) for student, row, timestamp in self._connection.execute(query)}
        missing = [
            {
                "id": uuid4().hex,
                "assignment_id": self._assignment,
                "student_id": student,
                "timestamp": parse(when),
            }
            for student, when in received.items()
            if student not in found
        ]
        self._insert(table, missing)
        times = {row: parse(received[student]) for student, (row, _) in found.items() if received[student]}
        later = [
            {"row": row, "new_timestamp": times[row]}
            for row, before in found.values()
            if row in times and times[row] != before
        ]
        self._update(table, later, timestamp=bindparam("new_timestamp"))
        return {student: row for student, (row, _) in found.items()} | {one["student_id"]: one["id"] for one in missing}

    def _submitted_notebooks(self, submissions: Iterable[str]) -> dict[tuple[str, str], str]:
        """The ids of the submitted notebooks, by those of the submission and the notebook; missing ones are made."""
        table, submissions = self._notebook, list(submissions)
        query = select(table.c.assignment_id, table.c.notebook_id, table.c.id)
        found = {
            (submission, notebook): row
            for submission, notebook, row in self._connection.execute(
                query.where(table.c.assignment_id.in_(submissions))
            )
        }
        new = {key: uuid4().hex for key in product(submissions, self._by_id) if key not in found}
        self._insert(table, [{"id": row, "assignment_id": one[0], "notebook_id": one[1]} for one, row in new.items()])
        return {key: row for key, row in (found | new).items() if key[1] in self._by_id}

    def _write_grades(self, cells: Mapping[str, _Notebook], wanted: Mapping[str, Grades]) -> None:
        table = self._grade
        columns = (table.c.id, table.c.auto_score, table.c.manual_score, table.c.needs_manual_grade)
        found = self._found(table, cells, *columns)
        earned = {
            row: {one.cell: one.earned for one in grades.result.exercises if one.outcome is not Outcome.WAITING}
            for row, grades in wanted.items()
        }
        new, changed = [], []
        for row, notebook in cells.items():
            for cell, name in notebook.graded.items():
                score = earned.get(row, {}).get(name)
                if (before := found.get((row, cell))) is None:
                    new.append({**_key(row, cell), "auto_score": score, "needs_manual_grade": score is None})
                elif row in wanted and before[1:] != (score, before[2], score is None or before[2] is not None):
                    changed.append({"row": before[0], "score": score, "waits": score is None})
        self._insert(table, new)
        # Decided by the database: a person may have given a grade since the rows were read.
        waits = case((table.c.manual_score.is_not(None), true()), else_=bindparam("waits"))
        self._update(table, changed, auto_score=bindparam("score"), needs_manual_grade=waits)

    def _write_comments(self, cells: Mapping[str, _Notebook], wanted: Mapping[str, Grades]) -> None:
        table = self._comment
        found = self._found(table, cells, table.c.id, table.c.auto_comment)
        new, changed = [], []
        for row, notebook in cells.items():
            unanswered = wanted[row].result.submission.unanswered if row in wanted else ()
            for cell, name in notebook.commented.items():
                text = "No response." if name in unanswered else None
                if (before := found.get((row, cell))) is None:
                    new.append({**_key(row, cell), "auto_comment": text})
                elif row in wanted and before[1] != text:
                    changed.append({"row": before[0], "text": text})
        self._insert(table, new)
        self._update(table, changed, auto_comment=bindparam("text"))

    def _found(self, table: Any, notebooks: Iterable[str], *columns: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
        query = select(table.c.notebook_id, table.c.cell_id, *columns).where(table.c.notebook_id.in_(list(notebooks)))
        return {(row[0], row[1]): tuple(row[2:]) for row in self._connection.execute(query)}

    def _insert(self, table: Any, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(table.insert(), rows)

    def _update(self, table: Any, rows: list[dict[str, Any]], **values: Any) -> None:
        if rows:
            self._connection.execute(table.update().where(table.c.id == bindparam("row")).values(values), rows)


def _key(notebook: str, cell: str) -> dict[str, str]:
    return {"id": uuid4().hex, "notebook_id": notebook, "cell_id": cell}


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def _opened(url: str, shown: str, course: str) -> Any:
    try:
        gradebook = nbgrader("api").Gradebook(url, course)
    except ModuleNotFoundError as error:
        raise GradingError(
            f"the gradebook {shown} needs the Python package {error.name}: for PostgreSQL, install "
            f"nbproctor[postgresql] and begin the address with postgresql+psycopg://"
        ) from error
    _stamp(gradebook.engine)
    return gradebook


def _stamp(engine: Any) -> None:
    """Say which version the tables are of, if a run that was killed had made them and not said it.

    nbgrader says it of no tables but those that it has made just now, and would not upgrade these later.
    """
    api = nbgrader("api")
    with engine.begin() as connection:
        if any(connection.scalar(select(one.__table__).limit(1)) for one in (api.Assignment, api.Student)):
            return
        if not inspect(connection).has_table("alembic_version"):
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        if not connection.scalar(text("SELECT version_num FROM alembic_version")):
            version_now = {"version": api.get_alembic_version()}
            connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:version)"), version_now)


def _was_cut_off(error: Exception) -> bool:
    """Whether the connection was lost, or another program wrote; an address that leads nowhere stays what it is."""
    if not isinstance(error, DBAPIError):
        return not isinstance(error, SQLAlchemyError)
    code = getattr(error.orig, "sqlite_errorcode", None)
    return error.connection_invalidated or (code is not None and code & 0xFF in _PASSING)


def _may_pass(error: DBAPIError) -> bool:
    """Whether it may go well the next time; a full disk, say, does not become empty."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _PASSING


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "of the configuration"  # whatever is wrong with it, it may hold a password


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
