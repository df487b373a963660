"""Messages between the grader and its processes: JSON, as outputs of cells are, and short.

The grader decodes as little as possible of what a runner sends: JSON, and nothing that `Codec` has beyond it.
"""

from __future__ import annotations

import json
from typing import Any

from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError


def report_bytes(output_bytes: int) -> int:
    """How many bytes a child's report may have, so that `output_bytes` of output always fit into it.

    A character of output takes up to six bytes, and an exception's message and traceback as much again as what
    was printed.
    """
    return 20 * output_bytes + 100_000


class PlainCodec:
    """Turns what JSON can hold into bytes and back, for the grader's channels.

    Args:
        max_bytes: the longest message that is accepted here, in bytes.
        max_sent_bytes: the longest message that the other end accepts, in bytes.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_sent_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.max_sent_bytes = max_sent_bytes

    def encode(self, value: object) -> bytes:
        """The bytes of a value.

        Raises:
            WireError: JSON cannot hold it, or the other end would not accept it.
        """
        try:
            data = _ENCODER.encode(value).encode("utf-8", "surrogatepass")
        except Exception as error:  # a subclass of str or dict has ideas of its own
            raise WireError(f"a value could not be sent: {type(error).__name__}") from None
        if len(data) > self.max_sent_bytes:
            raise WireError(
                f"a value of {len(data):,} bytes is too large to be sent; {self.max_sent_bytes:,} are allowed"
            )
        return data

    def decode(self, data: bytes) -> Any:
        """The value of bytes that `encode` returned.

        Raises:
            WireError: the bytes are too many, or no JSON.
        """
        if len(data) > self.max_bytes:
            raise WireError(f"a value of {len(data):,} bytes is too large; {self.max_bytes:,} are allowed")
        try:
            return _DECODER.decode(data.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError, MemoryError) as error:
            raise WireError(f"not a value: {type(error).__name__}") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number")


# Made once: `json.dumps` and `json.loads` would make them for each message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_DECODER = json.JSONDecoder(parse_constant=_refuse)
