"""A copy of a gradebook to write to, made without a change to the gradebook."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from nbproctor.errors import GradingError
from nbproctor.gradebook.found_gradebook import gradebook_url, require_current_tables
from nbproctor.system.nbgrader_modules import nbgrader

# What SQLite keeps beside a database while it is written to, or after a program that wrote was killed.
_BESIDE = ("", "-journal", "-wal")
_MOST_TRIES = 50
_PAUSE_SECONDS = 0.1
_ROWS_OF_A_STATEMENT = 1_000


def copy_gradebook(address: str | Path, assignment: str, target: Path) -> None:
    """Copy a gradebook into a file of SQLite's, with what was handed in of one assignment; nothing if there is none.

    SQLite itself would write to a gradebook that it only reads, if another program was killed while it wrote: so the
    bytes are copied, and the copy is opened. Of a database on a server the rows are copied.

    Args:
        address: of the gradebook: a file's path, or SQLAlchemy's address.

    Raises:
        GradingError: it cannot be read, or an earlier version of nbgrader made it.
    """
    url = gradebook_url(address)
    shown = address if isinstance(address, Path) else url.render_as_string(hide_password=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        if url.get_backend_name() != "sqlite":
            require_current_tables(url, shown)
            _copy_rows(url, assignment, target)
        elif url.database and Path(url.database).is_file():
            _copy_bytes(Path(url.database), target)
            require_current_tables(gradebook_url(target), shown)
    except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
        raise GradingError(
            f"the gradebook {shown} cannot be read: {str(error).splitlines()[0]}; run course grade {assignment}, which "
            "opens it and says what is wrong"
        ) from error


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
    raise OSError("another program writes to it all the time")


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
            for table in api.Base.metadata.sorted_tables:
                _copy_table(found, made, table, _wanted(table.name, assignment))
            if "alembic_version" in tables:
                made.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
                for number in found.scalars(text("SELECT version_num FROM alembic_version")):
                    made.execute(text("INSERT INTO alembic_version VALUES (:number)"), {"number": number})
    finally:
        source.dispose()
        copy.dispose()


def _copy_table(found: Connection, made: Connection, table: Any, wanted: Any) -> None:
    query = select(table) if wanted is None else select(table).where(wanted)
    for rows in found.execute(query).mappings().partitions(_ROWS_OF_A_STATEMENT):
        made.execute(table.insert(), [dict(row) for row in rows])


def _wanted(name: str, assignment: str) -> Any:
    """Which rows of a table are copied: of what was handed in only that for the assignment."""
    api: Any = nbgrader("api")
    submission, notebook = api.SubmittedAssignment.__table__.c, api.SubmittedNotebook.__table__.c
    table = api.Assignment.__table__.c
    submissions = submission.assignment_id.in_(select(table.id).where(table.name == assignment))
    notebooks = notebook.assignment_id.in_(select(submission.id).where(submissions))
    return {
        api.SubmittedAssignment.__tablename__: submissions,
        api.SubmittedNotebook.__tablename__: notebooks,
        **{
            kind.__tablename__: kind.__table__.c.notebook_id.in_(select(notebook.id).where(notebooks))
            for kind in (api.Grade, api.Comment)
        },
    }.get(name)
