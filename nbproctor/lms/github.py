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
    return [_attempt(archive, top, Attempt(files[0].source, (), tuple(files))) for top, files in archive.tops.items()]


def _attempt(archive: Archive, top: str, made: Attempt) -> Attempt:
    before, found, _ = f"-{top}".casefold().partition(f"-{archive.assignment}-".casefold())
    if found:
        users = [top[len(before) + len(found) - 1 :]]
    else:  # the repositories are called otherwise than the assignment
        parts = top.split("-")
        users = ["-".join(parts[place:]) for place in range(1, len(parts))] or [top]
    people = [Person(ids={"github": user}) for user in users]
    return Attempt(made.source, (people[0],), made.files, readings=tuple(people[1:]))


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is the roster of a classroom."""
    return {"identifier", "github_username"} <= set(cells.texts(0))


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people; the identifier is the student's id, also of those who have no account yet."""
    header = cells.texts(0)
    found = []
    for place in range(1, len(cells.rows)):
        about = dict(zip(header, cells.texts(place), strict=False))
        ids = {"student": about.get("identifier", ""), "github": about.get("github_username", "")}
        person = Person(about.get("name", ""), {column: text for column, text in ids.items() if text})
        found.append(SheetRow(place, ids["student"], person))
    return found
