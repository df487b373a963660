"""Values as bytes: plain data comes back as it was, and of anything else what a sentence says."""

from __future__ import annotations

import datetime
import enum
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.examination.outcomes.outcome import CaseOutcome, Frame, TablesBuffer, read_tables
from nbproctor.examination.outcomes.values import value_codec
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
    assert repr(got) == repr(value)[:300]
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


OUTCOME = CaseOutcome(
    "raised", b"", "Oops", "it went wrong", True, (Frame("Cell In[3]", 4, "f", "x"),), "said\n", {"a": b"1"}
)


def test_outcomes_and_tables_come_back() -> None:
    assert CaseOutcome.from_bytes(OUTCOME.to_bytes()) == OUTCOME
    tables = TablesBuffer()
    tables.begin("tc_1")
    tables.add(OUTCOME)
    tables.begin("tc_2")
    assert list(read_tables(tables.data)) == [("tc_1", [OUTCOME.to_bytes()]), ("tc_2", [])]


@given(st.binary(max_size=300))
def test_any_bytes_are_tables_or_none(data: bytes) -> None:
    for _, outcomes in read_tables(data):
        for outcome in outcomes:
            with suppress(WireError):
                CaseOutcome.from_bytes(outcome)


@given(PLAIN)
def test_no_value_is_taken_for_an_outcome_of_another_form(value: object) -> None:
    data = msgpack.packb([str(value)[:5], b"", "", [], "", {}])
    with pytest.raises(WireError):
        CaseOutcome.from_bytes(data)


def test_numbers_keep_their_type() -> None:
    for value in (Decimal("1.10"), Fraction(1, 3), 1, True, 1.0, 1j):
        assert type(_there_and_back(value)) is type(value)
