"""Tracebacks as a student may read them: the student's own code, and nothing of the tools or of the machine."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import PureWindowsPath

# The first line of a frame, as IPython writes it with colours and without; what comes below it; what says nothing.
_FRAME = re.compile(r"(?P<indent> {0,2})(?:File (?P<path>[^\n]+?):(?P<rest>\d+\b.*)|Cell In\[\d+\], line \d+.*)\Z")
_NUMBERED = re.compile(r"\s*+(?:-++>\s*+)?\d++(?: |\Z)")
_NOISE = re.compile(
    r"-{20,}|(?:\w[\w.]*\s+)?Traceback \(most recent call last\)|\s*\[\.\.\. skipping hidden \d+ frames?\]"
)
_INSTALLED = re.compile(
    r"site-packages|dist-packages|[/\\]lib[/\\]python\d|nbproctor[/\\](?:examination|shell)[/\\]|tester_fw[/\\]"
    r"|<frozen |\.(?:pyx|pxi|pxd)\Z"
)


def own_lines(lines: Iterable[str], hidden: Collection[str] = ()) -> Iterator[str]:
    """Leave out of a traceback the frames of what is installed, and those of which all lines are hidden.

    Args:
        lines: the lines of the traceback, without terminal codes.
        hidden: lines of code that are not to be shown, without the blanks around them.
    """
    frame: list[str] = []
    for line in lines:
        if _FRAME.match(line):
            yield from _shown(frame, hidden)
            frame = [line]
        elif frame and (not line.strip() or _NUMBERED.match(line) or _is_below(frame[0], line)):
            frame.append(line)
        else:
            yield from _shown(frame, hidden)
            frame = []
            if not _NOISE.match(line) and code_in(line) not in hidden:
                yield line
    yield from _shown(frame, hidden)


def _is_below(head: str, line: str) -> bool:
    """Whether a line is the code of a frame whose lines have no numbers: only such a frame's first line is indented."""
    return head.startswith("  ") and line.startswith("    ")


def _shown(frame: list[str], hidden: Collection[str]) -> Iterator[str]:
    if not frame:
        return
    head, *code = frame
    kept = [line for line in code if code_in(line) not in hidden]
    match = _FRAME.match(head)
    path = match["path"] if match else None
    is_all_hidden = len(kept) < len(code) and not any(map(code_in, kept))
    if is_all_hidden or (path and _INSTALLED.search(path)):
        return
    yield f"{match['indent']}File {PureWindowsPath(path).name}:{match['rest']}" if match and path else head
    yield from kept


def code_in(line: str) -> str:
    """The code in a numbered line of a traceback."""
    number = _NUMBERED.match(line)
    return line[number.end() if number else 0 :].strip()
