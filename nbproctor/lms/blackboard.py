"""Blackboard: the archive of an assignment's attempts, and the grade centre's sheet."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from nbproctor.errors import GradingError
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import ArchivedFile, Attempt, Person, foreign_file
from nbproctor.lms.grade_sheet import (
    GradeSheet,
    SheetCells,
    SheetRow,
    full_name,
    require_column,
    sheet_with_maximum_in_title,
)

# `attempt` is written in the site's language. What stands behind the first time, the file's owner chose.
_FILE = re.compile(r"(.+?)_[^\W\d_]+_(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)(?:_(.+)|\.txt)", re.DOTALL)
_NAMED = re.compile(r"[^:\n]+:[^\n]*\(([^()\n]+)\)\s*$", re.MULTILINE)
_MOST_NOTE_BYTES = 1_000_000
_GRADE = re.compile(r".*\|\d+")
_MAXIMUM = re.compile(r"\[[^\[\]]*?([\d.,]+)[^\[\]]*\]\s*\|\d+$")


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    return "/" not in path and bool(_FILE.fullmatch(path))


def read(archive: Archive) -> list[Attempt]:
    """Every attempt of each person."""
    attempts: dict[tuple[str, str], list[ArchivedFile]] = defaultdict(list)
    notes: dict[tuple[str, str], ArchivedFile] = {}
    foreign: list[Attempt] = []
    for file in archive.files:
        found = _FILE.fullmatch(file.name)
        if not found:
            foreign.append(foreign_file(file, "Blackboard"))
            continue
        head, day, hour, minute, second, name = found.groups()
        key = head, f"{day} {hour}:{minute}:{second}"
        attempts[key] += [replace(file, path=name)] if name else []
        if not name:
            notes[key] = file
    return [*(_attempt(*key, files, notes.get(key)) for key, files in attempts.items()), *foreign]


def _attempt(head: str, time: str, files: list[ArchivedFile], note: ArchivedFile | None) -> Attempt:
    """An attempt; the note beside it says which end of its name is the person's."""
    parts = head.split("_")
    users = ["_".join(parts[place:]) for place in range(1, len(parts))] or [head]
    named = _user_in(note) if note else ""
    people = [Person(ids={"blackboard": user}) for user in users if not named or user == named]
    source = next((file.source for file in (*files, note) if file), head)
    if not people:
        return Attempt(
            source, (), (), problem=f"its name does not end with {named}, the user whom the text file beside it names"
        )
    return Attempt(source, (people[-1],), tuple(files), time, order=(time,), readings=tuple(people[:-1]))


def _user_in(note: ArchivedFile) -> str:
    if note.size > _MOST_NOTE_BYTES:
        return ""
    try:
        found = _NAMED.search(note.content().decode("utf-8-sig", "replace")[:2_000])
    except GradingError:
        return ""
    return found[1] if found else ""


# The sheet.


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is what Blackboard's grade centre downloads, and takes again."""
    header = cells.texts(0)
    return "Username" in header and any(_GRADE.fullmatch(title) for title in header)


def grade_sheet(cells: SheetCells, column: str, assignment: str) -> GradeSheet:
    """The rows and the column that take the grades."""
    return sheet_with_maximum_in_title(cells, rows, (column, assignment), _GRADE, _MAXIMUM)


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people."""
    require_column(cells, "Username", "Blackboard")
    return [
        SheetRow(place, user, Person(full_name(record), {"blackboard": user}))
        for place, record in cells.records()
        if (user := record.get("Username"))
    ]
