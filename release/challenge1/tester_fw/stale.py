"""Notices that a test would try a function of before: the cell that defines it has since failed before it came to it.

Nothing is said unless it is certain: the function's code comes from a cell that this kernel ran, and a later run of
the same cell, which defines the name as well, left the function as it was. What was edited and not run stays unknown.
"""

from __future__ import annotations

import dis
import linecache
import re
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any

from tester_fw.session import SESSION, RunOfCell, shell

_MOST_NAMES = 50


def outdated_function(function: Any) -> str:
    """Return the name of a function of before among `function` and those that it calls; empty if there is none.

    Args:
        function: what is to be tested: the student's function, or one of the test cell's own that calls it.
    """
    with suppress(Exception):  # the names may stand for objects that raise whatever is asked of them
        for name, candidate in _functions(function):
            if _is_outdated(name, candidate):
                return name
    return ""


def _functions(function: Any) -> Iterator[tuple[str, FunctionType]]:
    """The function, and all functions of the notebook that it names, or that these name."""
    names = getattr(shell(), "user_ns", {})
    waiting: list[Any] = [function]
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_NAMES:
        found = _plain(waiting.pop())
        if found is None or id(found.__code__) in seen:
            continue
        seen.add(id(found.__code__))
        yield found.__name__, found
        waiting += [names[name] for name in _globals_of(found.__code__) if name in names]


def _plain(value: Any) -> FunctionType | None:
    """The function behind decorators such as `functools.cache`; None for what is no function."""
    for _ in range(10):
        if type(value) is FunctionType and "__wrapped__" not in value.__dict__:
            return value
        wrapped = getattr(value, "__wrapped__", None) if type(value).__module__ in ("builtins", "functools") else None
        if wrapped is None:
            break
        value = wrapped
    return None


def _globals_of(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_of(constant)


def _is_outdated(name: str, function: FunctionType) -> bool:
    defines = re.compile(rf"^(?:async\s+def|def)\s+{re.escape(name)}\b", re.MULTILINE)
    runs = [run for run in SESSION.runs if defines.search(run.source)]
    code = "".join(linecache.getlines(function.__code__.co_filename)).strip()
    origin = next((at for at in range(len(runs) - 1, -1, -1) if _has_code(runs[at], code)), None)
    if not code or origin is None:
        return False
    return any(run.passed is not True and _same_cell(run, runs[origin]) for run in runs[origin + 1 :])


def _has_code(run: RunOfCell, code: str) -> bool:
    if run.source.strip() == code:
        return True
    with suppress(Exception):  # it is no Python, with or without IPython's syntax
        return bool(shell().transform_cell(run.source).strip() == code)
    return False


def _same_cell(one: RunOfCell, other: RunOfCell) -> bool:
    """Whether two runs were of one cell: by its id or, where one is not known, by how it begins."""
    if one.cell and other.cell:
        return one.cell == other.cell
    return one.source.strip().partition("\n")[0] == other.source.strip().partition("\n")[0]
