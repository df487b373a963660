"""People: the roster, the codes with which they log in, and their sessions."""

from __future__ import annotations

import csv
import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import objection, shown
from nbproctor.portal.portal_rows import PortalRows

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read as another
_CODE_LETTERS = 12  # 59 bits
_SALT_BYTES, _HASH_BYTES = 16, 64
_ROLES = ("student", "instructor")
_WINDOW = 300_000_000  # microseconds
# Who guesses from one address is stopped soon; from many addresses later, so that nobody locks others out.
_MOST_FAILURES_FROM_ONE_ADDRESS, _MOST_FAILURES = 5, 50


class LoginError(GradingError):
    """Somebody is not let in."""


@dataclass(frozen=True)
class LoginSession:
    """Somebody who is logged in.

    Args:
        role: `student` or `instructor`.
        csrf: what each form of theirs must send back.
    """

    person: str
    role: str
    csrf: str

    @property
    def is_instructor(self) -> bool:
        """Whether they may see what others handed in."""
        return self.role == "instructor"


class People:
    """The people of a portal.

    Args:
        session_seconds: how long somebody stays logged in.
    """

    def __init__(self, rows: PortalRows, session_seconds: float) -> None:
        self._rows = rows
        self._session = round(session_seconds * 1e6)

    def add(
        self, roster: Iterable[str], write_down: Callable[[sqlite3.Connection, int], None] | None = None
    ) -> dict[str, str]:
        """Add people, or give them new codes; the codes of those who are named are no longer valid.

        Args:
            roster: the lines of a CSV file: a name each, after it `instructor` for those who are, and then a group.
            write_down: writes the act down, with the number of people, in the transaction that adds them.

        Returns:
            The code of each, which is kept nowhere.

        Raises:
            GradingError: a line is wrong; then nobody is added.
        """
        try:
            people = dict(_person(number, row) for number, row in enumerate(csv.reader(roster), 1) if any(row))
        except csv.Error:
            raise GradingError("the roster is no CSV file: write a name a line, and nothing in quotes") from None
        codes = {name: "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS)) for name in people}
        salts = {name: secrets.token_bytes(_SALT_BYTES) for name in codes}
        hashed = {name: salts[name] + _hashed(code, salts[name]) for name, code in codes.items()}
        with self._rows.transaction() as connection:
            for name, (role, group) in people.items():
                connection.execute(
                    "INSERT INTO people (name, role, class_group, code_hash) VALUES (?, ?, ?, ?) ON CONFLICT (name) "
                    "DO UPDATE SET role = excluded.role, class_group = excluded.class_group, "
                    "code_hash = excluded.code_hash",
                    (name, role, group, hashed[name]),
                )
                connection.execute("DELETE FROM sessions WHERE person = ?", (name,))
            if write_down:
                write_down(connection, len(people))
        return codes

    def log_in(self, name: str, code: str, address: str, now: int) -> str:
        """The token of a new session.

        Args:
            code: their code; blanks, hyphens and capitals do not matter.
            now: the time, in microseconds.

        Raises:
            LoginError: the code is not that of this name, or wrong ones were tried too often.
        """
        name = name.strip()
        from_here = hashlib.sha256(repr((name, address)).encode()).hexdigest()
        anywhere = hashlib.sha256(name.encode(errors="replace")).hexdigest()
        # A failure counts before the code is looked at: who asks many times at once gets no more guesses.
        with self._rows.transaction() as connection:
            connection.execute("DELETE FROM failed_logins WHERE moment < ?", (now - _WINDOW,))
            if (
                _failures(connection, from_here) >= _MOST_FAILURES_FROM_ONE_ADDRESS
                or _failures(connection, anywhere) >= _MOST_FAILURES
            ):
                raise LoginError("wrong codes were tried too often: wait five minutes, or ask your instructor")
            failure = [(who, now) for who in (from_here, anywhere)]
            connection.executemany("INSERT INTO failed_logins VALUES (?, ?)", failure)
        found = self._rows.read("SELECT code_hash FROM people WHERE name = ?", name)
        kept = (found[0]["code_hash"] if found else b"") or b""
        salt, expected = kept[:-_HASH_BYTES] or _salt_of_name(name), kept[-_HASH_BYTES:]
        given = _hashed("".join(code.lower().replace("-", "").split()), salt)
        if not hmac.compare_digest(given, expected):
            raise LoginError("name and code do not belong together: look at both once more")
        return self._begun(name, now, (from_here, anywhere))

    def _begun(self, name: str, now: int, who: tuple[str, str]) -> str:
        token = secrets.token_urlsafe(32)
        with self._rows.transaction() as connection:
            connection.execute("DELETE FROM failed_logins WHERE who IN (?, ?)", who)
            connection.execute("DELETE FROM sessions WHERE expires < ?", (now,))
            connection.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)",
                (_token_hash(token), name, secrets.token_urlsafe(32), now + self._session),
            )
        return token

    def session(self, token: str, now: int) -> LoginSession | None:
        """The session of a token; None if there is none, or none any longer."""
        found = self._rows.read(
            "SELECT person, role, csrf FROM sessions JOIN people ON person = name WHERE token_hash = ? AND expires > ?",
            _token_hash(token),
            now,
        )
        return LoginSession(**found[0]) if found else None

    def log_out(self, token: str) -> None:
        """End a session."""
        with self._rows.transaction() as connection:
            connection.execute("DELETE FROM sessions WHERE token_hash = ?", (_token_hash(token),))


def _person(number: int, row: list[str]) -> tuple[str, tuple[str, str]]:
    """The name, the role and the group of a line; the group is empty if there is none."""
    name, role, group, *more = (*(cell.strip() for cell in row), "", "")
    role = role or "student"
    if not name or role not in _ROLES or len(more) > 2 or any(more):
        raise GradingError(
            f"line {number} of the roster is not a name, or a name, a comma and one of: {', '.join(_ROLES)}; "
            "after another comma a group may follow"
        )
    for given in filter(None, (name, group)):
        if problem := objection(given):
            raise GradingError(f"line {number} of the roster: {shown(given)} {problem}")
    if "/" in name or name.startswith("."):
        raise GradingError(f"line {number} of the roster: {shown(name)} cannot be the name of a student's folder")
    return name, (role, group)


def _hashed(code: str, salt: bytes) -> bytes:
    return hashlib.scrypt(code.encode(errors="replace")[:100], salt=salt, n=2**12, r=8, p=1, dklen=_HASH_BYTES)


def _salt_of_name(name: str) -> bytes:
    """The salt of codes that were made before each had one of its own."""
    return hashlib.sha256(b"nbproctor code\n" + name.encode(errors="replace")).digest()


def _token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _failures(connection: sqlite3.Connection, who: str) -> int:
    (count,) = connection.execute("SELECT count(*) FROM failed_logins WHERE who = ?", (who,)).fetchone()
    return int(count)
