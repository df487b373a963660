"""What the notebook says is true: its examples, its table of types, its pictures, what its demos print."""

from __future__ import annotations

import ast
import doctest
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[3]
Names = dict[str, Any]


@pytest.mark.parametrize("number", range(7))
def test_the_examples_show_what_the_reference_does(
    number: int, cells: dict[str, NotebookNode], reference: Names
) -> None:
    code = "".join(re.findall(r"```\n(>>> .*?)```", cells[f"ex{number}-prompt"].source, flags=re.DOTALL))
    examples = doctest.DocTestParser().get_examples(code)
    assert examples
    for example in examples:
        if not example.want:
            exec(example.source, reference)
        else:
            assert eval(example.source, reference) == ast.literal_eval(example.want), example.source


@pytest.mark.parametrize("number", range(1, 7))
def test_the_text_below_a_demo_announces_its_output(
    number: int, cells: dict[str, NotebookNode], printed: dict[str, str]
) -> None:
    announced = cells[f"ex{number}-debug"].source.split("```\n")[1]
    assert announced == printed[f"ex{number}"]
    assert announced


def test_the_table_of_types_shows_the_rank_of_each_example(cells: dict[str, NotebookNode], reference: Names) -> None:
    rows = re.findall(r"^\| (\d) \| [\w ]+ \| .*? \| `(.*?)` \| `(.*?)` \|$", cells["ex0-prompt"].source, re.MULTILINE)
    assert [int(code) for code, *_ in rows] == list(range(8, -1, -1))
    for code, example, rank in rows:
        assert reference["hand_rank"](example.split()) == ast.literal_eval(rank)
        assert ast.literal_eval(rank)[0] == int(code)


def test_four_kings_and_three_queens_have_three_best_hands_and_any_is_right(
    cells: dict[str, NotebookNode], reference: Names
) -> None:
    assert "With four kings and three queens there are three" in cells["ex2-prompt"].source
    hand = ["KH", "KS", "KD", "KC", "QH", "QS", "QD"]
    ranks = [reference["hand_rank"](five) for five in reference["combinations"](hand, 5)]
    assert ranks.count(max(ranks)) == 3


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Names:
    """What the script that draws the pictures defines."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "resource"), *sys.path])
    return runpy.run_path(str(ROOT / "resource" / "draw_hands.py"))


def test_the_first_picture_shows_the_best_five_and_what_two_other_choices_are_worth(
    figures: Names, reference: Names
) -> None:
    rank, best = reference["hand_rank"], figures["BEST"]
    assert set(reference["best_hand"](figures["SEVEN"])) == set(best)
    assert rank(best) == (8, 10)
    assert rank([card if card != "TC" else "5C" for card in best]) == (8, 9)
    assert rank([card if card != "6C" else "JS" for card in best]) == (4, 11)


def test_the_second_picture_shows_for_each_card_the_type_that_it_leads_to(figures: Names, reference: Names) -> None:
    codes = {"straight flush": 8, "flush": 5, "straight": 4, "three of a kind": 3, "two pair": 2, "pair": 1}
    hand = figures["JOKER_HAND"]
    for card in reference["replace"]("?R"):
        if card not in hand:
            seven = [*hand[:-1], card]
            shown = figures["best_type"](seven)
            assert codes[shown] == reference["hand_rank"](reference["best_hand"](seven))[0], card
    assert reference["best_replacements"](hand) == {figures["BEST_REPLACEMENT"]}


def test_the_pictures_are_what_the_script_draws(figures: Names, tmp_path: Path) -> None:
    figures["main"].__globals__["PUBLIC_DATA"] = tmp_path
    figures["main"]()
    for name in ("best_of_seven.png", "joker.png"):
        drawn = ROOT / "resource" / "asnlib" / "publicdata" / name
        assert (tmp_path / name).read_bytes() == drawn.read_bytes(), f"run python resource/draw_hands.py for {name}"
