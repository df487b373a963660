"""Which visible test cells the candidate has to run: those that a later cell of the student looks into.

The verdict comes from the examiner, so a visible test cell that passes officially needs no second run,
unless a later cell uses what it binds, as a student does who debugs with `input_vars`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from grading.notebook import Role
from grading.submission import PaperCell

# Ways to read a variable without naming it.
_DYNAMIC = frozenset({"globals", "locals", "vars", "dir", "eval", "exec", "get_ipython", "In", "_ih", "__import__"})


def looked_into(cells: Sequence[PaperCell]) -> frozenset[int]:
    """The indexes of the test cells whose names a later cell that is no test reads, or may read."""
    found: set[int] = set()
    read: set[str] | None = set()  # by the cells after this one; None if that cannot be known
    for cell in reversed(cells):
        if cell.role is not Role.TEST:
            read = _with_names(read, cell.source)
        elif read is None or read & _bound(cell.source):
            found.add(cell.index)
    return frozenset(found)


def _with_names(read: set[str] | None, source: str) -> set[str] | None:
    tree = _parsed(source)
    if read is None or tree is None:
        return None
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return None if names & _DYNAMIC else read | names


def _bound(source: str) -> set[str]:
    tree = _parsed(source)
    names: set[str] = set()
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return names


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # IPython's own syntax, a magic say, or none at all
