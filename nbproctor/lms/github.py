"""Repositories that GitHub Classroom or Classroom 50 made, cloned side by side, and their roster."""

from __future__ import annotations

from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt, Person
from nbproctor.lms.grade_sheet import SheetCells, SheetRow


def claims(path: str, assignment: str) -> bool:
    """Whether a folder is called like a repository of the assignment."""
    top, slash, _ = path.partition("/")
    return bool(slash) and f"-{assignment}-".casefold() in f"-{top}".casefold()


def read(archive: Archive) -> list[Attempt]:
    """One attempt of each person: what is checked out.

    No time is taken from a commit: its date is the student's word.
    """
    attempts = []
    for top, files in archive.tops.items():
        first, *others = (Person(ids={"github": user}) for user in _users(top, archive.assignment))
        attempts.append(Attempt(files[0].source, (first,), tuple(files), readings=tuple(others)))
    return attempts


def _users(repository: str, assignment: str) -> list[str]:
    """The users whose repository this can be: one, unless it is not called like the assignment."""
    before, found, _ = f"-{repository}".casefold().partition(f"-{assignment}-".casefold())
    if found:
        return [repository[len(before) + len(found) - 1 :]]
    parts = repository.split("-")
    return ["-".join(parts[place:]) for place in range(1, len(parts))] or [repository]


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is the roster of a classroom."""
    return {"identifier", "github_username"} <= set(cells.texts(0))


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people; the identifier is the student's id, also of those who have no account yet."""
    found = []
    for place, record in cells.records():
        ids = {"student": record.get("identifier", ""), "github": record.get("github_username", "")}
        found.append(SheetRow(place, ids["student"], Person.with_ids(record.get("name", ""), **ids)))
    return found
