"""The rules by which the systems read a sheet back, written from their importers and not from `nbproctor.lms`."""

from __future__ import annotations

import csv
import io
import re

Grades = dict[str, str]


def table(sheet: bytes) -> list[list[str]]:
    """The cells, read by Python's own reader."""
    text = sheet.decode("utf-16" if sheet[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    first = text.splitlines()[0]
    delimiter = next(sign for sign in "\t;," if sign in first)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]


def number(text: str) -> str:
    """A number without its decimal sign's form and needless zeros; other texts as they are."""
    plain = text.strip().replace(",", ".")
    return str(round(float(plain), 4)) if re.fullmatch(r"-?\d+(\.\d+)?", plain) else plain


def canvas(sheet: bytes, title: str) -> Grades:
    """`gradebook_importer.rb`: what two first cells must be, which rows are students, which columns are passed over."""
    header, *rows = table(sheet)
    assert "Student" in header[0]
    assert "ID" in header[1]
    column = header.index(title)
    assert re.search(r" \(\d+\)$", title), "this creates another assignment"
    if re.search(r"(Current|Final|Override) (Score|Points|Grade|Status)", title):
        return {}
    points = [row for row in rows if row[0].strip() == "Points Possible"]
    if any("(read only)" in row[column] for row in points):
        return {}
    return {row[1]: number(row[column]) for row in rows if row[1].strip()}


def moodle(sheet: bytes, grade: int) -> Grades:
    """`importgradeslib.php`: grades out of bounds and locked rows are skipped.

    Args:
        grade: the column's place; right of it stand the maximum and whether the grade can be changed.
    """
    _, *rows = table(sheet)
    found = {}
    for row in rows:
        identifier = re.search(r"\d+", row[0])
        assert identifier
        value, most = number(row[grade]), float(number(row[grade + 1]))
        if row[grade + 2] != "No" and (not value or 0 <= float(value) <= most):
            found[identifier[0]] = value
    return found


def brightspace(sheet: bytes, title: str) -> Grades:
    """Either id suffices; the last cell of a row must be `#`."""
    header, *rows = table(sheet)
    assert header[-1] == "End-of-Line Indicator"
    assert all(row[-1] == "#" for row in rows)
    return {row[0].lstrip("#"): number(row[header.index(title)]) for row in rows}


def blackboard(sheet: bytes, title: str) -> Grades:
    """The number behind the title is the column's id."""
    header, *rows = table(sheet)
    (column,) = [place for place, each in enumerate(header) if each.rpartition("|")[2] == title.rpartition("|")[2]]
    return {row[header.index("Username")]: number(row[column]) for row in rows}


def plain(sheet: bytes, title: str) -> Grades:
    """Any program's: the first column is the id."""
    header, *rows = table(sheet)
    return {row[0]: number(row[header.index(title)]) for row in rows}
