"""Brightspace: the archive of an assignment's submissions, and the export of grades."""

from __future__ import annotations

import re
from datetime import datetime

from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt, Person, foreign_file
from nbproctor.lms.grade_sheet import (
    GradeSheet,
    SheetCells,
    SheetRow,
    full_name,
    require_column,
    sheet_with_maximum_in_title,
)

_FOLDER = re.compile(r"\d+-\d+ - (.+) - ([^/]+)")
_ENGLISH = re.compile(r"([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}) (\d{1,2}):?(\d\d) ([AP]M)")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_INDEX = "index.html"
_END = "End-of-Line Indicator"
_GRADE = re.compile(r"(.+?) Points Grade(?: <(.*)>)?")
_MAXIMUM = re.compile(r"MaxPoints:([\d.,]+)")


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    return path == _INDEX or bool(_FOLDER.fullmatch(path.partition("/")[0]))


def read(archive: Archive) -> list[Attempt]:
    """Every attempt of each person; a folder states the person's name and no id."""
    found = []
    for top, files in archive.tops.items():
        folder = _FOLDER.fullmatch(top)
        if folder:
            time = _time(folder[2])
            person = Person(folder[1])
            found.append(Attempt(files[0].source, (person,), tuple(files), time, order=(time,) if time else ()))
        elif top != _INDEX:
            found.append(foreign_file(files[0], "Brightspace"))
    return found


def _time(text: str) -> str | None:
    """An English date in ISO 8601; None for those of other languages."""
    found = _ENGLISH.fullmatch(text)
    if not found or found[1] not in _MONTHS:
        return None
    hour = int(found[4]) % 12 + (12 if found[6] == "PM" else 0)
    try:
        moment = datetime(int(found[3]), _MONTHS.index(found[1]) + 1, int(found[2]), hour, int(found[5]))
    except ValueError:
        return None
    return moment.isoformat(" ")


# The export of grades.


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is what Brightspace exports, and imports again."""
    return cells.texts(0)[-1:] == [_END]


def grade_sheet(cells: SheetCells, column: str, assignment: str) -> GradeSheet:
    """The rows and the column that take the grades."""
    return sheet_with_maximum_in_title(cells, rows, (column, assignment), _GRADE, _MAXIMUM)


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people."""
    if "OrgDefinedId" not in cells.texts(0):
        require_column(cells, "Username", "Brightspace")
    columns = {"login": "Username", "brightspace": "OrgDefinedId", "email": "Email"}
    found = []
    for place, record in cells.records():
        ids = {name: record.get(title, "").lstrip("#") for name, title in columns.items()}
        if key := ids["brightspace"] or ids["login"]:
            found.append(SheetRow(place, key, Person.with_ids(full_name(record), **ids)))
    return found
