"""Outputs of cells, as the notebook format has them and any program can write them."""

from __future__ import annotations

import json

from grading.examination.shell import Output


def note(text: str) -> Output:
    """What the grader itself has to say under a cell."""
    return {"output_type": "stream", "name": "stderr", "text": text + "\n"}


def printable(text: str) -> str:
    """Text without lone surrogates, which Python's strings can hold and no file can."""
    return text.encode("utf-8", "replace").decode()


def readable(outputs: object) -> list[Output]:
    """The outputs that are such as the notebook format has them; what a candidate made up is left out."""
    kept = [_plain(output) for output in outputs if _is_output(output)] if isinstance(outputs, list) else []
    return [output for output in kept if output is not None]


def _is_output(output: object) -> bool:
    match output:
        case {"output_type": "stream", "name": "stdout" | "stderr", "text": str(), **rest}:
            return not rest
        case {"output_type": "error", "ename": str(), "evalue": str(), "traceback": list(lines), **rest}:
            return not rest and all(isinstance(line, str) for line in lines)
        case {"output_type": "display_data", "data": dict(data), "metadata": dict(), **rest}:
            return not rest and _is_bundle(data)
        case {"output_type": "execute_result", "execution_count": int(), **display}:
            return _is_output({**display, "output_type": "display_data"})
    return False


def _is_bundle(data: dict[object, object]) -> bool:
    return all(isinstance(mime, str) and (isinstance(value, str) or "json" in mime) for mime, value in data.items())


def _plain(output: Output) -> Output | None:
    """The output as JSON would bring it back, or None for one that JSON cannot hold."""
    try:
        plain: Output = json.loads(printable(json.dumps(output, ensure_ascii=False, allow_nan=False)))
    except (TypeError, ValueError, RecursionError):
        return None
    return plain
