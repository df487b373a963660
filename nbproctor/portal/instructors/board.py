"""Board: what an instructor sees while an exam runs, and does about it; each act is written down with what it does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.jobs import LIVE, SET_ASIDE, try_again
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import moment_text
from nbproctor.portal.waiting_times import ExpectedTimes
from nbproctor.report.tables.summary_csv import csv_text
from nbproctor.results import Result

_ASSIGNMENTS = """
SELECT assignment, count(DISTINCT student) AS students, count(*) AS submissions, count(submission) AS waiting,
    count(token) AS examined, min(CASE WHEN submission NOTNULL THEN received END) AS oldest
FROM submissions LEFT JOIN jobs ON submission = number AND NOT previews GROUP BY assignment ORDER BY assignment
"""
_TITLES = (
    "number",
    "student",
    "assignment",
    "received",
    "bytes",
    "sha256",
    "score",
    "max_score",
    "trouble",
    "open_points",
)
_SUBMISSIONS = """
SELECT submissions.*, trouble,
    (SELECT result FROM grades WHERE submission = submissions.number ORDER BY number DESC LIMIT 1) AS result
FROM submissions LEFT JOIN jobs ON submission = number AND NOT previews ORDER BY number
"""
_TIERS = """
SELECT tier, count(*) AS submissions FROM (
    SELECT json_extract(result, '$.sandbox.tier') AS tier FROM grades ORDER BY number DESC LIMIT 200
) GROUP BY tier ORDER BY tier
"""
_OPEN_POINTS = """
SELECT assignment, test, count(*) AS reports FROM (
    SELECT assignment, json_extract(exercise.value, '$.cell') AS test
    FROM (
        SELECT assignment,
            (SELECT result FROM grades WHERE submission = submissions.number ORDER BY number DESC LIMIT 1) AS result
        FROM submissions ORDER BY number DESC LIMIT 200
    ), json_each(result, '$.exercises') AS exercise
    WHERE json_extract(exercise.value, '$.disputed') <> ''
) GROUP BY assignment, test ORDER BY assignment, test
"""
_TROUBLED = """
SELECT submission, student, assignment, tries, trouble, kind = ? AS set_aside
FROM jobs JOIN submissions ON submission = number WHERE trouble <> '' ORDER BY kind = ? DESC, submission LIMIT 200
"""


class Board:
    """What an instructor sees and does."""

    def __init__(self, rows: PortalRows, expected: ExpectedTimes) -> None:
        self._rows = rows
        self._expected_times = expected
        self._heartbeats = GraderHeartbeats(rows)

    def shown(self) -> dict[str, Any]:
        """What the board's template shows of submissions, graders and acts."""
        read = self._rows.read
        (queue,) = read("SELECT count(*) AS jobs FROM jobs WHERE kind = ?", LIVE)
        return {
            "assignments": read(_ASSIGNMENTS),
            "open_points": read(_OPEN_POINTS),
            "troubled": read(_TROUBLED, SET_ASIDE, SET_ASIDE),
            "unready": read("SELECT * FROM unready ORDER BY assignment"),
            "graders": self._heartbeats.seen(),
            "expected": self._expected_times.seconds(queue["jobs"]),
            "tiers": read(_TIERS),
            "acts": read("SELECT * FROM acts ORDER BY number DESC LIMIT 50"),
        }

    def table(self) -> str:
        """All submissions as CSV."""
        return csv_text([_TITLES, *map(_table_row, self._rows.read(_SUBMISSIONS))])

    def try_again(self, submission: int, person: str, now: int) -> None:
        """Have a submission that was set aside examined again.

        Args:
            now: the time, in microseconds.

        Raises:
            GradingError: it is not set aside.
        """
        with self._rows.transaction() as connection:
            if not try_again(connection, submission):
                raise GradingError(f"submission {submission} is not set aside: reload the board")
            write_down(connection, now, person, f"has submission {submission} graded again")


def _table_row(row: sqlite3.Row) -> Iterator[str | float]:
    result = Result.from_json(row["result"]) if row["result"] else None
    yield from (row["number"], row["student"], row["assignment"], moment_text(row["received"]))
    yield from (row["bytes"], row["sha256"])
    yield from (result.score, result.max_score) if result else ("", "")
    yield from (row["trouble"] or "", result.open_points if result else "")


def write_down(connection: sqlite3.Connection, now: int, person: str, act: str) -> None:
    """Add to the log of what instructors did.

    Args:
        now: the time, in microseconds.
        act: what, as a sentence without its subject.
    """
    connection.execute("INSERT INTO acts (moment, person, act) VALUES (?, ?, ?)", (now, person, act))
