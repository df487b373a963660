"""Exceptions and their tracebacks made short and safe to read, and the statement that each came from."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator
from reprlib import Repr
from textwrap import dedent
from types import FrameType, ModuleType, TracebackType
from typing import Any

_FRAMES_AT_EITHER_END = 10


def shortened(frames: TracebackType | None) -> TracebackType | None:
    """A traceback's first and last frames: formatting the thousand frames of an endless recursion takes seconds."""
    kept: list[TracebackType] = []
    while frames is not None:
        kept.append(frames)
        frames = frames.tb_next
    if len(kept) > 2 * _FRAMES_AT_EITHER_END:
        kept[_FRAMES_AT_EITHER_END:-_FRAMES_AT_EITHER_END] = []
    short: TracebackType | None = None
    for frame in reversed(kept):
        short = TracebackType(short, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return short


def text_of(error: BaseException) -> str:
    """The message of an exception, even of one whose `__str__` raises."""
    try:
        return str.__str__(str(error))  # a subclass of str has ideas of its own
    except BaseException as inner:
        return f"<its message could not be read: {type(inner).__name__}>"


_CELL = "<ipython-input-"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_MOST_CHARACTERS, _MOST_OF_A_VALUE, _MOST_NAMES, _MOST_LINES = 1_000, 200, 10, 8
_WITH = (ast.With, ast.AsyncWith)
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, *_WITH)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def failed_statement(error: BaseException) -> str:
    """The statement, in the cell's code that was called last, with a line such as `mean = 3` for each of its names.

    Functions and modules are left out. A `raise` is shown with a few lines of the block around it. Empty if no cell's
    code is known.
    """
    frame, line = _innermost(error)
    if frame is None:
        return ""
    source = "".join(linecache.getlines(frame.f_code.co_filename))
    try:
        raised, found = _statement(ast.parse(source), line)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    if raised is None or found is None:
        return ""
    lines = _code(source, found).splitlines()
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 2], "    ...", *_code(source, raised).splitlines()[:1]]
    return "\n".join(["\n".join(lines)[:_MOST_CHARACTERS], *_values(found, frame)])


def _code(source: str, statement: ast.stmt) -> str:
    padding = source.splitlines()[statement.lineno - 1][: statement.col_offset]
    is_padded = not padding.strip()
    return dedent(ast.get_source_segment(source, statement, padded=is_padded) or "")


def _innermost(error: BaseException) -> tuple[FrameType | None, int]:
    """The last frame of a traceback that runs a cell's code, and its line."""
    found, line = None, 0
    entry = error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename.startswith(_CELL):
            found, line = entry.tb_frame, entry.tb_lineno
        entry = entry.tb_next
    return found, line


def _statement(tree: ast.Module, line: int) -> tuple[ast.stmt | None, ast.stmt | None]:
    """The smallest statement on a line, and the one to show; None for one that holds others, such as a loop."""
    there = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    from_outside = sorted(there, key=lambda node: node.lineno - (node.end_lineno or 0))
    found = min(there, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)
    if isinstance(found, ast.Raise):
        around = next((node for node in reversed(from_outside) if isinstance(node, _BLOCKS + _SCOPES)), found)
        return found, found if isinstance(around, _SCOPES) else around
    is_whole = isinstance(found, (ast.Assert, ast.Expr, ast.Assign, ast.Return, *_WITH))
    return (found, found) if is_whole else (None, None)


def _values(statement: ast.stmt, frame: FrameType) -> Iterator[str]:
    known: dict[str, Any] = {**frame.f_globals, **frame.f_locals}
    nodes = [node for node in ast.walk(statement) if isinstance(node, ast.Name) and node.id in known]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    names = dict.fromkeys(node.id for node in nodes)
    shown = [name for name in names if not (callable(known[name]) or type(known[name]) is ModuleType)]
    for name in shown[:_MOST_NAMES]:
        yield f"{name} = {_shown(known[name])}"


def _shown(value: object) -> str:
    short = Repr()
    short.maxstring = short.maxother = _MOST_OF_A_VALUE
    short.maxlist = short.maxtuple = short.maxset = short.maxfrozenset = short.maxdict = short.maxdeque = 20
    try:
        return _ADDRESS.sub("", str.__str__(short.repr(value)))[: 2 * _MOST_OF_A_VALUE]
    except BaseException as inner:  # an exit, too, would end the process that is to report
        return f"<its repr raised {type(inner).__name__}>"
