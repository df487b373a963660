"""Bytes that equal values share, for marks that tell which submissions behave alike."""

from __future__ import annotations

from collections.abc import Iterable

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError


def canonical(value: object) -> bytes:
    """Bytes that equal values share, whatever the order of a set, and the last digits of a float."""
    kind = type(value)
    if kind in (list, tuple):
        return _tagged(kind, map(canonical, value))  # type: ignore[call-overload]
    if kind in (set, frozenset):
        return _tagged(kind, sorted(map(canonical, value)))  # type: ignore[call-overload]
    if kind is dict:
        return _tagged(kind, sorted(canonical(item) for item in value.items()))  # type: ignore[attr-defined]
    if kind is float:
        return _tagged(kind, [f"{value:.9g}".encode()])
    try:
        return _tagged(kind, [_CODEC.encode(value)])
    except WireError:  # an object of a class of the student's
        return b"object"


_CODEC = Codec()


def _tagged(kind: type, parts: Iterable[bytes]) -> bytes:
    content = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return kind.__name__.encode() + b":" + content
