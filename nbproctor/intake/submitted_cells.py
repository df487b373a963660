"""The cells of a submitted notebook, as far as they can be made out.

nbformat's own reader refuses a notebook if any field is odd, and spends most of its time on looking for odd fields.
Of a submission only its cells' kinds, texts and marks matter, so only these are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbproctor.errors import GradingError

MOST_CELLS = 10_000
"""Most cells that a notebook may have."""

_KIND_OF_TYPE = {
    "code": "code",
    "markdown": "markdown",
    "raw": "raw",
    # of formats 1 to 3:
    "heading": "markdown",
    "html": "markdown",
    "text": "markdown",
    "plaintext": "raw",
}
# The fields that a cell's text may stand in: the first since format 4, the others before.
_TEXT_FIELDS = ("source", "input", "code", "text")


@dataclass(frozen=True)
class SubmittedCell:
    """A cell as it was handed in.

    Args:
        kind: `code`, `markdown` or `raw`.
        marks: its nbgrader metadata, which may hold anything.
        attachments: the images in its text, by name and type.
    """

    kind: str
    source: str
    id: str = ""
    marks: Mapping[str, Any] = field(default_factory=dict)
    attachments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def grade_id(self) -> str:
        """The cell's `grade_id`; empty if there is none, or it is no text."""
        name = self.marks.get("grade_id", "")
        return name if isinstance(name, str) else ""


def cells_of(tree: Any, notes: list[str]) -> list[SubmittedCell]:
    """The cells of a notebook of any format, and notes on what was guessed; a GradingError if none or too many."""
    if not isinstance(tree, dict):
        raise GradingError("it is JSON, but not a notebook")
    found = _cell_list(tree)
    if found is None:
        raise GradingError("it has no list of cells")
    if len(found) > MOST_CELLS:
        raise GradingError(f"it has {len(found):,} cells, more than the limit of {MOST_CELLS:,}")
    _note_format(tree, notes)
    if not all(isinstance(cell, dict) for cell in found):
        notes.append("some entries in the list of cells were not cells; they were left out")
    return [_cell(cell, notes) for cell in found if isinstance(cell, dict)]


def _cell_list(tree: dict[str, Any]) -> list[Any] | None:
    cells = tree.get("cells")
    if isinstance(cells, list):
        return cells
    sheets = tree.get("worksheets")  # of formats 2 and 3
    if not isinstance(sheets, list):
        return None
    lists = [sheet["cells"] for sheet in sheets if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)]
    return [cell for cells in lists for cell in cells] if lists else None


def _note_format(tree: dict[str, Any], notes: list[str]) -> None:
    number = tree.get("nbformat")
    if number != 4:
        is_stated = isinstance(number, int) and not isinstance(number, bool)
        states = f"is in format {number}" if is_stated else "does not state its format"
        notes.append(f"the notebook {states}; it was read as format 4")


def _cell(cell: dict[str, Any], notes: list[str]) -> SubmittedCell:
    kind = _kind(cell, notes)
    name = cell.get("id")
    return SubmittedCell(
        kind,
        _heading(cell) + _source(cell, notes),
        name if isinstance(name, str) else "",
        _marks(cell, notes),
        _attachments(cell) if kind == "markdown" and "attachments" in cell else {},
    )


def _kind(cell: dict[str, Any], notes: list[str]) -> str:
    given = cell.get("cell_type")
    if isinstance(given, str) and given in _KIND_OF_TYPE:
        return _KIND_OF_TYPE[given]
    notes.append("a cell had an unknown type; it was treated as text and not run")
    return "raw"


def _heading(cell: dict[str, Any]) -> str:
    level = cell.get("level") if cell.get("cell_type") == "heading" else None
    return "#" * min(level, 6) + " " if isinstance(level, int) and level > 0 else ""


def _source(cell: dict[str, Any], notes: list[str]) -> str:
    given = next((cell[name] for name in _TEXT_FIELDS if name in cell), None)
    parts = given if isinstance(given, list) else [given]
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) != len(parts):
        notes.append("the text of a cell was missing or invalid; whatever was not text was left out")
    return _fit_for_a_program("".join(texts), notes)


def _fit_for_a_program(text: str, notes: list[str]) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            notes.append(_REPLACED_NOTE)
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
        notes.append(_REPLACED_NOTE)
    return text


_REPLACED_NOTE = (
    "a cell contained NULs or incomplete characters, which code cannot contain; each was replaced by a placeholder"
)


def _marks(cell: dict[str, Any], notes: list[str]) -> Mapping[str, Any]:
    metadata = cell.get("metadata", {})
    marks = metadata.get("nbgrader", {}) if isinstance(metadata, dict) else None
    if isinstance(marks, dict):
        return marks
    notes.append("the metadata of a cell had the wrong type; they were left out")
    return {}


def _attachments(cell: dict[str, Any]) -> Mapping[str, Mapping[str, str]]:
    """The images pasted into a text, for the person who reads it; all other attachments are left out."""
    given = cell["attachments"]
    found = given.items() if isinstance(given, dict) else ()
    return {name: images for name, bundle in found if name.isprintable() and (images := dict(_images(bundle)))}


def _images(bundle: Any) -> Iterator[tuple[str, str]]:
    for kind, data in bundle.items() if isinstance(bundle, dict) else ():
        if kind.startswith("image/") and isinstance(data, str) and data.isascii() and kind.isprintable():
            yield kind, data
