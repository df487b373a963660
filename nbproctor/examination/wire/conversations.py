"""What examiner and candidate said to each other over the reference, and who follows or retells it, byte by byte.

A test that gives the same twice is a function of the replies that it gets. Where a candidate gives the very bytes that
the reference gave, the test's verdict and outputs are the reference's, and no examiner has to run.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgpack

from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.codec import Codec

Exchange = tuple[bytes, bytes]
"""A request and the reply to it, as they are on the wire."""


@dataclass(frozen=True)
class RecordedConversation:
    """What was said about one test cell, and what came of it. A secret: it holds inputs of official cases and answers.

    Args:
        test: the test cell's `grade_id`.
        exchanges: each request and its reply, in order, with those of the given cells before the test cell.
        report: the `TestReport` that a grader gets, as bytes.
        needs_words: whether the test may see more of an exception than its class: message, arguments, attributes.
    """

    test: str
    exchanges: tuple[Exchange, ...] = field(repr=False)
    report: bytes = field(repr=False)
    needs_words: bool

    def to_bytes(self) -> bytes:
        """The bytes that travel."""
        return bytes(msgpack.packb([self.test, self.exchanges, self.report, self.needs_words]))

    @classmethod
    def from_bytes(cls, content: bytes) -> RecordedConversation:
        """The conversation that `to_bytes` made bytes of.

        Args:
            content: the bytes, from a process of our own.
        """
        test, exchanges, report, needs_words = msgpack.unpackb(content)
        return cls(test, tuple((request, reply) for request, reply in exchanges), report, needs_words)


class RecordingChannel(Channel):
    """The examiner's end of a channel, which keeps what is said.

    Args:
        sock: the socket.
        codec: how values become bytes.
        said: where each request is put, with the reply to it.
    """

    def __init__(self, sock: socket.socket, codec: Codec, said: list[Exchange]) -> None:
        super().__init__(sock, codec)
        self._said = said
        self._request = b""

    def send_bytes(self, content: bytes, deadline: float | None = None) -> None:
        """Send the bytes of one message, and remember them.

        Args:
            content: the bytes.
            deadline: as for `send`.
        """
        self._request = content
        super().send_bytes(content, deadline)

    def receive_bytes(self, deadline: float | None = None) -> bytes:
        """Wait for the bytes of the next message, and keep them with what they answer."""
        reply = super().receive_bytes(deadline)
        self._said.append((self._request, reply))
        return reply


class RetellingChannel(Channel):
    """The examiner's end of a channel of which the first part has been said already: it is answered from memory.

    Args:
        sock: the socket.
        codec: how values become bytes.
        said: what was said, in order.
        begun: what somebody else has received already of the reply after these, with its length.
        asked: the request that this is a reply to; empty if none was sent.

    Attributes:
        is_told_otherwise: whether this end asked otherwise than before: what asks is no function of the replies.
    """

    def __init__(self, sock: socket.socket, codec: Codec, said: Iterable[Exchange], begun: bytes, asked: bytes) -> None:
        super().__init__(sock, codec, begun)
        self.is_told_otherwise = False
        self._said = deque(said)
        self._asked = asked

    def send_bytes(self, content: bytes, deadline: float | None = None) -> None:
        """Send the bytes of one message, unless they have been sent already.

        Args:
            content: the bytes.
            deadline: as for `send`.

        Raises:
            ChannelClosed: other bytes were sent there; or the other end is gone.
        """
        if not self._said and not self._asked and not self.is_told_otherwise:
            super().send_bytes(content, deadline)
            return
        told = self._said[0][0] if self._said else self._asked
        if told != content:
            self.is_told_otherwise = True
            raise ChannelClosed("what is retold is other than it was")
        if not self._said:
            self._asked = b""

    def receive_bytes(self, deadline: float | None = None) -> bytes:
        """The bytes of the next message: from memory if they have been received already."""
        return self._said.popleft()[1] if self._said else super().receive_bytes(deadline)


class FollowingChannel(Channel):
    """The grader's end of a channel to a candidate, over which it says what an examiner said before.

    It reads nothing of a reply but whether it is as it should be, and not many more bytes than these.

    Args:
        sock: the socket.
    """

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)

    def receive_like(self, reply: bytes, needs_words: bool, deadline: float | None = None) -> bytes | None:
        """Wait for the next message; return it if it is as it should be. If not, it stays to be received by another.

        Args:
            reply: the bytes that it should have.
            needs_words: whether it has to have exactly these; if not, exceptions may say other words.
            deadline: as for `receive`.

        Raises:
            ChannelClosed: the other end is gone.
            DeadlineExpired: it did not come in time.
        """
        length = self.announced_bytes(deadline)
        if length != len(reply) and (needs_words or length > len(reply) + _MOST_WORDS_BYTES):
            return None
        self._read(self.HEADER_BYTES + length, deadline)
        found = bytes(memoryview(self._received)[self.HEADER_BYTES :])
        if found != reply and (needs_words or not is_alike_but_words(found, reply)):
            return None
        self._received = bytearray()
        return found

    @property
    def begun(self) -> bytes:
        """What has been received of a message that is not what it should be."""
        return bytes(self._received)


# So many bytes more than the reference's may the words of a submission's exceptions have, in one message.
_MOST_WORDS_BYTES = 200_000


def is_alike_but_words(one: bytes, other: bytes) -> bool:
    """Whether two replies are the same but for what exceptions say beside their class.

    Args:
        one: a reply; it may be anything.
        other: another one.
    """
    try:
        return _wordless(one) == _wordless(other)
    except (ValueError, TypeError, RecursionError, MemoryError, OverflowError, msgpack.UnpackException):
        return False


def _wordless(content: bytes) -> bytes:
    parts = msgpack.unpackb(content, strict_map_key=False)
    match parts:
        case ["applied-ahead", [*replies]]:
            parts = [parts[0], [[_wordless(each[0])] if _is_whole(each) else each for each in replies]]
        case ["applied", "raised", [[kind, str(), list() | None, dict(), list() | None], None], *rest]:
            parts = [*parts[:2], [kind], *rest]
    return bytes(msgpack.packb(parts))


def _is_whole(reply: Any) -> bool:
    """Whether a call made ahead did more than return, and its whole reply came."""
    return type(reply) is list and len(reply) == 1 and type(reply[0]) is bytes
