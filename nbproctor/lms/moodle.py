"""Moodle: the archive of an assignment's submissions, and the grading worksheet."""

from __future__ import annotations

import re
from dataclasses import replace

from nbproctor.errors import GradingError
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import ArchivedFile, Attempt, Person, foreign_file
from nbproctor.lms.grade_sheet import GradeSheet, SheetCells, SheetRow, number_in
from nbproctor.lms.people import PARTICIPANT

# Names of people and of files may hold underscores and numbers. What stands behind the first mark, its owner chose.
_FOLDER = re.compile(r"(.*?)_(\d+)_+assign[a-z]*_([a-z]+)(?:_+(.*))?")
_IDENTIFIER = re.compile(r"\D*?(\d+)\D*")
_BLIND = "Participant"


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    return bool(_FOLDER.fullmatch(path.partition("/")[0]))


def read(archive: Archive) -> list[Attempt]:
    """One attempt of each person or team; Moodle's number says who it is, together with the worksheet."""
    found: dict[tuple[str, str], tuple[str, list[ArchivedFile]]] = {}
    foreign: list[Attempt] = []
    for top, files in archive.tops.items():
        folder = _FOLDER.fullmatch(top)
        if not folder:
            foreign += [foreign_file(file, "Moodle") for file in files]
            continue
        name, identifier, kind, flat = folder.groups()
        _, own = found.setdefault((name, identifier), (files[0].source, []))
        own += [replace(file, path=flat if flat and file.path == top else file.path) for file in files]
        if kind == "onlinetext":
            own[-len(files) :] = [replace(file, path="onlinetext.html") for file in own[-len(files) :]]
    return [
        *(Attempt(source, (_person(*key),), tuple(own), group=key[0]) for key, (source, own) in found.items()),
        *foreign,
    ]


def _person(name: str, identifier: str) -> Person:
    if name == _BLIND:
        return Person(ids={"moodle": f"{_BLIND}_{identifier}", PARTICIPANT: identifier})
    return Person(name, {PARTICIPANT: identifier})


# The worksheet.


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is a grading worksheet, in whatever language."""
    header = cells.texts(0)
    if header[:1] == ["Identifier"]:
        return True
    first = [cells.text_at(place, 0) for place in range(1, len(cells.rows)) if cells.rows[place]]
    are_identifiers = all(_IDENTIFIER.fullmatch(text) and not text.isdigit() for text in first)
    return len(header) > 4 and bool(first) and are_identifiers and len(_grade_columns(cells)) == 1


def grade_sheet(cells: SheetCells, column: str, assignment: str) -> GradeSheet:
    """The rows and the column that take the grades."""
    place = _grade_column(cells, column)
    maximum, change = place + 1, place + 2
    found = rows(cells)
    words = {cells.text_at(row.place, change) for row in found} - {""}
    warnings = []
    if len(words) > 1 and "No" not in words:
        warnings.append(f"Moodle ignores locked rows; the column {cells.text_at(0, change)} shows which they are")
    people = (
        replace(
            row,
            maximum=number_in(cells.text_at(row.place, maximum)),
            lock="Moodle has locked the grade" if cells.text_at(row.place, change) == "No" else "",
        )
        for row in found
    )
    return GradeSheet(cells, place, cells.text_at(0, place), tuple(people), tuple(warnings), takes_more=False)


def _grade_column(cells: SheetCells, column: str) -> int:
    header = cells.texts(0)
    wanted = column or "Grade"
    found = [header.index(wanted)] if wanted in header else [] if column else _grade_columns(cells)
    if len(found) != 1:
        raise GradingError(
            f"the worksheet has no column {wanted} with the maximum beside it: with --column, give "
            "the name that the column has in Moodle"
        )
    return found[0]


def _grade_columns(cells: SheetCells) -> list[int]:
    """The columns that can be the grades': right of each stands the maximum, which is the same for all."""
    places = [place for place in range(1, len(cells.rows)) if cells.rows[place]]

    def numbers(column: int) -> set[float | None]:
        texts = {cells.text_at(place, column) for place in places} - {"-"}
        return {number_in(text) if text else 0 for text in texts}

    width = len(cells.rows[0])
    columns = [numbers(column) for column in range(width)]
    return [
        column
        for column in range(2, width - 1)
        if None not in columns[column] and len(columns[column + 1]) == 1 and (next(iter(columns[column + 1])) or 0) > 0
    ]


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people.

    After `Identifier` come the name, unless it is hidden, then what the site shows of a person, then the status.
    """
    header = cells.texts(0)
    grade = header.index("Grade") if "Grade" in header else next(iter(_grade_columns(cells)), len(header))
    found = []
    for place in range(1, len(cells.rows)):
        identifier = _IDENTIFIER.fullmatch(cells.text_at(place, 0))
        if not identifier:
            continue
        own, *about = (cells.text_at(place, column) for column in range(1, max(grade - 1, 2)))
        if grade <= 2:
            found.append(SheetRow(place, identifier[1], _person(_BLIND, identifier[1])))
            continue
        email = next((text for text in about if "@" in text), "")
        user = cells.text_at(place, header.index("Username")) if "Username" in header else _only(about, email)
        person = Person.with_ids(own, moodle=user, email=email, **{PARTICIPANT: identifier[1]})
        found.append(SheetRow(place, identifier[1], person))
    return found


def _only(about: list[str], email: str) -> str:
    """The user's name, in a sheet that shows nothing else beside the address."""
    others = [text for text in about if text != email]
    return others[0] if len(others) == 1 else ""


# Feedback.


def feedback_name(attempt: Attempt, page: str) -> str:
    """The path under which Moodle takes a page for an attempt; empty if its rule would find another number."""
    folder = next((found for part in attempt.source.split("/")[1:] if (found := _FOLDER.fullmatch(part))), None)
    if folder is None or "_" in folder[1]:
        return ""
    return f"{folder[1]}_{folder[2]}_assignsubmission_file_/{page}"
