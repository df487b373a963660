"""Plain data as bytes: what may pass between the candidate and the examiner.

msgpack with one extension type for each Python type that it lacks. Exactly these types go in and come
out, never subclasses; nothing is ever unpickled or evaluated. What is not plain data passes as a
reference, if the two ends were told how (`Codec`), and is an error otherwise.

The bytes may come from a hostile sender, so a message is bounded in all that it could cost: bytes,
objects, depth, and the time that its keys take. A sender refuses what the receiver would.
"""

from __future__ import annotations

import datetime
import decimal
import functools
import itertools
import re
import struct
import sys
import time
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Container, Iterable
from fractions import Fraction
from typing import Any

import msgpack

from nbproctor.examination.wire.wire_error import WireError

MAX_BYTES = 32 << 20
# Lists, dicts and values of extension types; a tuple is one and holds one, what costs more counts as several.
MAX_OBJECTS = 1 << 20
# Of extension types within each other. Lists and dicts between them may be as deep as msgpack has it.
MAX_DEPTH = 64
# What is nested is copied at each level: so large may a part of a message be, times its depth.
_MAX_COPIES = 4 * MAX_BYTES
# A message of fewer bytes cannot cost much, whatever it holds.
_SMALL = 4096
# The processor time that the keys of a message's dicts and sets may take. Millions of honest ones take
# one second, keys that were made to collide take hours.
MAX_KEY_SECONDS = 2.0
MAX_INT_BYTES = 1 << 16
_MAX_FRACTION_BYTES = 1 << 11
_MAX_DECIMAL_LENGTH, _MAX_DECIMAL_EXPONENT = 10_000, 1_000_000
# Whoever looks at the numbers of a range makes a list of them.
MAX_RANGE = MAX_BYTES // 8

# Extension codes. They never leave a run, so they may change between versions.
_BIG_INT, _COMPLEX, _TUPLE, _SET, _FROZENSET, _ELLIPSIS, _SLICE, _BYTEARRAY, _RANGE, _DECIMAL = range(10)
_DATETIME, _DATE, _TIME, _TIMEDELTA, _FRACTION, _COUNTER, _ORDERED, _DEFAULT, _DEQUE = range(10, 19)
_TABLES = range(20, 40)  # numpy and pandas, in the module `tables`
_REFERENCE = 40

Refer = Callable[[object], bytes]
Resolve = Callable[[bytes], object]
# None for a value that has to pass as a reference after all.
Encoder = Callable[["Codec", Any], tuple[int, bytes] | None]
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


MAPPINGS = frozenset({dict, Counter, OrderedDict, defaultdict})
SEQUENCES = frozenset({list, tuple, deque})
_CONTAINERS = MAPPINGS | SEQUENCES | {set, bytearray}


def _is_container(kind: type) -> bool:
    return kind in _CONTAINERS or (
        kind.__name__ in ("ndarray", "Series", "DataFrame") and kind.__module__.partition(".")[0] in ("numpy", "pandas")
    )


def _items(value: Any) -> Iterable[Any]:
    if type(value) in MAPPINGS:
        return value.values()  # type: ignore[no-any-return]
    return value if type(value) in SEQUENCES else ()


class Codec:
    """Turns values into bytes and back.

    Args:
        refer: turns an object that is not plain data into the bytes of a reference; without it such an
            object is an error.
        resolve: turns the bytes of a reference into what stands for it here.
    """

    max_bytes = MAX_BYTES

    def __init__(self, refer: Refer | None = None, resolve: Resolve | None = None) -> None:
        self._refer = refer
        self._resolve = resolve
        self._depth = 0
        self._left = 0
        self._key_seconds = 0.0
        self._unpackb = self._quickly = self._unpacking()
        self._packers: list[msgpack.Packer] = []

    def encode(self, value: object) -> bytes:
        """The bytes of a value.

        Raises:
            WireError: it is too deep, too large or of a type that cannot travel.
        """
        self._begin()
        data = self.pack(value)
        if len(data) <= _SMALL:
            return data
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large to be sent; {MAX_BYTES:,} are allowed")
        if _may_hold_too_many(data):
            Codec(resolve=lambda reference: None).decode(data)
        return data

    def decode(self, data: bytes) -> Any:
        """The value of bytes that `encode` made, or an error for any others.

        Raises:
            WireError: they are no value, or a value beyond the limits.
        """
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large; {MAX_BYTES:,} are allowed")
        self._begin()
        try:
            if _may_hold_too_many(data):
                self._unpackb = self._unpacking(object_pairs_hook=self._counted_mapping, list_hook=self._counted_list)
            elif len(data) > _SMALL:
                self._unpackb = self._unpacking(object_pairs_hook=self._mapping)
        except MemoryError:
            raise WireError("there is no memory for a value") from None
        return self.unpack(data)

    def _begin(self) -> None:
        if self._depth:  # the hash or the comparison of a key asked for it
            raise WireError("a value cannot be sent or received in the middle of another")
        self._left = MAX_OBJECTS
        self._key_seconds = MAX_KEY_SECONDS
        self._unpackb = self._quickly

    def _unpacking(self, **hooks: Callable[[Any], Any]) -> Callable[[bytes], Any]:
        return functools.partial(
            msgpack.unpackb,
            ext_hook=self._restore,
            timestamp=1,  # msgpack's own extension type, which nobody sends: as a float, not an object
            strict_map_key=False,
            unicode_errors="surrogatepass",
            **hooks,
        )

    def pack(self, value: object) -> bytes:
        """The bytes of a value inside another; for the encoders."""
        packer = self._packer()
        self._depth += 1
        try:
            # A tuple, as many functions return, without the way through an encoder.
            packed: bytes = (
                packer.pack_ext_type(_TUPLE, self.pack(list(value))) if type(value) is tuple else packer.pack(value)
            )
            if len(packed) > _SMALL:
                self._require_room(packed)
            if _may_hold_buffer(packed) and _holds_buffer(value):
                packed = packer.pack(_marked(value))
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
            if len(data) > _SMALL:
                self._require_sound(data)
            return self._unpackb(data)
        except (WireError, NameError):  # a NameError is the answer to a reference by name
            raise
        except Exception as error:
            raise WireError(f"not a value: {type(error).__name__}: {error}") from None
        finally:
            self._depth -= 1

    def charge(self, objects: int) -> None:
        """Count so many objects more, before they are made; for the decoders."""
        self._left -= objects
        if self._left < 0:
            raise WireError(f"a value holds more than {MAX_OBJECTS:,} objects")

    def distinct(self, keys: list[Any]) -> set[Any]:
        """The set of some keys, unless they were made to collide; for the decoders."""
        if len(keys) <= _FEW_KEYS:
            return set(keys)
        found: set[Any] = set()
        self._add(keys, found.update)
        return found

    def _mapping(self, pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        if len(pairs) <= _FEW_KEYS:
            return dict(pairs)
        found: dict[Any, Any] = {}
        self._add(pairs, found.update)
        return found

    def _add(self, items: list[Any], add: Callable[[Any], None]) -> None:
        """Add items to a dict or set, a few at a time: by their hashes alone nobody can tell how long it takes."""
        ends = time.thread_time() + self._key_seconds
        for position in range(0, len(items), _FEW_KEYS):
            add(items[position : position + _FEW_KEYS])
            if time.thread_time() > ends:
                raise WireError("the keys of a dict or set collide")
        self._key_seconds = ends - time.thread_time()

    def _counted_mapping(self, pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        self.charge(1)
        return self._mapping(pairs)

    def _counted_list(self, items: list[Any]) -> list[Any]:
        self.charge(1)
        return items

    def _require_sound(self, data: bytes) -> None:
        """Look once through many bytes, without making a value of them, before msgpack makes one.

        It makes room for as many items as a header announces before it looks whether they are there.
        """
        self._require_room(data)
        unpacker = msgpack.Unpacker(max_buffer_size=len(data))
        unpacker.feed(data)
        unpacker.skip()

    def _require_room(self, data: bytes) -> None:
        if len(data) * self._depth > _MAX_COPIES:
            raise WireError("a value is too large for how deep it is")

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
        if type(value) is _Marked:
            value = value.value
        encoder = _ENCODERS.get(type(value)) or _table_encoder(value)
        encoded = encoder(self, value) if encoder is not None else None
        if encoded is not None:
            return msgpack.ExtType(*encoded)
        if self._refer is None:
            raise WireError(f"a {type(value).__name__} is not plain data")
        return msgpack.ExtType(_REFERENCE, self._refer(value))

    def _restore(self, code: int, data: bytes) -> Any:
        self.charge(1)
        if code == _REFERENCE and self._resolve is not None:
            return self._resolve(data)
        decoder = _table_decoder(code) if code in _TABLES else _DECODERS.get(code)
        if decoder is None:
            raise WireError(f"extension type {code} is not known")
        return decoder(self, data)


_FEW_KEYS = 64
# The headers of lists, dicts and extension types. The bytes of numbers and texts may look the same.
_HEADERS = bytes([*range(0x80, 0xA0), *range(0xC7, 0xCA), *range(0xD4, 0xD9), *range(0xDC, 0xE0)])


def _may_hold_too_many(data: bytes) -> bool:
    return len(data) > MAX_OBJECTS and len(data) - len(data.translate(None, _HEADERS)) > MAX_OBJECTS


def _may_hold_buffer(data: bytes) -> bool:
    return 0xC4 in data or 0xC5 in data or 0xC6 in data  # what heads bytes, and bytearrays with them


class _Marked:
    """A bytearray or memoryview: msgpack by itself takes either for bytes."""

    def __init__(self, value: object) -> None:
        self.value = value


def _holds_buffer(value: object) -> bool:
    """Whether there is a bytearray or memoryview anywhere in the lists and dicts of a value."""
    items = value if type(value) is list else [value]
    while items:
        kinds = set(map(type, items))
        if bytearray in kinds or memoryview in kinds:
            return True
        inner: list[Iterable[Any]] = [item for item in items if type(item) is list] if list in kinds else []
        if dict in kinds:
            inner += [part for item in items if type(item) is dict for part in (item.keys(), item.values())]
        items = list(itertools.chain.from_iterable(inner))
    return False


def _marked(value: Any) -> Any:
    """A copy of a value with its bytearrays and memoryviews marked."""
    if type(value) is dict:
        return {_marked(key): _marked(item) for key, item in value.items()}
    if type(value) is list:
        return list(map(_marked, value))
    return _Marked(value) if type(value) in (bytearray, memoryview) else value


def _table_encoder(value: object) -> Encoder | None:
    # An array exists only where numpy was imported; where it was not, the import is never paid.
    if "numpy" not in sys.modules:
        return None
    from nbproctor.examination.wire import tables

    return tables.encoder(value)


def _table_decoder(code: int) -> Decoder | None:
    from nbproctor.examination.wire import tables

    return tables.DECODERS.get(code)


def _encode_int(codec: Codec, value: int) -> tuple[int, bytes]:
    size = value.bit_length() // 8 + 1
    if size > MAX_INT_BYTES:
        raise WireError(f"an int of {size:,} bytes is too large to be sent; {MAX_INT_BYTES:,} are allowed")
    return _BIG_INT, value.to_bytes(size, "big", signed=True)


def _decode_int(codec: Codec, data: bytes) -> int:
    if len(data) > MAX_INT_BYTES:
        raise WireError(f"an int of {len(data):,} bytes is too large; {MAX_INT_BYTES:,} are allowed")
    return int.from_bytes(data, "big", signed=True)


def _encode_decimal(codec: Codec, value: decimal.Decimal) -> tuple[int, bytes]:
    _require_moderate(value)
    text = str(value)
    if len(text) > _MAX_DECIMAL_LENGTH:
        raise WireError(f"a Decimal of {len(text):,} characters is too large to be sent")
    return _DECIMAL, text.encode()


def _decode_decimal(codec: Codec, data: bytes) -> decimal.Decimal:
    if len(data) > _MAX_DECIMAL_LENGTH:
        raise WireError(f"a Decimal of {len(data):,} characters is too large")
    value = decimal.Decimal(data.decode("ascii"))
    _require_moderate(value)
    return value


def _require_moderate(value: decimal.Decimal) -> None:
    # A few bytes could say a number of a billion digits to whoever makes an int of it.
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) > _MAX_DECIMAL_EXPONENT:
        raise WireError(f"a Decimal with the exponent {exponent:,} cannot be sent")


def _encode_fraction(codec: Codec, value: Fraction) -> tuple[int, bytes]:
    _require_short(value.numerator, value.denominator)
    return _FRACTION, codec.pack([value.numerator, value.denominator])


def _decode_fraction(codec: Codec, data: bytes) -> Fraction:
    numerator, denominator = codec.parts(data, int, int)
    _require_short(numerator, denominator)
    return Fraction(numerator, denominator)


def _require_short(*numbers: int) -> None:
    # Whoever reduces a fraction takes time with the square of its length.
    if max(number.bit_length() for number in numbers) > 8 * _MAX_FRACTION_BYTES:
        raise WireError(f"a Fraction of numbers of more than {_MAX_FRACTION_BYTES:,} bytes is too large to be sent")


def _encode_range(codec: Codec, value: range) -> tuple[int, bytes] | None:
    if not _is_listable(value):
        return None
    return _RANGE, codec.pack([value.start, value.stop, value.step])


def _decode_range(codec: Codec, data: bytes) -> range:
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
    if len(kinds := set(map(type, items))) == 1 and kinds <= _ORDERED_KINDS:
        items.sort()
    return items


_ORDERED_KINDS = frozenset({str, int, bytes})


def _encode_default(codec: Codec, value: defaultdict[Any, Any]) -> tuple[int, bytes] | None:
    for name, factory in _FACTORIES.items():
        if factory is value.default_factory:
            return _DEFAULT, codec.pack([name, dict(value)])
    return None


def _decode_default(codec: Codec, data: bytes) -> defaultdict[Any, Any]:
    name, items = codec.parts(data, str, dict)
    return defaultdict(_FACTORIES[name], items)


def _decode_mapping(codec: Codec, data: bytes) -> dict[Any, Any]:
    items = codec.unpack(data)
    if type(items) is not dict:
        raise WireError("a mapping does not hold a dict")
    return items


def _decode_deque(codec: Codec, data: bytes) -> deque[Any]:
    items, longest = codec.parts(data, list, (int, type(None)))
    found = deque(items, longest)
    if len(found) != len(items):
        raise WireError("a deque is longer than it may be")
    return found


def _encode_datetime(codec: Codec, value: datetime.datetime) -> tuple[int, bytes]:
    return _DATETIME, _clock(codec, value)


def _encode_time(codec: Codec, value: datetime.time) -> tuple[int, bytes]:
    return _TIME, _clock(codec, value)


def _clock(codec: Codec, value: datetime.datetime | datetime.time) -> bytes:
    """What the clock shows as ISO 8601 has it, and beside it what that loses: the fold, the zone."""
    return codec.pack([value.replace(tzinfo=None).isoformat(), value.fold, zone_name(value.tzinfo)])


def _decode_datetime(codec: Codec, data: bytes) -> datetime.datetime:
    text, fold, name = codec.parts(data, str, int, (datetime.timedelta, str, type(None)))
    return datetime.datetime.fromisoformat(text).replace(fold=fold, tzinfo=zone(name))


def _decode_time(codec: Codec, data: bytes) -> datetime.time:
    text, fold, name = codec.parts(data, str, int, (datetime.timedelta, str, type(None)))
    return datetime.time.fromisoformat(text).replace(fold=fold, tzinfo=zone(name))


def zone_name(tzinfo: datetime.tzinfo | None) -> datetime.timedelta | str | None:
    """What a time zone is known by: its offset, if that is fixed, or its name.

    Raises:
        WireError: it is of another library, or a student's.
    """
    if type(tzinfo) is datetime.timezone:
        return tzinfo.utcoffset(None)
    if type(tzinfo) is zoneinfo.ZoneInfo and tzinfo.key and _ZONE.fullmatch(tzinfo.key):
        return tzinfo.key
    if tzinfo is None:
        return None
    raise WireError(f"a time zone that is a {type(tzinfo).__name__} is not plain data")


def zone(name: datetime.timedelta | str | None) -> datetime.tzinfo | None:
    """The time zone that is known by an offset or a name."""
    if not isinstance(name, str):
        return None if name is None else datetime.timezone(name)
    if not _ZONE.fullmatch(name):
        raise WireError("a time zone has no such name")
    return zoneinfo.ZoneInfo(name)


# A name leads to a file, so it has no dots.
_ZONE = re.compile(r"(?=.{1,64}\Z)[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}")


def _encode_timedelta(codec: Codec, value: datetime.timedelta) -> tuple[int, bytes]:
    return _TIMEDELTA, struct.pack("<qqq", value.days, value.seconds, value.microseconds)


_ENCODERS: dict[type, Encoder] = {
    int: _encode_int,  # those beyond 64 bits; msgpack takes the others
    complex: lambda codec, value: (_COMPLEX, struct.pack("<dd", value.real, value.imag)),
    tuple: lambda codec, value: (_TUPLE, codec.pack(list(value))),
    set: lambda codec, value: (_SET, codec.pack(_in_order(value))),
    frozenset: lambda codec, value: (_FROZENSET, codec.pack(_in_order(value))),
    type(...): lambda codec, value: (_ELLIPSIS, b""),
    slice: lambda codec, value: (_SLICE, codec.pack([value.start, value.stop, value.step])),
    bytearray: lambda codec, value: (_BYTEARRAY, bytes(value)),
    range: _encode_range,
    decimal.Decimal: _encode_decimal,
    Fraction: _encode_fraction,
    Counter: lambda codec, value: (_COUNTER, codec.pack(dict(value))),
    OrderedDict: lambda codec, value: (_ORDERED, codec.pack(dict(value))),
    defaultdict: _encode_default,
    deque: lambda codec, value: (_DEQUE, codec.pack([list(value), value.maxlen])),
    datetime.datetime: _encode_datetime,
    datetime.date: lambda codec, value: (_DATE, value.isoformat().encode()),
    datetime.time: _encode_time,
    datetime.timedelta: _encode_timedelta,
}

_DECODERS: dict[int, Decoder] = {
    _BIG_INT: _decode_int,
    _COMPLEX: lambda codec, data: complex(*struct.unpack("<dd", data)),
    _TUPLE: lambda codec, data: tuple(codec.items(data)),
    _SET: lambda codec, data: codec.distinct(codec.items(data)),
    _FROZENSET: lambda codec, data: frozenset(codec.distinct(codec.items(data))),
    _ELLIPSIS: lambda codec, data: ...,
    _SLICE: lambda codec, data: slice(*codec.parts(data, object, object, object)),
    _BYTEARRAY: lambda codec, data: bytearray(data),
    _RANGE: _decode_range,
    _DECIMAL: _decode_decimal,
    _FRACTION: _decode_fraction,
    _COUNTER: lambda codec, data: Counter(_decode_mapping(codec, data)),
    _ORDERED: lambda codec, data: OrderedDict(_decode_mapping(codec, data)),
    _DEFAULT: _decode_default,
    _DEQUE: _decode_deque,
    _DATETIME: _decode_datetime,
    _DATE: lambda codec, data: datetime.date.fromisoformat(data.decode()),
    _TIME: _decode_time,
    _TIMEDELTA: lambda codec, data: datetime.timedelta(*struct.unpack("<qqq", data)),
}
