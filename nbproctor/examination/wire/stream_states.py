"""Streams that a function writes to: their state comes back from the candidate, as plain data."""

from __future__ import annotations

import io
from typing import Any


def state_of(value: object) -> Any:
    """The state that comes back of a copied object; None for an object whose state does not."""
    if type(value) in (io.StringIO, io.BytesIO) and not value.closed:  # type: ignore[attr-defined]
        return [value.getvalue(), value.tell()]  # type: ignore[attr-defined]
    return None


def refill(value: Any, state: Any) -> None:
    """Give a stream another content.

    Args:
        value: the stream.
        state: its content and its position.

    Raises:
        ValueError: it is no stream, or that is no content for it.
    """
    match state:
        case [str() | bytes() as content, int(position)] if isinstance(value, (io.StringIO, io.BytesIO)):
            value.seek(0)
            value.truncate()
            value.write(content)  # type: ignore[arg-type]
            value.seek(min(max(position, 0), len(content)))
        case _:
            raise ValueError("not the state of a stream")
