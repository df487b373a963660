"""A sheet of grades as the bytes that it is: which cells take a grade, and how a number is written there."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.lms.attempt import Person
from nbproctor.report.words import number

_MOST_BYTES = 100_000_000
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DELIMITERS = ",;\t"
# A cell: in quotes, with whatever a program may have written behind them; or without quotes.
_CELL = {
    delimiter: re.compile(rf'"([^"]*+(?:""[^"]*+)*)(?:"([^{delimiter}\r\n]*+)|\Z)|([^{delimiter}\r\n]*+)')
    for delimiter in _DELIMITERS
}
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, where its bytes stand in the sheet's text, and whether it is in quotes."""

    text: str
    start: int
    end: int
    is_quoted: bool


@dataclass(frozen=True)
class SheetCells:
    """The cells of a sheet, behind the byte order mark, if it has one; empty lines are rows without cells."""

    text: str
    mark: bytes
    encoding: str
    delimiter: str
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def read(cls, content: bytes) -> SheetCells:
        """Read CSV in UTF-8 or UTF-16, with comma, semicolon or tab; a GradingError says that it is none."""
        if len(content) > _MOST_BYTES:
            raise GradingError(f"the sheet is larger than {_MOST_BYTES / 1e6:,.0f} MB: download it again")
        mark, encoding = next(((mark, name) for mark, name in _MARKS if content.startswith(mark)), (b"", "utf-8"))
        try:
            text = content[len(mark) :].decode(encoding)
        except UnicodeDecodeError:
            # Every byte is a character there, so all that is not changed is written as it was.
            text, mark, encoding = content.decode("latin-1"), b"", "latin-1"
        if "\0" in text:
            raise GradingError("the sheet is not a CSV file: download it as CSV, not as an Excel workbook")
        without_quoted = re.sub(r'"[^"]*+"', "", text[:100_000].lstrip())
        first = _LINE_END.split(without_quoted, maxsplit=1)[0]
        delimiter = max(_DELIMITERS, key=first.count)
        return cls(text, mark, encoding, delimiter, _rows(text, delimiter))

    def texts(self, row: int) -> list[str]:
        """The texts of a row's cells, without blanks around them."""
        return [cell.text.strip() for cell in self.rows[row]]

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows below the first, each with its place, and its texts by title; of equal titles the first counts."""
        header = self.texts(0)
        for place in range(1, len(self.rows)):
            yield place, dict(reversed([*zip(header, self.texts(place), strict=False)]))

    def text_at(self, row: int, column: int) -> str:
        """The text of a cell, without blanks around it; empty if the row is too short."""
        return self.rows[row][column].text.strip() if column < len(self.rows[row]) else ""

    def replaced(self, column: int, texts: Mapping[int, str]) -> bytes:
        """The bytes of the sheet with other texts, by row, in one column; a GradingError if a row is too short."""
        parts, position = [], 0
        for row in sorted(texts):
            if column >= len(self.rows[row]):
                raise GradingError(f"line {row + 1} of the sheet ends before the grade column: download it again")
            cell = self.rows[row][column]
            parts += [self.text[position : cell.start], self._written(texts[row], cell)]
            position = cell.end
        parts.append(self.text[position:])
        return self.mark + "".join(parts).encode(self.encoding)

    def _written(self, text: str, cell: Cell) -> str:
        needs_quotes = cell.is_quoted or any(sign in text for sign in (self.delimiter, '"', "\r", "\n"))
        return '"{}"'.format(text.replace('"', '""')) if needs_quotes else text


def _rows(text: str, delimiter: str) -> tuple[tuple[Cell, ...], ...]:
    pattern, rows, row, position = _CELL[delimiter], list[tuple[Cell, ...]](), list[Cell](), 0
    while position < len(text):
        if not row and (end := _LINE_END.match(text, position)):
            rows.append(())
            position = end.end()
            continue
        found = pattern.match(text, position)
        assert found  # an empty cell matches everywhere
        quoted, behind, plain = found.groups()
        value = plain if quoted is None else quoted.replace('""', '"') + (behind or "")
        row.append(Cell(value, position, found.end(), quoted is not None))
        position = found.end()
        if text[position : position + 1] == delimiter:
            position += 1
            if position == len(text):  # the file ends with an empty cell
                row.append(Cell("", position, position, False))
        elif end := _LINE_END.match(text, position):
            position = end.end()
            rows.append(tuple(row))
            row = []
    return (*rows, tuple(row)) if row else tuple(rows)


_NUMBER = re.compile(r"([+-]?\d+)(?:([.,])(\d+))?\s*%?")


@dataclass(frozen=True)
class SheetRow:
    """The row of a person.

    Args:
        place: counted from 0.
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
        """The bytes of the sheet with grades by the keys of rows; a cell with the same number stays as it is."""
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


def require_column(cells: SheetCells, name: str, system: str) -> None:
    """Raise a GradingError if there is no such column, by which a system identifies people."""
    if name not in cells.texts(0):
        raise GradingError(
            f"the sheet has no column {name}, by which {system} identifies people: download it again, and keep all "
            "columns"
        )


def full_name(record: Mapping[str, str]) -> str:
    """The name of the person of a row that has it in two columns."""
    return f"{record.get('First Name', '')} {record.get('Last Name', '')}".strip()


def sheet_with_maximum_in_title(
    cells: SheetCells,
    rows: Callable[[SheetCells], list[SheetRow]],
    named: tuple[str, str],
    title: re.Pattern[str],
    maximum: re.Pattern[str],
) -> GradeSheet:
    """The sheet of a system that states the maximum in the titles of its grade columns, as the group of a pattern."""
    titles = {place: text for place, text in enumerate(cells.texts(0)) if title.fullmatch(text)}
    place = chosen_column(titles, *named)
    stated = maximum.search(titles[place])
    points = number_in(stated[1]) if stated else None
    return GradeSheet(cells, place, titles[place], tuple(replace(row, maximum=points) for row in rows(cells)))


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
