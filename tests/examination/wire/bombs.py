"""Bytes that cost their reader more than their length tells."""

from __future__ import annotations

import msgpack

from nbproctor.examination.wire import standard_types
from nbproctor.examination.wire.wire_bounds import MAX_BYTES


def ext(code: int, data: bytes) -> bytes:
    """A value of an extension type."""
    return bytes(msgpack.packb(msgpack.ExtType(code, data)))


def many(item: bytes, number: int | None = None) -> bytes:
    """A list of one item again and again, as many times as a message can hold."""
    number = number or (MAX_BYTES - 16) // len(item)
    return b"\xdd" + number.to_bytes(4, "big") + item * number


def dict_of(keys: list[bytes]) -> bytes:
    return b"\xdf" + len(keys).to_bytes(4, "big") + b"".join(key + b"\0" for key in keys)


def set_of(keys: list[bytes]) -> bytes:
    return ext(standard_types.SET, b"\xdd" + len(keys).to_bytes(4, "big") + b"".join(keys))


def ints_of_one_hash(number: int) -> list[bytes]:
    return [ext(standard_types.BIG_INT, (each * (2**61 - 1) + 5).to_bytes(16, "big")) for each in range(number)]


def ints_of_one_chain(number: int) -> list[bytes]:
    """Small ints that fill a chain of places in a dict's table, and large ones that walk along all of it."""
    place, places = 0, []
    for _ in range(number):
        places.append(place)
        place = (5 * place + 1) % (1 << 21)
    return [b"\xcf" + each.to_bytes(8, "big") for each in [*places, *(each << 40 for each in range(1, number))]]


def tuples_of_one_hash(number: int) -> list[bytes]:
    """So many tuples: -1 and -2 have one hash, and so have tuples of them."""
    return [
        ext(standard_types.TUPLE, msgpack.packb([-1 - (each >> bit & 1) for bit in range(20)]))
        for each in range(number)
    ]


def nested(levels: int, size: int) -> bytes:
    data = bytes(msgpack.packb(bytes(size)))
    for _ in range(levels):
        data = ext(standard_types.TUPLE, b"\x91" + data)
    return data


def fraction() -> bytes:
    """A fraction that takes long to reduce."""
    number, other = (10**4900 // 7 + end for end in (1, 3))
    parts = [msgpack.ExtType(standard_types.BIG_INT, each.to_bytes(2040, "big")) for each in (number, other)]
    return ext(standard_types.FRACTION, msgpack.packb(parts))
