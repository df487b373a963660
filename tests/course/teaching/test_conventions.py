"""The table of conventions, of how each notebook writes the strength of one hand, is the same and right in all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

ROOT = Path(__file__).parents[3]
TEXTS = {
    path.parent.name: cell.source
    for path in sorted(ROOT.glob("source/*/*.ipynb"))
    for cell in nbformat.read(path, as_version=4).cells
    if cell.id == "conventions"
}
# The same hand with a queen for its king, which makes it weaker, as each notebook writes the two.
KING_AND_QUEEN = {"midterm1": ("2048", "1024"), "challenge1": ("Kh", "Qh")}


class Row(NamedTuple):
    """A row of the table: what a notebook is asked, what it answers, and whether more is stronger."""

    notebook: str
    asked: str
    answer: str
    stronger: str


def _rows(text: str) -> list[Row]:
    return [
        Row(*row) for row in re.findall(r"^\| `(\w+)` \| `(.*?)` \| `(.*?)` \| (.*?) \| .* \|$", text, re.MULTILINE)
    ]


(ROWS,) = {text: _rows(text) for text in TEXTS.values()}.values()  # one text only


def test_the_table_has_rows_for_every_notebook_and_stands_in_several() -> None:
    assert {row.notebook for row in ROWS} == {path.parent.name for path in ROOT.glob("source/*/*.ipynb")}
    assert len(TEXTS) >= 2
    text = next(iter(TEXTS.values()))
    assert len(ROWS) == len(re.findall(r"^\| `", text, re.MULTILINE))


def test_a_notebook_answers_what_the_table_says(assignment: str, reference: dict[str, Any]) -> None:
    own = [row for row in ROWS if row.notebook == assignment]
    assert own
    for row in own:
        assert repr(eval(row.asked, reference)) == row.answer, row.asked


def test_the_stronger_of_two_hands_is_where_the_table_says(assignment: str, reference: dict[str, Any]) -> None:
    king, queen = KING_AND_QUEEN.get(assignment, ("KH", "QH"))
    for row in ROWS:
        if row.notebook == assignment:
            assert king in row.asked
            strong, weak = (eval(asked, reference) for asked in (row.asked, row.asked.replace(king, queen)))
            assert row.stronger == ("the larger" if strong > weak else "**the smaller**"), row.asked


def test_one_hand_counted_from_the_strongest_and_from_the_weakest_adds_up() -> None:
    (strongest,) = (int(row.answer) for row in ROWS if row.notebook == "lookup1")
    (weakest,) = (int(row.answer) for row in ROWS if row.asked.startswith("strength("))
    assert strongest + weakest == 7463
    assert f"{strongest} is 7463 − {weakest}." in next(iter(TEXTS.values()))
