"""Plain data as bytes: what may pass between the candidate, the examiner and the grader.

msgpack with one extension type for each Python type that it lacks. Exactly the builtin types go in
and come out, never subclasses; nothing is ever unpickled or evaluated. What is not plain data passes
as a reference, if the two ends were told how (`Codec`), and is an error otherwise. (One exception,
msgpack's own: a bytearray or memoryview arrives as bytes.)
"""

from __future__ import annotations

import datetime
import struct
import sys
from collections.abc import Callable, Container, Iterable
from typing import Any

import msgpack

MAX_BYTES = 64 << 20
MAX_DEPTH = 64

# Extension codes. They never leave a run, so they may change between versions.
_BIG_INT, _COMPLEX, _TUPLE, _SET, _FROZENSET, _ELLIPSIS, _SLICE = range(7)
_DATETIME, _DATE, _TIME, _TIMEDELTA = range(10, 14)
_TABLES = range(20, 40)  # numpy and pandas, in the module `tables`
_REFERENCE = 40

Refer = Callable[[object], bytes]
Resolve = Callable[[bytes], object]
Encoder = Callable[["Codec", Any], tuple[int, bytes]]
Decoder = Callable[["Codec", bytes], Any]


def containers(values: Iterable[Any], known: Container[int] = ()) -> list[Any]:
    """What a function could change in place if it was given the values: they, and what they hold.

    A value and its copy on the other side give the same containers in the same order. A tuple is one
    because it may hold a list.

    Args:
        values: the function's arguments.
        known: the `id` of each object that came by reference; it is no copy, and not looked into.
    """
    found: list[Any] = []
    values = list(values)
    if any_container(values):
        for value in values:
            if _is_container(type(value)) and id(value) not in known:
                found += [value, *containers(_items(value), known)]
    return found


def any_container(values: Iterable[Any]) -> bool:
    """Whether one of the values is a container; quick, even for a million numbers."""
    return any(map(_is_container, set(map(type, values))))


def _is_container(kind: type) -> bool:
    return kind in (list, dict, set, tuple) or (
        kind.__name__ in ("ndarray", "Series", "DataFrame") and kind.__module__.partition(".")[0] in ("numpy", "pandas")
    )


def _items(value: Any) -> Iterable[Any]:
    if type(value) is dict:
        return value.values()
    return value if type(value) in (list, tuple) else ()


class WireError(Exception):
    """A value that cannot travel, or bytes that are not a value."""


class Codec:
    """Turns values into bytes and back.

    Args:
        refer: turns an object that is not plain data into the bytes of a reference; without it such an
            object is an error.
        resolve: turns the bytes of a reference into what stands for it here.
    """

    def __init__(self, refer: Refer | None = None, resolve: Resolve | None = None) -> None:
        self._refer = refer
        self._resolve = resolve
        self._depth = 0
        self._packers: list[msgpack.Packer] = []

    def encode(self, value: object) -> bytes:
        """The bytes of a value.

        Raises:
            WireError: it is too deep, too large or of a type that cannot travel.
        """
        self._depth = 0
        data = self.pack(value)
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large to be sent; {MAX_BYTES:,} are allowed")
        return data

    def decode(self, data: bytes) -> Any:
        """The value of bytes that `encode` made, or an error for any others.

        Raises:
            WireError: they are no value, or a value beyond the limits.
        """
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large; {MAX_BYTES:,} are allowed")
        self._depth = 0
        return self.unpack(data)

    def pack(self, value: object) -> bytes:
        """The bytes of a value inside another; for the encoders."""
        packer = self._packer()
        self._depth += 1
        try:
            packed: bytes = packer.pack(value)
            return packed
        except WireError:
            packer.reset()
            raise
        except Exception as error:
            packer.reset()
            raise WireError(f"a value could not be sent: {error}") from None
        finally:
            self._depth -= 1

    def unpack(self, data: bytes) -> Any:
        """The value inside another; for the decoders."""
        self._require_depth()
        self._depth += 1
        try:
            return msgpack.unpackb(
                data,
                ext_hook=self._restore,
                timestamp=1,  # msgpack's own extension type, which nobody sends: as a float, not an object
                strict_map_key=False,
                unicode_errors="surrogatepass",
            )
        except (WireError, NameError):  # a NameError is the answer to a reference by name
            raise
        except Exception as error:
            raise WireError(f"not a value: {type(error).__name__}: {error}") from None
        finally:
            self._depth -= 1

    def parts(self, data: bytes, *types: type | tuple[type, ...]) -> list[Any]:
        """The parts of a value inside another, if they are of these types; for the decoders."""
        parts = self.items(data)
        if len(parts) != len(types) or not all(map(isinstance, parts, types)):
            raise WireError("a value does not have the parts that it should have")
        return parts

    def items(self, data: bytes) -> list[Any]:
        """The items of a collection; for the decoders."""
        items = self.unpack(data)
        if type(items) is not list:
            raise WireError("a collection does not hold a list")
        return items

    def _packer(self) -> msgpack.Packer:
        """The packer of this depth: each is used for one value at a time, and kept for the next."""
        self._require_depth()
        if self._depth == len(self._packers):
            self._packers.append(
                msgpack.Packer(default=self._extend, strict_types=True, unicode_errors="surrogatepass")
            )
        return self._packers[self._depth]

    def _require_depth(self) -> None:
        if self._depth >= MAX_DEPTH:
            raise WireError(f"a value is nested more than {MAX_DEPTH} deep")

    def _extend(self, value: object) -> msgpack.ExtType:
        encoder = _ENCODERS.get(type(value)) or _table_encoder(value)
        if encoder is not None:
            return msgpack.ExtType(*encoder(self, value))
        if self._refer is None:
            raise WireError(f"a {type(value).__name__} is not plain data")
        return msgpack.ExtType(_REFERENCE, self._refer(value))

    def _restore(self, code: int, data: bytes) -> Any:
        if code == _REFERENCE and self._resolve is not None:
            return self._resolve(data)
        decoder = _table_decoder(code) if code in _TABLES else _DECODERS.get(code)
        if decoder is None:
            raise WireError(f"extension type {code} is not known")
        return decoder(self, data)


def _table_encoder(value: object) -> Encoder | None:
    # An array exists only where numpy was imported; where it was not, the import is never paid.
    if "numpy" not in sys.modules:
        return None
    from grading.examination import tables

    return tables.encoder(value)


def _table_decoder(code: int) -> Decoder | None:
    from grading.examination import tables

    return tables.DECODERS.get(code)


def _encode_int(codec: Codec, value: int) -> tuple[int, bytes]:
    return _BIG_INT, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def _encode_datetime(codec: Codec, value: datetime.datetime) -> tuple[int, bytes]:
    return _DATETIME, _clock(codec, value)


def _encode_time(codec: Codec, value: datetime.time) -> tuple[int, bytes]:
    return _TIME, _clock(codec, value)


def _clock(codec: Codec, value: datetime.datetime | datetime.time) -> bytes:
    """What the clock shows as ISO 8601 has it, and beside it what that loses: the fold, fractions of the offset."""
    if type(value.tzinfo) not in (type(None), datetime.timezone):
        raise WireError(f"a {type(value).__name__} in a time zone other than a fixed offset is not plain data")
    return codec.pack([value.replace(tzinfo=None).isoformat(), value.fold, value.utcoffset()])


def _decode_datetime(codec: Codec, data: bytes) -> datetime.datetime:
    text, fold, offset = codec.parts(data, str, int, (datetime.timedelta, type(None)))
    return datetime.datetime.fromisoformat(text).replace(fold=fold, tzinfo=_timezone(offset))


def _decode_time(codec: Codec, data: bytes) -> datetime.time:
    text, fold, offset = codec.parts(data, str, int, (datetime.timedelta, type(None)))
    return datetime.time.fromisoformat(text).replace(fold=fold, tzinfo=_timezone(offset))


def _timezone(offset: datetime.timedelta | None) -> datetime.timezone | None:
    return None if offset is None else datetime.timezone(offset)


def _encode_timedelta(codec: Codec, value: datetime.timedelta) -> tuple[int, bytes]:
    return _TIMEDELTA, struct.pack("<qqq", value.days, value.seconds, value.microseconds)


_ENCODERS: dict[type, Encoder] = {
    int: _encode_int,  # those beyond 64 bits; msgpack takes the others
    complex: lambda codec, value: (_COMPLEX, struct.pack("<dd", value.real, value.imag)),
    tuple: lambda codec, value: (_TUPLE, codec.pack(list(value))),
    set: lambda codec, value: (_SET, codec.pack(list(value))),
    frozenset: lambda codec, value: (_FROZENSET, codec.pack(list(value))),
    type(...): lambda codec, value: (_ELLIPSIS, b""),
    slice: lambda codec, value: (_SLICE, codec.pack([value.start, value.stop, value.step])),
    datetime.datetime: _encode_datetime,
    datetime.date: lambda codec, value: (_DATE, value.isoformat().encode()),
    datetime.time: _encode_time,
    datetime.timedelta: _encode_timedelta,
}

_DECODERS: dict[int, Decoder] = {
    _BIG_INT: lambda codec, data: int.from_bytes(data, "big", signed=True),
    _COMPLEX: lambda codec, data: complex(*struct.unpack("<dd", data)),
    _TUPLE: lambda codec, data: tuple(codec.items(data)),
    _SET: lambda codec, data: set(codec.items(data)),
    _FROZENSET: lambda codec, data: frozenset(codec.items(data)),
    _ELLIPSIS: lambda codec, data: ...,
    _SLICE: lambda codec, data: slice(*codec.parts(data, object, object, object)),
    _DATETIME: _decode_datetime,
    _DATE: lambda codec, data: datetime.date.fromisoformat(data.decode()),
    _TIME: _decode_time,
    _TIMEDELTA: lambda codec, data: datetime.timedelta(*struct.unpack("<qqq", data)),
}
