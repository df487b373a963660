"""How strictly two values are compared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """The flags of one output in a conf, with their defaults."""

    check_dtype: bool = True
    """Types must be the same, at every depth. Otherwise 1 equals 1.0 and [1] equals (1,), but never True.

    A value counts as what it equals: a numpy scalar as the number, bool or text, a namedtuple as a tuple, a Counter
    as a dict, and any other instance of a class that derives from a builtin type as what it holds by that type.
    `exact` changes that.
    """

    check_col_dtypes: bool = True
    """The columns of a DataFrame must have the same dtypes. Otherwise their values alone are compared."""

    check_col_order: bool = True
    """The columns of a DataFrame must stand in the same order."""

    check_row_order: bool = True
    """The rows of a DataFrame must stand in the same order, under the same index."""

    check_column_type: bool = True
    """The column labels of a DataFrame must be an index of the same dtype and with the same names."""

    float_tolerance: float = 1e-6
    """How far a float (or either part of a complex number) may be from the expected one, at every depth."""

    exact: bool = False
    """With `check_dtype`, types must be the very same: np.int64(1) is not 1 then, and a namedtuple is no tuple."""


DEFAULT = Rules()
EXACT = Rules(exact=True, float_tolerance=0.0)
