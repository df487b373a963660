"""A gradebook as it is found, before nbgrader's interface opens it and makes the tables that it lacks: it is only read.

Its address is a file's path, or SQLAlchemy's address.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any

from sqlalchemy import URL, Connection, create_engine, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from nbproctor.assignment.notebook import Exercise
from nbproctor.errors import GradingError
from nbproctor.gradebook.manual_grades import DecisionRows
from nbproctor.notebook_grades import Decisions, Grades
from nbproctor.system.nbgrader_modules import nbgrader

# What SQLite keeps beside a database while it is written to, or after a program that wrote was killed.
_BESIDE = ("", "-journal", "-wal")
_MOST_TRIES = 50
_PAUSE_SECONDS = 0.1
_ROWS_OF_A_STATEMENT = 1_000


def _is_missing(address: str | Path) -> bool:
    return isinstance(address, Path) and not address.is_file()


def known_students(address: str | Path) -> frozenset[str]:
    """The ids of all students in a gradebook; none if there is none, or if it has no tables yet."""
    if _is_missing(address):
        return frozenset()
    student: Any = nbgrader("api").Student.__table__
    with connected(gradebook_url(address)) as connection:
        if not inspect(connection).has_table(student.name):
            return frozenset()
        return frozenset(connection.scalars(select(student.c.id)))


def found_decisions(
    address: str | Path, assignment: str, graded: Sequence[Grades], exercises: Mapping[str, Sequence[Exercise]]
) -> dict[tuple[str, str], Decisions]:
    """What persons decided about submitted notebooks, by student and notebook; nothing about those without a row.

    Args:
        exercises: the exercises of each notebook, by its name.

    Raises:
        GradingError: there is no gradebook, or it cannot be read.
    """
    with _reading(address, assignment) as (url, shown):
        if _is_missing(address):
            raise GradingError(f"there is no gradebook {shown}: run course grade {quote(assignment)} first")
        require_current_tables(url, shown)
        with connected(url) as connection:
            rows = _rows(connection, assignment, graded)
            decided = DecisionRows(connection, exercises).of(rows)
    return {(grades.result.student, grades.notebook): decided[row] for row, grades in rows.items()}


def received_times(address: str | Path, assignment: str) -> dict[str, datetime | None]:
    """When each student's submission was handed in; empty if the gradebook knows nothing of the assignment.

    Raises:
        GradingError: the gradebook cannot be read.
    """
    if _is_missing(address):
        return {}
    api: Any = nbgrader("api")
    submission, table = api.SubmittedAssignment.__table__.c, api.Assignment.__table__.c
    query = (
        select(submission.student_id, submission.timestamp)
        .join(api.Assignment.__table__, table.id == submission.assignment_id)
        .where(table.name == assignment)
    )
    with _reading(address, assignment) as (url, _), connected(url) as connection:
        if not inspect(connection).has_table(api.SubmittedAssignment.__tablename__):
            return {}
        return {row.student_id: row.timestamp for row in connection.execute(query)}


def _rows(connection: Connection, assignment: str, graded: Sequence[Grades]) -> dict[str, Grades]:
    """What came of the submitted notebooks, by the ids of their rows."""
    api: Any = nbgrader("api")
    submitted, submission = api.SubmittedNotebook.__table__.c, api.SubmittedAssignment.__table__.c
    notebook, table = api.Notebook.__table__.c, api.Assignment.__table__.c
    wanted = {(grades.result.student, grades.notebook): grades for grades in graded}
    query = (
        select(submitted.id, submission.student_id, notebook.name)
        .join(api.SubmittedAssignment.__table__, submission.id == submitted.assignment_id)
        .join(api.Notebook.__table__, notebook.id == submitted.notebook_id)
        .join(api.Assignment.__table__, table.id == submission.assignment_id)
        .where(table.name == assignment, submission.student_id.in_({student for student, _ in wanted}))
    )
    return {row: wanted[student, name] for row, student, name in connection.execute(query) if (student, name) in wanted}


def copy_gradebook(address: str | Path, assignment: str, target: Path) -> None:
    """Copy a gradebook into a file of SQLite's, with what was handed in of one assignment; nothing if there is none.

    SQLite itself would write to a gradebook that it only reads, if another program was killed while it wrote: so the
    bytes are copied, and the copy is opened. Of a database on a server the rows are copied.

    Raises:
        GradingError: it cannot be read, or an earlier version of nbgrader made it.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _reading(address, assignment) as (url, shown):
        if url.get_backend_name() != "sqlite":
            require_current_tables(url, shown)
            _copy_rows(url, assignment, target)
        elif url.database and Path(url.database).is_file():
            _copy_bytes(Path(url.database), target)
            require_current_tables(gradebook_url(target), shown)


def _copy_bytes(source: Path, target: Path) -> None:
    """Copy a database with what lies beside it, as it is at a moment when nobody writes."""
    for _ in range(_MOST_TRIES):
        before = _state(source)
        for end in _BESIDE:
            there, here = Path(f"{source}{end}"), Path(f"{target}{end}")
            here.unlink(missing_ok=True)
            if there.is_file():
                shutil.copyfile(there, here)
        if before == _state(source):
            return
        time.sleep(_PAUSE_SECONDS)
    raise OSError("another program keeps writing to it")


def _state(source: Path) -> list[tuple[int, int] | None]:
    paths = [Path(f"{source}{end}") for end in _BESIDE]
    return [(path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else None for path in paths]


def _copy_rows(url: URL, assignment: str, target: Path) -> None:
    source, copy = create_engine(url, isolation_level="REPEATABLE READ"), create_engine(gradebook_url(target))
    try:
        with source.connect() as found, copy.begin() as made:
            tables = inspect(found).get_table_names()
            api: Any = nbgrader("api")
            if api.Assignment.__tablename__ not in tables:
                return
            api.Base.metadata.create_all(made)
            wanted = _wanted(assignment)
            for table in api.Base.metadata.sorted_tables:
                query = select(table).where(wanted[table.name]) if table.name in wanted else select(table)
                for rows in found.execute(query).mappings().partitions(_ROWS_OF_A_STATEMENT):
                    made.execute(table.insert(), [dict(row) for row in rows])
            if "alembic_version" in tables:
                made.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
                for number in found.scalars(text("SELECT version_num FROM alembic_version")):
                    made.execute(text("INSERT INTO alembic_version VALUES (:number)"), {"number": number})
    finally:
        source.dispose()
        copy.dispose()


def _wanted(assignment: str) -> dict[str, Any]:
    """Which rows of a table are copied, if not all: of what was handed in, only that for the assignment."""
    api: Any = nbgrader("api")
    submission, notebook = api.SubmittedAssignment.__table__, api.SubmittedNotebook.__table__
    table, grade, comment = api.Assignment.__table__, api.Grade.__table__, api.Comment.__table__
    submissions = submission.c.assignment_id.in_(select(table.c.id).where(table.c.name == assignment))
    notebooks = notebook.c.assignment_id.in_(select(submission.c.id).where(submissions))
    ids = select(notebook.c.id).where(notebooks)
    return {
        submission.name: submissions,
        notebook.name: notebooks,
        grade.name: grade.c.notebook_id.in_(ids),
        comment.name: comment.c.notebook_id.in_(ids),
    }


@contextmanager
def _reading(address: str | Path, assignment: str) -> Iterator[tuple[URL, str | Path]]:
    """Meanwhile, say in a sentence why a gradebook cannot be read; its address, and as a sentence has it."""
    url = gradebook_url(address)
    shown = shown_address(address)
    try:
        yield url, shown
    except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
        raise GradingError(
            f"the gradebook {shown} cannot be read: {str(error).splitlines()[0]}; run course grade {quote(assignment)} "
            "to see what is wrong"
        ) from error


def require_current_tables(url: URL, shown: str | Path) -> None:
    """Raise a GradingError if an earlier version of nbgrader made the tables, and columns are missing."""
    with connected(url) as connection:
        found = inspect(connection).get_multi_columns()
    names = {table: {column["name"] for column in columns} for (_, table), columns in found.items()}
    for name, table in nbgrader("api").Base.metadata.tables.items():
        missing = [column.name for column in table.columns if name in names and column.name not in names[name]]
        if missing:
            raise GradingError(
                f"the gradebook {shown} was made by an earlier version of nbgrader (its table {name} has no "
                f"{missing[0]}): make a copy of it, and run nbgrader db upgrade in the course's folder"
            )


@contextmanager
def connected(url: URL) -> Iterator[Connection]:
    """A connection to a gradebook, for reading."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def shown_address(address: str | Path) -> str | Path:
    """The address of a gradebook as a sentence has it: without the password."""
    return address if isinstance(address, Path) else gradebook_url(address).render_as_string(hide_password=True)


def gradebook_url(address: str | Path) -> URL:
    """The address of a gradebook as a URL; a GradingError if it is none."""
    if isinstance(address, Path):  # which may hold what means something else in a URL
        return URL.create("sqlite", database=str(address))
    # Whatever is wrong with the address, it may hold a password: it is not shown.
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise GradingError(
            "c.CourseDirectory.db_url is not the address of a database: write sqlite:////path/to/gradebook.db, or "
            "postgresql+psycopg://user:password@host:5432/name"
        ) from None
    if "@" in (url.host or ""):
        raise GradingError(
            "c.CourseDirectory.db_url has more than one @: write an @ in the password or the user's name as %40"
        )
    return url
