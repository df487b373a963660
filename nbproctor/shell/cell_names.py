"""Which names a cell's code reads and binds, as far as that shows without running it."""

from __future__ import annotations

import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class CellNames:
    """The names of the notebook's that a cell uses; names that a function keeps to itself are not among them.

    Args:
        read: names whose value is read.
        bound: names that are given a value, or imported.
    """

    read: frozenset[str]
    bound: frozenset[str]


@lru_cache(maxsize=256)  # in a class, many cells are the same: the instructor's, and those left as they were released
def names_in(code: str) -> CellNames | None:
    """The names that code uses; `None` for what is no Python: IPython's own syntax, a magic say, or none at all."""
    try:
        table = symtable.symtable(code, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return CellNames(frozenset(_read(table)), frozenset(_bound(table)))


def _read(table: symtable.SymbolTable) -> Iterator[str]:
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (is_top or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _read(inner)


def _bound(table: symtable.SymbolTable) -> Iterator[str]:
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if (symbol.is_assigned() or symbol.is_imported()) and (is_top or symbol.is_declared_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _bound(inner)
