"""Values as bytes: plain data comes back as it was, and of anything else what a sentence says."""

from __future__ import annotations

import datetime
import enum
import re
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.examination.outcomes.outcome import value_codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw.compare import difference
from tester_fw.rules import EXACT

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.decimals(allow_nan=False)
    | st.dates(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner, inner),
    max_leaves=20,
)


def _there_and_back(value: object) -> Any:
    return value_codec().decode(value_codec().encode(value))


@given(PLAIN)
def test_plain_data_comes_back_as_it_was(value: object) -> None:
    assert difference(value, _there_and_back(value), rules=EXACT) is None


class Suit(enum.IntEnum):
    HEARTS = 3


class Named(str):
    def __repr__(self) -> str:
        return "Named()"

    def __str__(self) -> str:
        return "somebody else"


@pytest.mark.parametrize(("value", "held"), [(Suit.HEARTS, 3), (Named("me"), "me"), (type("L", (list,), {})([1]), [1])])
def test_an_instance_of_a_derived_class_is_what_it_holds_and_is_shown_as_it_was(value: object, held: object) -> None:
    got = _there_and_back(value)
    assert got == held
    assert type(got) is not type(held)
    assert type(got).__name__ == type(value).__name__
    assert repr(got) == repr(value)


@pytest.mark.parametrize("value", [object(), lambda: None, {}.keys(), (each for each in ()), datetime, type])
def test_what_is_no_data_is_an_object_that_is_shown_as_it_was(value: object) -> None:
    got = _there_and_back([value])[0]
    assert type(got).__name__ == type(value).__name__
    assert repr(got) == re.sub(" at 0x[0-9a-f]+", "", repr(value))
    assert got != value


def test_an_object_that_cannot_be_shown_is_told_so() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise RuntimeError

    assert repr(_there_and_back(Hostile())) == "<Hostile object that cannot be shown>"


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_none(data: bytes) -> None:
    with suppress(WireError):
        value_codec().decode(data)


@pytest.mark.parametrize(
    "description",
    [
        b"",
        b"\xc1",
        b"\xdd\xff\xff\xff\xff",
        msgpack.packb(["X", "m", "shown"]),
        msgpack.packb(["X", "m", 5, ""]),
        msgpack.packb(["X" * 400, "m", "shown", ""]),
        msgpack.packb(["X\0", "m", "shown", ""]),
        msgpack.packb(["X", "m", "shown", "list"]),
    ],
)
def test_an_object_that_no_runner_describes_so_is_refused(description: bytes) -> None:
    with pytest.raises(WireError):
        value_codec().decode(msgpack.packb(msgpack.ExtType(40, description)))


def test_objects_of_one_class_keep_it_and_each_is_shown_as_it_was() -> None:
    first, second = _there_and_back([Suit.HEARTS, Named("me")])
    again, other = _there_and_back([Suit.HEARTS, object()])
    assert type(first) is not type(second)
    assert repr(first) == repr(again) == repr(Suit.HEARTS)
    assert repr(other) == "<object object>"
    hands = _there_and_back([Named("a"), Named("b")])
    assert (type(hands[0]) is type(hands[1]), *hands) == (True, "a", "b")


def test_what_contains_itself_cannot_travel_and_is_told_so_at_once() -> None:
    class Hand(list[Any]):
        pass

    hand = Hand()
    hand += [hand, hand]  # in each of 64 levels twice
    with pytest.raises(WireError, match="nested more than"):
        value_codec().encode(hand)
