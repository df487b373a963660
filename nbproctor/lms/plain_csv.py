"""Any CSV file with a column of ids and a column for grades."""

from __future__ import annotations

from nbproctor.errors import GradingError
from nbproctor.lms.attempt import Person
from nbproctor.lms.grade_sheet import GradeSheet, SheetCells, SheetRow, chosen_column
from nbproctor.lms.people import IDS

# Columns that name a person, by the column of `people.csv` that holds the same; the first one found is the key.
_ID_COLUMNS = {
    "student": "student",
    "student id": "student",
    "student_id": "student",
    "id": "student",
    "username": "login",
    "user": "login",
    "email address": "email",
    "e-mail": "email",
    "sid": "sis",
    "github_username": "github",
    **{column: column for column in IDS},
}
_NAMES = ("name", "full name", "first name", "last name")


def is_sheet(cells: SheetCells) -> bool:
    """Whether a column has one of the names of ids."""
    return bool(_ids(cells))


def grade_sheet(cells: SheetCells, column: str, assignment: str) -> GradeSheet:
    """The rows and the column that take the grades: the one called like the assignment, if no other is named."""
    if not _ids(cells):
        raise GradingError(f"the sheet has no column with ids: name one of its columns {', '.join(_ID_COLUMNS)}")
    titles = {place: title for place, title in enumerate(cells.texts(0)) if place not in _ids(cells)}
    place = chosen_column(titles, column, assignment)
    return GradeSheet(cells, place, titles[place], tuple(rows(cells)))


def _ids(cells: SheetCells) -> dict[int, str]:
    """The columns of ids: what each is called in `people.csv`, by its place."""
    titles = [title.casefold() for title in cells.texts(0)] if cells.rows else []
    return {place: _ID_COLUMNS[title] for place, title in enumerate(titles) if title in _ID_COLUMNS}


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people."""
    columns = _ids(cells)
    header = [title.casefold() for title in cells.texts(0)]
    names = [header.index(name) for name in _NAMES if name in header]
    found = []
    for place in range(1, len(cells.rows)):
        ids = {name: text for column, name in columns.items() if (text := cells.text_at(place, column))}
        name = " ".join(text for column in names if (text := cells.text_at(place, column)))
        if ids:
            found.append(SheetRow(place, next(iter(ids.values())), Person(name, ids)))
    return found
