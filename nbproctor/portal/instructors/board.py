"""Board: what instructors see and do while an exam runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.jobs import LIVE, SET_ASIDE, try_again
from nbproctor.portal.portal_rows import By, PortalRows, log_act
from nbproctor.portal.receipts import moment_text
from nbproctor.portal.waiting_times import ExpectedTimes
from nbproctor.report.tables.summary_csv import csv_text
from nbproctor.results import Result
from nbproctor.system.printable import cut

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


def _table_row(row: sqlite3.Row) -> Iterator[str | float]:
    result = Result.from_json(row["result"]) if row["result"] else None
    yield from (row["number"], row["student"], row["assignment"], moment_text(row["received"]))
    yield from (row["bytes"], row["sha256"])
    yield from (result.score, result.max_score) if result else ("", "")
    yield from (row["trouble"] or "", result.open_points if result else "")


MOST_ROWS = 500
"""How many students the board shows at once."""
_STUDENTS = "SELECT name, class_group FROM people WHERE role = 'student' ORDER BY name"
# The score, the most points, the points that are open, whether it was refused, why it seems to be another notebook, and
# why it was refused if it was: the result is read once.
_SUBMISSION_ROWS = """
SELECT number, student, received, kind, token NOTNULL AS examined,
    (SELECT json_extract(result, '$.score', '$.max_score', '$.open_points', '$.submission.refused',
        '$.submission.other_notebook', '$.submission.repairs[0]') FROM grades
     WHERE submission = submissions.number ORDER BY number DESC LIMIT 1) AS points
FROM submissions LEFT JOIN jobs ON submission = number AND NOT previews WHERE assignment = ? ORDER BY number
"""
_MOST_CHARACTERS = 500
_STATES = ("set aside", "waiting", "being graded", "refused", "another notebook", "graded", "not handed in")


@dataclass(frozen=True)
class StudentRow:
    """How far a student is with an assignment.

    Args:
        group: may be empty.
        state: of the last submission: one of `_STATES`.
        counted: the submission that counts; 0 if none has a report yet.
        score: its points; None if it has none.
        max_score: the most points possible so far, without those that are open.
        open_points: the points that wait for a decision.
        last: the last submission; 0 if there is none.
        received: when that was received, in microseconds since 1970.
        remark: a sentence about the last submission; may be empty.
    """

    student: str
    group: str
    state: str
    attempts: int = 0
    counted: int = 0
    score: float | None = None
    max_score: float = 0.0
    open_points: float = 0.0
    last: int = 0
    received: int | None = None
    remark: str = ""


_SORTED_BY: dict[str, Callable[[StudentRow], Any]] = {
    "name": lambda row: row.student.casefold(),
    "state": lambda row: _STATES.index(row.state),
    "attempts": lambda row: row.attempts,
    "score": lambda row: row.score,
    "received": lambda row: row.received,
}


@dataclass(frozen=True)
class TableView:
    """The students whose names or groups have `find` in them, sorted by a key of `_SORTED_BY`, or else by name.

    Args:
        descends: whether the largest comes first.
    """

    assignment: str
    find: str = ""
    sort: str = "name"
    descends: bool = False

    def rows(self, table: list[StudentRow]) -> list[StudentRow]:
        """The rows that are shown, in order; those without a value come last."""
        wanted, key = self.find.casefold().strip(), _SORTED_BY.get(self.sort, _SORTED_BY["name"])
        found = [row for row in table if wanted in row.student.casefold() or wanted in row.group.casefold()]
        known = sorted((row for row in found if key(row) is not None), key=key, reverse=self.descends)
        return known + [row for row in found if key(row) is None]


class Board:
    """What an instructor sees and does."""

    def __init__(self, rows: PortalRows, expected: ExpectedTimes, counts: str) -> None:
        self._rows = rows
        self._expected_times = expected
        self._counts = counts
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

    def try_again(self, submission: int, by: By) -> None:
        """Have a submission that was set aside graded again; raises GradingError if it is not set aside."""
        with self._rows.transaction() as connection:
            if not try_again(connection, submission):
                raise GradingError(f"submission {submission} is not set aside: reload the board")
            log_act(connection, by, f"requests regrading of submission {submission}")

    def students(self, assignment: str) -> list[StudentRow]:
        """A row for each student of the roster, and for who handed in and is no longer on it; by name."""
        groups = {row["name"]: row["class_group"] for row in self._rows.read(_STUDENTS)}
        made: dict[str, list[sqlite3.Row]] = {name: [] for name in groups}
        for row in self._rows.read(_SUBMISSION_ROWS, assignment):
            made.setdefault(row["student"], []).append(row)
        return [self._row(student, groups.get(student, ""), submissions) for student, submissions in made.items()]

    def _row(self, student: str, group: str, submissions: list[sqlite3.Row]) -> StudentRow:
        if not submissions:
            return StudentRow(student, group, "not handed in")
        last = submissions[-1]
        scored = [
            (score, row["number"], max_score or 0.0, open_points or 0.0)
            for row in (submissions if self._counts == "best" else [last])
            if row["points"]
            for score, max_score, open_points, *_ in [json.loads(row["points"])]
            if score is not None
        ]
        refused, others, why = json.loads(last["points"])[3:] if last["points"] else (False, [], "")
        score, counted, max_score, open_points = max(scored, default=(None, 0, 0.0, 0.0))
        return StudentRow(
            student=student,
            group=group,
            state=_state(last, refused, bool(others)),
            attempts=len(submissions),
            counted=counted,
            score=score,
            max_score=max_score - open_points,
            open_points=open_points,
            last=last["number"],
            received=last["received"],
            remark=cut(why or "", _MOST_CHARACTERS) if refused else "; ".join(others or []),
        )


def _state(row: sqlite3.Row, is_refused: bool, is_other: bool) -> str:
    if row["kind"] is None:
        return "refused" if is_refused else "another notebook" if is_other else "graded"
    return "set aside" if row["kind"] == SET_ASIDE else "being graded" if row["examined"] else "waiting"
