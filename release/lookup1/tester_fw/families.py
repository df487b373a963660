"""Says what a value is by its type alone: an object can lie about itself, its type cannot.

Types are compared with `is` throughout: `==` and `in` would ask the type's own type, which can lie as well.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
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


def family(member: type) -> type:
    """Return the type that stands for all of a type's family: the type itself if it has none."""
    for members in FAMILIES:
        if is_one_of(member, members):
            return members[0]
    return member


def is_one_of(wanted: type, types: list[type] | tuple[type, ...]) -> bool:
    """Tell whether a type is one of exactly these.

    Args:
        wanted: the type that is looked for.
        types: among which; a subclass of one of them is none of them.
    """
    for known in types:  # noqa: SIM110 - a loop takes half the time of any()
        if wanted is known:
            return True
    return False


def plain(value: Any) -> Any:
    """Return the Python number, bool or text that a numpy scalar stands for, and anything else as it is."""
    its_type = type(value)
    if its_type is str or its_type is int or its_type is float or its_type is bool or "numpy" not in sys.modules:
        return value
    return value.item() if is_one_of(its_type, _numpy_scalars()) else value


@cache
def _numpy_scalars() -> list[type]:
    """Return the types of numpy that stand for a Python number, bool or text."""
    import numpy as np

    found = set(np.sctypeDict.values())
    return [scalar for scalar in found if issubclass(scalar, (np.number, np.bool_, np.character))]


def type_name(named: type) -> str:
    """Return the name of a type as one would write it, with its module unless it is a builtin."""
    # Read as `type` keeps them: a metaclass may answer with anything for named.__name__.
    name: str = vars(type)["__name__"].__get__(named)
    module = vars(type)["__module__"].__get__(named)
    return name if type(module) is not str or module == "builtins" else f"{module}.{name}"
