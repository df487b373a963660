"""Says what a value is by its type alone: an object can lie about itself, its type cannot.

Types are compared with `is` throughout: `==` and `in` would ask the type's own type, which can lie as well.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

# The types in one row count as one where dtypes are not checked. A bool is in no row: it is not a number.
FAMILIES: list[tuple[type, ...]] = [
    (int, float, complex, Fraction),
    (list, tuple),
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
    """Return what a value stands for, and any other as it is.

    A numpy scalar stands for the Python number, bool or text, and an instance of a class that derives from a builtin
    type for what it holds as one of that type: a namedtuple for the tuple, an OrderedDict for the dict, a member of an
    `IntEnum` for the int. The builtin type's own functions read that, never the class's.

    Args:
        value: anything.
    """
    its_type = type(value)
    if is_one_of(its_type, _COMMON):
        return value
    if "numpy" in sys.modules and is_one_of(its_type, _numpy_scalars()):
        return value.item()
    for ancestor in _mro(its_type):
        for base, read in READERS:
            if ancestor is base:
                return value if base is its_type else read(value)
    return value


# How what an instance of a derived class holds is read. Whoever has stand-ins for such instances adds their class.
READERS: list[tuple[type, Callable[[Any], Any]]] = [
    (tuple, lambda value: tuple.__getitem__(value, slice(None))),
    (list, lambda value: list.__getitem__(value, slice(None))),
    (dict, lambda value: dict(list(dict.items(value)))),
    (str, str.__str__),
    (int, int.__index__),
    (float, float.__float__),
    (complex, complex.__pos__),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))),
    (bytearray, lambda value: bytearray.__getitem__(value, slice(None))),
    (set, set.copy),
    (frozenset, frozenset.copy),
]
_COMMON: list[type] = [str, int, float, bool, tuple, list, dict, set, type(None)]
# As `type` keeps them, whatever a class's own type says.
_mro: Callable[[type], tuple[type, ...]] = vars(type)["__mro__"].__get__


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
