"""Gives each call its own copy of a case's inputs, and tells afterwards whether the call changed them."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

from tester_fw.compare import difference
from tester_fw.conf import Input
from tester_fw.rules import EXACT

UNCHANGEABLE = frozenset((int, bool, str, float, complex, bytes, type(None)))


def fresh(about: Input, value: Any) -> Any:
    """Return a copy of a case's value, in the form in which the function gets it.

    Args:
        about: the input, as the conf describes it.
        value: the case's value, which stays as it is.
    """
    if type(value) in UNCHANGEABLE:
        return value
    if about.dtype == "db":
        from tester_fw.database import open_database

        return open_database(value)
    if type(value).__module__.partition(".")[0] == "pandas":
        # pandas copies a column of lists, but not the lists in it.
        return pickle.loads(pickle.dumps(value))  # noqa: S301 - pickled here
    return deepcopy(value)


def change(about: Input, value: Any, now: Any) -> str | None:
    """Say where an input differs from the case's value by now; None if it does not.

    Args:
        about: the input, as the conf describes it.
        value: the case's value.
        now: what the function was given, after the call.
    """
    if about.dtype == "db":
        return _change_of_database(about.name, value, now)
    return difference(value, now, about.name, rules=EXACT)


def _change_of_database(name: str, frames: dict[str, Any], now: Any) -> str | None:
    import sqlite3

    from tester_fw.database import contents, open_database

    try:
        return difference(contents(open_database(frames)), contents(now), name, rules=EXACT)
    except sqlite3.ProgrammingError:
        return f"{name}: it was closed"
