"""Outputs of cells in the notebook format, as plain JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

CellOutput = dict[str, Any]

_LEFT_OUT = "[the rest of the outputs was left out: they are too large]"


def note(text: str) -> CellOutput:
    """A message of the grader's under a cell."""
    return {"output_type": "stream", "name": "stderr", "text": text + "\n"}


def printable(text: str) -> str:
    """Text without lone surrogates, which Python's strings can hold and no file can."""
    return text.encode("utf-8", "replace").decode()


def fitting(outputs: Iterable[CellOutput], room: int) -> list[CellOutput]:
    """The first outputs that fit into a number of bytes as JSON, and a note if these are not all."""
    kept: list[CellOutput] = []
    for output in outputs:
        plain = _plain(output) or _plain(output, in_words=True)
        if plain is None:
            continue
        room -= len(json.dumps(plain, ensure_ascii=False).encode())
        if room < 0:
            return [*kept, note(_LEFT_OUT)]
        kept.append(plain)
    return kept


def readable(outputs: object) -> list[CellOutput]:
    """The outputs that the notebook format allows, without others that a runner made up."""
    kept = [_plain(output) for output in outputs if _is_output(output)] if isinstance(outputs, list) else []
    return [output for output in kept if output is not None]


def _is_output(output: object) -> bool:
    match output:
        case {"output_type": "stream", "name": "stdout" | "stderr", "text": str(), **rest}:
            return not rest
        case {"output_type": "error", "ename": str(), "evalue": str(), "traceback": list(lines), **rest}:
            return not rest and all(isinstance(line, str) for line in lines)
        case {"output_type": "display_data", **display}:
            return _is_display(display)
        case {"output_type": "execute_result", "execution_count": count, **display}:
            return type(count) is int and count >= 0 and _is_display(display)
    return False


def _is_display(display: dict[Any, Any]) -> bool:
    match display:
        case {"data": dict(data), "metadata": dict(), **rest}:
            return not rest and all(
                isinstance(mime, str) and (isinstance(value, str) or _JSON.fullmatch(mime))
                for mime, value in data.items()
            )
    return False


_JSON = re.compile(r"application/(.*\+)?json")  # what may be more than text


def _plain(output: CellOutput, in_words: bool = False) -> CellOutput | None:
    """The output as JSON would restore it; None if JSON cannot hold it. In words, values may become their `repr`."""
    try:
        text = json.dumps(
            output, ensure_ascii=False, allow_nan=False, skipkeys=in_words, default=repr if in_words else None
        )
        plain: CellOutput = json.loads(printable(text))
    except Exception:  # TypeError, ValueError, RecursionError; or what a `repr` raises
        return None
    return plain
