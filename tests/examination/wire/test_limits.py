"""Reading a message takes no more time and memory than its length allows, whatever a hostile sender put into it."""

import subprocess
import sys
from pathlib import Path

import msgpack
from pytest import fixture, mark, raises

from nbproctor.examination.wire import arrays_and_tables as tables
from nbproctor.examination.wire import codec, standard_types
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, MAX_DEPTH, MAX_INT_BYTES, MAX_OBJECTS, WireError
from tester_fw.compare import difference
from tests.examination.wire.bombs import (
    dict_of,
    ext,
    fraction,
    ints_of_one_chain,
    ints_of_one_hash,
    many,
    nested,
    set_of,
    tuples_of_one_hash,
)

ROOT = Path(__file__).parents[3]

# What docs/security.md states: of memory at most this many times the longest message, and this many seconds.
MOST_MEMORY = 32 * MAX_BYTES
MOST_SECONDS = 10


RANGE = ext(tables._INDEX, msgpack.packb(["range", [0, 0, 1], [None]]))
FRAME = ext(tables._FRAME, b"\x93\x90" + RANGE + RANGE)
ARRAY = ext(tables._ARRAY, msgpack.packb(["|b", [0], b""]))
EURO = b"\xa3\xe2\x82\xac"

COSTLY = {
    "nothing but headers of lists": lambda: (b"\xdd" + MAX_BYTES.to_bytes(4, "big")) * 1000 + bytes(MAX_BYTES - 6000),
    "dicts": lambda: many(b"\x81\0\0"),
    "sets and texts": lambda: many(b"\x98" + ext(standard_types.SET, b"\x90") + 7 * EURO),
    "short texts": lambda: many(EURO),
    "as many frames as are allowed": lambda: many(FRAME, MAX_OBJECTS // 3 // 65),
    "as many arrays as are allowed": lambda: many(ARRAY, MAX_OBJECTS // 5),
    "a frame of many columns": lambda: ext(
        tables._FRAME, b"\x93" + many(b"\x92\xa0" + ARRAY, 15_000) + 2 * ext(tables._INDEX, b"")
    ),
    "long fractions": lambda: many(fraction()),
    "a large array": lambda: ext(
        tables._ARRAY, msgpack.packb(["<f8", [MAX_BYTES // 8 - 99], bytes(MAX_BYTES - 8 * 99)])
    ),
    "a large value in a few tuples": lambda: nested(3, MAX_BYTES - 999),
    "a value in many tuples": lambda: nested(60, MAX_BYTES // 16),
    "ints of one hash": lambda: dict_of(ints_of_one_hash(100_000)),
    "ints of one chain": lambda: dict_of(ints_of_one_chain(200_000)),
    "many dicts of tuples of one hash": lambda: many(b"\xde\0\x40" + dict_of(tuples_of_one_hash(64))[5:], 12_000),
}

PROGRAM = """
import resource, sys, time
from contextlib import suppress
import numpy, pandas
from nbproctor.examination.wire.codec import (Codec)
from nbproctor.examination.wire.wire_bounds import WireError
message = sys.stdin.buffer.read()
used = 4096 * int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[1]), -1))
began = time.process_time()
with suppress(WireError):
    Codec().decode(message)
print(time.process_time() - began)
"""


def decoded_in_a_child(message, memory):
    """Decode in a process with so much memory beyond what it starts with; return the processor time."""
    program = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(memory)]
    environment = {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(program, input=message, capture_output=True, env=environment)
    assert (run.returncode, run.stderr) == (0, b"")
    return float(run.stdout)


@mark.all
@mark.parametrize("name", COSTLY)
def test_a_message_takes_bounded_time_and_no_more_memory_than_its_length_allows(name):
    message = COSTLY[name]()
    assert len(message) <= MAX_BYTES
    assert decoded_in_a_child(message, MOST_MEMORY) < MOST_SECONDS


@mark.parametrize("memory", [1 << 20, 100 << 20])
def test_a_message_for_which_there_is_no_memory_is_an_error_of_the_wire(memory):
    decoded_in_a_child(many(EURO), memory)


@mark.parametrize("number", [500, 1000])
def test_a_short_message_that_announces_long_lists_takes_next_to_no_memory(number):
    message = b"\xdd\x03\xff\xff\xff" * number
    assert decoded_in_a_child(message, 32 << 20) < 1


@fixture
def impatient(monkeypatch):
    monkeypatch.setattr(codec, "MAX_KEY_SECONDS", 0.1)


@mark.parametrize("keys", [ints_of_one_hash, tuples_of_one_hash])
@mark.parametrize("collection", [dict_of, set_of])
def test_keys_that_were_made_to_collide_are_an_error(impatient, keys, collection):
    with raises(WireError, match="collide"):
        Codec().decode(collection(keys(20_000)))


@mark.parametrize(
    "value",
    [dict.fromkeys(range(100000), 0), {(each, str(each)) for each in range(50_000)}, b"\x90" * (MAX_OBJECTS + 100)],
    ids=["dict", "set", "bytes that look like objects"],
)
def test_what_has_many_honest_keys_or_bytes_arrives(value):
    codec = Codec()
    assert codec.decode(codec.encode(value)) == value


def test_keys_that_occur_twice_are_one_and_a_nan_equals_none():
    assert Codec().decode(b"\x82\1\1\1\2") == {1: 2}
    assert Codec().decode(dict_of([b"\1"] * 5000)) == {1: 0}
    assert len(Codec().decode(b"\x82" + 2 * (msgpack.packb(float("nan")) + b"\0"))) == 2


@mark.parametrize("item", [[], (), {0: 0}, {1}], ids=repr)
def test_more_objects_than_are_allowed_are_an_error_on_both_sides(monkeypatch, item):
    fitting = Codec().encode([item] * 4_999)
    excessive = Codec().encode([item] * 10_000)
    monkeypatch.setattr(codec, "MAX_OBJECTS", 10_000)
    assert Codec().decode(fitting) == [item] * 4_999
    with raises(WireError, match="objects"):
        Codec().decode(excessive)
    with raises(WireError, match="objects"):
        Codec().encode([item] * 10_000)


def test_an_int_of_many_digits_arrives_and_one_of_too_many_is_an_error_to_its_sender():
    largest = (1 << (8 * MAX_INT_BYTES - 1)) - 1
    assert Codec().decode(Codec().encode(largest)) == largest
    with raises(WireError, match="int of"):
        Codec().encode(largest + 1)


@mark.parametrize("digits", [4299, 5000, 150_000])
def test_an_int_of_many_digits_is_put_into_words(digits):
    value = 10**digits
    assert len(difference(1, Codec().decode(Codec().encode(value)))) < 1000
    assert len(difference([value], Codec().decode(Codec().encode([value + 1])))) < 1000


DEEP = """
import copy, gc
import msgpack
from nbproctor.examination.wire import codec, standard_types
from tester_fw.compare import difference
data = b"\\xc0"
for _ in range(codec.MAX_DEPTH - 2):
    data = msgpack.packb(msgpack.ExtType(standard_types.TUPLE, b"\\x91" * 1000 + data))
values = [codec.Codec().decode(data) for _ in range(2)]
for use in (repr, hash, copy.deepcopy, lambda value: value == values[1], lambda value: difference(value, values[1])):
    try:
        use(values[0])
    except (RecursionError, TypeError):
        pass
gc.collect()
del values
print("still here")
"""


def test_the_deepest_value_that_can_arrive_harms_nobody():
    environment = {"PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, env=environment)
    assert (run.stdout, run.stderr) == ("still here\n", "")


def test_a_large_value_may_not_lie_as_deep_as_a_small_one():
    value = bytes(MAX_BYTES // 2)
    small = b""
    for _ in range(MAX_DEPTH - 2):
        value, small = (value,), (small,)
    codec = Codec()
    assert codec.decode(codec.encode(small)) == small
    with raises(WireError, match="too large to be nested this deeply"):
        codec.encode(value)
