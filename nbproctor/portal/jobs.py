"""Jobs are rows: leased, kept alive by a heartbeat, and done only by whoever holds the lease."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from nbproctor.portal.portal_rows import PortalRows
from nbproctor.results import Result

LIVE, RETRY, REGRADE, SET_ASIDE = 0, 1, 2, 3
"""The kinds of jobs, in the order in which they are taken; those set aside wait for an instructor."""
MOST_TRIES = 8
"""How often a submission is tried before it is set aside."""
LEASE_SECONDS = 20.0
"""How long a grader that says nothing keeps a job."""
_LONGEST_PAUSE = 60_000_000  # microseconds
_GRADERS_ENDED = "the grader crashed on every attempt"
# Of those whose graders vanished twice, one at a time is graded: the one that ends its grader is found, and the others
# that were graded beside it are not set aside with it.
_TRIES_IN_COMPANY = 2
_NEXT = """
SELECT submission, kind, leased FROM jobs JOIN submissions ON submission = number
WHERE assignment IN (SELECT value FROM json_each(:assignments)) AND kind < :set_aside
    AND (not_before <= :now OR not_before > :now + :longest_pause)
    AND (token IS NULL OR leased < :now - :lease OR leased > :now + :lease)
    AND (leased IS NULL OR tries < :in_company OR NOT EXISTS (
        SELECT 1 FROM jobs AS other WHERE other.tries > :in_company
        AND other.token NOTNULL AND other.leased BETWEEN :now - :lease AND :now + :lease
    ))
ORDER BY CASE WHEN leased IS NULL THEN kind ELSE max(kind, :retry) END, leased, submission LIMIT 1
"""
_AWAITED = """
SELECT 1 FROM jobs JOIN submissions ON submission = number
WHERE kind = ? AND token IS NULL AND assignment IN (SELECT value FROM json_each(?)) LIMIT 1
"""

_DECIDED_BEFORE = """
SELECT result, EXISTS (
    SELECT 1 FROM json_each(result, '$.exercises') AS exercise
    WHERE json_extract(exercise.value, '$.manual_score') NOTNULL OR json_extract(exercise.value, '$.extra_credit')
    OR json_extract(exercise.value, '$.comment') <> '' OR json_extract(exercise.value, '$.resolved')
) AS is_decided
FROM grades JOIN submissions ON submission = submissions.number
WHERE student = ? AND assignment = ? ORDER BY grades.number DESC LIMIT 1
"""


@dataclass(frozen=True)
class Job:
    """A submission that a grader has leased at `begun`; times are in microseconds since 1970.

    Args:
        token: of the lease; only the newest lease may write a result.
    """

    submission: int
    token: str
    student: str
    assignment: str
    sha256: str
    received: int
    begun: int


def queue(connection: sqlite3.Connection, submission: int, kind: int, previews: bool = False) -> None:
    """Add a submission to the queue, or only its preview; one that is there, or is being graded, stays as it is."""
    connection.execute(
        "INSERT INTO jobs (submission, kind, not_before, tries, trouble, previews) VALUES (?, ?, 0, 0, '', ?) "
        "ON CONFLICT (submission) DO NOTHING",
        (submission, kind, previews),
    )


def begin_edition(connection: sqlite3.Connection, now: int) -> None:
    """From now, in microseconds, grade whatever has no grade yet with the course's source as it is then."""
    connection.execute("INSERT INTO editions (moment) VALUES (?)", (now,))


def try_again(connection: sqlite3.Connection, submission: int) -> bool:
    """Put a submission that was set aside back into the queue, with all its tries; returns whether it was set aside."""
    query = "UPDATE jobs SET kind = ?, tries = 0, not_before = 0 WHERE submission = ? AND kind = ?"
    return connection.execute(query, (RETRY, submission, SET_ASIDE)).rowcount == 1


class JobQueue:
    """The queue of a portal's database, for graders that read the course's source after this was made.

    Args:
        lease_seconds: how long a grader holds a job without a heartbeat before another may have it.
    """

    def __init__(self, rows: PortalRows, lease_seconds: float = LEASE_SECONDS) -> None:
        self._rows = rows
        self._lease = round(lease_seconds * 1e6)
        self._edition = self._newest_edition()

    def is_outdated(self) -> bool:
        """Whether an instructor has asked for the current source: then no job is leased, and no result accepted."""
        return self._newest_edition() != self._edition

    def _newest_edition(self) -> int:
        return int(self._rows.read("SELECT coalesce(max(number), 0) AS edition FROM editions")[0]["edition"])

    def assignments(self) -> list[str]:
        """The assignments that have jobs, that of the first job first."""
        found = self._rows.read(
            "SELECT assignment FROM jobs JOIN submissions ON submission = number "
            "GROUP BY assignment ORDER BY min(kind), min(number)"
        )
        return [row["assignment"] for row in found]

    def is_awaited(self, assignments: Collection[str]) -> bool:
        """Whether a submission of these assignments was handed in that no grader has begun."""
        return bool(self._rows.read(_AWAITED, LIVE, json.dumps(sorted(assignments))))

    def lease(self, assignments: Collection[str]) -> Job | None:
        """Lease the next job; None if there is none.

        A job is free again once its lease has run out, and where a clock that was set back would keep it waiting.
        """
        if not self._rows.read("SELECT 1 FROM jobs WHERE kind < ? LIMIT 1", SET_ASIDE):  # keeps nobody from writing
            return None
        now = _now()
        with self._rows.transaction() as connection:
            if self.is_outdated():
                return None
            self._set_aside(connection, now)
            values = {
                "assignments": json.dumps(sorted(assignments)),
                "now": now,
                "lease": self._lease,
                "longest_pause": _LONGEST_PAUSE,
                "in_company": _TRIES_IN_COMPANY,
                "retry": RETRY,
                "set_aside": SET_ASIDE,
            }
            found = connection.execute(_NEXT, values).fetchone()
            if found is None:
                return None
            token = secrets.token_hex(16)
            # Whose grader vanished waits behind those that are new: it may be what ended the grader.
            kind = max(found["kind"], RETRY) if found["leased"] else found["kind"]
            connection.execute(
                "UPDATE jobs SET token = ?, leased = ?, kind = ?, tries = tries + 1 WHERE submission = ?",
                (token, now, kind, found["submission"]),
            )
            of = connection.execute("SELECT * FROM submissions WHERE number = ?", (found["submission"],)).fetchone()
            return Job(of["number"], token, of["student"], of["assignment"], of["sha256"], of["received"], now)

    def _set_aside(self, connection: sqlite3.Connection, now: int) -> None:
        """Set aside jobs that have no tries left, and whose last grader has vanished too."""
        connection.execute(
            "UPDATE jobs SET kind = ?, token = NULL, leased = NULL, trouble = ? "
            "WHERE tries >= ? AND token NOTNULL AND (leased < ? OR leased > ?)",
            (SET_ASIDE, _GRADERS_ENDED, MOST_TRIES, now - self._lease, now + self._lease),
        )

    def keep(self, job: Job) -> bool:
        """Renew a lease; returns whether this grader still holds it."""
        with self._rows.transaction() as connection:
            query = "UPDATE jobs SET leased = ? WHERE submission = ? AND token = ?"
            return connection.execute(query, (_now(), job.submission, job.token)).rowcount == 1

    def finish(self, job: Job, result: str, page: str, autograded: str = "") -> bool:
        """Record a result if this grader still holds the lease, and return whether it does.

        A result of an earlier source is dropped, and the job left to the next grader. What persons decided about the
        student's previous grade stays.

        Args:
            result: as JSON.
            page: a checksum, as `autograded`, which is empty if that notebook is not kept.
        """
        with self._rows.transaction() as connection:
            if self.is_outdated():
                _let_go(connection, job)
                return False
            found = connection.execute(
                "DELETE FROM jobs WHERE submission = ? AND token = ? RETURNING previews", (job.submission, job.token)
            ).fetchone()
            if found:
                made = {"result": result, "page": page, "autograded": autograded}
                grade = {"submission": job.submission, "begun": job.begun, "graded": _now()} | made
                table = "previewed_grades" if found["previews"] else "grades"
                add_grade(connection, (job.student, job.assignment), grade, table)
            return found is not None

    def give_back(self, job: Job, trouble: str) -> bool:
        """Have a job retried, each time after a longer pause, or set it aside; returns whether this grader held it.

        Args:
            trouble: what its student is told.
        """
        with self._rows.transaction() as connection:
            found = connection.execute(
                "SELECT tries FROM jobs WHERE submission = ? AND token = ?", (job.submission, job.token)
            ).fetchone()
            if found is None:
                return False
            pause = min(1_000_000 * 2 ** min(found["tries"], 10), _LONGEST_PAUSE)
            kind = RETRY if found["tries"] < MOST_TRIES else SET_ASIDE
            connection.execute(
                "UPDATE jobs SET token = NULL, leased = NULL, kind = max(kind, ?), not_before = ?, trouble = ? "
                "WHERE submission = ?",
                (kind, _now() + pause, trouble, job.submission),
            )
            return True

    def let_go(self, job: Job) -> bool:
        """Leave a job to the next grader, as if it had not been begun; returns whether this grader held it."""
        with self._rows.transaction() as connection:
            return _let_go(connection, job)

    def tell_readiness(self, assignment: str, trouble: str) -> None:
        """Record why an assignment cannot be graded; an empty text if it can."""
        with self._rows.transaction() as connection:
            connection.execute("DELETE FROM unready WHERE assignment = ?", (assignment,))
            if trouble:
                connection.execute("INSERT INTO unready VALUES (?, ?, ?)", (assignment, _now(), trouble))

    def ahead_of(self, submission: int) -> int | None:
        """How many jobs come before that of a submission; None if it has none."""
        found = self._rows.read("SELECT kind FROM jobs WHERE submission = ? AND NOT previews", submission)
        if not found:
            return None
        kind = found[0]["kind"]
        (ahead,) = self._rows.read(
            "SELECT count(*) AS jobs FROM jobs WHERE kind < ? OR (kind = ? AND submission < ?)", kind, kind, submission
        )
        return int(ahead["jobs"])


def add_grade(
    connection: sqlite3.Connection, whose: tuple[str, str], grade: Mapping[str, Any] | sqlite3.Row, table: str
) -> None:
    """Add a grade. What a person decided about the last one stays; if that changes the grade, its page is made again.

    Args:
        whose: the student and the assignment.
        grade: the values of the row, by column.
    """
    result, page = grade["result"], grade["page"]
    before = connection.execute(_DECIDED_BEFORE, whose).fetchone()
    if before and before["is_decided"]:
        found = Result.from_json(result)
        carried = found.carrying(Result.from_json(before["result"]))
        if carried != found:
            result, page = carried.to_json(), "" if grade["autograded"] else page
    connection.execute(
        f"INSERT INTO {table} (submission, begun, graded, result, page, autograded) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608
        (grade["submission"], grade["begun"], grade["graded"], result, page, grade["autograded"]),
    )


def _let_go(connection: sqlite3.Connection, job: Job) -> bool:
    query = "UPDATE jobs SET token = NULL, leased = NULL, tries = tries - 1 WHERE submission = ? AND token = ?"
    return connection.execute(query, (job.submission, job.token)).rowcount == 1


def _now() -> int:
    return time.time_ns() // 1000
