"""Python's own types on the wire: msgpack's extension types for those that msgpack lacks."""

from __future__ import annotations

import datetime
import decimal
import re
import struct
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol

from nbproctor.examination.wire.wire_bounds import (
    MAX_DECIMAL_EXPONENT,
    MAX_DECIMAL_LENGTH,
    MAX_FRACTION_BYTES,
    MAX_INT_BYTES,
    MAX_RANGE,
    WireError,
)

# Extension codes. They never leave a run, so they may change between versions.
BIG_INT, COMPLEX, TUPLE, SET, FROZENSET, ELLIPSIS, SLICE, BYTEARRAY, RANGE, DECIMAL = range(10)
DATETIME, DATE, TIME, TIMEDELTA, FRACTION, COUNTER, ORDERED, DEFAULT, DEQUE = range(10, 19)
TABLES = range(20, 40)  # numpy and pandas, in `arrays_and_tables`
DESCRIBED, DERIVED = 40, 41  # what is no plain data, as it is described; the same with what its base type holds


class Packing(Protocol):
    """What encoders and decoders ask of the codec."""

    def pack(self, value: object) -> bytes:
        """The bytes of a value inside another."""

    def unpack(self, data: bytes) -> Any:
        """The value of these bytes."""

    def charge(self, objects: int) -> None:
        """Count so many more objects, before they are made."""

    def distinct(self, keys: list[Any]) -> set[Any]:
        """The set of some keys, unless they were made to collide."""

    def parts(self, data: bytes, *types: type | tuple[type, ...]) -> list[Any]:
        """The parts of a value, if they are of these types."""

    def items(self, data: bytes) -> list[Any]:
        """The items of a collection."""


# None for a value that is no plain data after all.
Encoder = Callable[[Packing, Any], tuple[int, bytes] | None]
Decoder = Callable[[Packing, bytes], Any]


def _encode_int(codec: Packing, value: int) -> tuple[int, bytes]:
    size = value.bit_length() // 8 + 1
    if size > MAX_INT_BYTES:
        raise WireError(f"an int of {size:,} bytes is too large to be sent; {MAX_INT_BYTES:,} are allowed")
    return BIG_INT, value.to_bytes(size, "big", signed=True)


def _decode_int(codec: Packing, data: bytes) -> int:
    if len(data) > MAX_INT_BYTES:
        raise WireError(f"an int of {len(data):,} bytes is too large; {MAX_INT_BYTES:,} are allowed")
    return int.from_bytes(data, "big", signed=True)


def _encode_decimal(codec: Packing, value: decimal.Decimal) -> tuple[int, bytes]:
    _require_moderate(value)
    text = str(value)
    if len(text) > MAX_DECIMAL_LENGTH:
        raise WireError(f"a Decimal of {len(text):,} characters is too large to be sent")
    return DECIMAL, text.encode()


def _decode_decimal(codec: Packing, data: bytes) -> decimal.Decimal:
    if len(data) > MAX_DECIMAL_LENGTH:
        raise WireError(f"a Decimal of {len(data):,} characters is too large")
    value = decimal.Decimal(data.decode("ascii"))
    _require_moderate(value)
    return value


def _require_moderate(value: decimal.Decimal) -> None:
    # In a few bytes a Decimal may have an exponent that would make it an int of a billion digits.
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) > MAX_DECIMAL_EXPONENT:
        raise WireError(f"a Decimal with the exponent {exponent:,} cannot be sent")


def _encode_fraction(codec: Packing, value: Fraction) -> tuple[int, bytes]:
    _require_short(value.numerator, value.denominator)
    return FRACTION, codec.pack([value.numerator, value.denominator])


def _decode_fraction(codec: Packing, data: bytes) -> Fraction:
    numerator, denominator = codec.parts(data, int, int)
    _require_short(numerator, denominator)
    return Fraction(numerator, denominator)


def _require_short(*numbers: int) -> None:
    # To reduce a fraction takes time that grows with the square of its length.
    if max(number.bit_length() for number in numbers) > 8 * MAX_FRACTION_BYTES:
        raise WireError(f"a Fraction of numbers of more than {MAX_FRACTION_BYTES:,} bytes is too large to be sent")


def _encode_range(codec: Packing, value: range) -> tuple[int, bytes] | None:
    if not _is_listable(value):
        return None
    return RANGE, codec.pack([value.start, value.stop, value.step])


def _decode_range(codec: Packing, data: bytes) -> range:
    numbers = range(*codec.parts(data, int, int, int))
    if not _is_listable(numbers):
        raise WireError(f"a range of more than {MAX_RANGE:,} numbers is too large")
    return numbers


def _is_listable(numbers: range) -> bool:
    return not numbers or (numbers[-1] - numbers[0]) // numbers.step < MAX_RANGE  # `len` has limits of its own


_FACTORIES: dict[str, Any] = {
    "": None,
    **{kind.__name__: kind for kind in (int, float, str, list, dict, set, tuple, bool)},
}


def _in_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, in an order by which equal sets of texts or of numbers become the same bytes."""
    items = list(items)
    if len(kinds := set(map(type, items))) < 2 and kinds <= _ORDERED_KINDS:
        items.sort()
    return items


_ORDERED_KINDS = frozenset({str, int, bytes})


def _encode_default(codec: Packing, value: defaultdict[Any, Any]) -> tuple[int, bytes] | None:
    name = next((name for name, factory in _FACTORIES.items() if factory is value.default_factory), None)
    return None if name is None else (DEFAULT, codec.pack([name, dict(value)]))  # one of the student's own has none


def _decode_default(codec: Packing, data: bytes) -> defaultdict[Any, Any]:
    name, items = codec.parts(data, str, dict)
    return defaultdict(_FACTORIES[name], items)


def _decode_mapping(codec: Packing, data: bytes) -> dict[Any, Any]:
    items = codec.unpack(data)
    if type(items) is not dict:
        raise WireError("a mapping does not hold a dict")
    return items


def _decode_deque(codec: Packing, data: bytes) -> deque[Any]:
    items, max_length = codec.parts(data, list, (int, type(None)))
    restored = deque(items, max_length)
    if len(restored) != len(items):
        raise WireError("a deque is longer than it may be")
    return restored


def _clock(codec: Packing, value: datetime.datetime | datetime.time) -> bytes:
    """The time in ISO 8601, and what that notation leaves out: the fold and the zone."""
    return codec.pack([value.replace(tzinfo=None).isoformat(), value.fold, zone_name(value.tzinfo)])


def _decode_datetime(codec: Packing, data: bytes) -> datetime.datetime:
    text, fold, name = codec.parts(data, str, int, (datetime.timedelta, str, type(None)))
    return datetime.datetime.fromisoformat(text).replace(fold=fold, tzinfo=zone(name))


def _decode_time(codec: Packing, data: bytes) -> datetime.time:
    text, fold, name = codec.parts(data, str, int, (datetime.timedelta, str, type(None)))
    return datetime.time.fromisoformat(text).replace(fold=fold, tzinfo=zone(name))


def zone_name(tzinfo: datetime.tzinfo | None) -> datetime.timedelta | str | None:
    """What identifies a time zone: its offset, if that is fixed, or its name.

    Raises:
        WireError: the zone is an object of another library, or of the student's.
    """
    if type(tzinfo) is datetime.timezone:
        return tzinfo.utcoffset(None)
    if type(tzinfo) is zoneinfo.ZoneInfo and tzinfo.key and _ZONE.fullmatch(tzinfo.key):
        return tzinfo.key
    if tzinfo is None:
        return None
    raise WireError(f"a time zone that is a {type(tzinfo).__name__} is not plain data")


def zone(name: datetime.timedelta | str | None) -> datetime.tzinfo | None:
    """The time zone that an offset or a name identifies; None for None."""
    if not isinstance(name, str):
        return None if name is None else datetime.timezone(name)
    if not _ZONE.fullmatch(name):
        raise WireError("there is no time zone with this name")
    return zoneinfo.ZoneInfo(name)


# A name leads to a file, so it has no dots.
_ZONE = re.compile(r"(?=.{1,64}\Z)[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}")


ENCODERS: dict[type, Encoder] = {
    int: _encode_int,  # those beyond 64 bits; msgpack takes the others
    complex: lambda codec, value: (COMPLEX, struct.pack("<dd", value.real, value.imag)),
    tuple: lambda codec, value: (TUPLE, codec.pack(list(value))),
    set: lambda codec, value: (SET, codec.pack(_in_order(value))),
    frozenset: lambda codec, value: (FROZENSET, codec.pack(_in_order(value))),
    type(...): lambda codec, value: (ELLIPSIS, b""),
    slice: lambda codec, value: (SLICE, codec.pack([value.start, value.stop, value.step])),
    bytearray: lambda codec, value: (BYTEARRAY, bytes(value)),
    range: _encode_range,
    decimal.Decimal: _encode_decimal,
    Fraction: _encode_fraction,
    Counter: lambda codec, value: (COUNTER, codec.pack(dict(value))),
    OrderedDict: lambda codec, value: (ORDERED, codec.pack(dict(value))),
    defaultdict: _encode_default,
    deque: lambda codec, value: (DEQUE, codec.pack([list(value), value.maxlen])),
    datetime.datetime: lambda codec, value: (DATETIME, _clock(codec, value)),
    datetime.date: lambda codec, value: (DATE, value.isoformat().encode()),
    datetime.time: lambda codec, value: (TIME, _clock(codec, value)),
    datetime.timedelta: lambda codec, value: (
        TIMEDELTA,
        struct.pack("<qqq", value.days, value.seconds, value.microseconds),
    ),
}

DECODERS: dict[int, Decoder] = {
    BIG_INT: _decode_int,
    COMPLEX: lambda codec, data: complex(*struct.unpack("<dd", data)),
    TUPLE: lambda codec, data: tuple(codec.items(data)),
    SET: lambda codec, data: codec.distinct(codec.items(data)),
    FROZENSET: lambda codec, data: frozenset(codec.distinct(codec.items(data))),
    ELLIPSIS: lambda codec, data: ...,
    SLICE: lambda codec, data: slice(*codec.parts(data, object, object, object)),
    BYTEARRAY: lambda codec, data: bytearray(data),
    RANGE: _decode_range,
    DECIMAL: _decode_decimal,
    FRACTION: _decode_fraction,
    COUNTER: lambda codec, data: Counter(_decode_mapping(codec, data)),
    ORDERED: lambda codec, data: OrderedDict(_decode_mapping(codec, data)),
    DEFAULT: _decode_default,
    DEQUE: _decode_deque,
    DATETIME: _decode_datetime,
    DATE: lambda codec, data: datetime.date.fromisoformat(data.decode()),
    TIME: _decode_time,
    TIMEDELTA: lambda codec, data: datetime.timedelta(*struct.unpack("<qqq", data)),
}
