"""Mistakes that look right: one of several comparisons is left out, an argument is a constant, two mistakes meet."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from nbproctor.check.mutation.operators import mutations

_PAIRS = 12
"""So many pairs of mistakes are made in each cell."""
_LIKELY = (1, 5)
"""What an argument becomes: the smallest number of something, and the cards of a hand."""

_Change = Callable[[Any], ast.expr]


def dropped_checks(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Every tree with one of these mistakes, and the mistake in words.

    Args:
        tree: the tree of a cell.
        first: the first line in which a mistake is made, counted from 1.
        last: the last such line.
    """
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}  # no test reads its words
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in raised:
            continue
        if isinstance(node, ast.expr) and first <= node.lineno and (node.end_lineno or node.lineno) <= last:
            for mistake, change in _changes(node):
                yield mistake, _Changed(place, change).of(tree)


def pairs_of_mistakes(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Trees with two small mistakes at once in different places, always the same ones, and both in words.

    Two mistakes in one place often make none: a condition that is turned round twice.

    Args:
        tree: the tree of a cell.
        first: the first line in which a mistake is made, counted from 1.
        last: the last such line.
    """
    chance = Random(ast.unparse(tree))
    singles = list(mutations(tree, first, last))
    for mistake, changed in chance.sample(singles, min(_PAIRS, len(singles))):
        place = _place_of_change(tree, changed)
        seconds = [
            (other, both)
            for other, both in mutations(changed, first, last)
            if not _is_within(place, another := _place_of_change(changed, both)) and not _is_within(another, place)
        ]
        if seconds:
            other, both = chance.choice(seconds)
            yield f"{mistake}, and {other}", both


def _place_of_change(before: Any, after: Any) -> tuple[str | int, ...]:
    """The way from the root of two trees to the smallest part in which they differ."""
    if isinstance(before, ast.AST) and type(before) is type(after):
        parts: list[tuple[str | int, Any, Any]] = [
            (name, getattr(before, name, None), getattr(after, name, None)) for name in before._fields
        ]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        parts = [(number, *pair) for number, pair in enumerate(zip(before, after, strict=True))]
    else:
        return ()
    differing = [part for part in parts if _written(part[1]) != _written(part[2])]
    if len(differing) != 1:
        return ()
    name, one, other = differing[0]
    return name, *_place_of_change(one, other)


def _written(part: Any) -> Any:
    if isinstance(part, list):
        return [_written(item) for item in part]
    return ast.dump(part) if isinstance(part, ast.AST) else part


def _is_within(place: tuple[str | int, ...], other: tuple[str | int, ...]) -> bool:
    return place[: len(other)] == other


class _Changed(ast.NodeTransformer):
    """Puts another expression in the place of one, counted as `ast.walk` goes through a tree."""

    def __init__(self, place: int, change: _Change) -> None:
        self._place, self._change = place, change
        self._node: ast.AST | None = None

    def of(self, tree: ast.Module) -> ast.Module:
        """The tree with the change; the one that was given stays as it is."""
        changed = copy.deepcopy(tree)
        self._node = list(ast.walk(changed))[self._place]
        self.visit(changed)
        return changed

    def visit(self, node: ast.AST) -> Any:
        """Change the node, or what is in it."""
        return self._change(node) if node is self._node else self.generic_visit(node)


def _changes(node: ast.expr) -> Iterator[tuple[str, _Change]]:
    if isinstance(node, ast.Compare):
        yield from _chained(node)
        yield from _item_by_item(node)
    if isinstance(node, ast.Call):
        yield from _constant_arguments(node)


def _chained(node: ast.Compare) -> Iterator[tuple[str, _Change]]:
    """Leave out the first or the last comparison of `a < b < c`."""
    if len(node.ops) > 1:
        yield (
            "the first comparison is left out",
            lambda it: ast.Compare(it.comparators[0], it.ops[1:], it.comparators[1:]),
        )
        yield "the last comparison is left out", lambda it: ast.Compare(it.left, it.ops[:-1], it.comparators[:-1])


def _item_by_item(node: ast.Compare) -> Iterator[tuple[str, _Change]]:
    """Leave out one item where a list or a tuple is compared with one that is written out."""
    written = node.comparators[0]
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq) and isinstance(written, ast.List | ast.Tuple):
        for place in range(len(written.elts) if len(written.elts) > 1 else 0):
            yield f"item {place} is not compared", partial(_without_item, place=place)


def _without_item(node: ast.Compare, place: int) -> ast.Compare:
    written = node.comparators[0]
    assert isinstance(written, ast.List | ast.Tuple)
    left = f"({ast.unparse(node.left)})"
    others = ast.parse(f"{left}[:{place}] + {left}[{place + 1}:]", mode="eval").body
    kept = [*written.elts[:place], *written.elts[place + 1 :]]
    return ast.Compare(others, node.ops, [type(written)(kept, ast.Load())])


def _constant_arguments(node: ast.Call) -> Iterator[tuple[str, _Change]]:
    for place, argument in enumerate(node.args):
        if isinstance(argument, ast.Name):
            for number in _LIKELY:
                yield f"{argument.id} becomes {number}", partial(_with_argument, place=place, number=number)


def _with_argument(node: ast.Call, place: int, number: int) -> ast.Call:
    return ast.Call(node.func, [*node.args[:place], ast.Constant(number), *node.args[place + 1 :]], node.keywords)
