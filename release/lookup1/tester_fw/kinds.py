"""Says what a value is by its type alone: an object can lie about itself, its type cannot.

Types are compared with `is` throughout: `==` and `in` would ask the type's own type, which can lie as well.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

# The types in one row count as one where dtypes are not checked. A bool is in no row: it is not a number.
FAMILIES: list[tuple[type, ...]] = [
    (int, float, complex, Fraction),
    (list, tuple),
    (dict, OrderedDict, defaultdict, Counter),
    (set, frozenset),
]

# Types whose values may be asked for their hash.
HASHABLE: list[type] = [bool, type(None), bytes, date, datetime, time, timedelta, Decimal, range]


def family(kind: type) -> type:
    """Return the type that stands for all of `kind`'s family: `kind` itself if it has none."""
    for members in FAMILIES:
        if is_one_of(kind, members):
            return members[0]
    return kind


def is_one_of(kind: type, kinds: list[type] | tuple[type, ...]) -> bool:
    """Tell whether `kind` is one of exactly these types."""
    for known in kinds:  # noqa: SIM110 - a loop takes half the time of any()
        if kind is known:
            return True
    return False


def plain(value: Any) -> Any:
    """Return the Python number, bool or text that a numpy scalar stands for, and anything else as it is."""
    kind = type(value)
    if kind is str or kind is int or kind is float or kind is bool or "numpy" not in sys.modules:
        return value
    from tester_fw.arrays import SCALARS

    return value.item() if is_one_of(kind, SCALARS) else value


def type_name(kind: type) -> str:
    """Return the name of a type as one would write it, with its module unless it is a builtin."""
    # Read as `type` keeps them: a metaclass may answer with anything for kind.__name__.
    name: str = vars(type)["__name__"].__get__(kind)
    module = vars(type)["__module__"].__get__(kind)
    return name if type(module) is not str or module == "builtins" else f"{module}.{name}"
