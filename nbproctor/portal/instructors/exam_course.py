"""ExamCourse: an exam is stopped and goes on, all of it is graded again, and what counts of each student is told."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.instructors.board import write_down
from nbproctor.portal.jobs import REGRADE, queue
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.report.tables.summary_csv import cell_text
from nbproctor.results import Result

_TITLES = ("assignment", "student", "attempts", "counted_submission", "score", "max_score")
_GRADED = """
SELECT number, student, (SELECT result FROM grades WHERE submission = submissions.number ORDER BY number DESC LIMIT 1)
    AS result FROM submissions WHERE assignment = ? ORDER BY number
"""


class ExamCourse:
    """What instructors do with a whole assignment while an exam runs.

    Args:
        rows: the portal's database.
        assignments: the names of its assignments.
        counts: which of a student's submissions counts: `last` or `best`.
    """

    def __init__(self, rows: PortalRows, assignments: Sequence[str], counts: str) -> None:
        self._rows = rows
        self._assignments = assignments
        self._counts = counts

    def states(self) -> list[tuple[str, bool]]:
        """Each assignment, and whether it is stopped."""
        stopped = {row["name"] for row in self._rows.read("SELECT name FROM stopped_assignments")}
        return [(name, name in stopped) for name in self._assignments]

    def is_stopped(self, assignment: str) -> bool:
        """Whether nothing is taken for an assignment.

        Args:
            assignment: its name.
        """
        return dict(self.states()).get(assignment, False)

    def stop(self, assignment: str, by: tuple[str, int]) -> None:
        """Take nothing more for an assignment; what was handed in is graded.

        Args:
            assignment: its name.
            by: the instructor, and the time, in microseconds.

        Raises:
            GradingError: there is no such assignment.
        """
        with self._act(assignment, by, "stops") as connection:
            connection.execute("INSERT OR IGNORE INTO stopped_assignments VALUES (?)", (assignment,))

    def go_on(self, assignment: str, by: tuple[str, int]) -> None:
        """Take submissions for an assignment again.

        Args:
            assignment: its name.
            by: the instructor, and the time, in microseconds.

        Raises:
            GradingError: there is no such assignment.
        """
        with self._act(assignment, by, "goes on with") as connection:
            connection.execute("DELETE FROM stopped_assignments WHERE name = ?", (assignment,))

    def regrade(self, assignment: str, by: tuple[str, int]) -> None:
        """Have all submissions graded again, behind those that wait; earlier grades stay.

        Args:
            assignment: its name.
            by: the instructor, and the time, in microseconds.

        Raises:
            GradingError: there is no such assignment.
        """
        with self._act(assignment, by, "has all submissions graded again of") as connection:
            for row in connection.execute(
                "SELECT number FROM submissions WHERE assignment = ?", (assignment,)
            ).fetchall():
                queue(connection, row["number"], REGRADE)

    @contextmanager
    def _act(self, assignment: str, by: tuple[str, int], act: str) -> Iterator[sqlite3.Connection]:
        if assignment not in self._assignments:
            raise GradingError(f"there is no assignment {shown(assignment)} here: open the board again")
        with self._rows.transaction() as connection:
            yield connection
            write_down(connection, by[1], by[0], f"{act} {assignment}")

    def table(self) -> str:
        """What counts of each student in each assignment, as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_TITLES)
        students = [
            row["name"] for row in self._rows.read("SELECT name FROM people WHERE role = 'student' ORDER BY name")
        ]
        for assignment in self._assignments:
            made: dict[str, list[sqlite3.Row]] = {name: [] for name in students}
            for row in self._rows.read(_GRADED, assignment):
                made.setdefault(row["student"], []).append(row)
            for student, rows in made.items():
                writer.writerow(map(cell_text, (assignment, student, float(len(rows)), *self._counted(rows))))
        return text.getvalue()

    def _counted(self, rows: list[sqlite3.Row]) -> tuple[str | float, str | float, str | float]:
        """The number of the submission that counts, its points, and those that there are; empty if none counts yet."""
        results = [(row["number"], Result.from_json(row["result"])) for row in rows if row["result"]]
        if self._counts == "last":
            results = [each for each in results if each[0] == rows[-1]["number"]]
        if not results:
            return "", "", ""
        number, result = max(results, key=lambda each: (each[1].score, each[0]))
        return float(number), result.score, result.max_score
