"""Databases of sqlite3: the candidate gets a whole database, and sends its tables back as plain data."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

_TYPE = re.compile(r"[A-Za-z0-9_ (),]{0,60}")


def serialised(connection: sqlite3.Connection) -> bytes:
    """The whole database as bytes, with what is not committed yet."""
    return connection.serialize()  # a backup would wait for the end of a transaction


def version(connection: sqlite3.Connection) -> list[int]:
    """Two numbers of which one grows with every change."""
    (schema,) = connection.cursor().execute("pragma schema_version").fetchone()
    return [connection.total_changes, schema]


def opened(content: bytes) -> sqlite3.Connection:
    """A database in memory with this content."""
    connection = sqlite3.connect(":memory:")
    if content:
        connection.deserialize(content)
    return connection


def tables(connection: sqlite3.Connection) -> dict[str, list[Any]]:
    """The columns with their types, and the rows, of every table by its name: plain data."""
    connection.text_factory = str  # the function may have set another, and that changes no table
    cursor = connection.cursor()
    cursor.row_factory = None
    names = cursor.execute("select name from sqlite_master where type = 'table' order by name").fetchall()
    return {name: _table(cursor, name) for (name,) in names if not name.startswith("sqlite_")}


def _table(cursor: sqlite3.Cursor, name: str) -> list[Any]:
    columns = [list(row[1:3]) for row in cursor.execute(f"pragma table_info({_quoted(name)})")]
    rows = cursor.execute(f"select * from {_quoted(name)}").fetchall()  # noqa: S608 - a name cannot be a parameter
    return [columns, [list(row) for row in rows]]


def restore(connection: sqlite3.Connection, content: dict[str, list[Any]]) -> None:
    """Let a database hold these tables and no others. No statement of the candidate's own is run.

    Args:
        connection: to the database.
        content: what `tables` returned.

    Raises:
        ValueError: the content is no tables.
        sqlite3.Error: the database cannot hold them.
    """
    statements = {name: _statements(name, *parts) for name, parts in content.items()}
    connection.commit()
    for name in tables(connection):
        connection.execute(f"drop table {_quoted(name)}")
    for name, (create, insert) in statements.items():
        connection.execute(create)
        connection.executemany(insert, content[name][1])
    connection.commit()


def _statements(name: str, columns: list[Any], rows: list[Any]) -> tuple[str, str]:
    if not columns or not all(_TYPE.fullmatch(kind) for _, kind in columns):
        raise ValueError("not the columns of a table")
    declared = ", ".join(f"{_quoted(column)} {kind}" for column, kind in columns)
    marks = ", ".join("?" * len(columns))
    return f"create table {_quoted(name)} ({declared})", f"insert into {_quoted(name)} values ({marks})"  # noqa: S608


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
