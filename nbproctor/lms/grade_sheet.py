"""A sheet of grades: which cells take a grade, and how a number is written there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.lms.attempt import Person
from nbproctor.lms.sheet_cells import SheetCells
from nbproctor.report.numbers import number

_NUMBER = re.compile(r"([+-]?\d+)(?:([.,])(\d+))?\s*%?")


@dataclass(frozen=True)
class SheetRow:
    """The row of a person.

    Args:
        place: which row of the sheet it is, from 0.
        key: the id that the system looks for when it reads the sheet.
        maximum: the most points; None if the sheet does not say.
        lock: why the system takes no grade here; empty if it does.
    """

    place: int
    key: str
    person: Person
    maximum: float | None = None
    lock: str = ""


@dataclass(frozen=True)
class GradeSheet:
    """A sheet, and the column of one assignment in it.

    Args:
        title: the column's.
        rows: the rows of people; all other rows stay as they are.
        warnings: what the system would do with this column without saying so.
        takes_more: whether the system takes more points than the maximum.
    """

    cells: SheetCells
    column: int
    title: str
    rows: tuple[SheetRow, ...]
    warnings: tuple[str, ...] = ()
    takes_more: bool = True

    def value(self, row: SheetRow) -> str:
        """What stands in a person's cell."""
        return self.cells.text_at(row.place, self.column)

    def filled(self, grades: Mapping[str, float]) -> bytes:
        """The bytes of the sheet with these grades; a cell that has the same number stays as it is written.

        Args:
            grades: the points, by the keys of the rows.
        """
        sign = self._decimal_sign()
        texts = {
            row.place: number(grades[row.key]).replace(".", sign)
            for row in self.rows
            if row.key in grades and number_in(self.value(row)) != round(grades[row.key], 4)
        }
        return self.cells.replaced(self.column, texts)

    def _decimal_sign(self) -> str:
        """The decimal sign of the sheet: of this column, or else of any; without one, the one that goes with `;`."""
        column = [self.cells.text_at(place, self.column) for place in range(1, len(self.cells.rows))]
        everything = (cell.text.strip() for row in self.cells.rows[1:] for cell in row)
        for texts in (column, everything):
            signs = {found[2] for text in texts if (found := _NUMBER.fullmatch(text)) and found[2]}
            if len(signs) == 1:
                return signs.pop()
        return "," if self.cells.delimiter == ";" else "."


def number_in(text: str) -> float | None:
    """The number that a cell holds, with a point or a comma; None if it holds none."""
    found = _NUMBER.fullmatch(text.strip())
    return float(f"{found[1]}.{found[3] or 0}") if found else None


def column_of(header: Sequence[str], name: str, what: str) -> int:
    """The place of a column that must be there.

    Raises:
        GradingError: it is not.
    """
    if name not in header:
        raise GradingError(f"the sheet has no column {name}, by which {what}: download it again, and keep all columns")
    return header.index(name)


def chosen_column(titles: Mapping[int, str], wanted: str, assignment: str) -> int:
    """The column of an assignment's grades.

    Args:
        titles: the columns that can be meant, by their places.
        wanted: the title that the instructor named; empty for the one that is called like the assignment.

    Raises:
        GradingError: none fits, or several do.
    """
    name = wanted or assignment
    found = [place for place, title in titles.items() if name in (title, _short(title))]
    found = found or [place for place, title in titles.items() if _letters(_short(title)) == _letters(name)]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(shown(title) for title in list(titles.values())[:20]) or "no column for grades"
    what = f"has {len(found)} columns" if found else "has no column"
    raise GradingError(f"the sheet {what} called {shown(name)}: name one with --column; it has {listed}")


def _short(title: str) -> str:
    """A title without what systems put behind it: `(123)`, `[Total Pts: 15 Score] |123`, `Points Grade <...>`."""
    return re.split(r"\s*(?:\(\d+\)$|\[[^\[\]]*\]\s*\|\d+$|\|\d+$|Points Grade(?: <.*>)?$)", title)[0].strip()


def _letters(text: str) -> str:
    """The letters and digits of a title; `lab 1.5` is not `lab15`."""
    apart = re.sub(r"(?<=\d)[\W_]+(?=\d)", "\0", text.casefold())
    return "".join(letter for letter in apart if letter.isalnum() or letter == "\0")
