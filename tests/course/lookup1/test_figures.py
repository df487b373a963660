"""The figures of keys and memos: their script draws them again, and what they show is what the notebook computes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from nbformat import NotebookNode

from poker_game import Hand
from tests.course.redrawn_figures import PUBLIC_DATA, redrawn

FIGURES = ["ranks_together", "suits_together", "three_memos"]


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return redrawn(tmp_path_factory, "draw_lookup1.py")


def _texts(name: str) -> list[str]:
    """The words of a figure, in the order in which they are drawn."""
    texts = ElementTree.parse(PUBLIC_DATA / f"{name}.svg").iter("{http://www.w3.org/2000/svg}text")
    return [text.text or "" for text in texts]


def _after(name: str, operator: str, count: int) -> list[str]:
    """The bits that stand after each place where an operator does."""
    texts = _texts(name)
    return ["".join(texts[place + 1 : place + 1 + count]) for place, text in enumerate(texts) if text == operator]


@pytest.mark.parametrize("name", FIGURES)
def test_the_script_draws_the_committed_figure_again(name: str, redone: Path) -> None:
    assert (redone / f"{name}.svg").read_bytes() == (PUBLIC_DATA / f"{name}.svg").read_bytes()


def test_the_script_draws_nothing_else(redone: Path) -> None:
    assert sorted(path.stem for path in redone.iterdir()) == FIGURES


def test_the_notebook_shows_each_figure(notebook: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in notebook.cells)
    assert sorted(re.findall(r"!\[.*?\]\(\S*/(\w+)\.svg\)", text)) == FIGURES


def test_what_the_suits_have_in_common_is_the_answer_of_exercise_1(reference: dict[str, Any]) -> None:
    hands = [Hand.from_str(names) for names in ("2H 9H KH JH 5H", "2H 9H KH JH 5S")]
    answers = [reference["check_flush"](hand) for hand in hands]
    assert _after("suits_together", "&", 4) == [f"{answer >> 12:04b}" for answer in answers]
    assert [text for text in _texts("suits_together") if ":" in text] == ["8192: hearts", "0: no flush"]
    assert answers == [8192, 0]


def test_the_ranks_together_are_the_answer_of_exercise_2(reference: dict[str, Any]) -> None:
    key = reference["get_encoding"](Hand.from_str("KS 2D 5H KH 3D"))
    assert _after("ranks_together", "|", 13) == [f"{key:013b}"]
    assert eval("2048 + 8 + 2 + 1") == key
    assert "2048 + 8 + 2 + 1" in _texts("ranks_together")


def test_the_keys_and_the_strengths_are_those_of_exercises_2_4_and_6(reference: dict[str, Any]) -> None:
    texts = _texts("three_memos")
    keys, memos, strengths = [], [], []
    for memo in ("FLUSH_RANKS", "UNIQUE_FIVE_RANKS", "DUPE_RANKS"):
        place = texts.index(memo)
        names = [text.translate(str.maketrans("♠♡♢♣", "SHDC")) for text in texts[place - 7 : place - 2]]
        key, strength = int(texts[place - 1]), int(texts[place + 1])
        keys.append(key)
        memos.append(reference[memo][key])
        strengths.append(strength)
        assert reference["get_strength"](Hand.from_str(" ".join(names))) == strength
    assert memos == strengths
    assert keys == [779, 779, 99127]
