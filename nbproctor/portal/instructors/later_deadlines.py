"""LaterDeadlines: who has another deadline than the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.exam_time import ExamTime
from nbproctor.portal.portal_rows import By, PortalRows, log_act

MOST_MINUTES = 60 * 24 * 366
_MICROSECONDS = 60_000_000  # of a minute


@dataclass(frozen=True)
class GivenTime:
    """Somebody's time for an assignment.

    Args:
        minutes: beyond the assignment's deadline; 0 for none.
        until: a deadline of their own, in microseconds since 1970; None for the assignment's.
    """

    minutes: int = 0
    until: int | None = None

    def deadline(self, of_all: int | None) -> int | None:
        """Their deadline, in microseconds since 1970, given that of all; None if there is none."""
        if self.until is not None:
            return self.until
        return None if of_all is None else of_all + self.minutes * _MICROSECONDS


class LaterDeadlines:
    """The deadlines of a portal's assignments, in microseconds since 1970, and those of people who have others."""

    def __init__(self, rows: PortalRows, deadlines: Mapping[str, int | None], time: ExamTime) -> None:
        self._rows = rows
        self._time = time
        self._deadlines = deadlines

    def assignments(self) -> list[str]:
        """The assignments, including those without a deadline."""
        return list(self._deadlines)

    def groups(self) -> list[str]:
        """The groups of the roster."""
        found = self._rows.read("SELECT DISTINCT class_group FROM people WHERE class_group <> '' ORDER BY class_group")
        return [row["class_group"] for row in found]

    def given(self) -> list[sqlite3.Row]:
        """The rows of all who have extra minutes or a deadline of their own."""
        query = "SELECT * FROM extra_times WHERE minutes > 0 OR until NOTNULL ORDER BY assignment, person"
        return self._rows.read(query)

    def time_of(self, person: str, assignment: str) -> GivenTime:
        """What somebody was given."""
        query = "SELECT minutes, until FROM extra_times WHERE person = ? AND assignment = ?"
        found = self._rows.read(query, person, assignment)
        return GivenTime(**found[0]) if found else GivenTime()

    def deadline(self, person: str, assignment: str) -> int | None:
        """Somebody's deadline, in microseconds since 1970; None if there is none."""
        return self.time_of(person, assignment).deadline(self._deadlines[assignment])

    def give(self, named: Collection[str], assignment: str, time: GivenTime, by: By) -> None:
        """Give people, or all who are in a group now, time instead of what they were given before.

        Raises:
            GradingError: a name is not on the roster, or there is no deadline to extend; then nobody gets any time.
        """
        if assignment not in self._deadlines:
            raise GradingError(f"there is no assignment {shown(assignment)} here: reload the page")
        if self._deadlines[assignment] is None and time.until is None:
            raise GradingError(
                f"there is no deadline for {assignment}: set one in c.ExamDay.deadlines, or give a separate deadline"
            )
        if not named or not 0 <= time.minutes <= MOST_MINUTES:
            raise GradingError(f"name at least one person, and give 0 to {MOST_MINUTES:,} minutes")
        with self._rows.transaction() as connection:
            people = sorted({person for name in named for person in _people(connection, name)})
            for person in people:
                connection.execute(
                    "INSERT INTO extra_times (person, assignment, minutes, until) VALUES (?, ?, ?, ?) "
                    "ON CONFLICT (person, assignment) DO UPDATE SET minutes = excluded.minutes, until = excluded.until",
                    (person, assignment, time.minutes, time.until),
                )
            said = f"{time.minutes} minutes beyond the deadline of {assignment}"
            if time.until is not None:
                said = f"time until {self._time.text(time.until, 'minutes')} for {assignment}"
            log_act(connection, by, f"gives {', '.join(people)} {said}")


def _people(connection: sqlite3.Connection, name: str) -> list[str]:
    """The person of this name, or all of the group of this name."""
    found = connection.execute(
        "SELECT name, class_group = ? AS is_group FROM people WHERE name = ? OR class_group = ?", (name, name, name)
    ).fetchall()
    if not found:
        raise GradingError(f"no extra time was given: {shown(name)} is neither a person nor a group on the roster")
    if len({row["is_group"] for row in found}) > 1:
        raise GradingError(f"no extra time was given: {shown(name)} is both a person and a group; rename the group")
    return [row["name"] for row in found]
