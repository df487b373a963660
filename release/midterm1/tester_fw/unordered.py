"""Pairs up the items of two collections that have no order: those of sets, keys of dicts, rows of tables.

Items are filed in drawers by a token that is made from their types and values, so that 1, True and 1.0 stay
apart and no item is asked for a hash or an `__eq__` of its own making. Floats that are nearly equal have
different tokens, so what is left over is filed again with floats rounded, and at last with floats left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tester_fw.families import HASHABLE, family, is_one_of, plain
from tester_fw.rules import Rules

Pairing = tuple[list[tuple[int, int]], list[int], list[int]]
Alike = Callable[[Any, Any], bool]
Blur = Callable[[Any], Any]

MANY = 200  # With floats left out any two items may be alike: too many pairs to try for more items than this.


def pair_up(expected: list[Any], returned: list[Any], rules: Rules, alike: Alike) -> Pairing:
    """Return the pairs of indexes of items that are alike, and the indexes left over on either side.

    Args:
        expected: the right items, in any order.
        returned: the items that came instead.
        rules: how strictly to compare.
        alike: tells whether an expected and a returned item are alike.
    """
    pairs: list[tuple[int, int]] = []
    missing, unexpected = list(range(len(expected))), list(range(len(returned)))
    for blur in (_exact, _rounded_to(rules.float_tolerance), _left_out):
        if blur is _left_out and len(missing) > MANY:
            break
        drawers = _filed(returned, unexpected, rules, blur)
        waiting, missing = missing, []
        for i in waiting:
            drawer = drawers.get(_token(expected[i], rules, blur), [])
            j = _taken(drawer, expected[i], returned, _always if blur is _exact else alike)
            missing.append(i) if j is None else pairs.append((i, j))
        unexpected = [j for drawer in drawers.values() for j in drawer]
        if not missing or len(missing) != len(unexpected):
            break
    return pairs, missing, sorted(unexpected)


def _filed(items: list[Any], indexes: list[int], rules: Rules, blur: Blur) -> dict[Any, list[int]]:
    drawers: dict[Any, list[int]] = {}
    for index in reversed(indexes):
        drawers.setdefault(_token(items[index], rules, blur), []).append(index)
    return drawers


def _taken(drawer: list[int], wanted: Any, returned: list[Any], alike: Alike) -> int | None:
    """Take an item like the wanted one out of a drawer; return its index, None if there is no such item."""
    # From the end, so that taking out one of many equal items is quick.
    for spot in range(len(drawer) - 1, -1, -1):
        if alike(wanted, returned[drawer[spot]]):
            return drawer.pop(spot)
    return None


def _always(expected: Any, returned: Any) -> bool:
    return True


def _token(item: Any, rules: Rules, blur: Blur) -> Any:
    its_type = type(item)
    if its_type is str:  # as most items are
        return item
    if its_type is int and rules.check_dtype:
        return its_type, item
    value = plain(item)
    base = family(type(value))
    label = base if not rules.check_dtype else its_type if rules.exact else type(value)
    if base is int:
        return label, blur(value)
    if base is list:
        return label, tuple([_token(element, rules, blur) for element in value])
    if base is set:
        return label, frozenset([_token(element, rules, blur) for element in value])
    if base is dict:
        pairs = [(_token(key, rules, blur), _token(element, rules, blur)) for key, element in value.items()]
        return label, frozenset(pairs)
    if base is str:  # a text of numpy's
        return (label, value) if rules.check_dtype and rules.exact else value
    if is_one_of(base, HASHABLE):
        return label, value
    return (id(item) if blur is _exact else id(its_type),)


def _exact(number: Any) -> Any:
    return number if number == number else repr(number)  # NaN does not equal itself


def _rounded_to(tolerance: float) -> Blur:
    def rounded(number: Any) -> Any:
        try:
            return round(number.real / tolerance), round(number.imag / tolerance)
        except (ArithmeticError, ValueError):  # infinite, NaN, or nothing to round to
            return _exact(number)

    return rounded


def _left_out(number: Any) -> Any:
    return None
