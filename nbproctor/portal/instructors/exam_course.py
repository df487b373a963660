"""ExamCourse: an exam is stopped and goes on, and what counts of each student is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.portal_rows import By, PortalRows, log_act
from nbproctor.report.tables.summary_csv import csv_text
from nbproctor.results import Result, Sharing

_TITLES = ("assignment", "student", "attempts", "counted_submission", "score", "max_score", "open_points")
_GRADED = """
SELECT number, student, (SELECT max(number) FROM grades WHERE submission = submissions.number) AS grade
FROM submissions WHERE assignment = ? ORDER BY number
"""
_MOST_KEPT = 50_000  # results


@dataclass(frozen=True)
class CountedWork:
    """What counts of a student.

    Args:
        attempts: how often they handed in.
        number: of the submission that counts; 0 if none has its report yet.
        grade: the number of its grade, likewise.
    """

    student: str
    attempts: int
    number: int = 0
    result: Result | None = None
    grade: int = 0


class ExamCourse:
    """What instructors do with a whole assignment. Acts raise GradingError for an unknown one."""

    def __init__(self, rows: PortalRows, assignments: Sequence[str], counts: str) -> None:
        self._rows = rows
        self._assignments = assignments
        self._counts = counts
        self._sharing = Sharing()
        self._results: dict[int, Result] = {}

    def states(self) -> list[tuple[str, bool]]:
        """Each assignment, and whether it is stopped."""
        stopped = {row["name"] for row in self._rows.read("SELECT name FROM stopped_assignments")}
        return [(name, name in stopped) for name in self._assignments]

    def is_stopped(self, assignment: str) -> bool:
        """Whether nothing is accepted for an assignment."""
        return dict(self.states()).get(assignment, False)

    def stop(self, assignment: str, by: By) -> None:
        """Accept nothing more for an assignment; what was handed in is graded."""
        with self.act(assignment, by, "stops") as connection:
            connection.execute("INSERT OR IGNORE INTO stopped_assignments VALUES (?)", (assignment,))

    def go_on(self, assignment: str, by: By) -> None:
        """Accept submissions for an assignment again."""
        with self.act(assignment, by, "resumes") as connection:
            connection.execute("DELETE FROM stopped_assignments WHERE name = ?", (assignment,))

    @contextmanager
    def act(self, assignment: str, by: By, act: str) -> Iterator[sqlite3.Connection]:
        """A transaction that does something to an assignment, and logs it, as a verb phrase without the assignment."""
        if assignment not in self._assignments:
            raise GradingError(f"there is no assignment {shown(assignment)} here: reload the board")
        with self._rows.transaction() as connection:
            yield connection
            log_act(connection, by, f"{act} {assignment}")

    def table(self) -> str:
        """What counts of each student in each assignment, as CSV."""
        rows: list[tuple[str | float, ...]] = [_TITLES]
        for assignment in self._assignments:
            for each in self.counted(assignment):
                result = each.result
                points = (result.score, result.max_score, result.open_points) if result else ("",) * 3
                rows.append((assignment, each.student, each.attempts, each.number or "", *points))
        return csv_text(rows)

    def counted(self, assignment: str) -> list[CountedWork]:
        """What counts of each student in an assignment."""
        students = self._rows.read("SELECT name FROM people WHERE role = 'student' ORDER BY name")
        made: dict[str, list[sqlite3.Row]] = {row["name"]: [] for row in students}
        for row in self._rows.read(_GRADED, assignment):
            made.setdefault(row["student"], []).append(row)
        return [self._counted(student, rows) for student, rows in made.items()]

    def _counted(self, student: str, rows: list[sqlite3.Row]) -> CountedWork:
        counting = rows[-1:] if self._counts == "last" else rows
        results = [(row["number"], self._result(row["grade"]), row["grade"]) for row in counting if row["grade"]]
        if not results:
            return CountedWork(student, len(rows))
        number, result, grade = max(results, key=lambda each: (each[1].score, each[0]))
        return CountedWork(student, len(rows), number, result, grade)

    def _result(self, grade: int) -> Result:
        """The result of a grade. Its row never changes, and pages ask for the whole class again and again."""
        if (known := self._results.get(grade)) is None:
            if len(self._results) >= _MOST_KEPT:
                self._results, self._sharing = {}, Sharing()
            (row,) = self._rows.read("SELECT result FROM grades WHERE number = ?", grade)
            known = self._results[grade] = self._sharing.shared_whole(Result.from_json(row["result"]))
        return known
