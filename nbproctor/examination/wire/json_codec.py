"""Messages between the grader and its processes: JSON, as outputs of cells are, and short.

The grader reads as little as possible of what a candidate says, so nothing is read here that `codec` writes.
"""

from __future__ import annotations

import json
from typing import Any

from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError


def report_bytes(output_bytes: int) -> int:
    """How long a child's report may be, so that so many bytes of output always fit into it.

    A character of output takes up to six bytes, and an exception's message and traceback as much again as what
    was printed.
    """
    return 20 * output_bytes + 100_000


class PlainCodec:
    """Turns what JSON can hold into bytes and back; what a `Channel` of the grader's speaks.

    Args:
        max_bytes: the longest message that is accepted here.
        max_sent: the longest that the other end accepts.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_sent: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.max_sent = max_sent

    def encode(self, value: object) -> bytes:
        """The bytes of a value.

        Raises:
            WireError: JSON cannot hold it, or the other end would not accept it.
        """
        try:
            data = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
        except Exception as error:  # a subclass of str or dict has ideas of its own
            raise WireError(f"a value could not be sent: {type(error).__name__}") from None
        if len(data) > self.max_sent:
            raise WireError(f"a value of {len(data):,} bytes is too large to be sent; {self.max_sent:,} are allowed")
        return data

    def decode(self, data: bytes) -> Any:
        """The value of bytes that `encode` made, or an error for any others.

        Raises:
            WireError: they are too many, or no JSON.
        """
        if len(data) > self.max_bytes:
            raise WireError(f"a value of {len(data):,} bytes is too large; {self.max_bytes:,} are allowed")
        try:
            return json.loads(data.decode("utf-8", "surrogatepass"), parse_constant=_refuse)
        except (ValueError, RecursionError, MemoryError) as error:
            raise WireError(f"not a value: {type(error).__name__}") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")
