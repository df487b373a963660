"""Messages over one socket: a length, then a value as `wire` has it."""

from __future__ import annotations

import socket
import struct
import time
from typing import Any

from grading.examination.wire import MAX_BYTES, Codec, WireError

_HEADER = struct.Struct("!I")


class ChannelClosed(EOFError):
    """The other end is gone."""


class DeadlineExpired(TimeoutError):
    """The other end did not answer in time."""


class Channel:
    """One end of a socket pair.

    Args:
        sock: the socket; the channel owns it.
        codec: how values become bytes on this channel.
    """

    def __init__(self, sock: socket.socket, codec: Codec | None = None) -> None:
        self._socket = sock
        self._codec = codec or Codec()

    def fileno(self) -> int:
        """The file descriptor, for `select`."""
        return self._socket.fileno()

    def send(self, message: object) -> None:
        """Send one message.

        Raises:
            WireError: it cannot travel.
            ChannelClosed: the other end is gone.
        """
        data = self._codec.encode(message)
        try:
            self._socket.sendall(_HEADER.pack(len(data)) + data)
        except TimeoutError:
            raise DeadlineExpired from None
        except OSError as error:
            raise ChannelClosed(str(error)) from None

    def receive(self, deadline: float | None = None) -> Any:
        """Wait for the next message.

        Args:
            deadline: the latest time to wait for, as `time.monotonic` counts, or None for ever.

        Raises:
            ChannelClosed: the other end is gone.
            DeadlineExpired: no whole message came in time.
            WireError: what came is no message.
        """
        (length,) = _HEADER.unpack(self._read(_HEADER.size, deadline))
        if length > MAX_BYTES:
            raise WireError(f"a message of {length:,} bytes is too large; {MAX_BYTES:,} are allowed")
        return self._codec.decode(self._read(length, deadline))

    def send_socket(self, sock: socket.socket) -> None:
        """Hand a socket over to the other end."""
        socket.send_fds(self._socket, [b"s"], [sock.fileno()])

    def receive_socket(self) -> socket.socket:
        """Take the socket that the other end handed over."""
        _, (descriptor,), _, _ = socket.recv_fds(self._socket, 1, 1)
        return socket.socket(fileno=descriptor)

    def close(self) -> None:
        """Close this end."""
        self._socket.close()

    def _read(self, length: int, deadline: float | None) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._socket.settimeout(None if deadline is None else max(deadline - time.monotonic(), 1e-6))
            try:
                part = self._socket.recv(length - len(data))
            except TimeoutError:
                raise DeadlineExpired from None
            except OSError as error:
                raise ChannelClosed(str(error)) from None
            if not part:
                raise ChannelClosed("the other end closed the channel")
            data += part
        return bytes(data)
