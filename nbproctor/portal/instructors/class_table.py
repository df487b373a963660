"""The class while an exam runs: a row a student, which the board finds by name and sorts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nbproctor.portal.jobs import SET_ASIDE
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.system.printable import cut

MOST_ROWS = 500
"""How many students the board shows at once."""
_STUDENTS = "SELECT name, class_group FROM people WHERE role = 'student' ORDER BY name"
# The score, the most points, the points that are open, whether it was refused, why it seems to be another notebook, and
# why it was refused if it was: the result is read once.
_SUBMISSIONS = """
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
        group: empty for none.
        state: of the last submission: one of `_STATES`.
        counted: the submission that counts; 0 if none has a report yet.
        score: its points; None if it has none.
        max_score: the most points that can be had so far: without those that are open.
        open_points: the points that wait for a decision.
        last: the last submission; 0 if there is none.
        received: when it was received, in microseconds since 1970; None if there is none.
        remark: a sentence about the last submission; empty if there is none.
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
    """Which students a table shows, and in which order.

    Args:
        find: a part of their names or groups; empty for all.
        sort: `name`, `state`, `attempts`, `score` or `received`; anything else is `name`.
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


class ClassTable:
    """Reads how far the students are.

    Args:
        counts: which of a student's submissions counts: `last` or `best`.
    """

    def __init__(self, rows: PortalRows, counts: str) -> None:
        self._rows = rows
        self._counts = counts

    def of(self, assignment: str) -> list[StudentRow]:
        """A row for each student of the roster, and for who handed in and is no longer on it; by name."""
        groups = {row["name"]: row["class_group"] for row in self._rows.read(_STUDENTS)}
        made: dict[str, list[sqlite3.Row]] = {name: [] for name in groups}
        for row in self._rows.read(_SUBMISSIONS, assignment):
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
