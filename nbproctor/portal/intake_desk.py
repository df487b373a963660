"""IntakeDesk: stores submissions, and gives a receipt once bytes and row are on the disk."""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from nbproctor.errors import GradingError
from nbproctor.portal.jobs import LIVE, queue
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import NO_RECEIPT, Receipt, Signer, checksum_of_receipt

GRACE_MINUTES = 2
"""How long after the deadline a student may insist on a file that came before it and looked like a wrong one."""
_KEY = re.compile(r"[A-Za-z0-9_-]{8,100}")


class TakenKeyError(GradingError):
    """The idempotency key was used for other bytes."""


class NotTakenError(GradingError):
    """A submission is not accepted: it came too late, or no attempt is left."""


@dataclass(frozen=True)
class Arrival:
    """A file that has arrived, and is on the disk.

    Args:
        key: the idempotency key: the same bytes sent again with the same key get the same receipt.
        sha256: of its bytes, in hexadecimal.
        bytes: how many there are.
        received: when the last byte came, in microseconds since 1970.
    """

    student: str
    assignment: str
    key: str
    sha256: str
    bytes: int
    received: int


@dataclass(frozen=True)
class Rule:
    """Until a deadline, in microseconds since 1970, a student may hand in so often; None for no limit."""

    deadline: int | None = None
    attempts: int | None = None


class PortalClock:
    """The portal's time, from `floor` (microseconds) on. It goes on evenly whatever the machine's clock does."""

    def __init__(self, floor: int = 0) -> None:
        self._started = time.monotonic_ns()
        self._began = max(time.time_ns() // 1000, floor)

    def now(self) -> int:
        """The time, in microseconds since 1970, UTC."""
        return self._began + (time.monotonic_ns() - self._started) // 1000


class IntakeDesk:
    """Keeps submissions."""

    def __init__(self, rows: PortalRows, signer: Signer, course: str) -> None:
        self._rows = rows
        self._signer = signer
        self._course = course
        self._one_at_a_time = threading.Lock()
        last = rows.read("SELECT max(signed) AS signed FROM submissions")[0]["signed"]
        self.clock = PortalClock(last or 0)

    def receipt_for(self, arrival: Arrival, rule: Rule, keep: Callable[[], None] | None = None) -> bytes:
        """Accept a submission; returns its receipt, or that of an earlier one with the same key and the same bytes.

        Args:
            keep: keeps the bytes, which are on the disk; not called for what is refused, or was kept before.

        Raises:
            TakenKeyError: the key was used for other bytes.
            NotTakenError: it came too late, or no attempt is left.
            GradingError: the key is not valid.
        """
        if not _KEY.fullmatch(arrival.key):
            raise GradingError("the idempotency key must consist of 8 to 100 letters, digits, - and _")
        with self._one_at_a_time, self._rows.transaction() as connection:
            if earlier := _earlier(connection, arrival):
                return earlier
            arrival = _as_it_came_first(connection, arrival, rule)
            _require_taken(connection, arrival, rule)
            if keep:
                keep()
            receipt = self._next(connection, arrival)
            signed = self._signer.signed(receipt)
            connection.execute(
                "INSERT INTO submissions VALUES "
                "(:number, :student, :assignment, :key, :sha256, :bytes, :received, :signed, :receipt)",
                asdict(receipt) | {"key": arrival.key, "receipt": signed},
            )
            queue(connection, receipt.number, LIVE)
            return signed

    def note_wrong_file(self, arrival: Arrival, rule: Rule) -> None:
        """Remember when a wrong-looking file came: its student may insist on it until shortly after the deadline.

        Raises:
            NotTakenError: it would not be taken anyway.
        """
        with self._rows.transaction() as connection:
            arrival = _as_it_came_first(connection, arrival, rule)
            _require_taken(connection, arrival, rule)
            connection.execute(
                "INSERT OR REPLACE INTO wrong_files VALUES (?, ?, ?, ?)",
                (arrival.student, arrival.assignment, arrival.sha256, arrival.received),
            )

    def head(self) -> bytes:
        """The newest receipt; empty if there is none."""
        found = self._rows.read("SELECT receipt FROM submissions ORDER BY number DESC LIMIT 1")
        return bytes(found[0]["receipt"]) if found else b""

    def _next(self, connection: sqlite3.Connection, arrival: Arrival) -> Receipt:
        last = connection.execute("SELECT * FROM submissions ORDER BY number DESC LIMIT 1").fetchone()
        signed = max(self.clock.now(), arrival.received, last["signed"] if last else 0)
        return Receipt(
            number=last["number"] + 1 if last else 1,
            course=self._course,
            student=arrival.student,
            assignment=arrival.assignment,
            sha256=arrival.sha256,
            bytes=arrival.bytes,
            received=arrival.received,
            signed=signed,
            before=checksum_of_receipt(last["receipt"]) if last else NO_RECEIPT,
        )


def _earlier(connection: sqlite3.Connection, arrival: Arrival) -> bytes:
    """The receipt that was given for the same key and the same bytes; empty if the key is new."""
    found = connection.execute(
        "SELECT sha256, receipt FROM submissions WHERE student = ? AND assignment = ? AND idempotency_key = ?",
        (arrival.student, arrival.assignment, arrival.key),
    ).fetchone()
    if found is None:
        return b""
    if found["sha256"] != arrival.sha256:
        raise TakenKeyError("another file was handed in with this idempotency key: use a new key for each file")
    return bytes(found["receipt"])


def _as_it_came_first(connection: sqlite3.Connection, arrival: Arrival, rule: Rule) -> Arrival:
    """Shortly after the deadline, date back what came before it, looked like a wrong file, and is sent again."""
    if rule.deadline is None or not rule.deadline < arrival.received <= rule.deadline + GRACE_MINUTES * 60_000_000:
        return arrival
    found = connection.execute(
        "SELECT received FROM wrong_files WHERE student = ? AND assignment = ? AND sha256 = ?",
        (arrival.student, arrival.assignment, arrival.sha256),
    ).fetchone()
    return replace(arrival, received=found["received"]) if found else arrival


def _require_taken(connection: sqlite3.Connection, arrival: Arrival, rule: Rule) -> None:
    if connection.execute("SELECT 1 FROM stopped_assignments WHERE name = ?", (arrival.assignment,)).fetchone():
        raise NotTakenError(
            "your instructor has stopped this exam, so this file was not accepted; try again when the exam resumes"
        )
    if rule.deadline is not None and arrival.received > rule.deadline:
        raise NotTakenError(
            "the deadline had passed when the upload finished, so this file was not accepted; what you handed in "
            "before is kept"
        )
    (made,) = connection.execute(
        "SELECT count(*) FROM submissions WHERE student = ? AND assignment = ?", (arrival.student, arrival.assignment)
    ).fetchone()
    if rule.attempts is not None and made >= rule.attempts:
        raise NotTakenError(
            f"you have no attempts left (the limit is {rule.attempts}), so this file was not accepted; "
            "what you handed in before is kept"
        )
