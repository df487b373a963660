"""Which names a cell's code reads and binds, as far as that shows without running it."""

from __future__ import annotations

import symtable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class CellNames:
    """The global names whose value a cell reads, and those that it assigns or imports."""

    read: frozenset[str]
    bound: frozenset[str]


@lru_cache(maxsize=256)  # in a class, many cells are the same: the instructor's, and those left as they were released
def names_in(code: str) -> CellNames | None:
    """The names that code uses; `None` for what is no Python, such as a magic."""
    try:
        table = symtable.symtable(code, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    read, bound = set(), set()
    tables = [table]
    for scope in tables:
        is_top = scope is table
        for symbol in scope.get_symbols():
            if symbol.is_referenced() and (is_top or symbol.is_global()):
                read.add(symbol.get_name())
            if (symbol.is_assigned() or symbol.is_imported()) and (is_top or symbol.is_declared_global()):
                bound.add(symbol.get_name())
        tables += scope.get_children()
    return CellNames(frozenset(read), frozenset(bound))
