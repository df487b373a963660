"""A roster: a CSV file with a person a line. One wrong line, and the whole file is refused."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import listed, look_alikes, objection, shown

_ROLES = ("student", "instructor")
_SEPARATORS = {";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
_FOLDER_BYTES = 255  # of a name, in every usual file system
_MOST_LINES = 5  # that a refusal names


@dataclass(frozen=True)
class RosterPerson:
    """A person of a roster: the role is `student` or `instructor`, the group may be empty."""

    name: str
    role: str = "student"
    group: str = ""


@dataclass(frozen=True)
class RosterChange:
    """What a roster changed.

    Args:
        codes: the login code of each new person; codes are stored as hashes only.
        known: how many were there before; they keep their codes and sessions.
        changed: those of them whose role or group is different now.
        missing: people who are not in this roster; they stay.
    """

    codes: dict[str, str]
    known: int
    changed: list[str]
    missing: list[RosterPerson]

    @property
    def missing_students(self) -> list[str]:
        """The names of the students who are not in this roster."""
        return [person.name for person in self.missing if person.role == "student"]

    def sentences(self) -> list[str]:
        """What happened to the people who were there before."""
        told = []
        if self.known:
            told.append(f"Already on the roster: {self.known}; their codes and sessions are unchanged.")
        if self.changed:
            told.append(f"Role or group changed: {listed(self.changed)}.")
        if self.missing:
            names = ", ".join(shown(person.name) for person in self.missing)
            told.append(f"Not in this roster, but still able to log in: {len(self.missing)} ({names}).")
        return told


def decoded_lines(content: bytes) -> list[str]:
    """The lines of a roster's file; raises GradingError if one is not UTF-8."""
    lines = []
    for number, line in enumerate(content.removeprefix(codecs.BOM_UTF8).splitlines(), 1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            raise _refusal([f'line {number} of the roster is not UTF-8: save the file as "CSV UTF-8"']) from None
    return lines


def people_of(lines: Iterable[str]) -> dict[str, RosterPerson]:
    """The people of a roster, by name.

    Args:
        lines: a name each; after a comma a role may follow, after another a group.

    Raises:
        GradingError: lines are wrong; the first few are named, each with what to change.
    """
    people: dict[str, RosterPerson] = {}
    line_of: dict[str, int] = {}
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        try:
            person = _person(line)
        except ValueError as problem:
            problems.append((number, str(problem)))
            continue
        if person and person.name in people:
            problems.append((number, f"{shown(person.name)} is also on line {line_of[person.name]}: keep one of them"))
        elif person:
            people[person.name], line_of[person.name] = person, number
    for name, others in look_alikes(people).items():
        if earlier := [other for other in others if line_of[other] < line_of[name]]:
            alike = f"{shown(name)} and {shown(earlier[0])} on line {line_of[earlier[0]]} look alike"
            problems.append((line_of[name], f"{alike}: write names that differ in more than case and spaces"))
    if problems:
        raise _refusal([f"line {number} of the roster: {problem}" for number, problem in sorted(problems)])
    if not people:
        raise _refusal(["it has no names: write one name per line"])
    return people


def _person(line: str) -> RosterPerson | None:
    """None for an empty line; raises ValueError if it is wrong."""
    if not line.strip():
        return None
    for separator, called in _SEPARATORS.items():
        if separator in line:
            raise ValueError(f"{called} separates the fields: save the file as CSV with commas")
    try:
        cells = [cell.strip() for cell in next(csv.reader([line], strict=True))]
    except csv.Error:
        raise ValueError("a quote is not closed, or the line is far too long: write a name without quotes") from None
    if not any(cells):
        return None
    name, role, group, *more = (*cells, "", "")
    if any(more):
        raise ValueError("it has more than a name, a role and a group: remove the other fields")
    if not name:
        raise ValueError("it has no name: write the name first")
    if role and role.casefold() not in _ROLES:
        raise ValueError(
            f"{shown(role)} is not a role: write {' or '.join(_ROLES)}, or nothing; a name must not contain a comma, "
            "and a header line must be removed"
        )
    for given in (name, group):
        if problem := objection(given):
            raise ValueError(f"{shown(given)} {problem}: write another name")
    if "/" in name or name.startswith(".") or len(name.encode()) > _FOLDER_BYTES:
        raise ValueError(
            f"{shown(name)} cannot be the name of a student's folder: write one without /, of at most "
            f"{_FOLDER_BYTES} bytes, that does not start with a dot"
        )
    return RosterPerson(name, role.casefold() or "student", group)


def _refusal(problems: list[str]) -> GradingError:
    rest = len(problems) - _MOST_LINES
    more = [f"and {rest} more"] if rest > 0 else []
    return GradingError("\n".join(["nobody was added:", *problems[:_MOST_LINES], *more]))
