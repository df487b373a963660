"""Which visible test cells the candidate has to run: those that a later cell which runs there looks into.

The verdict comes from the examiner, so a visible test cell that passes officially needs no second run,
unless a later cell uses what it binds, as a student does who debugs with `input_vars`.
"""

from __future__ import annotations

import symtable
from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache

from grading.notebook import Role
from grading.submission import PaperCell

# Ways to read a variable without naming it.
_DYNAMIC = frozenset({"globals", "locals", "vars", "dir", "eval", "exec", "get_ipython", "In", "_ih", "__import__"})

# Most characters of code that are looked through: more would hold up the other submissions.
_LONGEST = 100_000
# Most of one cell: the time that Python takes to look through some of them grows with the square of their length.
_LONGEST_CELL = 20_000


def looked_into(cells: Sequence[PaperCell], same_process: Container[str] = ()) -> frozenset[int]:
    """The indexes of the test cells whose names a later cell reads, or may read, that runs in the candidate.

    Args:
        cells: all cells.
        same_process: the names of the test cells that run there as well.
    """
    if sum(len(cell.source) for cell in cells) > _LONGEST:
        return frozenset(cell.index for cell in cells if cell.role is Role.TEST)
    found: set[int] = set()
    read: set[str] | None = set()  # by the cells after this one; None if that cannot be known
    for cell in reversed(cells):
        if cell.role is not Role.TEST or cell.grade_id in same_process:
            read = _with_names(read, cell.source)
        elif read is None or read & _bound(cell.source):
            found.add(cell.index)
    return frozenset(found)


def _with_names(read: set[str] | None, source: str) -> set[str] | None:
    names = _names(source)
    return None if read is None or names is None or names & _DYNAMIC else read | names


@lru_cache(maxsize=256)  # in a class, many cells are the same: the instructor's, and those left as they were released
def _names(source: str) -> frozenset[str] | None:
    if len(source) > _LONGEST_CELL:
        return None
    return _found(_read, source)


@lru_cache(maxsize=256)
def _bound(source: str) -> frozenset[str]:
    return _found(_assigned, source) or frozenset()


def _read(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of the notebook's that code reads: not those that are a function's own."""
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (is_top or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _read(inner)


def _assigned(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of the notebook's that code gives a value."""
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if (symbol.is_assigned() or symbol.is_imported()) and (is_top or symbol.is_declared_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _assigned(inner)


def _found(names: Callable[[symtable.SymbolTable], Iterator[str]], source: str) -> frozenset[str] | None:
    """The names that a function finds in the table of some code; None if there is no table of it."""
    try:
        return frozenset(names(symtable.symtable(source, "cell", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # IPython's own syntax, a magic say, or none at all
