"""Plain data as bytes: what a runner writes down, and what it and a judge say to each other.

msgpack with one extension type for each Python type that it lacks: exactly these types, never subclasses, and nothing
is ever unpickled or evaluated. The bytes may come from a hostile sender, so a message is bounded in all that it could
cost: bytes, objects, depth, and the time that its keys take. A sender refuses what the receiver would.
"""

from __future__ import annotations

import functools
import itertools
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgpack

from nbproctor.examination.wire.standard_types import (
    DECODERS,
    DERIVED,
    DESCRIBED,
    ENCODERS,
    TABLES,
    TUPLE,
    Decoder,
    Encoder,
)
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, MAX_DEPTH, MAX_KEY_SECONDS, MAX_OBJECTS, WireError

# A nested part of a message is copied at each level, so its bytes times its depth are bounded.
_MAX_COPIED_BYTES = 4 * MAX_BYTES
# A message of fewer bytes cannot cost much, whatever it holds.
_SMALL_BYTES = 4096
# An object that is described counts as this many, because of the time that it takes.
_COST_OF_OBJECT = 8

Describe = Callable[[object], bytes | tuple[bytes, object]]
StandIn = Callable[..., object]


class Codec:
    """Turns values into bytes and back.

    Args:
        describe: turns an object that is not plain data into bytes that describe it, or into these and the plain data
            that its base type holds; without it such an object is an error.
        stand_in: turns such a description, and that content if there is any, into a substitute for the object.
    """

    max_bytes = MAX_BYTES

    def __init__(self, describe: Describe | None = None, stand_in: StandIn | None = None) -> None:
        self._describe = describe
        self._stand_in = stand_in
        self._depth = 0
        self._remaining_objects = 0
        self._key_seconds = 0.0
        self._unpackb = self._plain_unpackb = self._unpacking()
        self._packers: list[msgpack.Packer] = []
        self._simple = self._new_packer()

    def encode(self, value: object) -> bytes:
        """The bytes of a value.

        Raises:
            WireError: the value is too deep, too large or of a type that cannot travel.
        """
        self._begin()
        data = self._simply_packed(value) or self.pack(value)
        if len(data) <= _SMALL_BYTES:
            return data
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large to be sent; {MAX_BYTES:,} are allowed")
        if _may_hold_too_many(data):
            Codec(stand_in=lambda description, content=None: None).decode(data)
        return data

    def decode(self, data: bytes) -> Any:
        """The value of bytes that `encode` returned.

        Raises:
            WireError: the bytes are no value, or one beyond the limits.
        """
        if len(data) > MAX_BYTES:
            raise WireError(f"a value of {len(data):,} bytes is too large; {MAX_BYTES:,} are allowed")
        if len(data) <= _SMALL_BYTES:
            return self._decoded(data)
        self._begin()
        try:
            if _may_hold_too_many(data):
                self._unpackb = self._unpacking(object_pairs_hook=self._counted_mapping, list_hook=self._counted_list)
            else:
                self._unpackb = self._unpacking(object_pairs_hook=self._mapping)
        except MemoryError:
            raise WireError("there is no memory for a value") from None
        return self.unpack(data)

    def _decoded(self, data: bytes) -> Any:
        """As `_begin` and `unpack`, for few bytes."""
        self._depth, self._remaining_objects, self._key_seconds = 1, MAX_OBJECTS, MAX_KEY_SECONDS
        self._unpackb = unpackb = self._plain_unpackb
        try:
            return unpackb(data)
        except WireError:
            raise
        except Exception as error:  # msgpack has no base of its errors
            raise _no_value(error) from None
        finally:
            self._depth = 0

    def _begin(self) -> None:
        self._remaining_objects = MAX_OBJECTS
        self._key_seconds = MAX_KEY_SECONDS
        self._unpackb = self._plain_unpackb

    def _unpacking(self, **hooks: Callable[[Any], Any]) -> Callable[[bytes], Any]:
        return functools.partial(
            msgpack.unpackb,
            ext_hook=self._restore,
            timestamp=1,  # msgpack's own extension type, which is never sent: as a float, not an object
            strict_map_key=False,
            unicode_errors="surrogatepass",
            **hooks,
        )

    def _simply_packed(self, value: object) -> bytes:
        """As `pack`, for a number, a text or a tuple of such; empty for anything else, or what is large."""
        packer = self._simple
        try:
            if type(value) in _SIMPLE:
                packed: bytes = packer.pack(value)
            elif type(value) is tuple and _SIMPLE.issuperset(map(type, value)):
                packed = packer.pack_ext_type(TUPLE, packer.pack(list(value)))
            else:
                return b""
        except Exception:  # `pack` says what is wrong with it
            packer.reset()
            return b""
        return packed if len(packed) <= _SMALL_BYTES else b""

    def pack(self, value: object) -> bytes:
        """The bytes of a value inside another; for the encoders."""
        packer = self._packer()
        self._depth += 1
        try:
            # Many functions return a tuple: without an encoder.
            packed: bytes = (
                packer.pack_ext_type(TUPLE, self.pack(list(value))) if type(value) is tuple else packer.pack(value)
            )
            if len(packed) > _SMALL_BYTES:
                self._require_room(packed)
            if _may_hold_buffer(packed) and _holds_buffer(value):
                packed = packer.pack(_marked(value))
            return packed
        except WireError:
            packer.reset()
            raise
        except Exception as error:  # whatever packing a value raises
            packer.reset()
            raise WireError(f"a value could not be sent: {error}") from None
        finally:
            self._depth -= 1

    def unpack(self, data: bytes) -> Any:
        """The value inside another; for the decoders."""
        self._require_depth()
        self._depth += 1
        try:
            if len(data) > _SMALL_BYTES:
                self._require_sound(data)
            return self._unpackb(data)
        except WireError:
            raise
        except Exception as error:  # msgpack has no base of its errors
            raise _no_value(error) from None
        finally:
            self._depth -= 1

    def charge(self, objects: int) -> None:
        """Count so many more objects, before they are made; for the decoders."""
        self._remaining_objects -= objects
        if self._remaining_objects < 0:
            raise WireError(f"a value holds more than {MAX_OBJECTS:,} objects")

    def distinct(self, keys: list[Any]) -> set[Any]:
        """The set of some keys, unless they were made to collide; for the decoders."""
        if len(keys) <= _FEW_KEYS:
            return set(keys)
        distinct: set[Any] = set()
        self._add(keys, distinct.update)
        return distinct

    def _mapping(self, pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        if len(pairs) <= _FEW_KEYS:
            return dict(pairs)
        mapping: dict[Any, Any] = {}
        self._add(pairs, mapping.update)
        return mapping

    def _add(self, items: list[Any], add: Callable[[Any], None]) -> None:
        """Add items to a dict or set, a few at a time: their hashes alone do not show how long that takes."""
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
        """Look through many bytes first: msgpack makes room for the items that a header announces, unseen."""
        self._require_room(data)
        unpacker = msgpack.Unpacker(max_buffer_size=len(data))
        unpacker.feed(data)
        unpacker.skip()

    def _require_room(self, data: bytes) -> None:
        if len(data) * self._depth > _MAX_COPIED_BYTES:
            raise WireError("a value is too large to be nested this deeply")

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
        """The packer of this depth: each packs one value at a time, and is kept."""
        self._require_depth()
        if self._depth == len(self._packers):
            self._packers.append(self._new_packer())
        return self._packers[self._depth]

    def _new_packer(self) -> msgpack.Packer:
        return msgpack.Packer(default=self._extend, strict_types=True, unicode_errors="surrogatepass")

    def _require_depth(self) -> None:
        if self._depth >= MAX_DEPTH:
            raise WireError(f"a value is nested more than {MAX_DEPTH} deep")

    def _extend(self, value: object) -> msgpack.ExtType:
        if type(value) is _Marked:
            value = value.value
        encoder = ENCODERS.get(type(value)) or _table_encoder(value)
        encoded = encoder(self, value) if encoder is not None else None
        if encoded is not None:
            return msgpack.ExtType(*encoded)
        if self._describe is None:
            raise WireError(f"a {type(value).__name__} is not plain data")
        description = self._describe(value)
        if isinstance(description, bytes):
            return msgpack.ExtType(DESCRIBED, description)
        return msgpack.ExtType(DERIVED, self.pack(list(description)))

    def _restore(self, code: int, data: bytes) -> Any:
        self.charge(1)
        if code >= DESCRIBED and code <= DERIVED and self._stand_in is not None:  # the first is false of plain data
            self.charge(_COST_OF_OBJECT)
            return self._stand_in(data) if code == DESCRIBED else self._stand_in(*self.parts(data, bytes, object))
        decoder = _table_decoder(code) if code in TABLES else DECODERS.get(code)
        if decoder is None:
            raise WireError(f"extension type {code} is not known")
        return decoder(self, data)


def _no_value(error: Exception) -> WireError:
    return WireError(f"not a value: {type(error).__name__}: {error}")


_FEW_KEYS = 64
_SIMPLE = frozenset({int, float, bool, str, type(None)})
# The headers of lists, dicts and extension types. The bytes of numbers and texts may look the same.
_HEADERS = bytes([*range(0x80, 0xA0), *range(0xC7, 0xCA), *range(0xD4, 0xD9), *range(0xDC, 0xE0)])


def _may_hold_too_many(data: bytes) -> bool:
    return len(data) > MAX_OBJECTS and len(data) - len(data.translate(None, _HEADERS)) > MAX_OBJECTS


def _may_hold_buffer(data: bytes) -> bool:
    return 0xC4 in data or 0xC5 in data or 0xC6 in data  # the headers of bytes, which msgpack gives bytearrays too


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
    from nbproctor.examination.wire import arrays_and_tables

    return arrays_and_tables.encoder(value)


def _table_decoder(code: int) -> Decoder | None:
    from nbproctor.examination.wire import arrays_and_tables

    return arrays_and_tables.DECODERS.get(code)
