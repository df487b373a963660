"""Hands a function its input as a database: a dict of frames becomes a sqlite3 connection."""

from __future__ import annotations

import sqlite3
from typing import Any


def open_database(frames: dict[str, Any]) -> sqlite3.Connection:
    """Return a connection to a database in memory with one table for each frame."""
    connection = sqlite3.connect(":memory:")
    for name, frame in frames.items():
        frame.to_sql(name, connection, index=False)
    return connection


def contents(connection: sqlite3.Connection) -> dict[str, Any]:
    """Return the columns and rows of every table, by the table's name."""
    connection.text_factory = str  # the function may have set another, and that changes no table
    cursor = connection.cursor()
    cursor.row_factory = None
    names = cursor.execute("select name from sqlite_master where type = 'table' order by name").fetchall()
    return {name: _table(cursor, name) for (name,) in names}


def _table(cursor: sqlite3.Cursor, name: str) -> dict[str, Any]:
    quoted = name.replace('"', '""')
    rows = cursor.execute(f'select * from "{quoted}"').fetchall()  # noqa: S608 - a name cannot be a parameter
    return {"columns": [column[0] for column in cursor.description], "rows": rows}
