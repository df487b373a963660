"""What is sent arrives exactly, and what was made up by a hostile sender arrives not at all."""

import datetime
import enum
import io
import math
import pickle
import struct
import subprocess
import sys
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import msgpack
import numpy as np
import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from pytest import mark, raises

from nbproctor.examination.wire import arrays_and_tables as tables
from nbproctor.examination.wire import standard_types
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, MAX_DEPTH, MAX_INT_BYTES, WireError
from tester_fw.compare import difference
from tester_fw.rules import EXACT
from tests.examination.wire.bombs import ext as raw_ext

ROOT = Path(__file__).parents[3]

quickly = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
at_length = settings(quickly, max_examples=200)


def sent(value, codec=None):
    codec = codec or Codec()
    return codec.decode(codec.encode(value))


# What is plain data.

texts = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates too
integers = st.integers() | st.integers(min_value=-(2**200), max_value=2**200)
offsets = st.timedeltas(datetime.timedelta(hours=-23), datetime.timedelta(hours=23)).map(datetime.timezone)
moments = (
    st.datetimes(timezones=st.none() | offsets, allow_imaginary=True)
    | st.times(timezones=st.none() | offsets)
    | st.dates()
    | st.timedeltas()
)
simple = (
    st.none()
    | st.booleans()
    | integers
    | st.floats()
    | st.complex_numbers()
    | texts
    | st.binary(max_size=8)
    | moments
    | st.just(...)
)
dtypes = npst.scalar_dtypes() | npst.unicode_string_dtypes(max_len=5) | npst.byte_string_dtypes(max_len=5)
arrays = npst.arrays(dtypes, npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
scalars = dtypes.flatmap(lambda dtype: npst.arrays(dtype, 1)).map(lambda array: array[0])
keys = st.recursive(
    simple, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3), max_leaves=4
)
values = st.recursive(
    simple | scalars | arrays,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.sets(keys, max_size=4)
        | st.frozensets(keys, max_size=4)
        | st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)


@at_length
@given(values)
def test_a_value_of_any_depth_arrives_as_it_was(value):
    assert difference(value, sent(value), rules=EXACT) is None


# By what is drawn, what tells two of it apart to the bit: `==` looks at no sign of a zero, no offset and no fold.
TO_THE_BIT = {
    "ints": (
        integers | st.sampled_from([2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**5000]),
        lambda value: (type(value), value),
    ),
    "floats": (
        st.floats() | st.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324]),
        lambda value: struct.pack("d", value),
    ),
    "texts, also where they are no Unicode": (
        (texts | st.sampled_from(["\ud800", "a\udfffb", "\0", "♠", "\U0001f0a1"])).map(
            lambda text: [text, {text: text}]
        ),
        list,
    ),
    "moments": (moments, repr),
}


@mark.parametrize("kind", TO_THE_BIT)
@quickly
@given(data=st.data())
def test_a_simple_value_arrives_to_the_bit(kind, data):
    drawn, bits = TO_THE_BIT[kind]
    value = data.draw(drawn)
    assert bits(sent(value)) == bits(value)


@mark.parametrize(
    "place",
    [
        lambda value: value,
        lambda value: [b"ab", value],
        lambda value: {"a": [{1: value}]},
        lambda value: ({"a": value}, b"ab"),
        lambda value: deque([defaultdict(int, a=[value])]),
        lambda value: np.array([value, None], dtype=object),
    ],
)
def test_a_bytearray_anywhere_arrives_as_one(place):
    assert difference(place(bytearray(b"ab")), sent(place(bytearray(b"ab"))), rules=EXACT) is None


@mark.parametrize("value", [memoryview(b"ab"), [1, memoryview(b"ab")], {memoryview(b"ab"): 1}, (memoryview(b""),)])
def test_a_memoryview_is_not_plain_data(value):
    with raises(WireError, match="memoryview is not plain data"):
        Codec().encode(value)


turned_round = OrderedDict(a=1, b=2)
turned_round.move_to_end("a")

KEPT = [
    *(complex(-0.0, 0.0), complex(0.0, -0.0), complex(math.nan, -math.inf)),
    *(slice(3), slice(None, None, -1), slice("a", (1, 2), 0.5)),
    *([True, 1, 1.0], {"b": 1, "a": 2, (): 3}, turned_round),
    Counter({"a": 2, "b": -1}),
    Counter({(1,): 1.5}),
    OrderedDict([("b", 1), ("a", [2])]),
    *(defaultdict(kind, {"a": 1}) for kind in (None, int, float, str, list, dict, set, tuple, bool)),
    deque([1, [2]]),
    deque([1, 2], maxlen=2),
    deque(maxlen=0),
    bytearray(b""),
    *map(Decimal, ["0", "-0", "1.10", "-1E+3", "1E-999999", "NaN", "-sNaN12", "Infinity", "9" * 5000]),
    *(Fraction(1, 3), Fraction(-(10**400), 7), Fraction(0)),
    *(range(3), range(0), range(5, -5, -3), range(10**30, 10**30 + 5), range(0, 10**30, 10**29)),
    datetime.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")),
    datetime.time(1, 2, tzinfo=zoneinfo.ZoneInfo("UTC")),
    pd.Timestamp("2024-10-27 00:30", tz="UTC").tz_convert("Europe/Berlin"),
    pd.Timestamp("2024-10-27 01:30", tz="UTC").tz_convert("Europe/Berlin").as_unit("s"),
    pd.Timestamp("2024-01-01", tz=datetime.timezone(datetime.timedelta(hours=2))),
    pd.Categorical(["b", "a", None], categories=["b", "a", "c"], ordered=True),
    pd.Categorical([1, 2, 1]),
    np.array([1j, -0.0 + 2j], dtype="c8"),
    *(np.int64(5), np.uint8(5), np.float64(0.5), np.float32(0.5), np.bool_(True), np.str_("a\0"), np.bytes_(b"a\0")),
    *(np.datetime64("2024-01-02"), np.datetime64("2024-01-02T03", "ns")),
    *(np.datetime64("NaT"), np.datetime64("NaT", "D")),
    *(np.timedelta64(5), np.timedelta64(5, "h"), np.timedelta64("NaT", "s")),
    *(pd.Timestamp("2024-01-02"), pd.Timestamp("2024-01-02", tz="UTC"), pd.Timestamp.min),
    *(pd.Timedelta("3h"), pd.Timedelta.max, pd.NA, pd.NaT),
]


@mark.parametrize("value", KEPT, ids=lambda value: f"{type(value).__name__}-{value!r:.30}")
def test_a_value_of_a_rarer_type_arrives_as_exactly_what_it_was_wherever_it_stands(value):
    places = [value], [(value,)], {"a": {1: value}}, {"b": [value]}
    one, (two,), three, four = sent(places[0])[0], sent(places[1])[0], sent(places[2])["a"][1], sent(places[3])["b"][0]
    for arrived in (sent(value), one, two, three, four):
        assert type(arrived) is type(value)
        assert repr(arrived) == repr(value)
        assert getattr(arrived, "tzinfo", None) is getattr(value, "tzinfo", None) or arrived.tzinfo == value.tzinfo


def test_a_defaultdict_that_arrived_makes_its_defaults():
    assert sent(defaultdict(list))["a"] == []


mappings = st.dictionaries(texts, integers, max_size=4)
rarer = (
    mappings.map(Counter)
    | mappings.map(OrderedDict)
    | st.builds(defaultdict, st.sampled_from([None, int, float, str, list, dict, set, tuple, bool]), mappings)
    | st.builds(deque, st.lists(integers, max_size=4), st.none() | st.integers(4, 9))
    | st.binary(max_size=8).map(bytearray)
    | st.decimals(allow_nan=False)
    | st.fractions()
    | st.builds(range, st.integers(-99, 99), st.integers(-99, 99), st.integers(1, 9) | st.integers(-9, -1))
)
composed = st.recursive(
    rarer | simple,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.lists(inner, max_size=3).map(deque)
        | st.dictionaries(texts, inner, max_size=3)
        | st.dictionaries(texts, inner, max_size=3).map(OrderedDict)
        | st.builds(defaultdict, st.just(list), st.dictionaries(texts, inner, max_size=3))
    ),
    max_leaves=8,
)


@at_length
@given(composed)
def test_values_of_rarer_types_within_each_other_arrive_as_they_were(value):
    assert repr(sent(value)) == repr(value)


# Subclasses are not plain data.

Point = namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    RED = 1


def subclass(kind):
    return type(f"Own{kind.__name__.title()}", (kind,), {})


NOT_PLAIN = [
    *(subclass(kind)() for kind in (int, float, complex, str, bytes, list, tuple, set, frozenset, dict)),
    subclass(datetime.date)(2020, 1, 1),
    subclass(datetime.timedelta)(1),
    *(subclass(kind)() for kind in (Counter, OrderedDict, defaultdict, deque, bytearray, Decimal, Fraction)),
    *(defaultdict(lambda: 0), defaultdict(Counter), range(10**18), Point(1, 2), Colour.RED),
    *(object(), object, len, iter([]), NotImplemented),
    np.zeros(1).view(subclass(np.ndarray)),
    np.ma.masked_array([1], [True]),
    subclass(pd.Series)([1]),
    subclass(pd.DataFrame)({"a": [1]}),
]


@mark.parametrize("value", NOT_PLAIN, ids=lambda value: type(value).__name__)
def test_what_is_not_exactly_of_a_plain_type_is_an_error_but_where_both_ends_know_how_to_describe_it(value):
    with raises(WireError, match=f"{type(value).__name__} is not plain data"):
        Codec().encode(value)
    described = []
    codec = Codec(lambda value: described.append(value) or b"shown so", lambda description: description)
    assert sent([{"a": (value,)}], codec) == [{"a": (b"shown so",)}]
    assert described[0] is value


def test_a_description_is_an_error_where_nothing_stands_for_the_object():
    with raises(WireError, match="not known"):
        Codec().decode(Codec(describe=lambda value: b"7").encode(object()))


# numpy.


def is_same_array(expected, actual):
    return (
        type(expected) is type(actual)
        and (expected.dtype, expected.dtype.char, expected.shape) == (actual.dtype, actual.dtype.char, actual.shape)
        and expected.tobytes() == actual.tobytes()
    )


@at_length
@given(arrays | scalars)
def test_an_array_or_a_numpy_scalar_arrives_to_the_bit(array):
    assert is_same_array(array, sent(array))


@mark.parametrize(
    "array",
    [
        np.arange(12).reshape(3, 4)[::2, ::-1],
        np.arange(12).reshape(3, 4).T,
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.broadcast_to(np.array([1, 2]), (3, 2)),
        np.arange(4, dtype=">i4"),
        np.array([1.5], dtype=">f8"),
        np.array([1, 2], dtype=np.longlong),
        np.array([1], dtype=np.longdouble),
        np.zeros((1,) * 20),
        np.zeros((3, 0, 2)),
        np.array(5),
        np.array([], dtype="U"),
        np.array(["", "a\ud800"]),
        np.array(["2020-01-01", "NaT"], dtype="M8[D]"),
        *(np.str_(""), np.bytes_(b""), np.str_("a\0"), np.bytes_(b"a\0")),
        *(np.longlong(1), np.ulonglong(1), np.longdouble(1)),
    ],
    ids=lambda array: f"{type(array).__name__}{array.dtype.str}{array.shape}",
)
def test_an_unusual_array_or_scalar_arrives_as_it_was(array):
    assert is_same_array(array, sent(array))


@mark.parametrize("shape", [(), (0,), (2, 0), (6,), (2, 3)])
def test_an_array_of_objects_arrives_item_by_item(shape):
    array = np.empty(shape, dtype=object)
    for position, index in enumerate(np.ndindex(shape)):
        array[index] = [[1, [2]], None, {"a": 1}, "x", np.arange(3), (math.nan,)][position]
    assert sent(array).shape == shape
    assert difference(array, sent(array), rules=EXACT) is None


def test_an_array_that_arrived_can_be_written_to():
    assert sent(np.zeros(2)).flags.writeable


# pandas.


def assert_same_table(expected, actual):
    assert type(expected) is type(actual)
    assert difference(expected, actual, rules=EXACT) is None
    if isinstance(expected, pd.DataFrame):
        pd.testing.assert_frame_equal(
            expected, actual, check_exact=True, check_index_type="exact", check_column_type="exact"
        )
    elif isinstance(expected, pd.Series):
        pd.testing.assert_series_equal(expected, actual, check_exact=True, check_index_type="exact")
    else:
        pd.testing.assert_index_equal(expected, actual, exact=True, check_exact=True)


DAYS = pd.date_range("2024-01-01", periods=3, freq="W-TUE", name="day")

COLUMNS = {
    "int64": [1, 2, -3],
    "uint8": [0, 255, 7],
    "float64": [1.5, math.nan, -math.inf],
    "float32": [0.1, math.nan, 2.0],
    "complex128": [1j, 2.0, math.nan],
    "bool": [True, False, True],
    "str": ["a", None, "♠"],
    "string": ["a", None, ""],
    "object": [None, math.nan, "a"],
    "boolean": [True, None, False],
    "Int64": [1, None, -(2**63)],
    "UInt8": [1, None, 255],
    "Float64": [1.5, None, 2.5],
    "Float32": [0.1, None, 2.5],
    "datetime64[ns]": ["2024-01-01", None, "1999-12-31 23:59:59.123456789"],
    "datetime64[s]": ["2024-01-01", None, "1999-12-31"],
    "category": ["b", None, "a"],
    "datetime64[ns, UTC]": ["2024-01-01", None, "1999-12-31 23:59:59.123456789"],
    "datetime64[s, Europe/Berlin]": ["2024-01-01", None, "2024-07-01"],
    "timedelta64[us]": [datetime.timedelta(1), None, datetime.timedelta(microseconds=1)],
}


def column(dtype):
    return pd.Series(COLUMNS[dtype], dtype=dtype, name="c")


@mark.parametrize("dtype", COLUMNS)
def test_a_series_and_an_index_keep_their_dtype_and_their_missing_values(dtype):
    for table in (column(dtype), column(dtype)[:0], pd.Index(column(dtype))):
        assert_same_table(table, sent(table))


OBJECTS = [1, 1.0, True, "a", (1, 2), [1], {"a": None}, None, math.nan, pd.NA, pd.NaT, np.int8(1)]
OBJECTS += [pd.Timestamp("2024-01-01 12:00"), pd.Timedelta("1ns"), datetime.date(2024, 1, 1)]


def test_a_series_of_objects_tells_each_kind_of_missing_value_from_the_others():
    objects = sent(pd.Series(OBJECTS, dtype=object)).tolist()
    assert list(map(type, objects)) == list(map(type, OBJECTS))
    assert list(map(repr, objects)) == list(map(repr, OBJECTS))


@mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_a_timestamp_and_a_timedelta_keep_their_unit(unit):
    for value in (pd.Timestamp("2024-01-01").as_unit(unit), pd.Timedelta("1D").as_unit(unit)):
        assert (sent(value), sent(value).unit, type(sent(value))) == (value, unit, type(value))


@mark.parametrize("missing", [pd.NA, pd.NaT], ids=repr)
def test_a_missing_value_arrives_as_the_one_there_is(missing):
    assert sent([missing])[0] is missing


INDEXES = {
    "range": pd.RangeIndex(2, 20, 3, name="n"),
    "empty range": pd.RangeIndex(0),
    "categories": pd.CategoricalIndex(["a", None, "b"], categories=["b", "a"], ordered=True, name="c"),
    "days in a zone": pd.date_range("2024-03-29", periods=3, freq="D", tz="Europe/Berlin"),
    "falling range": pd.RangeIndex(5, -5, -5),
    "strings": pd.Index(["a", "b"], name=("a", 1)),
    "no strings": pd.Index([], dtype="str"),
    "mixed objects": pd.Index([1, "a", (2, 3)], dtype=object),
    "int8": pd.Index([1, 2], dtype="int8"),
    "days with a frequency": DAYS,
    "days without one": pd.DatetimeIndex(["2024-01-01", None]),
    "durations": pd.timedelta_range("1h", periods=3, freq="90min"),
    "levels": pd.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["x", None]),
    "levels of small numbers": pd.MultiIndex.from_product([pd.Index([1, 2], dtype="int8"), [True]]),
    "levels with days": pd.MultiIndex.from_product([DAYS, ["a"]]),
    "levels with missing values": pd.MultiIndex.from_arrays([[1, None], ["a", None]]),
    "no rows of levels": pd.MultiIndex.from_arrays([[], []], names=["x", "y"]),
    "one level": pd.MultiIndex.from_arrays([["a", "b"]]),
    "levels that occur twice": pd.MultiIndex.from_arrays([["a", "a"], [1, 1]]),
}


@mark.parametrize("name", INDEXES)
def test_an_index_of_any_kind_arrives_as_it_was_also_that_of_rows_and_columns(name):
    index = INDEXES[name]
    assert_same_table(index, sent(index))
    assert getattr(sent(index), "freq", None) == getattr(index, "freq", None)
    series = pd.Series(range(len(index)), index=index, name=DAYS[0])
    assert_same_table(series, sent(series))
    frame = pd.DataFrame(np.zeros((len(index), len(index))), index=index, columns=index)
    assert_same_table(frame, sent(frame))


def test_a_frequency_that_has_no_name_is_left_out():
    index = pd.date_range("2024-01-01", periods=2, freq=pd.DateOffset(days=1, hours=2))
    assert sent(index).freq is None
    assert sent(index).equals(index)


@mark.parametrize(
    "frame",
    [
        pd.DataFrame(),
        pd.DataFrame(index=["a", "b"]),
        pd.DataFrame(columns=["a", "b"]),
        pd.DataFrame({"a": []}),
        pd.DataFrame([[1, "x", 1.5]], columns=["a", "a", "a"]),
        pd.DataFrame([[1, 2]], columns=[0, "0"]),
        pd.DataFrame({"a": [1, 2, 3]}, index=[1, 1, 0]),
        pd.DataFrame({("a", 1): [1], ("a", 2): ["x"]}),
        pd.DataFrame({"a": [[1], {2: 3}, None]}),
        pd.DataFrame(np.arange(6).reshape(2, 3)).T,
        pd.DataFrame({dtype: column(dtype) for dtype in COLUMNS}),
    ],
    ids=lambda frame: f"{frame.shape}{list(frame.columns)}",
)
def test_an_unusual_frame_arrives_as_it_was(frame):
    assert_same_table(frame, sent(frame))


@st.composite
def frames(draw):
    rows = draw(st.integers(0, 3))
    chosen = draw(st.lists(st.sampled_from(sorted(COLUMNS)), max_size=4))
    frame = pd.DataFrame(index=range(rows))
    if chosen:
        frame = pd.concat([column(dtype)[:rows] for dtype in chosen], axis=1)
    frame.columns = draw(st.lists(st.sampled_from(["a", "b", 1, None]), min_size=len(chosen), max_size=len(chosen)))
    same_length = [index for index in INDEXES.values() if len(index) == rows]
    return frame.set_axis(draw(st.sampled_from([*same_length, frame.index])), axis="index")


@quickly
@given(frames())
def test_a_frame_of_any_columns_and_any_rows_arrives_as_it_was(frame):
    assert_same_table(frame, sent({"frame": [frame]})["frame"][0])


# Limits.


def nested(depth, wrap=lambda inner: (inner,), innermost=0):
    for _ in range(depth):
        innermost = wrap(innermost)
    return innermost


def test_a_value_may_be_nested_as_deep_as_the_limit_but_no_deeper():
    assert sent(nested(MAX_DEPTH - 1)) == nested(MAX_DEPTH - 1)
    with raises(WireError, match="deep"):
        Codec().encode(nested(MAX_DEPTH))


def test_a_value_beyond_the_largest_size_is_an_error_on_both_sides():
    with raises(WireError, match="too large"):
        Codec().encode(bytes(MAX_BYTES))
    with raises(WireError, match="too large"):
        Codec().decode(bytes(MAX_BYTES + 1))


def part(code, *parts):
    """An extension type and what it holds, as only a hostile sender would make it."""
    return msgpack.ExtType(code, msgpack.packb(list(parts)))


def ext(code, *parts):
    return msgpack.packb(part(code, *parts))


def test_a_timestamp_of_msgpacks_own_is_a_number_and_no_object():
    assert type(Codec().decode(msgpack.packb(msgpack.Timestamp(7)))) is float


def deeper(depth, data=b"\xc0"):
    for _ in range(depth):
        data = raw_ext(standard_types.TUPLE, b"\x91" + data)
    return data


INT8 = part(tables._ARRAY, "|b", [1], b"\1")
ROWS = part(tables._INDEX, "range", [0, 1, 1], [None])
DAY = msgpack.ExtType(standard_types.TIMEDELTA, struct.pack("<qqq", 1, 0, 0))
THREE_DAYS = part(tables._ARRAY, "<M8[D]", [3], struct.pack("<3q", 0, 1, 2))
TWICE = part(tables._INDEX, "values", ["", part(tables._ARRAY, "|b", [2], b"\1\1")], [None, None])


def codes(number):
    return part(tables._ARRAY, "<i8", [1], struct.pack("<q", number))


def scalar(dtype, number):
    return part(tables._SCALAR, dtype, struct.pack("<q", number))


MOMENT, DURATION, NOT_A_MOMENT = scalar("<M8[s]", 0), scalar("<m8[s]", 0), scalar("<M8[s]", -(2**63))

HOSTILE = {
    "nothing": b"",
    "two values": b"\xc0\xc0",
    "a list without items": b"\x92\xc0",
    "an impossible length": b"\xdf\xff\xff\xff\xff",
    "an unused byte": b"\xc1",
    "an unhashable key": b"\x81\x90\xc0",
    "a tuple of a dict": raw_ext(standard_types.TUPLE, b"\x80"),
    "a tuple of nothing": raw_ext(standard_types.TUPLE, b""),
    "a set of lists": ext(standard_types.SET, []),
    "a set of a number": raw_ext(standard_types.FROZENSET, b"\1"),
    "a slice of one": ext(standard_types.SLICE, 1),
    "a slice of a dict": raw_ext(standard_types.SLICE, b"\x80"),
    "half a complex number": raw_ext(standard_types.COMPLEX, b"12345678"),
    "a date of words": raw_ext(standard_types.DATE, b"tomorrow"),
    "a date that is not": raw_ext(standard_types.DATE, b"2023-02-30"),
    "a datetime of nothing": raw_ext(standard_types.DATETIME, b""),
    "a datetime with a fold of 9": ext(standard_types.DATETIME, "2024-01-01", 9, None),
    "a datetime with an offset of days": ext(standard_types.DATETIME, "2024-01-01", 0, DAY),
    "a time of nonsense": ext(standard_types.TIME, "noon", 0, None),
    "a time of bytes": ext(standard_types.TIME, b"12:00", 0, None),
    "an endless duration": raw_ext(standard_types.TIMEDELTA, struct.pack("<qqq", 2**62, 0, 0)),
    "half a duration": raw_ext(standard_types.TIMEDELTA, b"123"),
    "a timestamp of three bytes": b"\xc7\x03\xff123",
    "too deep": deeper(MAX_DEPTH + 1),
    "much too deep": deeper(20_000),
    "too many lists": b"\x91" * 100_000 + b"\xc0",
    "a scalar of no bytes": ext(tables._SCALAR, "<i8", b""),
    "a scalar of many bytes": ext(tables._SCALAR, "<i8", bytes(16)),
    "a scalar of text": ext(tables._SCALAR, "<i8", "12345678"),
    "a text of bytes": ext(tables._SCALAR, "U", b"ab"),
    "a scalar of a list": ext(tables._SCALAR, "<i8", []),
    "an array of half an item": ext(tables._ARRAY, "<i8", [1], bytes(4)),
    "an array of the wrong shape": ext(tables._ARRAY, "<i8", [2], bytes(8)),
    "an array of text": ext(tables._ARRAY, "<i8", [1], "12345678"),
    "a negative shape": ext(tables._ARRAY, "<i8", [-1], bytes(8)),
    "two negative sizes": ext(tables._ARRAY, "<i8", [-1, -1], bytes(8)),
    "a shape of bools": ext(tables._ARRAY, "<i8", [True], bytes(8)),
    "a shape of floats": ext(tables._ARRAY, "<i8", [1.0], bytes(8)),
    "a shape of words": ext(tables._ARRAY, "<i8", ["1"], bytes(8)),
    "a huge shape": ext(tables._ARRAY, "<i8", [2**62, 2**62], bytes(8)),
    "a huge shape without items": ext(tables._ARRAY, "<i8", [2**40, 0], b""),
    "huge lists of no objects": ext(tables._ARRAY, "O", [2**26, 2**26, 0], []),
    "too many dimensions": ext(tables._ARRAY, "<i8", [1] * 1000, bytes(8)),
    "objects of the wrong shape": ext(tables._ARRAY, "O", [3], [1, 2]),
    "an array of too few parts": ext(tables._ARRAY, "<i8", [1]),
    "an array of too many parts": ext(tables._ARRAY, "<i8", [1], bytes(8), None),
    "a series of numbers": ext(tables._SERIES, [1], [2], None),
    "a series with a list for a name": ext(tables._SERIES, ["", INT8], ROWS, []),
    "a series of an unknown dtype": ext(tables._SERIES, ["category", INT8], ROWS, None),
    "a series of a dtype that is a list": ext(tables._SERIES, [[], INT8], ROWS, None),
    "a series without an index": ext(tables._SERIES, ["", INT8], None, None),
    "a series longer than its index": ext(tables._SERIES, ["", ROWS], ROWS, None),
    "a range without end": ext(tables._INDEX, "range", [0, 2**62, 1], [None]),
    "a range of floats": ext(tables._INDEX, "range", [0, 1.5, 1], [None]),
    "a range without steps": ext(tables._INDEX, "range", [0, 1, 0], [None]),
    "a range of four": ext(tables._INDEX, "range", [0, 1, 1, 1], [None]),
    "a range without a name": ext(tables._INDEX, "range", [0, 1, 1], []),
    "an index of an unknown kind": ext(tables._INDEX, "interval", [], []),
    "numbers with a frequency": ext(tables._INDEX, "values", ["", INT8], [None, "D"]),
    "days with a frequency of nonsense": ext(tables._INDEX, "values", ["", THREE_DAYS], [None, "9" * 5000]),
    "days with a frequency of another length": ext(tables._INDEX, "values", ["", THREE_DAYS], [None, "2D"]),
    "days with a frequency of a number": ext(tables._INDEX, "values", ["", THREE_DAYS], [None, 1]),
    "levels that are no indexes": ext(tables._INDEX, "levels", [[1], [2]], []),
    "no levels": ext(tables._INDEX, "levels", [], []),
    "codes beyond a level": ext(tables._INDEX, "levels", [ROWS], [codes(7)]),
    "codes below a level": ext(tables._INDEX, "levels", [ROWS], [codes(-2)]),
    "codes of bytes": ext(tables._INDEX, "levels", [ROWS], [INT8]),
    "codes for another level": ext(tables._INDEX, "levels", [ROWS], [codes(0), codes(0)]),
    "a frame of numbers": ext(tables._FRAME, [1, 2], ROWS, ROWS),
    "a frame of too many columns": ext(tables._FRAME, [["", INT8], ["", INT8]], ROWS, ROWS),
    "a frame with a word for an index": ext(tables._FRAME, [], "a", ROWS),
    "a moment of an unknown kind": ext(tables._MOMENT, "Timestamp.now", None),
    "a moment of a text": ext(tables._MOMENT, "Timestamp", "now"),
    "an int of a million digits": raw_ext(standard_types.BIG_INT, b"\1" * (MAX_INT_BYTES + 1)),
    "a Decimal of words": raw_ext(standard_types.DECIMAL, b"ten"),
    "a Decimal of a billion digits": raw_ext(standard_types.DECIMAL, b"1E+1000000000"),
    "a Decimal of too many digits": raw_ext(standard_types.DECIMAL, b"1" * 10_001),
    "a Decimal in other digits": raw_ext(standard_types.DECIMAL, "١".encode()),
    "a fraction of nothing": ext(standard_types.FRACTION, 1, 0),
    "a fraction of floats": ext(standard_types.FRACTION, 1.5, 2.5),
    "a fraction of too long numbers": ext(
        standard_types.FRACTION, msgpack.ExtType(standard_types.BIG_INT, b"\1" * 3000), 7
    ),
    "a range that nobody can list": ext(standard_types.RANGE, 0, 2**62, 1),
    "a range of floats here": ext(standard_types.RANGE, 0, 1.5, 1),
    "a range without a step": ext(standard_types.RANGE, 0, 1, 0),
    "a Counter of a list": raw_ext(standard_types.COUNTER, b"\x91\x00"),
    "an OrderedDict of pairs": ext(standard_types.ORDERED, [1, 2]),
    "a defaultdict that makes anything": ext(standard_types.DEFAULT, "eval", {}),
    "a defaultdict of a list": ext(standard_types.DEFAULT, "int", []),
    "a deque longer than it may be": ext(standard_types.DEQUE, [1, 2], 1),
    "a deque of negative length": ext(standard_types.DEQUE, [], -1),
    "a deque of a text": ext(standard_types.DEQUE, "ab", None),
    "a time zone in another folder": ext(standard_types.DATETIME, "2024-01-01", 0, "../../etc/passwd"),
    "a time zone from the root": ext(standard_types.DATETIME, "2024-01-01", 0, "/etc/localtime"),
    "a time zone that is a folder": ext(standard_types.DATETIME, "2024-01-01", 0, "Europe"),
    "a time zone that is no place": ext(standard_types.DATETIME, "2024-01-01", 0, "Europe/Atlantis"),
    "a time zone with a long name": ext(standard_types.DATETIME, "2024-01-01", 0, "a" * 65),
    "a time zone with a NUL": ext(standard_types.DATETIME, "2024-01-01", 0, "UTC\0"),
    "a moment in no zone": ext(tables._MOMENT, "Timestamp", MOMENT, 7),
    "a duration in a zone": ext(tables._MOMENT, "Timedelta", DURATION, "UTC"),
    "a moment that is none": ext(tables._MOMENT, "Timestamp", NOT_A_MOMENT, None),
    "texts of a billion letters, but none of them": ext(tables._ARRAY, f"<U{2**28}", [0], b""),
    "categories that occur twice": ext(tables._CATEGORICAL, codes(0), TWICE, False),
    "categories beyond the last": ext(tables._CATEGORICAL, codes(7), ROWS, False),
    "categories that are no index": ext(tables._CATEGORICAL, codes(0), [1], False),
    "categories in an order of 1": ext(tables._CATEGORICAL, codes(0), ROWS, 1),
    "numbers in a zone": ext(tables._SERIES, ["zoned", [INT8, "UTC"]], ROWS, None),
    "days in a zone of nowhere": ext(tables._SERIES, ["zoned", [THREE_DAYS, None]], ROWS, None),
    "levels without their codes": ext(tables._INDEX, "levels", [ROWS, ROWS], [codes(0)]),
    "levels of different length": ext(tables._INDEX, "levels", [ROWS, ROWS], [codes(0), THREE_DAYS]),
    "dicts for keys": b"\x81\x80\xc0",
    "more lists within lists than msgpack takes": b"\x91" * 1025 + b"\xc0",
    "lists that are announced but not there": b"\xdd\x00\xff\xff\xff" * 1000,
    **{f"extension type {code}": raw_ext(code, b"") for code in (19, 22, 39, 41, 127)},
}


ONE_FOR_ALL = Codec()


@mark.filterwarnings("ignore::DeprecationWarning")
@mark.parametrize("name", HOSTILE)
def test_what_no_sender_would_make_is_an_error_of_the_wire_after_which_a_codec_receives_as_before(name):
    with raises(WireError):
        ONE_FOR_ALL.decode(HOSTILE[name])
    with raises(WireError):
        ONE_FOR_ALL.decode(b"\x92\xc0" + HOSTILE[name])
    assert sent(nested(MAX_DEPTH - 1), ONE_FOR_ALL) == nested(MAX_DEPTH - 1)


@mark.filterwarnings("ignore::DeprecationWarning")
@mark.parametrize("dtype", ["O", "|O", "object", "O8", "i4,i4", "i4,O", "(2,)i4", "2i4", "V8", "V", "S0", "U0", "<U"])
def test_an_array_of_bytes_is_of_no_type_that_could_hold_an_object_or_nothing(dtype):
    for content in (b"", bytes(8), bytes(16)):
        with raises(WireError):
            Codec().decode(ext(tables._ARRAY, dtype, [len(content) // 8], content))
        with raises(WireError):
            Codec().decode(ext(tables._SCALAR, dtype, content))


NONSENSE = ["", "T", "p", "category", "Int64", "int9", "M8[bogus]", "\0", "i4\0", "♠", "i4" * 1000, ",", "f4:", "{}"]


@mark.filterwarnings("ignore::DeprecationWarning")
@mark.parametrize("dtype", NONSENSE)
def test_an_array_of_nonsense_is_an_error_of_the_wire(dtype):
    with raises(WireError):
        Codec().decode(ext(tables._ARRAY, dtype, [0], b"1234567"))


# What a hostile sender could hope to have run.

PROBE = """
import sys
from pickle import loads
from nbproctor.examination.wire.codec import (Codec)
from nbproctor.examination.wire.wire_bounds import WireError

def decode_all():
    for line in lines:
        try:
            Codec().decode(line)
        except WireError:
            pass

def watch(event, arguments):
    if watching and event in ("exec", "import", "open", "pickle.find_class", "marshal.loads", "os.system"):
        happened.append(event)

lines = [bytes.fromhex(line) for line in sys.stdin.read().split()]
happened, watching = [], False
sys.addaudithook(watch)
decode_all()  # numpy and pandas are imported
watching = True
decode_all()
watching = False
print(happened)
"""


class Payload:
    def __reduce__(self):
        return exec, ("open('payload', 'w')",)


CODE = "__import__('os').system('true')"
PROGRAMS = [
    *(pickle.dumps(Payload(), protocol) for protocol in range(6)),
    *(msgpack.packb(pickle.dumps(Payload(), protocol)) for protocol in range(6)),
    *(raw_ext(code, pickle.dumps(Payload())) for code in range(50)),
    *(ext(code, name, [1], content) for code in (20, 21) for name in (CODE, f"{CODE},i4") for content in (b"a", [1])),
    *(ext(tables._ARRAY, "O", [1], pickle.dumps(Payload())), ext(tables._ARRAY, "O", [1], bytes(8))),
    ext(tables._INDEX, "values", [CODE, INT8], [None, CODE]),
    ext(tables._MOMENT, "read_pickle", CODE),
    ext(tables._SERIES, ["", INT8], ROWS, CODE),
]


def test_nothing_that_arrives_is_unpickled_or_evaluated_and_no_file_is_opened(tmp_path):
    program = [sys.executable, "-W", "ignore", "-c", PROBE]
    lines = " ".join(message.hex() for message in (*PROGRAMS, *SAMPLES))
    environment = {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(program, input=lines, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert (run.stdout, run.stderr) == ("[]\n", "")
    assert list(tmp_path.iterdir()) == []


# Noise.

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
SAMPLES = [
    Codec().encode(value)
    for value in (
        [None, True, 1, -1, 2**70, 1.5, 1j, "aé", b"ab", ...],
        ((1, (2,)), {3, 4}, frozenset({5}), slice(6), {"a": [1], (1, 2): {}}),
        [datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC), datetime.date(2024, 1, 2)],
        [datetime.time(1, 2, 3), datetime.timedelta(1, 2, 3)],
        np.arange(6, dtype=">i2").reshape(2, 3),
        [np.float32(1.5), np.str_("a"), np.datetime64("2024-01-02"), np.array(["a"], dtype=object)],
        pd.Series([1, None], dtype="Int64", name="n"),
        pd.DataFrame({"a": [1, 2], "b": ["x", None]}, index=DAYS[:2]),
        pd.Series(["a", "b"], index=INDEXES["levels"]),
        [pd.NA, pd.NaT, pd.Timestamp("2024-01-02"), pd.Timedelta("1D")],
        [Counter("aab"), OrderedDict(a=1), defaultdict(list, a=[1]), deque([1, 2], 3), bytearray(b"ab")],
        [Decimal("1.50"), Fraction(1, 3), range(1, 9, 2), datetime.datetime(2024, 1, 2, tzinfo=BERLIN)],
        [pd.Categorical(["b", "a"], ordered=True), pd.Timestamp("2024-01-02", tz=BERLIN)],
        pd.DataFrame({"c": pd.Categorical(["a"]), "d": pd.date_range("2024-01-02", periods=1, tz="UTC")}),
    )
]


def is_value_or_error(data):
    with suppress(WireError):
        Codec().decode(data)


loose = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([2**40, 0.5, "", "O", "<i8", "U1", "range"])
    | st.sampled_from(["levels", "values", "object", "Int64", "NaTType", b"", bytes(8), INT8, ROWS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.integers(0, 2), inner, max_size=2),
    max_leaves=8,
)
NOISE = {
    "bytes": st.binary(max_size=64),
    "bytes in an extension type": st.builds(raw_ext, st.sampled_from(range(40)), st.binary(max_size=64)),
    "the wrong parts in an extension type": st.builds(
        lambda code, parts: ext(code, *parts),
        st.sampled_from([*range(19), *range(20, 22), *range(30, 35)]),
        st.lists(loose, min_size=1, max_size=4),
    ),
}


@mark.filterwarnings("ignore")
@mark.parametrize("kind", NOISE)
@settings(quickly, max_examples=600)
@given(data=st.data())
def test_noise_is_a_value_or_an_error_of_the_wire(kind, data):
    is_value_or_error(data.draw(NOISE[kind]))


change = st.tuples(
    st.floats(0, 1, exclude_max=True), st.integers(0, 255), st.sampled_from(["replace", "insert", "drop"])
)


@mark.filterwarnings("ignore")
@settings(quickly, max_examples=600)
@given(st.sampled_from(SAMPLES), st.lists(change, min_size=1, max_size=4))
def test_a_message_with_a_few_bytes_changed_is_a_value_or_an_error_of_the_wire(message, changes):
    data = bytearray(message)
    for place, byte, what in changes:
        position = int(place * len(data))
        new = b"" if what == "drop" else bytes([byte])
        data[position : position + (what != "insert")] = new
    is_value_or_error(bytes(data))


places = st.floats(0, 1)
cut = st.tuples(st.sampled_from(["truncate", "duplicate", "splice", "remove"]), places, places, places)


@mark.filterwarnings("ignore")
@settings(quickly, max_examples=600)
@given(st.sampled_from(SAMPLES), st.sampled_from(SAMPLES), st.lists(cut, min_size=1, max_size=3))
def test_a_message_that_was_cut_and_pasted_is_a_value_or_an_error_of_the_wire(message, other, cuts):
    for what, one, two, three in cuts:
        start, end = sorted((int(one * len(message)), int(two * len(message))))
        place = int(three * len(other))
        message = {
            "truncate": message[:end],
            "duplicate": message[:end] + message[start:],
            "splice": message[:start] + other[place:],
            "remove": message[:start] + message[end:],
        }[what]
    is_value_or_error(message)


@mark.filterwarnings("ignore")
@mark.parametrize("message", SAMPLES)
def test_every_beginning_of_a_message_is_an_error_of_the_wire(message):
    for length in range(len(message)):
        with raises(WireError):
            Codec().decode(message[:length])


# One codec serves for many values, also after one that it could not send.


class OwnZone(datetime.tzinfo):
    def utcoffset(self, moment):
        return datetime.timedelta(0)

    dst = utcoffset


ZONE_FILE = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + bytes(6) + b"UTC\0"
in_itself = []
in_itself.append(in_itself)

UNSENDABLE = [
    object(),
    [1, object()],
    ((1, ({2: object()},)),),
    nested(MAX_DEPTH + 5),
    nested(5000, lambda inner: [inner]),
    ({"a": np.array([object()], dtype=object)},),
    pd.DataFrame({"a": [1], "b": [object()]}),
    [pd.Series(pd.period_range("2024-01-01", periods=1))],
    bytes(MAX_BYTES),
    {1: {2: (np.zeros(1, dtype="V4"),)}},
    nested(5000, lambda inner: {0: inner}),
    in_itself,
    np.zeros(1, dtype=[("a", int)]),
    np.zeros(1, dtype="V4"),
    np.zeros(1, dtype=[("a", object)])[0],
    np.array(["a"], dtype=np.dtypes.StringDType()),
    np.empty((0, 2**40)),
    pd.period_range("2024-01-01", periods=1),
    pd.IntervalIndex.from_breaks([0, 1]),
    pd.RangeIndex(10**12),
    pd.Timestamp("2024-01-01", tz=OwnZone()),
    pd.Series(pd.date_range("2024-01-01", periods=1, tz=OwnZone())),
    pd.Categorical([pd.Period("2024-01-01", "D")]),
    datetime.datetime(2024, 1, 1, tzinfo=OwnZone()),
    datetime.datetime(2024, 1, 1, tzinfo=zoneinfo.ZoneInfo.from_file(io.BytesIO(ZONE_FILE))),
]


@mark.parametrize("unsendable", UNSENDABLE, ids=lambda value: type(value).__name__)
def test_what_cannot_travel_is_an_error_after_which_a_codec_sends_as_before(unsendable):
    codec = Codec()
    sample = [1, (2, {3: ("x", frozenset({4}))}), np.arange(3).tolist()]
    for _ in range(3):
        with raises(WireError):
            codec.encode(unsendable)
        assert sent(sample, codec) == sample
        assert sent(nested(MAX_DEPTH - 1), codec) == nested(MAX_DEPTH - 1)


@quickly
@given(values, values)
def test_a_codec_remembers_nothing_of_the_value_before(first, second):
    codec = Codec()
    codec.encode(first)
    assert codec.encode(second) == Codec().encode(second)
