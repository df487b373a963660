"""Finds the first difference between what was expected and what was returned, and says where it is.

Each comparison returns None, or a sentence that begins with what is left of the path, such as
`[1]: expected 'A', got 'K'`; the comparison of the value around it puts its own part of the path in front.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import singledispatch
from typing import Any

from tester_fw.families import family, plain, type_name
from tester_fw.messages import shortened, shown
from tester_fw.rules import DEFAULT, Rules
from tester_fw.tolerance import same_numbers
from tester_fw.unordered import pair_up

DEEPEST = 200  # levels of nesting; Python gives up soon after, and less clearly
TOO_DEEP = f": it is nested more than {DEEPEST} levels deep, or contains itself, and cannot be compared"
LONGEST_PATH = 600
LONG_TEXT = 80
MOST_LISTED = 50
LONGEST_LIST = 200

SIMPLE = frozenset((int, str, bool, float))

LIBRARIES = {"numpy": "tester_fw.arrays", "pandas": "tester_fw.frames"}


def difference(expected: Any, returned: Any, where: str = "output_0", *, rules: Rules = DEFAULT) -> str | None:
    """Return None if `returned` is what was expected, and otherwise a sentence that says where it is not.

    Args:
        expected: the right value.
        returned: what the function gave; it may be anything.
        where: what the sentence calls the value.
        rules: how strictly to compare.
    """
    try:
        problem = differ(expected, returned, rules, 0)
    except RecursionError:
        problem = TOO_DEEP
    return None if problem is None else shortened(where + problem, LONGEST_PATH)


def differ(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    """Compare two values at any depth.

    What was returned may be of a class that the student wrote, with any `__eq__` or `__len__`. So nothing is
    asked of it before its type is known to be that of the expected value, or of the same family.

    Args:
        expected: the right value.
        returned: the value in its place.
        rules: how strictly to compare.
        depth: how many values lie around it, from 0.

    Returns:
        None if they are alike, and otherwise what is left of the path and what is wrong there.
    """
    if expected is returned:
        return None
    if type(expected) is type(returned):
        if type(expected) in SIMPLE and expected == returned:
            return None  # as most values are, and this is quick
    else:
        if rules.check_dtype and rules.exact:
            return mismatch(expected, returned)
        _learn_about(type(expected))
        right, given = plain(expected), plain(returned)
        if not _may_be_equal(right, given, rules):
            return mismatch(expected, returned)
        expected, returned = right, given
    if depth > DEEPEST:
        return TOO_DEEP
    return compare(expected, returned, rules, depth)


def _may_be_equal(expected: Any, returned: Any, rules: Rules) -> bool:
    """Tell whether two plain values are of types whose values may be equal."""
    if rules.check_dtype:
        return type(expected) is type(returned)
    return family(type(expected)) is family(type(returned))


@singledispatch
def compare(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    """Compare two values of related types; each type of expected value has its own way.

    Args:
        expected: the right value.
        returned: the value in its place, of the same type or family.
        rules: how strictly to compare.
        depth: how many values lie around it, from 0.
    """
    if _learn_about(type(expected)):
        return compare(expected, returned, rules, depth)
    return by_parts(expected, returned, rules, depth)


def mismatch(expected: Any, returned: Any) -> str:
    """Say what was expected and what was returned instead, with their types if these differ.

    Args:
        expected: the right value.
        returned: the value in its place.
    """
    if type(expected) is type(returned) or returned is None:
        return f": expected {shown(expected, 120)}, got {shown(returned, 120)}"
    return f": expected {_with_type(expected)}, got {_with_type(returned)}"


def by_parts(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    """Compare two objects of one class, any class, by what a pickle would hold of them.

    Args:
        expected: the right object.
        returned: the object in its place, of the same class.
        rules: how strictly to compare.
        depth: how many values lie around it, from 0.
    """
    parts = _parts(expected)
    if not parts:
        return f": a {type_name(type(expected))} cannot be compared"
    problem = differ(parts, _parts(returned), rules, depth + 1)
    if problem is None:
        return None
    return TOO_DEEP if problem.endswith(TOO_DEEP) else mismatch(expected, returned)


def missing_or_unexpected(noun: str, missing: list[Any], unexpected: list[Any]) -> str | None:
    """Say which keys, items, columns or rows are too few and too many; None if there are none of either.

    Args:
        noun: what they are, one of them: `key`.
        missing: those that were expected and did not come.
        unexpected: those that came and were not expected.
    """
    lists = [
        f"{word} {noun}{'s' * (len(values) > 1)} {_listed(values)}"
        for word, values in (("missing", missing), ("unexpected", unexpected))
        if values
    ]
    return ": " + "; ".join(lists) if lists else None


def alike_under(rules: Rules, depth: int) -> Callable[[Any, Any], bool]:
    """Return the question whether two values, one level further down, do not differ.

    Args:
        rules: how strictly to compare.
        depth: how many values lie around those that hold the two, from 0.
    """
    return lambda expected, returned: differ(expected, returned, rules, depth + 1) is None


@compare.register(str)
@compare.register(bytes)
def _text(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if expected == returned:
        return None
    if max(len(expected), len(returned)) <= LONG_TEXT:
        return mismatch(expected, returned)
    start = min(len(expected), len(returned))
    start = next((at for at in range(start) if expected[at] != returned[at]), start)
    return f"[{start}:]{mismatch(expected[start:], returned[start:])}"


@compare.register(bool)
@compare.register(type(None))
@compare.register(bytearray)
@compare.register(date)
@compare.register(time)
@compare.register(timedelta)
@compare.register(Decimal)
@compare.register(range)
def _whole(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    same = expected == returned or (expected != expected and returned != returned)
    return None if same else mismatch(expected, returned)


@compare.register(int)
@compare.register(float)
@compare.register(complex)
@compare.register(Fraction)
def _number(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if expected == returned:
        return None
    with_floats = isinstance(expected, (float, complex)) or isinstance(returned, (float, complex))
    tolerance = rules.float_tolerance if with_floats else 0
    return None if same_numbers(expected, returned, tolerance) else mismatch(expected, returned)


@compare.register(list)
@compare.register(tuple)
def _sequence(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if len(expected) != len(returned):
        return f": expected {len(expected)} items, got {len(returned)}"
    for index in range(len(expected)):
        problem = differ(expected[index], returned[index], rules, depth + 1)
        if problem is not None:
            return f"[{index}]{problem}"
    return None


@compare.register(set)
@compare.register(frozenset)
def _set(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    wanted, given = list(expected), list(returned)
    _, missing, unexpected = pair_up(wanted, given, rules, alike_under(rules, depth))
    return missing_or_unexpected("item", [wanted[i] for i in missing], [given[i] for i in unexpected])


@compare.register(dict)
def _dict(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    wanted, given = list(expected.items()), list(returned.items())
    keys, given_keys = [key for key, _ in wanted], [key for key, _ in given]
    pairs, missing, unexpected = pair_up(keys, given_keys, rules, alike_under(rules, depth))
    if missing or unexpected:
        return missing_or_unexpected("key", [keys[i] for i in missing], [given_keys[i] for i in unexpected])
    for i, j in pairs:
        problem = differ(wanted[i][1], given[j][1], rules, depth + 1)
        if problem is not None:
            return f"[{shown(keys[i], 60)}]{problem}"
    return None


def _listed(values: list[Any]) -> str:
    return shortened(", ".join(sorted(shown(value) for value in values[:MOST_LISTED])), LONGEST_LIST)


def _with_type(value: Any) -> str:
    text = shown(value, 120)
    return text if value is None else f"{text} ({type_name(type(value))})"


def _parts(value: Any) -> list[Any]:
    """Return how to make the object again: its class, the arguments, the state, the items if it has any."""
    try:
        reduced = value.__reduce_ex__(4)
    except Exception:  # each class has its own way to say that it cannot be pickled
        return []
    if isinstance(reduced, str):
        return [reduced]
    return [*reduced[:3], *(list(items or ()) for items in reduced[3:5])]


def _learn_about(value_type: type) -> bool:
    """Import how to compare the types of numpy or pandas if this is one; tell whether there is a way now."""
    for ancestor in value_type.__mro__:
        module = LIBRARIES.get(ancestor.__module__.partition(".")[0])
        if module is not None:
            importlib.import_module(module)
    return compare.dispatch(value_type) is not compare.dispatch(object)
