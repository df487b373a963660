"""A gradebook as it is found, before nbgrader's interface opens it and makes the tables that it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, inspect, make_url, select
from sqlalchemy.exc import ArgumentError

from nbproctor.errors import GradingError
from nbproctor.system.nbgrader_modules import nbgrader


def require_current_tables(url: URL, shown: str | Path) -> None:
    """Require that the tables that are there have all columns that nbgrader's have now.

    Args:
        shown: its address in a sentence.

    Raises:
        GradingError: an earlier version of nbgrader made them.
    """
    with connected(url) as connection:
        found = inspect(connection).get_multi_columns()
    names = {table: {column["name"] for column in columns} for (_, table), columns in found.items()}
    for name, table in nbgrader("api").Base.metadata.tables.items():
        missing = [column.name for column in table.columns if name in names and column.name not in names[name]]
        if missing:
            raise GradingError(
                f"the gradebook {shown} was made by an earlier version of nbgrader, as its table {name} has no "
                f"{missing[0]}: make a copy of it, and run nbgrader db upgrade in the course's folder"
            )


def known_students(address: str | Path) -> frozenset[str]:
    """The ids of all students in a gradebook; none if it has no tables yet.

    Args:
        address: of the database: a file's path, or SQLAlchemy's address.
    """
    student: Any = nbgrader("api").Student.__table__
    with connected(gradebook_url(address)) as connection:
        if not inspect(connection).has_table(student.name):
            return frozenset()
        return frozenset(connection.scalars(select(student.c.id)))


@contextmanager
def connected(url: URL) -> Iterator[Connection]:
    """A connection to a gradebook, for reading."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def gradebook_url(address: str | Path) -> URL:
    """The address of a gradebook.

    Args:
        address: a file's path, which may hold what means something else in an address; or SQLAlchemy's address.

    Raises:
        GradingError: it is no address.
    """
    return _read_url(address) if isinstance(address, str) else URL.create("sqlite", database=str(address))


def _read_url(address: str) -> URL:
    # Whatever is wrong with the address, it may hold a password: it is not shown.
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise GradingError(
            "c.CourseDirectory.db_url is no address of a database: write sqlite:////path/to/gradebook.db, or "
            "postgresql+psycopg://user:password@host:5432/name"
        ) from None
    if "@" in (url.host or ""):
        raise GradingError(
            "c.CourseDirectory.db_url has more than one @: write one that belongs to the password, or to the user's "
            "name, as %40"
        )
    return url
