"""The figures of bits: their script draws them again, and what they show is what the notebook computes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from nbformat import NotebookNode

from tests.course.redrawn_figures import PUBLIC_DATA, redrawn

FIGURES = ["bits_together", "five_high_bits", "hand_bits", "score_bits", "score_parts", "straight_bits"]


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return redrawn(tmp_path_factory, "draw_bits.py")


def _rows(name: str) -> list[str]:
    """The bits of a figure from top to bottom, those of one height together."""
    rows: dict[str, str] = {}
    for text in ElementTree.parse(PUBLIC_DATA / f"{name}.svg").iter("{http://www.w3.org/2000/svg}text"):
        if text.text in ("0", "1") and "Mono" in text.attrib["font-family"] and "middle" in text.attrib["text-anchor"]:
            rows[text.attrib["y"]] = rows.get(text.attrib["y"], "") + text.text
    return list(rows.values())


@pytest.mark.parametrize("name", FIGURES)
def test_the_script_draws_the_committed_figure_again(name: str, redone: Path) -> None:
    assert (redone / f"{name}.svg").read_bytes() == (PUBLIC_DATA / f"{name}.svg").read_bytes()


def test_the_script_draws_nothing_else(redone: Path) -> None:
    assert sorted(path.stem for path in redone.iterdir()) == FIGURES


def test_the_notebook_shows_each_figure(cells: dict[str, NotebookNode]) -> None:
    text = "\n".join(cell.source for cell in cells.values())
    assert sorted(re.findall(r"!\[.*?\]\(\S*/(\w+)\.svg\)", text)) == FIGURES


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_lies_on_felt_of_its_own_and_asks_for_nothing_from_elsewhere(name: str) -> None:
    root = ElementTree.parse(PUBLIC_DATA / f"{name}.svg").getroot()
    felt = root[0].attrib
    assert (felt["width"], felt["height"]) == (root.attrib["width"], root.attrib["height"])
    assert felt["fill"] == "#33614b"
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {"svg", "rect", "text", "line", "polygon"}
    assert int(root.attrib["width"]) <= 800  # a notebook shows it as it is


def test_the_bits_of_the_hand_are_those_of_the_example_of_exercise_4(reference: dict[str, Any]) -> None:
    hand = reference["hand_from_str"]("7H 7S 7D KC KD")
    whole, *groups = _rows("hand_bits")
    assert int(whole, 2) == hand
    w, x, y, z = (int(group, 2) for group in groups)
    assert groups == [f"{hand >> place & 8191:013b}" for place in (0, 13, 26, 39)]
    assert _rows("bits_together") == [*groups, *(f"{n:013b}" for n in (w | x | y | z, w ^ x ^ y ^ z, w & x & y & z))]


def test_the_straight_and_the_other_hand_are_what_they_are_called(reference: dict[str, Any]) -> None:
    rows = [int(row, 2) for row in _rows("straight_bits")]
    for hand, moved, both in (rows[:3], rows[3:]):
        assert (moved, both) == (hand >> 1, hand & hand >> 1)
    assert [reference["count_bits"](row) for row in rows] == [5, 5, 4, 5, 5, 2]


def test_the_last_straights_are_the_five_high_one_with_its_ace_and_as_primary_ranks(
    reference: dict[str, Any],
) -> None:
    *straights, five_high, primary = [int(row, 2) for row in _rows("five_high_bits")]
    assert (five_high, primary) == (reference["poker_info"]["FIVE_HIGH"], 15)
    assert straights == [0b11111 << lowest for lowest in (8, 7, 1, 0)]
    text = (PUBLIC_DATA / "five_high_bits.svg").read_text()
    assert re.findall(r">(\d{2,})<", text) == [str(number) for number in [*straights, five_high, primary]]


def test_the_score_is_that_of_the_example_of_exercise_6(reference: dict[str, Any]) -> None:
    score = reference["score_from_info"]("TWO_PAIR", 4104, 64)
    assert _rows("score_bits") == [f"{score:030b}"] * 2
    whole, moved, ones, primary = _rows("score_parts")
    assert (int(whole, 2), int(moved, 2)) == (score, score >> 13)
    assert (int(ones, 2), int(primary, 2)) == (8191, reference["partition_score"](score)[1])
