"""What a cell's code does, as far as that shows without running it: which names it reads and binds, what it asks."""

from __future__ import annotations

import ast
import re
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


def may_ask_figures(code: str) -> bool:
    """Whether code may ask pyplot which figures are open, or which one it draws in."""
    return _ASKING_FIGURES.search(code) is not None


_ASKING_FIGURES = re.compile(r"\b(gc[afi]|get_fignums|get_figlabels|fignum_exists|convert_axes|Gcf)\b")
_ASKING = frozenset({"id", "assertIs", "assertIsNot", "shares_memory", "may_share_memory"})


def may_see_words(code: str) -> bool:
    """Whether code that catches an exception may see more of it than its class."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return any(_sees_words(node) for node in ast.walk(tree))


_EXCEPTION_NAMES = frozenset({"exc_info", "exception", "last_value", "last_exc", "format_exc", "print_exc", "gather"})
_EXCEPTION_NAMES |= {"settrace", "setprofile", "__exit__", "__aexit__", "__context__", "__cause__", "exc_text"}


def _sees_words(node: ast.AST) -> bool:
    if isinstance(node, ast.ExceptHandler):
        return node.name is not None
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return True  # whatever it enters is told of an exception
    name = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
    return name in _EXCEPTION_NAMES


def may_ask_identity(code: str) -> bool:
    """Whether code may ask if two objects are one and the same; `is None` and its like ask for no such thing."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return any(_asks(node) for node in ast.walk(tree))


def _asks(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        asked = any(isinstance(operator, (ast.Is, ast.IsNot)) for operator in node.ops)
        return asked and not any(isinstance(side, ast.Constant) for side in sides)
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in _ASKING
