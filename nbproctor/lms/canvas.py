"""Canvas: the archive of an assignment's submissions, and the gradebook as CSV."""

from __future__ import annotations

import re
from dataclasses import replace

from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import ArchivedFile, Attempt, Person, foreign_file
from nbproctor.lms.grade_sheet import GradeSheet, SheetCells, SheetRow, chosen_column, number_in

_TITLE = re.compile(r".*\(\d+\)")
# Canvas takes these for columns of its own, and drops them.
_DROPPED = re.compile(r"(current|final|override)\s+(score|points|grade|status)", re.IGNORECASE)
_UPLOADED_AGAIN = re.compile(r"(.+)-\d+(\.\w+)")
_TEXT = re.compile(r"(.+?)(_LATE)?_(\d+)_(text|link)\.html")


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    return "/" not in path and bool(_TEXT.fullmatch(path) or _readings(path))


def read(archive: Archive) -> list[Attempt]:
    """One attempt of each person: Canvas packs the last one, and numbers its files."""
    found: dict[str, list[tuple[Attempt, ArchivedFile]]] = {}
    foreign: list[Attempt] = []
    for file in archive.files:
        if readings := _readings(file.name):
            people = [person for person, *_ in readings]
            _, _, upload, name = readings[0]
            late = any(late for _, late, *_ in readings)
            one = Attempt(file.source, (people[0],), (), None, late, (upload,), tuple(people[1:]))
            own = replace(file, path=name, number=upload)
        elif text := _TEXT.fullmatch(file.name):
            one = Attempt(file.source, (_person(text[1], text[3]),), (), None, bool(text[2]), (0,))
            own = replace(file, path=f"{text[4]}.html")
        else:
            foreign.append(foreign_file(file, "Canvas"))
            continue
        found.setdefault(one.people[0].own_id, []).append((one, own))
    return [*(_together(each, archive.released) for each in found.values()), *foreign]


def _together(uploads: list[tuple[Attempt, ArchivedFile]], released: frozenset[str]) -> Attempt:
    newest = max((one for one, _ in uploads), key=lambda one: one.order)
    names = {file.path for _, file in uploads}
    files = [replace(file, path=_first_name(file.path, names, released)) for _, file in uploads]
    is_late = any(one.late for one, _ in uploads)
    return replace(newest, files=tuple(files), late=is_late, group=newest.people[0].aliases[0])


def _first_name(name: str, names: set[str], released: frozenset[str]) -> str:
    """The name of a file before Canvas put the number of the attempt behind it."""
    found = _UPLOADED_AGAIN.fullmatch(name)
    if not found or name in released or found[1] + found[2] in names:
        return name
    return found[1] + found[2]


def _readings(name: str) -> list[tuple[Person, bool, int, str]]:
    """Person, whether it is late, the number and the name of the file: in every way that the name can be read.

    Canvas itself takes the first two numbers. A person's name may hold numbers too; so may a file's, which its owner
    chose, perhaps to pass for somebody else.
    """
    parts = name.split("_")
    marks = parts[: 2 if parts[0] == "LATE" else 1]
    if marks[-1] == "anon" and len(parts) > len(marks) + 2 and _is_number(parts[len(marks) + 1]):
        place = len(marks)
        person = _person("anon", f"anon_{parts[place]}")
        return [(person, len(marks) > 1, int(parts[place + 1]), "_".join(parts[place + 2 :]))]
    found = []
    for place in range(1, len(parts) - 2):
        if _is_number(parts[place]) and _is_number(parts[place + 1]):
            late = parts[place - 1] == "LATE" and place > 1
            person = _person("_".join(parts[: place - late]), parts[place])
            found.append((person, late, int(parts[place + 1]), "_".join(parts[place + 2 :])))
    return found


def _person(alias: str, canvas: str) -> Person:
    return Person(ids={"canvas": canvas}, aliases=(alias,))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 30


# The gradebook.


def is_sheet(cells: SheetCells) -> bool:
    """Whether it is what Canvas exports, and reads again."""
    header = cells.texts(0)
    return len(header) > 2 and "Student" in header[0] and "ID" in header[1] and "Section" in " ".join(header)


def grade_sheet(cells: SheetCells, column: str, assignment: str) -> GradeSheet:
    """The rows and the column that take the grades."""
    titles = {place: title for place, title in enumerate(cells.texts(0)) if place > 1 and _TITLE.fullmatch(title)}
    place = chosen_column(titles, column, assignment)
    people = rows(cells)
    above = [cells.text_at(row, place) for row in range(1, min((row.place for row in people), default=1))]
    numbers = [each for text in above if (each := number_in(text)) is not None]
    maximum = numbers[-1] if numbers else None
    warnings = []
    if any("(read only)" in text for text in above):
        warnings.append("Canvas ignores this column, because its second line says (read only)")
    if _DROPPED.search(titles[place]):
        warnings.append(
            f"Canvas drops the column {titles[place]}: rename the assignment there, and download the sheet again"
        )
    locked = (replace(row, maximum=maximum, lock=_lock(cells.text_at(row.place, place))) for row in people)
    return GradeSheet(cells, place, titles[place], tuple(locked), tuple(warnings))


def rows(cells: SheetCells) -> list[SheetRow]:
    """The rows of people; those of points and settings have no id."""
    found = []
    for place, record in cells.records():
        if own := cells.text_at(place, 1):
            name = re.sub(r'^="(.*)"$', r"\1", cells.text_at(place, 0))
            ids = {"login": record.get("SIS Login ID", ""), "sis": record.get("SIS User ID", ""), "canvas": own}
            found.append(SheetRow(place, own, Person.with_ids(name, **ids)))
    return found


def _lock(text: str) -> str:
    return f"Canvas shows {text.upper()} there" if text.upper() in ("EX", "N/A") else ""


# Feedback.


def feedback_name(attempt: Attempt, page: str) -> str:
    """The name under which Canvas takes a page for an attempt; empty if its rule would find another person."""
    newest = max(attempt.files, key=lambda file: file.number, default=None)
    readings = _readings(newest.source.rpartition("/")[2]) if newest else []
    if not readings:
        return ""
    person, late, upload, _ = readings[0]
    is_another = any(each.ids != person.ids for each in attempt.people)  # a group's members are not in the name
    if is_another or not person.ids["canvas"].isdigit():
        return ""
    return "_".join([person.aliases[0], *(["LATE"] if late else []), person.ids["canvas"], str(upload), page])
