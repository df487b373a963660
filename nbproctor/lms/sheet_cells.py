"""A CSV file as the bytes that it is: cells can be read and replaced, and all other bytes stay."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass

from nbproctor.errors import GradingError

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
    """The cells of a sheet.

    Args:
        mark: the byte order mark; empty if there is none.
        rows: empty lines are rows without cells.
    """

    text: str
    mark: bytes
    encoding: str
    delimiter: str
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def read(cls, content: bytes) -> SheetCells:
        """Read a CSV file: UTF-8 or UTF-16, any line ends, with comma, semicolon or tab between the cells.

        Raises:
            GradingError: it is no such file.
        """
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
        first = _first_row(text)
        delimiter = max(_DELIMITERS, key=first.count)
        return cls(text, mark, encoding, delimiter, _rows(text, delimiter))

    def texts(self, row: int) -> list[str]:
        """The texts of a row's cells, without blanks around them."""
        return [cell.text.strip() for cell in self.rows[row]]

    def text_at(self, row: int, column: int) -> str:
        """The text of a cell, without blanks around it; empty if the row is too short."""
        return self.rows[row][column].text.strip() if column < len(self.rows[row]) else ""

    def replaced(self, column: int, texts: Mapping[int, str]) -> bytes:
        """The bytes of the sheet with other texts in some cells of one column.

        Args:
            texts: the new texts, by row.

        Raises:
            GradingError: a row has no such cell.
        """
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


def _first_row(text: str) -> str:
    """The first row without what stands in quotes."""
    return _LINE_END.split(re.sub(r'"[^"]*+"', "", text[:100_000].lstrip()), maxsplit=1)[0]


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
