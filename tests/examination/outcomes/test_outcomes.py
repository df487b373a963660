"""Outcomes and tables as bytes: what a runner writes is read again; of what anybody made up, an outcome or an error."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.examination.outcomes.outcome import (
    RAISED,
    RETURNED,
    TABLES_BYTES,
    TOO_LARGE,
    UNREADABLE,
    CaseOutcome,
    Frame,
    TablesBuffer,
    TablesMemory,
    TablesWriter,
    read_tables,
)
from nbproctor.examination.wire.wire_bounds import WireError

TEXT = st.text(st.characters(exclude_categories=()), max_size=20)  # lone surrogates too
FRAMES = st.lists(st.builds(Frame, TEXT, st.integers(0, 2**31), TEXT, TEXT), max_size=8).map(tuple)
CHANGED = st.dictionaries(TEXT, st.binary(max_size=20), max_size=3)
OUTCOMES = (
    st.builds(CaseOutcome, st.just(RETURNED), st.binary(max_size=50), printed=TEXT, changed=CHANGED)
    | st.builds(CaseOutcome, st.just(UNREADABLE), text=TEXT, printed=TEXT)
    | st.builds(
        lambda raised, text, is_assertion, frames, printed: CaseOutcome(
            RAISED, b"", raised, text, is_assertion, frames, printed
        ),
        TEXT.filter(bool),
        TEXT,
        st.booleans(),
        FRAMES,
        TEXT,
    )
)
TABLES = st.lists(st.tuples(st.text(max_size=20), st.lists(OUTCOMES, max_size=4)), max_size=3)
OUTCOME = CaseOutcome(
    "raised", b"", "Oops", "it went wrong", True, (Frame("Cell In[3]", 4, "f", "x"),), "said\n", {"a": b"1"}
)


@given(OUTCOMES)
def test_an_outcome_comes_back(outcome: CaseOutcome) -> None:
    assert CaseOutcome.from_bytes(outcome.to_bytes()) == outcome


@pytest.fixture(scope="module")
def memory() -> Iterator[TablesMemory]:
    shared = TablesMemory()
    yield shared
    shared.close()


@given(tables=TABLES)
def test_tables_come_through_the_memory_that_is_shared(
    memory: TablesMemory, tables: list[tuple[str, list[CaseOutcome]]]
) -> None:
    writer, buffer = TablesWriter(os.dup(memory.fileno())), TablesBuffer()
    for name, outcomes in tables:
        for written in (writer, buffer):
            written.begin(name)
            for outcome in outcomes:
                written.add(outcome)
    data = memory.take()
    assert data == buffer.data
    assert [*read_tables(data)] == [(name, [each.to_bytes() for each in outcomes]) for name, outcomes in tables]
    assert memory.take() == b""


def test_an_outcome_for_which_there_is_no_room_is_too_large_and_the_next_is_written(memory: TablesMemory) -> None:
    writer = TablesWriter(os.dup(memory.fileno()))
    writer.begin("tc_1")
    writer.add(CaseOutcome(RETURNED, bytes(TABLES_BYTES)))
    writer.add(OUTCOME)
    assert [*read_tables(memory.take())] == [("tc_1", [TOO_LARGE, OUTCOME.to_bytes()])]


def test_once_an_outcome_has_no_place_no_later_one_takes_it(memory: TablesMemory) -> None:
    writer, small, large = TablesWriter(os.dup(memory.fileno())), CaseOutcome(RETURNED), bytes(1 << 20)
    writer.begin("tc_1")
    begun = len(memory.take())
    around = len(CaseOutcome(RETURNED, large).to_bytes()) - len(large)
    sizes = 4 + around, 4 + len(TOO_LARGE), 4 + len(small.to_bytes())  # each part follows its length
    writer.begin("tc_1")
    writer.add(CaseOutcome(RETURNED, bytes(TABLES_BYTES - begun - sum(sizes))))
    for outcome in (CaseOutcome(RETURNED, large), CaseOutcome(RETURNED, large), small):
        writer.add(outcome)
    ((_, outcomes),) = read_tables(memory.take())
    assert outcomes[1:] == [TOO_LARGE]


def test_what_a_runner_says_of_how_much_it_wrote_is_bounded(memory: TablesMemory) -> None:
    os.pwrite(memory.fileno(), struct.pack("<Q", 2**63), 0)
    assert len(memory.take()) == TABLES_BYTES
    with pytest.raises(OSError):
        os.ftruncate(memory.fileno(), 10)


# What anybody may have made up.


def test_every_beginning_of_an_outcome_and_everything_after_its_end_is_an_error() -> None:
    data = OUTCOME.to_bytes()
    for other in (*(data[:length] for length in range(len(data))), data + b"\0", data + data):
        with pytest.raises(WireError):
            CaseOutcome.from_bytes(other)


@given(OUTCOMES, st.lists(st.tuples(st.integers(0), st.binary(max_size=3), st.integers(0, 3)), min_size=1, max_size=4))
def test_an_outcome_of_which_a_few_bytes_are_changed_is_one_or_an_error(
    outcome: CaseOutcome, changes: list[tuple[int, bytes, int]]
) -> None:
    data = outcome.to_bytes()
    for place, new, length in changes:
        position = place % (len(data) + 1)
        data = data[:position] + new + data[position + length :]
    with suppress(WireError):
        found = CaseOutcome.from_bytes(data)
        assert CaseOutcome.from_bytes(found.to_bytes()) == found


PARTS = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | TEXT | st.binary(max_size=3) | st.sampled_from([RETURNED, RAISED]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXT | st.integers(0, 3), inner, max_size=2),
    max_leaves=12,
)


@given(
    PARTS | st.lists(PARTS, min_size=6, max_size=6) | st.tuples(st.just(RAISED), st.just(b""), TEXT, PARTS, TEXT, PARTS)
)
def test_other_parts_are_an_outcome_or_an_error(parts: object) -> None:
    with suppress(WireError):
        CaseOutcome.from_bytes(msgpack.packb(parts, unicode_errors="surrogatepass"))


@given(st.binary(max_size=300))
def test_any_bytes_are_tables_or_none(data: bytes) -> None:
    for _, outcomes in read_tables(data):
        for outcome in outcomes:
            with suppress(WireError):
                CaseOutcome.from_bytes(outcome)
