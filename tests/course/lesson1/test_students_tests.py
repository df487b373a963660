"""Exercise 12: what the seed's own tests find, and what a student is told of theirs at home."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tester_fw.errors import NothingCaughtError, TooStrictSuiteError
from tester_fw.suites import Suite
from tests.course.lesson1.test_examples import AH, FH, FK, S1, S2, SF1

RELEASE = Path(__file__).parents[3] / "release" / "lesson1"

Judge = Callable[[Callable[[], None]], float]


@pytest.fixture
def names() -> dict[str, Any]:
    """Where a suite finds the function that it tests."""
    return {}


@pytest.fixture
def judge(cells: dict[str, Any], names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Gives the points of a suite, with the visible functions and the conf of the notebook's test cell."""
    monkeypatch.syspath_prepend(RELEASE)
    calls = [node for node in ast.walk(ast.parse(cells["test_ex12"].source)) if isinstance(node, ast.Call)]
    made, judged = (next(call for call in calls if name in ast.unparse(call.func)) for name in ("Suite", "judge"))
    about = {keyword.arg: ast.literal_eval(keyword.value) for keyword in made.keywords}

    def points(suite: Callable[[], None]) -> float:
        conf = {"case_file": "tc_12", "func": suite, "judged": "best_hand"}
        return Suite(conf, key=about["key"], path=str(RELEASE / about["path"])).judge(
            ast.literal_eval(judged.args[0]), names
        )

    return points


def test_the_seeds_tests_pass_right_functions_and_find_a_part_of_the_wrong_ones(
    judge: Judge, names: dict[str, Any]
) -> None:
    def seeds() -> None:
        best_hand = names["best_hand"]
        assert best_hand([SF1, FK, FH]) == SF1
        assert best_hand([S1, S2, AH]) == S2
        assert best_hand([FK, FH]) == FK
        assert best_hand([FH, FH]) == FH
        assert best_hand([SF1]) == SF1
        assert best_hand([SF1] + 99 * [FH]) == SF1

    assert 0.2 < judge(seeds) < 1.2


def test_what_the_seed_first_expects_of_a_hundred_hands_is_wrong_and_fails_right_functions(
    judge: Judge, names: dict[str, Any]
) -> None:
    def seeds() -> None:
        assert names["best_hand"]([SF1, FK] + [FH] * 98) == FH

    with pytest.raises(TooStrictSuiteError):
        judge(seeds)


def test_the_example_of_the_prompt_finds_something(
    judge: Judge, names: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    def example() -> None:
        pair, high_card = ["2S", "2H", "3D", "4C", "6S"], ["AS", "KH", "QD", "JC", "9S"]
        assert names["best_hand"]([high_card, pair]) == pair
        assert names["best_hand"]([pair, high_card]) == pair

    assert 0 < judge(example) < 1
    assert "What the others get wrong, and how many of them:" in capsys.readouterr().out


def test_a_student_who_has_written_nothing_is_told_what_mistakes_have_to_do_with(judge: Judge) -> None:
    with pytest.raises(NothingCaughtError, match="the order of the types"):
        judge(lambda: None)
