"""Tells which numbers are close enough to count as the same."""

from __future__ import annotations

from typing import Any


def same_reals(expected: Any, returned: Any, tolerance: float) -> Any:
    """Tell whether two real numbers are equal, both NaN, or no further apart than the tolerance.

    Args:
        expected: a number, or an array of numbers: then each is compared with the one in its place.
        returned: the same, of the same shape.
        tolerance: how far apart they may be.

    Returns:
        a bool, for arrays an array of them.
    """
    same = (expected == returned) | ((expected != expected) & (returned != returned))
    try:
        return same | (abs(expected - returned) <= tolerance)
    except OverflowError:  # an int beyond every float
        return same


def same_numbers(expected: Any, returned: Any, tolerance: float) -> Any:
    """Tell the same of numbers that may be complex: both parts have to be the same.

    Args:
        expected: a number, or an array of numbers.
        returned: the same, of the same shape.
        tolerance: how far apart either part may be.

    Returns:
        a bool, for arrays an array of them.
    """
    return same_reals(expected.real, returned.real, tolerance) & same_reals(expected.imag, returned.imag, tolerance)
