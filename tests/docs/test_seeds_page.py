"""docs/seeds.md is what its script makes, and the script writes nothing that is not there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "make_seeds_page.py"

# A row of which all is there, and the test that carries its name.
SHOWN = {"ex4-prompt": "called a *Gödel number*", "ex4-debug": "1072445"}
ROW = {"name": "number", "text": "`get_godel_number` of a hand: 1072445", "shown": SHOWN}
SOLUTION = "wrong/ex4_adds"
TEXT = "def test_it():\n    assert get_godel_number(hand) == 1072445\n"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_seeds_page", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_its_script_makes_and_all_that_it_names_is_there() -> None:
    ran = subprocess.run([sys.executable, SCRIPT, "--check"], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_row_names_where_its_item_is_shown_and_what_holds_it(script: ModuleType) -> None:
    made = _page(script, item=[ROW | {"solutions": [SOLUTION]}])
    held = "`test_it` (`test_one.py`); `test_two` (`tests/docs/test_other.py`); `wrong/ex4_adds`"
    assert f"| `get_godel_number` of a hand: 1072445 | 4 (text, demo) | {held} |\n" in made


def test_a_row_without_a_cell_is_said_to_be_not_shown(script: ModuleType) -> None:
    row = {each: value for each, value in ROW.items() if each != "shown"}
    assert "| `get_godel_number` of a hand: 1072445 | *not shown* | `test_it`" in _page(script, item=[row])


REFUSED: dict[str, tuple[dict[str, list[dict[str, Any]]], str]] = {
    "no test has the name": ({"item": [ROW, ROW | {"name": "other"}]}, "no test is marked with its name, 'other'"),
    "a mark that no row has": (
        {"item": [ROW | {"name": "other"}]},
        "test_it is marked with 'number' of lookup1, which",
    ),
    "two rows of one name": ({"item": [ROW, ROW]}, "two rows have the name 'number'"),
    "nothing holds it": ({"item": [ROW, {"text": "a hand"}]}, "'a hand': nothing holds it"),
    "another phrase": ({"item": [ROW | {"shown": {"ex4-prompt": "a Gödel"}}]}, "'ex4-prompt' does not have 'a Gödel'"),
    "an empty phrase": ({"item": [ROW | {"shown": {"ex4-prompt": ""}}]}, "'ex4-prompt' does not have ''"),
    "no such cell": ({"item": [ROW | {"shown": {"ex40-prompt": "Gödel"}}]}, "neither a cell nor a file 'ex40-prompt'"),
    "no such file": ({"item": [ROW | {"shown": {"given.py": "Gödel"}}]}, "neither a cell nor a file 'given.py'"),
    "no such solution": ({"item": [ROW | {"solutions": ["wrong/ex4"]}]}, "there is no solution 'wrong/ex4'"),
    "another number": ({"item": [ROW | {"text": "a hand: 1072446"}]}, "nothing that holds it has 1072446"),
    "another word in code font": ({"item": [ROW | {"text": "`get_godel`"}]}, "nothing that holds it has get_godel"),
    "another number in a note": ({"item": [ROW | {"note": "not 1,072,446"}]}, "nothing that holds it has 1072446"),
    "a wrong correction": (
        {"changed": [{"name": "number", "says": "1072446", "is": "1072447", "why": "a slip"}]},
        "nothing that holds it has 1072447",
    ),
    "left out, and yet there": (
        {"item": [ROW], "left_out": [{"text": "Kurt", "why": "no room", "absent": ["kurt gödel"]}]},
        "it is not left out: the cell 'ex4-prompt' has 'kurt gödel'",
    ),
    "left out for no reason": ({"item": [ROW], "left_out": [{"text": "Kurt"}]}, "'left_out' cannot have just text"),
    "an unknown key": ({"item": [ROW | {"shwon": {}}]}, "'item' cannot have just name, text, shown, shwon"),
}


@pytest.mark.parametrize("refused", REFUSED)
def test_what_is_not_there_is_refused(refused: str, script: ModuleType) -> None:
    rows, sentence = REFUSED[refused]
    with pytest.raises(script.NotThere) as missing:
        _page(script, **rows)
    assert sentence in str(missing.value)


def test_the_text_of_a_test_is_its_own_with_what_it_uses_of_its_file(script: ModuleType) -> None:
    course = ROOT / "tests" / "course"
    no_flush = script._text(course / "lookup1" / "test_worked_examples.py", "test_other_hands_without_a_flush")
    assert "5S 3H QH 5C TC" in no_flush
    assert "1072445" not in no_flush
    assert "equal ranks" not in no_flush  # the name of a row in its mark
    worked = script._text(
        course / "lesson1" / "test_examples.py", "test_hand_rank_gives_the_tuple_of_each_worked_example"
    )
    assert "JD JC 3S 3H KH" in worked
    demos = script._text(course / "midterm1" / "test_demos.py", "test_a_demo_shows_exactly_this")
    assert "270536708" not in demos
    assert "272630792" in demos  # from the JSON file beside it


def _page(script: ModuleType, **rows: list[dict[str, Any]]) -> str:
    """The page of one assignment with these rows."""
    tests = [
        script.Marked("tests/course/lookup1/test_one.py", "test_it", TEXT),
        script.Marked("tests/docs/test_other.py", "test_two", TEXT),
    ]
    return script.page({"lookup1": {"place": 1, "about": "A document.", **rows}}, {("lookup1", "number"): tests})
