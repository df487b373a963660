"""The code of a release, and what it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager

from nbproctor.assignment.author_file import CASES
from nbproctor.assignment.notebook import Assignment, read_notebook
from nbproctor.config.directory_structure import notebooks_in


def released_code(release: Path) -> Iterator[tuple[str, str]]:
    """The code that students get, as Python, with the path of its file; not that of `cases.py`."""
    for path in notebooks_in(release):
        notebook = read_notebook(path)
        for cell in notebook.cells:
            if cell.cell_type == "code" and Assignment(release.name, path, notebook).is_python:
                yield path.name, as_python(cell.source)
    for path in sorted(release.rglob("*.py")):
        name = path.relative_to(release).as_posix()
        if name != CASES:
            yield name, path.read_text("utf-8", "replace")


def as_python(source: str) -> str:
    """The code of a cell without IPython's own syntax; empty if it is cut off, as starter code may be, or no Python."""
    try:
        return TransformerManager().transform_cell(source)
    except (SyntaxError, ValueError):
        return ""


def nodes(code: str, wanted: str) -> Iterable[ast.AST]:
    """The syntax tree of code in which a word stands; to look for the word first saves most of the work."""
    if wanted not in code:
        return ()
    try:
        return ast.walk(ast.parse(code))
    except (SyntaxError, ValueError):
        return ()


def imported(code: str, wanted: str) -> Iterator[str]:
    """The modules that code imports, also by `import_module("name")`; none if it does not hold the wanted word."""
    for node in nodes(code, wanted):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                yield str(node.args[0].value)
