"""Messages over one socket: a length, then a value as JSON or as `Codec` or `PlainCodec` encodes it.

The grader decodes as little as possible of what a runner sends: JSON, and nothing that `Codec` has beyond it.
"""

from __future__ import annotations

import array
import json
import select
import socket
import struct
import time
from typing import Any

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError


def report_bytes(output_bytes: int) -> int:
    """How many bytes a child's report may have, so that `output_bytes` of output always fit into it.

    A character takes up to six bytes, and an exception's message and traceback as much again as what was printed.
    """
    return 20 * output_bytes + 100_000


class PlainCodec:
    """Turns what JSON can hold into bytes and back, for the grader's channels.

    Messages of up to `max_bytes` are accepted here, and of up to `max_sent_bytes` at the other end.
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


_HEADER = struct.Struct("!I")


class ChannelClosed(EOFError):
    """The other end is gone."""


class DeadlineExpired(TimeoutError):
    """The other end did not answer in time."""


class NoMemory(WireError):
    """This end had no memory for a message."""


class Channel:
    """One end of a socket pair, which it owns.

    A deadline is the latest time to wait for the other end, as `time.monotonic` counts, or None for ever. What can be
    done at once is done even after that. All methods that send or receive raise `ChannelClosed` if the other end is
    gone, and those with a deadline `DeadlineExpired` if it did not answer in time.
    """

    def __init__(self, sock: socket.socket, codec: Codec | PlainCodec | None = None) -> None:
        self._socket = sock
        self._socket.settimeout(None)  # where there is a deadline, nothing waits in the calls themselves
        self._codec = codec or Codec()
        self._unsent = memoryview(b"")
        self._received = bytearray()

    def fileno(self) -> int:
        """The file descriptor, for `select`."""
        return self._socket.fileno()

    def send(self, message: object, deadline: float | None = None) -> None:
        """Send one message; what is not sent by the deadline is kept for `send_rest`.

        Raises:
            WireError: the message cannot travel.
        """
        content = self._codec.encode(message)
        self._unsent = memoryview(_HEADER.pack(len(content)) + content)
        self.send_rest(deadline)

    def send_rest(self, deadline: float | None = None) -> None:
        """Send what is left of a message whose deadline had expired."""
        try:
            if deadline is None:
                self._socket.sendall(self._unsent)
            else:
                self._send_until(deadline)
        except OSError as error:
            if isinstance(error, DeadlineExpired):
                raise
            raise ChannelClosed(str(error)) from None

    def receive(self, deadline: float | None = None) -> Any:
        """Wait for the next message; after the deadline of one call, the next continues where that one stopped.

        Raises:
            WireError: what came is no message.
        """
        self._read(_HEADER.size, deadline)
        (length,) = _HEADER.unpack_from(self._received)
        if length > self._codec.max_bytes:
            raise WireError(f"a message of {length:,} bytes is too large; {self._codec.max_bytes:,} are allowed")
        self._read(_HEADER.size + length, deadline)
        message, self._received = bytes(memoryview(self._received)[_HEADER.size :]), bytearray()
        return self._codec.decode(message)

    def send_socket(self, sock: socket.socket, deadline: float | None = None) -> None:
        """Hand a socket over to the other end."""
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [sock.fileno()]))]
        while True:
            is_late = _is_past(deadline)
            try:  # `socket.send_fds` of Python 3.11 drops its flags
                self._socket.sendmsg([b"s"], rights, socket.MSG_DONTWAIT if deadline is not None else 0)
                return
            except BlockingIOError:
                self._wait_for(select.POLLOUT, deadline, is_late)
            except OSError as error:
                raise ChannelClosed(str(error)) from None

    def receive_socket(self) -> socket.socket:
        """Take the socket that the other end handed over; if there is none, the channel counts as closed."""
        try:
            _, descriptors, _, _ = socket.recv_fds(self._socket, 1, 1)
        except OSError as error:
            raise ChannelClosed(str(error)) from None
        if not descriptors:
            raise ChannelClosed("the other end did not hand over a socket")
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """Close this end."""
        self._socket.close()

    def _read(self, length: int, deadline: float | None) -> None:
        """Read until this many bytes of a message have been received."""
        data = self._received
        while len(data) < length:
            is_late = _is_past(deadline)  # before it reads: an end that was held up still takes what is there
            try:
                part = self._socket.recv(length - len(data), socket.MSG_DONTWAIT if deadline is not None else 0)
            except BlockingIOError:
                self._wait_for(select.POLLIN, deadline, is_late)
                continue
            except OSError as error:
                raise ChannelClosed(str(error)) from None
            if not part:
                raise ChannelClosed("the other end closed the channel")
            try:
                data += part
            except MemoryError:
                raise NoMemory("there is no memory for a message") from None
            if is_late and len(data) < length:
                raise DeadlineExpired

    def _send_until(self, deadline: float) -> None:
        while self._unsent:
            is_late = _is_past(deadline)
            try:
                self._unsent = self._unsent[self._socket.send(self._unsent, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                self._wait_for(select.POLLOUT, deadline, is_late)
                continue
            if is_late and self._unsent:
                raise DeadlineExpired

    def _wait_for(self, event: int, deadline: float | None, is_late: bool) -> None:
        if is_late or deadline is None:
            raise DeadlineExpired
        waiting = select.poll()
        waiting.register(self._socket, event)
        waiting.poll(max(deadline - time.monotonic(), 0) * 1000)


def _is_past(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline
