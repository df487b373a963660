"""People: the codes with which they log in, and their sessions."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import listed
from nbproctor.portal.portal_rows import By, PortalRows, log_act
from nbproctor.portal.roster import (
    RosterChange,
    RosterPerson,
    people_of,
)

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read as another
_CODE_LETTERS = 12  # 59 bits
_SALT_BYTES, _HASH_BYTES = 16, 64
_WINDOW = 300_000_000  # microseconds
# Who guesses from one address is stopped soon; from many addresses later, so that nobody locks others out.
_MOST_FAILURES_FROM_ONE_ADDRESS, _MOST_FAILURES = 5, 50


class LoginError(GradingError):
    """Somebody is not let in."""


@dataclass(frozen=True)
class LoginSession:
    """Somebody who is logged in as `student` or `instructor`; each form of theirs must send `csrf` back."""

    person: str
    role: str
    csrf: str

    @property
    def is_instructor(self) -> bool:
        """Whether they may see what others handed in."""
        return self.role == "instructor"


class People:
    """The people of a portal, whose sessions last for `session_seconds`."""

    def __init__(self, rows: PortalRows, session_seconds: float) -> None:
        self._rows = rows
        self._session = round(session_seconds * 1e6)

    def names(self) -> list[str]:
        """The names of all people."""
        return [row["name"] for row in self._rows.read("SELECT name FROM people ORDER BY name")]

    def add(self, roster: Iterable[str], by: By | None = None) -> RosterChange:
        """Add the people of a roster, as `people_of` reads it; those who are there keep their codes and sessions.

        Raises:
            GradingError: a line is wrong; then nobody is added.
        """
        people = people_of(roster)
        known = {row["name"] for row in self._rows.read("SELECT name FROM people WHERE code_hash NOTNULL")}
        codes, hashed = _new_codes([name for name in people if name not in known])
        with self._rows.transaction() as connection:
            rows = connection.execute("SELECT name, role, class_group FROM people WHERE code_hash NOTNULL").fetchall()
            before = {row["name"]: RosterPerson(*row) for row in rows}
            for person in people.values():
                connection.execute(
                    "INSERT INTO people (name, role, class_group, code_hash) VALUES (?, ?, ?, ?) ON CONFLICT (name) "
                    "DO UPDATE SET role = excluded.role, class_group = excluded.class_group, "
                    "code_hash = coalesce(people.code_hash, excluded.code_hash)",
                    (person.name, person.role, person.group, hashed.get(person.name)),
                )
            change = RosterChange(
                codes={name: code for name, code in codes.items() if name not in before},
                known=len(people.keys() & before.keys()),
                changed=[name for name, person in people.items() if before.get(name, person) != person],
                missing=[person for name, person in before.items() if name not in people],
            )
            if by:
                log_act(connection, by, f"uploads a roster: {len(change.codes)} new, {change.known} known")
        return change

    def renew(self, names: Collection[str], by: By | None = None) -> dict[str, str]:
        """Give people new codes, which are returned; their old codes and their sessions end.

        Raises:
            GradingError: one of them is not on the roster; then nobody gets a new code.
        """
        codes, hashed = _new_codes(names)
        with self._rows.transaction() as connection:
            _require_known(connection, names)
            for name in codes:
                connection.execute("UPDATE people SET code_hash = ? WHERE name = ?", (hashed[name], name))
                connection.execute("DELETE FROM sessions WHERE person = ?", (name,))
            if by:
                log_act(connection, by, f"gives {', '.join(codes)} a new code")
        return codes

    def remove(self, names: Collection[str], by: By | None = None) -> None:
        """Remove people from the roster: they can no longer log in. What they handed in stays.

        Raises:
            GradingError: one of them is not on the roster; then nobody is removed.
        """
        with self._rows.transaction() as connection:
            _require_known(connection, names)
            for name in names:
                connection.execute("DELETE FROM sessions WHERE person = ?", (name,))
                connection.execute("DELETE FROM extra_times WHERE person = ?", (name,))
                connection.execute("DELETE FROM people WHERE name = ?", (name,))
            if by:
                log_act(connection, by, f"removes {', '.join(names)} from the roster")

    def log_in(self, name: str, code: str, address: str, now: int) -> str:
        """Begin a session; returns its token. Blanks, hyphens and capitals of the code do not matter.

        Raises:
            LoginError: name and code do not match, or there were too many failures.
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
                raise LoginError("too many wrong codes: wait five minutes, or ask your instructor")
            failure = [(who, now) for who in (from_here, anywhere)]
            connection.executemany("INSERT INTO failed_logins VALUES (?, ?)", failure)
        found = self._rows.read("SELECT code_hash FROM people WHERE name = ?", name)
        kept = (found[0]["code_hash"] if found else b"") or b""
        salt, expected = kept[:-_HASH_BYTES] or _salt_of_name(name), kept[-_HASH_BYTES:]
        given = _hashed("".join(code.lower().replace("-", "").split()), salt)
        if not hmac.compare_digest(given, expected):
            raise LoginError("the name and the code do not match: check both")
        return self.begin_session(name, now, (from_here, anywhere))

    def role_on_roster(self, name: str) -> str:
        """Empty for somebody who is not on the roster."""
        found = self._rows.read("SELECT role FROM people WHERE name = ? AND code_hash NOTNULL", name)
        return str(found[0]["role"]) if found else ""

    def let_in(self, name: str, role: str) -> None:
        """Know somebody without a code, whom the Hub identifies, though they are not on the roster."""
        if self._rows.read("SELECT 1 FROM people WHERE name = ? AND role = ?", name, role):
            return
        with self._rows.transaction() as connection:
            connection.execute(
                "INSERT INTO people (name, role) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET role = excluded.role WHERE code_hash ISNULL",
                (name, role),
            )

    def begin_session(self, name: str, now: int, who: tuple[str, str] = ("", "")) -> str:
        """Begin a session of somebody whose login was checked; returns its token. Failures of `who` are forgotten."""
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
        """The session of a token; None if there is none, or it has expired."""
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


def _new_codes(names: Iterable[str]) -> tuple[dict[str, str], dict[str, bytes]]:
    """A new code for each name, and the salted hash that is stored of it."""
    codes = {name: "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS)) for name in names}
    salts = {name: secrets.token_bytes(_SALT_BYTES) for name in codes}
    return codes, {name: salts[name] + _hashed(code, salts[name]) for name, code in codes.items()}


def _require_known(connection: sqlite3.Connection, names: Collection[str]) -> None:
    known = {row["name"] for row in connection.execute("SELECT name FROM people")}
    if unknown := [name for name in names if name not in known]:
        raise GradingError(
            f"nothing was changed, because the roster lacks {listed(unknown)}; write names as the board shows them"
        )
    if not names:
        raise GradingError("no name was given: write one name per line")


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
