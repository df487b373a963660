"""ExtraTime: who has a later deadline than the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.instructors.board import write_down
from nbproctor.portal.portal_rows import PortalRows

MOST_MINUTES = 60 * 24 * 366
_MICROSECONDS = 60_000_000  # of a minute


class ExtraTime:
    """The deadlines of a portal's assignments, and the time that some people have beyond them.

    Args:
        rows: the portal's database.
        deadlines: of each assignment, in microseconds since 1970, or None.
    """

    def __init__(self, rows: PortalRows, deadlines: Mapping[str, int | None]) -> None:
        self._rows = rows
        self._deadlines = deadlines

    def assignments(self) -> list[str]:
        """The assignments that have a deadline."""
        return [name for name, deadline in self._deadlines.items() if deadline is not None]

    def given(self) -> list[sqlite3.Row]:
        """Who has how many minutes beyond which deadline."""
        return self._rows.read("SELECT * FROM extra_times WHERE minutes > 0 ORDER BY assignment, person")

    def minutes(self, person: str, assignment: str) -> int:
        """How many minutes somebody has beyond the deadline.

        Args:
            person: who.
            assignment: the assignment's name.
        """
        query = "SELECT minutes FROM extra_times WHERE person = ? AND assignment = ?"
        found = self._rows.read(query, person, assignment)
        return int(found[0]["minutes"]) if found else 0

    def deadline(self, person: str, assignment: str) -> int | None:
        """The deadline of somebody, in microseconds since 1970; None if there is none.

        Args:
            person: who.
            assignment: the assignment's name.
        """
        deadline = self._deadlines[assignment]
        return None if deadline is None else deadline + self.minutes(person, assignment) * _MICROSECONDS

    def give(self, people: Collection[str], assignment: str, minutes: int, by: tuple[str, int]) -> None:
        """Give people so many minutes beyond the deadline, instead of those that they had.

        Args:
            people: their names.
            assignment: the assignment's name.
            minutes: how many; 0 for none.
            by: the instructor, and the time in microseconds.

        Raises:
            GradingError: somebody is not on the roster, or the assignment has no deadline; then nobody is given any.
        """
        if self._deadlines.get(assignment) is None:
            raise GradingError(f"{shown(assignment)} has no deadline: set one in c.ExamDay.deadlines first")
        if not people or not 0 <= minutes <= MOST_MINUTES:
            raise GradingError(f"extra time is for one person or more, and of 0 to {MOST_MINUTES:,} minutes")
        instructor, now = by
        with self._rows.transaction() as connection:
            for person in people:
                if not connection.execute("SELECT 1 FROM people WHERE name = ?", (person,)).fetchone():
                    raise GradingError(f"{shown(person)} is not on the roster: nobody was given extra time")
                connection.execute(
                    "INSERT INTO extra_times VALUES (?, ?, ?) "
                    "ON CONFLICT (person, assignment) DO UPDATE SET minutes = excluded.minutes",
                    (person, assignment, minutes),
                )
            act = f"gives {', '.join(sorted(people))} {minutes} minutes beyond the deadline of {assignment}"
            write_down(connection, now, instructor, act)
