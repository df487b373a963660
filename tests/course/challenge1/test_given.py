"""What challenge1 gives is right, and gives nothing away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from matplotlib.image import imread

from tests.course.redrawn_figures import PUBLIC_DATA, redrawn

Names = dict[str, Any]


def test_there_are_7462_classes_of_hands_and_the_strength_of_each_is_its_place(solved: Names, steps: list[str]) -> None:
    assert [solved["strength"](text.split()) for text in steps] == list(range(1, 7463))


def test_the_known_hands_have_the_nine_places_that_the_reference_computes(solved: Names, cells: dict[str, Any]) -> None:
    names = {**solved, "Hand": solved["Hand"].__mro__[-2]}  # the given hand again, without what was added
    exec(compile(cells["ex3"].source, "ex3", "exec"), names)
    known = json.loads((PUBLIC_DATA / "evaluated_hands.json").read_text("utf-8"))
    assert len(known) == 1007
    for text, places in known.items():
        assert list(names["Hand"](text).eval()) == places


def test_a_hand_that_is_not_known_is_evaluated_by_the_class_itself(solved: Names) -> None:
    class Plain(solved["Hand"].__mro__[-2]):
        def eval(self) -> str:
            return "its own"

    knowing = solved["with_known_evaluations"](Plain)
    assert knowing("2s 2c 3s 3c As").eval() == (0, 0, 0, 0, 0, 0, [3, 2], 3, [14, 3, 3, 2, 2])
    assert knowing("4s 4c 7s 7c 8s").eval() == "its own"


def test_a_change_to_what_eval_returned_does_not_change_what_is_known(solved: Names) -> None:
    solved["Hand"]("2s 2c 3s 3c As").eval()[8].clear()
    assert solved["Hand"]("2s 2c 3s 3c As").eval()[8] == [14, 3, 3, 2, 2]


@pytest.mark.parametrize("names", [["As"], ["As"] * 5, ["As", "Ks", "Qs", "Js", "10s", "9s"]])
def test_strength_refuses_what_is_not_five_different_cards(names: list[str], solved: Names) -> None:
    with pytest.raises(ValueError, match="five different cards"):
        solved["strength"](names)


def test_the_given_hand_has_none_of_the_methods_that_are_to_be_written(solved: Names) -> None:
    given = solved["Hand"].__mro__[-2]
    assert given.__module__ == "given_hands"
    assert set(vars(given)) & {"parse", "eval", "__repr__", "__eq__", "__lt__", "__hash__"} == set()


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return redrawn(tmp_path_factory, "make_challenge1_data.py", "draw_challenge1.py")


@pytest.mark.parametrize("name", ["hands_by_strength.txt", "evaluated_hands.json"])
def test_the_script_writes_the_committed_tables(name: str, redone: Path) -> None:
    assert (redone / name).read_bytes() == (PUBLIC_DATA / name).read_bytes()


@pytest.mark.parametrize("name", ["nine_places.png", "holdem_table.png"])
def test_the_script_draws_the_committed_figures_again(name: str, redone: Path) -> None:
    again, committed = imread(redone / name), imread(PUBLIC_DATA / name)
    assert again.shape == committed.shape
    # Another version of matplotlib may smooth edges a little differently.
    assert abs(again - committed).mean() < 0.01
