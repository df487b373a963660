"""Mistakes that look right: one of several comparisons is left out, an argument is a constant, two mistakes meet."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any

from nbproctor.check.mutation.operators import copied, mutations

_PAIRS = 12
"""So many pairs of mistakes are made in each cell."""
_LIKELY = (1, 5)
"""What an argument becomes: the smallest number of something, and the cards of a hand."""

_Change = Callable[[Any], ast.expr]
_Place = tuple[str | int, ...]


def dropped_checks(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Every tree with one of these mistakes, and the mistake in words.

    Args:
        first: the first line in which a mistake is made, counted from 1.
    """
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}  # no test reads its words
    for node in ast.walk(tree):
        if id(node) in raised:
            continue
        if isinstance(node, ast.expr) and first <= node.lineno and (node.end_lineno or node.lineno) <= last:
            for mistake, change in _changes(node):
                changed, copies = copied(tree)
                yield mistake, _Changed(copies[node], change).visit(changed)


def pairs_of_mistakes(tree: ast.Module, first: int, last: int) -> Iterator[tuple[str, ast.Module]]:
    """Trees with two small mistakes at once in different places, always the same ones, and both in words.

    Two mistakes in one place often make none: a condition that is turned round twice.
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


def _place_of_change(before: Any, after: Any) -> _Place:
    """The way from the root of two trees to the smallest part in which they differ."""
    place = _difference(before, after)
    return () if place is None else place


def _difference(before: Any, after: Any) -> _Place | None:
    """The way from two parts of trees to the smallest part in which they differ; None if they are alike."""
    if isinstance(before, ast.AST) and type(before) is type(after):
        names: Iterable[str | int] = before._fields
        parts = [(getattr(before, name, None), getattr(after, name, None)) for name in before._fields]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        names, parts = range(len(before)), [*zip(before, after, strict=True)]
    else:
        return None if repr(before) == repr(after) else ()
    found = [
        (name, place) for name, pair in zip(names, parts, strict=True) if (place := _difference(*pair)) is not None
    ]
    if len(found) == 1:
        name, place = found[0]
        return name, *place
    return () if found else None


def _is_within(place: _Place, other: _Place) -> bool:
    return place[: len(other)] == other


class _Changed(ast.NodeTransformer):
    """Puts another expression in the place of one."""

    def __init__(self, node: ast.AST, change: _Change) -> None:
        self._node, self._change = node, change

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
