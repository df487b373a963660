"""What equals what, and what is said of what does not."""

import math
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from functools import partial
from pathlib import Path

from pytest import mark

from tester_fw.compare import difference
from tester_fw.rules import EXACT, Rules

LOOSE = Rules(check_dtype=False)
NAN = float("nan")

Card = namedtuple("Card", "rank suit")


class Suit(Enum):
    HEARTS = 1
    SPADES = 2


class Tick(IntEnum):
    ONE = 1


@dataclass
class Hand:
    cards: list


class Named:
    """Pickled as the name of a global, as some singletons are."""

    def __init__(self, name):
        self.name = name

    def __reduce__(self):
        return self.name


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


@mark.parametrize(
    "value",
    [
        0,
        10**400,
        True,
        None,
        1.5,
        math.inf,
        NAN,
        2j,
        complex(NAN, 1),
        "text",
        b"bytes",
        bytearray(b"bytes"),
        range(3),
        [1, [2.0, ["x"]]],
        (1, (2,)),
        {1, "a", (2, 3), frozenset({4})},
        frozenset({NAN}),
        {1: "a", (2, 3): [4], None: {}},
        {NAN: 1},
        OrderedDict(a=1),
        defaultdict(list, a=[1]),
        Counter("abca"),
        date(2024, 2, 29),
        datetime(2024, 2, 29, tzinfo=timezone.utc),  # noqa: UP017 - Python 3.9 has no datetime.UTC
        timedelta(1),
        Decimal("1.50"),
        Decimal("NaN"),
        Fraction(1, 3),
        Card("A", "S"),
        Suit.HEARTS,
        Hand(["AS"]),
        Slotted([1]),
        deque([1, 2]),
        partial(max, 1),
        Path("a/b"),
        len,
        Hand,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_equals_its_copy(value):
    assert difference(value, deepcopy(value)) is None
    assert difference([value], [deepcopy(value)], rules=EXACT) is None
    assert difference([value], [deepcopy(value)], rules=LOOSE) is None


@mark.parametrize(
    ("expected", "returned", "sentence"),
    [
        (0, 1, "output_0: expected 0, got 1"),
        (0, None, "output_0: expected 0, got None"),
        (None, 0, "output_0: expected None, got 0 (int)"),
        (1, True, "output_0: expected 1 (int), got True (bool)"),
        (True, 1, "output_0: expected True (bool), got 1 (int)"),
        (1, 1.0, "output_0: expected 1 (int), got 1.0 (float)"),
        (True, False, "output_0: expected True, got False"),
        ("a", "b", "output_0: expected 'a', got 'b'"),
        ("a", b"a", "output_0: expected 'a' (str), got b'a' (bytes)"),
        (b"a", b"b", "output_0: expected b'a', got b'b'"),
        (2j, 3j, "output_0: expected 2j, got 3j"),
        (complex(NAN, 1), complex(NAN, 2), "output_0: expected (nan+1j), got (nan+2j)"),
        (NAN, 1.0, "output_0: expected nan, got 1.0"),
        (math.inf, -math.inf, "output_0: expected inf, got -inf"),
        ([1, 2], [1, 3], "output_0[1]: expected 2, got 3"),
        ([1, 2], (1, 2), "output_0: expected [1, 2] (list), got (1, 2) (tuple)"),
        ([1, 2], [1], "output_0: expected 2 items, got 1"),
        ((1,), (1, 2), "output_0: expected 1 items, got 2"),
        ({"primary": ["T", "A"]}, {"primary": ["T", "K"]}, "output_0['primary'][1]: expected 'A', got 'K'"),
        ({1: 2}, {}, "output_0: missing key 1"),
        ({1: 2}, {1: 2, "b": 3, "a": 4}, "output_0: unexpected keys 'a', 'b'"),
        ({1: 2, 2: 3}, {3: 4}, "output_0: missing keys 1, 2; unexpected key 3"),
        ({1: 2}, {True: 2}, "output_0: missing key 1; unexpected key True"),
        ({1: 2}, {1.0: 2}, "output_0: missing key 1; unexpected key 1.0"),
        ({(1, 2): 3}, {(1, True): 3}, "output_0: missing key (1, 2); unexpected key (1, True)"),
        ({"A", "K"}, {"A", "Q"}, "output_0: missing item 'K'; unexpected item 'Q'"),
        ({"A", "K"}, {"A"}, "output_0: missing item 'K'"),
        (set(), {1, 2}, "output_0: unexpected items 1, 2"),
        ({True}, {1}, "output_0: missing item True; unexpected item 1"),
        ({1}, frozenset({1}), "output_0: expected {1} (set), got frozenset({1}) (frozenset)"),
        ({1}, {1.0}, "output_0: missing item 1; unexpected item 1.0"),
        ({1: 2}, OrderedDict({1: 3}), "output_0[1]: expected 2, got 3"),
        ((("A", "S"),), (Card("A", "H"),), "output_0[0][1]: expected 'S', got 'H'"),
        (["A", "S"], Card("A", "S"), None),
        (date(2024, 1, 1), date(2024, 1, 2), None),
        (Decimal("1"), Decimal("2"), None),
        (Fraction(1, 3), Fraction(1, 2), None),
        (Suit.HEARTS, Suit.SPADES, None),
        (Hand(["AS"]), Hand(["KS"]), None),
        (Slotted(1), Slotted(2), None),
        (deque([1, 2]), deque([2, 1]), None),
        (partial(max, 1), partial(max, 2), None),
        (len, max, None),
        (Named("x"), Named("y"), None),
        (range(3), range(4), None),
        (bytearray(b"a"), bytearray(b"b"), None),
    ],
)
def test_what_differs_is_told_in_a_sentence(expected, returned, sentence):
    told = difference(expected, returned)
    assert told is not None
    assert sentence in (None, told)


def test_the_sentence_begins_with_the_name_that_it_is_given():
    assert difference([1], [2], "primary") == "primary[0]: expected 1, got 2"


@mark.parametrize(
    "make",
    [
        lambda nan: nan,
        lambda nan: complex(nan, 1),
        lambda nan: complex(1, nan),
        lambda nan: [nan],
        lambda nan: {nan},
        lambda nan: {nan: nan},
        lambda nan: {(nan, 1)},
        lambda nan: Decimal(nan),
    ],
)
@mark.parametrize("rules", [Rules(), EXACT, LOOSE])
def test_every_nan_equals_every_other(make, rules):
    one, other = make(float("nan")), make(float("nan"))
    assert difference(one, other, rules=rules) is None


def test_nan_equals_nothing_else():
    for value in (1.0, math.inf, complex(1, NAN), Decimal(1)):
        kind = type(value)
        assert difference(kind(NAN), value) is not None
        assert difference(value, kind(NAN)) is not None


def test_zero_has_no_sign():
    assert difference(-0.0, 0.0) is None
    assert difference({0.0: 1}, {-0.0: 1}) is None


@mark.parametrize(
    ("expected", "returned"),
    [
        (1.0, 1.0 + 1e-9),
        (1j, 1j + 1e-9),
        ([{"a": (1.0,)}], [{"a": (1.0 - 1e-9,)}]),
        ({0.3}, {0.1 + 0.2}),
        ({0.3: 1}, {0.1 + 0.2: 1}),
        ({(0.3, "a"), (0.3, "b")}, {(0.1 + 0.2, "a"), (0.1 + 0.2, "b")}),
        ({5e-7, 1.0}, {5.001e-7, 1.0}),
        (frozenset({1j}), frozenset({1j + 1e-9})),
    ],
)
def test_floats_within_the_tolerance_are_equal_at_every_depth(expected, returned):
    assert difference(expected, returned) is None
    assert difference(expected, returned, rules=EXACT) is not None


@mark.parametrize(
    ("expected", "returned"), [(1.0, 1.0 + 1e-5), (1j, 1j + 1e-5), ({1.0}, {1.0 + 1e-5}), ({1.0: 1}, {1.1: 1})]
)
def test_floats_beyond_the_tolerance_differ(expected, returned):
    assert difference(expected, returned) is not None


@mark.parametrize(
    ("expected", "returned", "rules", "are_equal"),
    [
        (1e9, 1e9 + 0.5, Rules(float_tolerance=0.5), True),
        (1e9, 1e9 + 0.6, Rules(float_tolerance=0.5), False),
        (1, 2, Rules(check_dtype=False, float_tolerance=2), False),
        (1, 2.0, Rules(check_dtype=False, float_tolerance=2), True),
        ({1.0, 1.1}, {1.05, 5.0}, Rules(float_tolerance=0.2), False),
    ],
)
def test_the_tolerance_is_absolute_and_for_floats_alone_and_each_has_one_partner(expected, returned, rules, are_equal):
    assert (difference(expected, returned, rules=rules) is None) == are_equal


@mark.parametrize(
    ("expected", "returned"),
    [
        (1, 1.0),
        (1.0, 1),
        (1, 1 + 0j),
        (0.5, Fraction(1, 2)),
        ([1, 2], (1, 2)),
        ((1, [2]), [1.0, (2.0,)]),
        ({1}, frozenset({1.0})),
        ({1: "a"}, {1.0: "a"}),
        ({(1, 2): 3}, {(1.0, 2): 3}),
    ],
)
def test_without_dtypes_relatives_are_compared_by_value(expected, returned):
    assert difference(expected, returned, rules=LOOSE) is None
    assert difference(expected, returned) is not None


@mark.parametrize(
    ("value", "held"),
    [
        (Card("A", "S"), ("A", "S")),
        ([Card("A", [1])], [("A", [1])]),
        ({Card("A", "S")}, {("A", "S")}),
        ({Card("A", "S"): 1}, {("A", "S"): 1}),
        (OrderedDict(b=1, a=2), {"a": 2, "b": 1}),
        (defaultdict(lambda: 0, {1: "a"}), {1: "a"}),
        ({"a": Counter("aa")}, {"a": {"a": 2}}),
        ([Tick.ONE], [1]),
        ({Tick.ONE: "a"}, {1: "a"}),
    ],
)
def test_an_instance_of_a_derived_class_is_what_it_holds_unless_exactly_that_type_is_asked_for(value, held):
    for expected, returned in ((value, held), (held, value)):
        assert difference(expected, returned) is None
        assert difference(expected, returned, rules=LOOSE) is None
        assert difference(expected, returned, rules=EXACT) is not None


@mark.parametrize(
    ("expected", "returned"),
    [
        (1, True),
        (True, 1),
        (0.0, False),
        ([1], [True]),
        ({1}, {True}),
        ({1: 2}, {True: 2}),
        (1, "1"),
        (1, 2.0),
        ([1, 2], [1, 3]),
        ([1, 2], {1, 2}),
        ("ab", ["a", "b"]),
        ("a", b"a"),
        (None, 0),
        ({}, []),
        (10**400, 1e300),
        (2**53 + 1, Fraction(2**53)),
    ],
)
def test_without_dtypes_other_values_still_differ(expected, returned):
    assert difference(expected, returned, rules=LOOSE) is not None


@mark.parametrize("rules", [Rules(), EXACT, LOOSE])
def test_objects_in_a_set_are_compared_by_what_they_hold(rules):
    expected = {Slotted(1), Slotted(2), Path("a")}
    assert difference(expected, {Path("a"), Slotted(2), Slotted(1)}, rules=rules) is None
    assert difference(expected, {Path("a"), Slotted(2), Slotted(3)}, rules=rules) is not None
    assert difference({Slotted(1): 1}, {Slotted(2): 1}, rules=rules) is not None


def test_a_long_text_is_shown_from_the_first_difference():
    assert difference("x" * 100 + "ab", "x" * 100 + "cb") == "output_0[100:]: expected 'ab', got 'cb'"
    assert difference("x" * 100, "x" * 101) == "output_0[100:]: expected '', got 'x'"


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def test_deep_structures_are_compared_as_far_as_python_goes():
    assert difference(nested(150), nested(150)) is None


def cyclic_list():
    value = []
    value.append(value)
    return value


def cyclic_dict():
    value = {}
    value["me"] = value
    return value


class Node:
    def __init__(self):
        self.next = self

    __hash__ = None


@mark.parametrize("make", [lambda: nested(10**5), cyclic_list, cyclic_dict, Node])
@mark.parametrize("rules", [EXACT, LOOSE])
def test_cyclic_and_very_deep_structures_are_told_as_such(make, rules):
    told = difference(make(), make(), rules=rules)
    assert "nested more than 200 levels deep, or contains itself" in told
    assert len(told) < 1000


def test_a_set_of_many_floats_is_compared_quickly():
    expected = {n / 7 for n in range(5000)}
    assert difference(expected, {value + 1e-12 for value in expected}) is None
    assert difference(expected, {value + 1e-3 for value in expected}) is not None


def test_a_generator_cannot_be_compared():
    told = difference((n for n in [1]), (n for n in [1]))
    assert told == "output_0: a generator cannot be compared"


def test_many_unexpected_items_are_told_shortly():
    assert len(difference(set(), set(range(10**5)))) < 300
