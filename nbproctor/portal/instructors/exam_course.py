"""ExamCourse: an exam is stopped and goes on, some have later deadlines, and what counts of each student is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.exam_time import ExamTime
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


MOST_MINUTES = 60 * 24 * 366
_MICROSECONDS = 60_000_000  # of a minute


@dataclass(frozen=True)
class GivenTime:
    """Somebody's time for an assignment: minutes beyond its deadline, or their own, in microseconds since 1970."""

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
