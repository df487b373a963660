"""Regrades all of an assignment by the current source, at once or after a preview."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.jobs import REGRADE, SET_ASIDE, add_grade, begin_edition, queue
from nbproctor.portal.portal_rows import By, PortalRows
from nbproctor.report.grade_changes import ClassChanges, GradeFate, grade_change
from nbproctor.report.tables.summary_csv import csv_text
from nbproctor.results import Result

_OF_ASSIGNMENT = "submission IN (SELECT number FROM submissions WHERE assignment = ?)"
_TAKEN = """
SELECT previewed_grades.*, student FROM previewed_grades JOIN submissions ON submission = number WHERE assignment = ?
ORDER BY submission
"""
_TITLES = ("submission", "student", "change", "score_before", "score_after", "exercise", "before", "after", "message")
_FOUND = """
SELECT submissions.number, previewed_grades.result AS found,
    (SELECT result FROM grades WHERE submission = submissions.number ORDER BY number DESC LIMIT 1) AS result
FROM previewed_grades JOIN submissions ON submission = submissions.number
WHERE assignment = ? ORDER BY student, submissions.number
"""
_COUNTS = """
SELECT (SELECT count(*) FROM previewed_grades JOIN submissions ON submission = number WHERE assignment = ?) AS found,
    coalesce(sum(kind < ?), 0) AS waiting, coalesce(sum(kind = ?), 0) AS set_aside
FROM jobs JOIN submissions ON submission = number WHERE previews AND assignment = ?
"""


@dataclass(frozen=True)
class PreviewCounts:
    """How far a preview is: submissions that were graded, that wait, and that were set aside, whose grades stay."""

    found: int
    waiting: int
    set_aside: int

    @property
    def is_there(self) -> bool:
        """Whether there is a preview."""
        return self.found + self.waiting + self.set_aside > 0


@dataclass(frozen=True)
class Preview:
    """What regrading would change: for each of these submissions, what becomes of its grade."""

    counts: PreviewCounts
    numbers: list[int]
    changes: ClassChanges


@dataclass(frozen=True)
class Regrading:
    """What instructors do when a test of an exam was wrong.

    Acts raise GradingError for an unknown assignment.
    """

    rows: PortalRows
    exam: ExamCourse

    def regrade(self, assignment: str, by: By) -> None:
        """Have all submissions graded again, after those that wait; earlier grades stay."""
        with self.exam.act(assignment, by, "regrades all submissions of") as connection:
            connection.execute(f"DELETE FROM previewed_grades WHERE {_OF_ASSIGNMENT}", (assignment,))  # noqa: S608
            connection.execute(f"UPDATE jobs SET previews = 0 WHERE {_OF_ASSIGNMENT}", (assignment,))  # noqa: S608
            for row in connection.execute("SELECT number FROM submissions WHERE assignment = ?", (assignment,)):
                queue(connection, row["number"], REGRADE)
            begin_edition(connection, by[1])

    def preview(self, assignment: str, by: By) -> None:
        """Have what has a grade graded again, without changing grades or students' pages.

        Raises:
            GradingError: nothing has a grade.
        """
        with self.exam.act(assignment, by, "requests a preview of regrading") as connection:
            connection.execute(f"DELETE FROM previewed_grades WHERE {_OF_ASSIGNMENT}", (assignment,))  # noqa: S608
            graded = connection.execute(
                "SELECT number FROM submissions WHERE assignment = ? AND number IN (SELECT submission FROM grades)",
                (assignment,),
            ).fetchall()
            if not graded:
                raise GradingError(f"no submission of {assignment} has a grade yet")
            for row in graded:
                queue(connection, row["number"], REGRADE, previews=True)
            begin_edition(connection, by[1])

    def counts(self, assignment: str) -> PreviewCounts:
        """How far the preview of an assignment is."""
        (row,) = self.rows.read(_COUNTS, assignment, SET_ASIDE, SET_ASIDE, assignment)
        return PreviewCounts(row["found"], row["waiting"], row["set_aside"])

    def previewed(self, assignment: str) -> Preview:
        """What regrading would change, as far as it is known."""
        rows = self.rows.read(_FOUND, assignment)
        changes = [grade_change(Result.from_json(row["result"]), Result.from_json(row["found"])) for row in rows]
        numbers = [row["number"] for row in rows]
        return Preview(self.counts(assignment), numbers, ClassChanges(assignment, changes, {}))

    def take(self, assignment: str, by: By) -> None:
        """Let the grades of a preview count; earlier ones stay. Raises GradingError if the preview is not finished."""
        with self.exam.act(assignment, by, "accepts the previewed grades of") as connection:
            counts = self.counts(assignment)
            if not counts.found or counts.waiting:
                raise GradingError(f"the preview of {assignment} is not finished, or no longer exists: reload it")
            for row in connection.execute(_TAKEN, (assignment,)).fetchall():
                add_grade(connection, (row["student"], assignment), row, "grades")
            _drop(connection, assignment)

    def drop(self, assignment: str, by: By) -> None:
        """Drop a preview; all grades stay."""
        with self.exam.act(assignment, by, "drops the preview of") as connection:
            _drop(connection, assignment)

    def table(self, assignment: str) -> str:
        """What a preview changes, as CSV: a line for each exercise whose points change."""
        return csv_text([_TITLES, *_table_rows(self.previewed(assignment))])


def _table_rows(preview: Preview) -> Iterator[tuple[str | float, ...]]:
    for number, each in zip(preview.numbers, preview.changes.students, strict=True):
        if each.change is GradeFate.SAME:
            continue
        of_grade = (float(number), each.student, each.change.value, _cell(each.before), each.after)
        for test in each.tests:
            yield (*of_grade, test.name, _cell(test.before), _cell(test.after), test.message)
        if not each.tests:
            yield (*of_grade, "", "", "", "")


def _cell(points: float | None) -> str | float:
    return "" if points is None else points


def _drop(connection: sqlite3.Connection, assignment: str) -> None:
    connection.execute(f"DELETE FROM previewed_grades WHERE {_OF_ASSIGNMENT}", (assignment,))  # noqa: S608
    connection.execute(f"DELETE FROM jobs WHERE previews AND {_OF_ASSIGNMENT}", (assignment,))  # noqa: S608
