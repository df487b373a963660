"""Compares numpy arrays and scalars; imported once a value of numpy's is met."""

from __future__ import annotations

from typing import Any

import numpy as np

from tester_fw.compare import by_parts, compare, differ, mismatch
from tester_fw.rules import Rules
from tester_fw.tolerance import same_numbers, same_reals


@compare.register(np.ndarray)
def _array(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if type(expected) is not np.ndarray:  # a masked array is more than its values
        return by_parts(expected, returned, rules, depth)
    if rules.check_dtype and _dtype(expected) != _dtype(returned):
        return f": expected dtype {expected.dtype}, got dtype {returned.dtype}"
    if expected.shape != returned.shape:
        return f": expected shape {expected.shape}, got shape {returned.shape}"
    if expected.dtype.kind == returned.dtype.kind and expected.dtype.kind in "biufcSU":
        return _at_once(expected, returned, rules)
    return _one_by_one(expected, returned, rules, depth)


@compare.register(np.generic)
def _scalar(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if isinstance(expected, np.void):
        same = differ(expected.item(), returned.item(), rules, depth + 1) is None
    elif isinstance(expected, np.inexact):
        with np.errstate(all="ignore"):
            same = bool(same_numbers(expected, returned, rules.float_tolerance))
    else:
        same = bool(expected == returned) or bool(expected != expected and returned != returned)
    return None if same else mismatch(expected, returned)


def _dtype(array: Any) -> Any:
    # How long the longest text of an array is, is no matter of type.
    return array.dtype.kind if array.dtype.kind in "SU" else array.dtype


def _at_once(expected: Any, returned: Any, rules: Rules) -> str | None:
    unlike = np.argwhere(~_same(expected, returned, rules.float_tolerance))
    if not len(unlike):
        return None
    index = tuple(unlike[0].tolist())
    return f"{_path(index)}{mismatch(expected[index].item(), returned[index].item())}"


def _same(expected: Any, returned: Any, tolerance: float) -> Any:
    with np.errstate(all="ignore"):
        if expected.dtype.kind == "c":
            return same_numbers(expected, returned, tolerance)
        if expected.dtype.kind == "f":
            return same_reals(expected, returned, tolerance)
    return expected == returned


def _one_by_one(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    for index in np.ndindex(expected.shape):
        problem = differ(expected[index], returned[index], rules, depth + 1)
        if problem is not None:
            return _path(index) + problem
    return None


def _path(index: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, index))}]" if index else "[()]"
