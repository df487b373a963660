"""The outputs of a cell as blocks of text and images: of what a notebook may hold, only what cannot act."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from grading.report.plain import cut, plain

CHARACTERS = 5_000
"""Longest text of one block that is shown in full."""
BLOCKS = 30
"""Most blocks of one cell that are shown."""
IMAGE_BYTES = 1_000_000
"""Largest image that is shown."""
IMAGE_PIXELS = 20_000_000
"""Most pixels of an image that is shown: a few bytes can unpack to more than a browser can hold."""


@dataclass(frozen=True)
class Block:
    """One output: its kind (`printed`, `stderr`, `result`, `error`, `image`, `note`), its text, its image.

    `text` describes the image if there is one; `image` is a `data:` URI of a PNG, or empty.
    """

    kind: str
    text: str
    image: str = ""


def blocks(outputs: Iterable[Mapping[str, Any]]) -> list[Block]:
    """Pick what is shown of a cell's outputs, long ones cut with a sentence that says so."""
    found = (block for block in _blocks(outputs) if block.text.strip() or block.image)
    shown = list(islice(found, BLOCKS))
    if next(found, None) is not None:
        shown.append(Block("note", f"Cut here: only the first {BLOCKS} outputs of this cell are shown."))
    return shown


def _blocks(outputs: Iterable[Mapping[str, Any]]) -> Iterator[Block]:
    # What was printed piece by piece is one text.
    for kind, group in groupby(outputs, key=_kind):
        if kind in ("printed", "stderr"):
            yield _text(kind, "".join(_joined(output.get("text")) for output in group))
        else:
            yield from (_block(kind, output) for output in group)


def _kind(output: Mapping[str, Any]) -> str:
    match output.get("output_type"):
        case "stream":
            return "stderr" if output.get("name") == "stderr" else "printed"
        case "error":
            return "error"
        case _:
            return "result"


def _block(kind: str, output: Mapping[str, Any]) -> Block:
    if kind == "error":
        return _text(kind, _traceback(output))
    data = output.get("data")
    return _shown(data) if isinstance(data, Mapping) else _text(kind, _joined(output))


def _traceback(output: Mapping[str, Any]) -> str:
    lines = output.get("traceback")
    if isinstance(lines, list) and lines:
        return "\n".join(map(_joined, lines))
    return f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}"


def _shown(data: Mapping[str, Any]) -> Block:
    """One result in the form that says most: an image, plain text, or else whatever there is, as text."""
    image = _image(_joined(data.get("image/png")), _joined(data.get("text/plain")))
    return image or _text("result", _joined(data.get("text/plain") or next(iter(data.values()), "")))


def _image(encoded: str, description: str) -> Block | None:
    content = _decoded(encoded)
    pixels = _pixels(content)
    if pixels is None:
        return None
    if len(content) > IMAGE_BYTES or pixels > IMAGE_PIXELS:
        return Block("note", "An image is left out here: it is too large.")
    uri = "data:image/png;base64," + base64.b64encode(content).decode("ascii")
    return Block("image", _text("", description).text or "An image without a description", uri)


def _decoded(encoded: str) -> bytes:
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _pixels(content: bytes) -> int | None:
    """How many pixels a PNG has; None if the bytes are no PNG."""
    if len(content) < 45 or not content.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"):
        return None
    width, height = struct.unpack(">II", content[16:24])
    return int(width * height)


def _text(kind: str, text: str) -> Block:
    return Block(kind, plain(cut(text, CHARACTERS)).strip("\n"))


def _joined(value: Any) -> str:
    """Text as a notebook may hold it: a string, or a list of its lines; anything else is written as JSON."""
    match value:
        case str():
            return value
        case list() if all(isinstance(line, str) for line in value):
            return "".join(value)
        case None:
            return ""
        case _:
            return json.dumps(value, default=str)
