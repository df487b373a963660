"""Images from a submission, as `data:` URIs: only data that is an image, and of bounded size."""

from __future__ import annotations

import base64
import struct
from collections import Counter
from collections.abc import Callable
from xml.etree import ElementTree

IMAGE_BYTES = 1_000_000
"""Size of the largest image that is shown."""
IMAGE_PIXELS = 20_000_000
"""Most pixels of an image that is shown: a few bytes can unpack to more than a browser can hold."""
DRAWN_CHARACTERS = 10_000_000
"""Most characters of a drawing's parts, each counted as often as it is drawn."""

SVG = "image/svg+xml"
_ELEMENT_BEGINS, _ELEMENT_ENDS = f'<img src="data:{SVG};base64,', '" alt="drawing">'


class ImageTooLargeError(ValueError):
    """An image is too large to be shown."""


def image_uri(mime: str, content: str) -> str:
    """Make the `data:` URI of an image of one of `TYPES`; empty if the content is no image of that type.

    Args:
        content: base64, or the text of an SVG. In an `img` element an SVG runs no script and loads nothing.

    Raises:
        ImageTooLargeError: it has too many bytes or pixels.
    """
    image = content.encode("utf-8", "replace") if mime == SVG else _decoded(content)
    pixels = _PIXELS[mime](image)
    if pixels is None:
        return ""
    if len(image) > IMAGE_BYTES or pixels > IMAGE_PIXELS:
        raise ImageTooLargeError
    return f"data:{mime};base64,{base64.b64encode(image).decode('ascii')}"


def drawing_element(uri: str) -> str:
    """The `img` element for the URI of a drawing, as an autograded notebook holds it."""
    return f"{_ELEMENT_BEGINS}{uri.partition(',')[2]}{_ELEMENT_ENDS}"


def drawing_in(element: str) -> str:
    """The text of the drawing in such an element; empty if it is none."""
    if not element.startswith(_ELEMENT_BEGINS) or not element.endswith(_ELEMENT_ENDS):
        return ""
    return _decoded(element[len(_ELEMENT_BEGINS) : -len(_ELEMENT_ENDS)]).decode("utf-8", "replace")


def _decoded(encoded: str) -> bytes:
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except ValueError:
        return b""


# Each function gives the number of pixels of an image of one type, or None for bytes that are no such image.


def _png(content: bytes) -> int | None:
    if len(content) < 45 or not content.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"):
        return None
    width, height = struct.unpack(">II", content[16:24])
    return int(width * height)


def _gif(content: bytes) -> int | None:
    if len(content) < 20 or content[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    width, height = struct.unpack("<HH", content[6:10])
    return int(width * height)


def _jpeg(content: bytes) -> int | None:
    """Go from segment to segment up to the frame's head, which holds the size."""
    position = 2
    while content[:2] == b"\xff\xd8" and position + 9 <= len(content) and content[position] == 0xFF:
        marker, length, height, width = struct.unpack(">xBHxHH", content[position : position + 9])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int(width * height)
        position += 2 + length
    return None


def _svg(content: bytes) -> int | None:
    """0 for a drawing, whose size the page chooses; None if it has elements that are not for drawing."""
    if len(content) > IMAGE_BYTES:
        raise ImageTooLargeError
    if b"<!ENTITY" in content or b"<!ATTLIST" in content or b"\x00" in content:
        return None
    try:
        # Without entities and attributes of its own there is nothing for the parser to unfold; it loads nothing.
        elements = list(ElementTree.fromstring(content).iter())  # noqa: S314
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError):
        return None
    tags = {_local(element.tag) for element in elements}
    is_drawing = _local(elements[0].tag) == "svg" and tags <= _SHAPES | _GROUPS | _ABOUT and _is_bounded(elements)
    return 0 if is_drawing else None


_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use"}
_GROUPS = {"svg", "g", "defs", "style", "title", "desc", "clipPath", "linearGradient", "radialGradient", "stop"}
# What drawing programs write about a drawing.
_ABOUT = {"metadata", "RDF", "Work", "type", "date", "format", "creator", "Agent"}


def _local(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _is_bounded(elements: list[ElementTree.Element]) -> bool:
    """Whether every `use` draws a single shape again, and all of them together not too much.

    With nested groups of `use` elements, a few lines would be a drawing that no browser finishes.
    """
    shapes = {
        f"#{element.get('id')}": element
        for element in elements
        if _local(element.tag) in _SHAPES - {"use"} and not len(element)
    }
    used = Counter(_target(element) for element in elements if _local(element.tag) == "use")
    if not used.keys() <= shapes.keys():
        return False
    drawn = sum(times * sum(map(len, shapes[name].attrib.values())) for name, times in used.items())
    return drawn <= DRAWN_CHARACTERS


def _target(use: ElementTree.Element) -> str:
    return use.get("href") or use.get("{http://www.w3.org/1999/xlink}href") or ""


_PIXELS: dict[str, Callable[[bytes], int | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    SVG: _svg,
}
TYPES = tuple(_PIXELS)
