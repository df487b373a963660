"""The portal's database: its tables, and transactions that are on the disk when they end."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbproctor.errors import GradingError

_SECONDS_TO_WAIT = 30.0
# Times are microseconds since 1970, UTC. Rows of submissions are only ever added.
_SCHEMA = """
CREATE TABLE people (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL CHECK (role IN ('student', 'instructor')),
    code_hash BLOB
) STRICT;
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (name),
    csrf TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE TABLE failed_logins (who TEXT NOT NULL, moment INTEGER NOT NULL) STRICT;
CREATE INDEX failed_logins_of ON failed_logins (who, moment);
CREATE TABLE submissions (
    number INTEGER PRIMARY KEY,
    student TEXT NOT NULL,
    assignment TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    received INTEGER NOT NULL,
    signed INTEGER NOT NULL,
    receipt BLOB NOT NULL,
    UNIQUE (student, assignment, idempotency_key)
) STRICT;
CREATE TABLE jobs (
    submission INTEGER PRIMARY KEY REFERENCES submissions (number),
    kind INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    token TEXT,
    leased INTEGER,
    trouble TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_in_order ON jobs (kind, submission);
CREATE TABLE grades (
    number INTEGER PRIMARY KEY,
    submission INTEGER NOT NULL REFERENCES submissions (number),
    graded INTEGER NOT NULL,
    result TEXT NOT NULL,
    page TEXT NOT NULL
) STRICT;
CREATE INDEX grades_of ON grades (submission, number);
CREATE TABLE acts (
    number INTEGER PRIMARY KEY,
    moment INTEGER NOT NULL,
    person TEXT NOT NULL,
    act TEXT NOT NULL
) STRICT;
CREATE TRIGGER submissions_stay BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions stay'); END;
CREATE TRIGGER submissions_are_as_received BEFORE UPDATE ON submissions
    BEGIN SELECT RAISE(ABORT, 'submissions stay as they were received'); END;
CREATE TRIGGER acts_stay BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'acts stay'); END;
CREATE TRIGGER acts_are_as_done BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'acts stay as they were done'); END;
"""
_INSTRUCTORS_SCHEMA = """
CREATE TABLE extra_times (
    person TEXT NOT NULL REFERENCES people (name),
    assignment TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    PRIMARY KEY (person, assignment)
) STRICT;
CREATE TABLE unready (assignment TEXT PRIMARY KEY, moment INTEGER NOT NULL, trouble TEXT NOT NULL) STRICT;
CREATE TABLE stopped_assignments (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE graders (
    name TEXT PRIMARY KEY, seen INTEGER NOT NULL, at_once INTEGER NOT NULL, ready TEXT NOT NULL
) STRICT;
ALTER TABLE grades ADD COLUMN begun INTEGER;
"""
_GROUPS_AND_PREVIEWS_SCHEMA = """
CREATE TABLE editions (number INTEGER PRIMARY KEY, moment INTEGER NOT NULL) STRICT;
ALTER TABLE jobs ADD COLUMN previews INTEGER NOT NULL DEFAULT 0;
CREATE TABLE previewed_grades (
    submission INTEGER PRIMARY KEY REFERENCES submissions (number),
    begun INTEGER NOT NULL,
    graded INTEGER NOT NULL,
    result TEXT NOT NULL,
    page TEXT NOT NULL
) STRICT;
ALTER TABLE people ADD COLUMN class_group TEXT NOT NULL DEFAULT '';
ALTER TABLE extra_times ADD COLUMN until INTEGER;
"""
# The last file of each student that looked like a wrong one, and was not taken.
_WRONG_FILES_SCHEMA = """
CREATE TABLE wrong_files (
    student TEXT NOT NULL,
    assignment TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    received INTEGER NOT NULL,
    PRIMARY KEY (student, assignment)
) STRICT;
"""
# Of a grade that a person changed, the page is empty until somebody reads it.
_HAND_GRADING_SCHEMA = """
ALTER TABLE grades ADD COLUMN autograded TEXT NOT NULL DEFAULT '';
ALTER TABLE previewed_grades ADD COLUMN autograded TEXT NOT NULL DEFAULT '';
CREATE TABLE answers (
    sha256 TEXT NOT NULL,
    cell TEXT NOT NULL,
    checksum TEXT NOT NULL,
    stripped TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (sha256, cell)
) STRICT;
"""
# What each version has beyond the one before.
_VERSIONS = (_SCHEMA, _INSTRUCTORS_SCHEMA, _GROUPS_AND_PREVIEWS_SCHEMA, _WRONG_FILES_SCHEMA, _HAND_GRADING_SCHEMA)
By = tuple[str, int]
"""The instructor who does something, and the time in microseconds."""


class PortalRows:
    """The database of a portal, created if missing. Threads may share it, and other processes may have it open too.

    Raises:
        GradingError: a newer version has written it.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._connection = sqlite3.connect(
            path, timeout=_SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False
        )
        self._connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        with self.transaction() as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > len(_VERSIONS):
                raise GradingError(f"{path} was written by a newer version of nbproctor: install that version")
            for schema in _VERSIONS[version:]:
                for statement in _statements(schema):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(_VERSIONS)}")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Read and write as the only writer; all is on the disk when this ends, or nothing if it raises."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def read(self, query: str, *values: object) -> list[sqlite3.Row]:
        """The rows that a query finds, with `?` for each value."""
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._connection.close()


def log_act(connection: sqlite3.Connection, by: By, act: str) -> None:
    """Add to the log of what instructors did; the act is a sentence without its subject."""
    person, now = by
    connection.execute("INSERT INTO acts (moment, person, act) VALUES (?, ?, ?)", (now, person, act))


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would commit in between."""
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""
