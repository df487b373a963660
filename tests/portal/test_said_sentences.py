"""Every refusal that the portal can give is shown as sentences, whatever module words it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import nbproctor.portal
from nbproctor.system.printable import sentences
from tests.portal.said_sentences import require_sentence

_ROOM = Path(nbproctor.portal.__file__).parent
_OF_COMMANDS = ("portal_client", "graders", "rehearsal", "gradebook_export", "portal_backup", "portal_rows", "receipts")


def _worded() -> list[tuple[str, str]]:
    """Where a refusal is worded, and its words; `5` stands for what is filled in."""
    found = []
    for path in sorted(_ROOM.rglob("*.py")):
        place = path.relative_to(_ROOM).with_suffix("")
        if set(place.parts) & set(_OF_COMMANDS):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func).endswith(("Error", "HTTPException")):
                words = _words(node.args[-1])
                found += [(f"{place}:{node.lineno}", words)] if words else []
    return found


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _words(value: ast.expr) -> str:
    if isinstance(value, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "5" for part in value.values)
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def test_there_are_refusals() -> None:
    assert len(_worded()) > 25


@pytest.mark.parametrize(("place", "words"), _worded())
def test_a_refusal_is_shown_as_a_sentence_and_does_not_begin_with_what_is_filled_in(place: str, words: str) -> None:
    if not place.startswith("roster"):  # whose lines begin with their number
        require_sentence(sentences(words))


def test_lines_are_sentences_and_names_stay_as_they_are() -> None:
    said = 'nobody was added:\nline 3 of the roster: "bad;name" is none\nquiz1.ipynb is empty\nIs it? and 2 more'
    assert sentences(said).splitlines() == [
        "Nobody was added:",
        'Line 3 of the roster: "bad;name" is none.',
        "quiz1.ipynb is empty.",
        "Is it? and 2 more.",
    ]
    assert sentences("") == ""
