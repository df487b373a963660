"""Mistakes that look right are made where there is something to leave out; pairs are the same each time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import pytest

from nbproctor.check.mutants import dropped_checks, mutations, pairs_of_mistakes

Mistakes = Callable[[ast.Module, int, int], Iterator[tuple[str, ast.Module]]]


def _made(make: Mistakes, code: str) -> list[str]:
    return [ast.unparse(ast.fix_missing_locations(tree)) for _, tree in make(ast.parse(code), 1, code.count("\n") + 1)]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("low < card < high", ["card < high", "low < card"]),
        ("ranks == [14, 5]", ["ranks[:0] + ranks[1:] == [5]", "ranks[:1] + ranks[2:] == [14]"]),
        ("ranks == [14]", []),
        ("ranks < [14, 5]", []),
        ("given_hands(n)", ["given_hands(1)", "given_hands(5)"]),
        ("given_hands(2 * n)", []),
        ("raise ValueError(text)", []),
    ],
)
def test_one_comparison_or_argument_is_dropped(code: str, wanted: list[str]) -> None:
    assert _made(dropped_checks, code) == wanted


def test_mistakes_are_made_in_the_lines_of_the_solution_alone() -> None:
    code = "deal(n)\ndeal(m)"
    trees = [ast.unparse(tree) for _, tree in dropped_checks(ast.parse(code), 2, 2)]
    assert trees == ["deal(n)\ndeal(1)", "deal(n)\ndeal(5)"]


def test_pairs_are_the_same_each_time_and_no_single_mistakes() -> None:
    code = "def flush(hand):\n    suits = {card[1] for card in hand}\n    return len(suits) == 1 and len(hand) > 4"
    pairs = _made(pairs_of_mistakes, code)
    assert pairs == _made(pairs_of_mistakes, code)
    assert len(pairs) == 12
    assert len(set(pairs) - set(_made(mutations, code))) > 6


def test_a_pair_is_never_two_mistakes_in_one_place() -> None:
    assert not any("not not" in code or "not a <" in code for code in _made(pairs_of_mistakes, "b if a > b else a"))
    assert _made(pairs_of_mistakes, "a = not b") == []
