"""Tables that a hostile runner may write: a test passes by the right outcome for every case, and by nothing else."""

from __future__ import annotations

import struct

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.examination.judge.judging import judge
from nbproctor.examination.outcomes.outcome import RETURNED, CaseOutcome, value_codec
from nbproctor.examination.wire.messages import Judged
from tests.examination.judge.judged_calls import owed, written

CASES = [{"n": number} for number in (7, 0, 3, 12, 5)]


def double(n: int) -> int:
    return 2 * n


OWED = owed(double, CASES)
RIGHT = written(double, CASES)


def _outcome(value: object) -> bytes:
    return CaseOutcome(RETURNED, value_codec().encode(value)).to_bytes()


RIGHT_OUTCOMES = [_outcome(2 * case["n"]) for case in CASES]
# What a table may be put together from: the beginnings of tables, right outcomes, and others.
HEADERS = {name: bytes(msgpack.packb(["table", name])) for name in ("tc_1", "tc_2")}
PIECES = st.sampled_from([*RIGHT_OUTCOMES, *HEADERS.values(), _outcome(None), _outcome([14]), b"", b"\xc1"])


def _data(pieces: list[bytes]) -> bytes:
    return b"".join(struct.pack("<I", len(piece)) + piece for piece in pieces)


def _passes(data: bytes, tables: int = 1) -> bool:
    judged = judge([OWED] * tables, data)
    return judged.error is None and judged.is_complete


def _is_right(pieces: list[bytes]) -> bool:
    """Whether the first table is of the right file, and begins with the right outcome for every case."""
    begins = next((place for place, piece in enumerate(pieces) if piece in HEADERS.values()), len(pieces))
    return pieces[begins : begins + 6] == [HEADERS["tc_1"], *RIGHT_OUTCOMES]


@given(st.lists(PIECES, max_size=8), st.lists(PIECES, max_size=3), st.integers(0, 6))
def test_a_test_passes_if_the_first_table_is_right_and_not_otherwise(
    before: list[bytes], after: list[bytes], taken: int
) -> None:
    pieces = [*before, *[HEADERS["tc_1"], *RIGHT_OUTCOMES][:taken], *after]
    assert _passes(_data(pieces)) == _is_right(pieces)


def test_a_table_that_lacks_a_case_is_never_accepted() -> None:
    assert _passes(RIGHT)
    for length in range(len(RIGHT)):
        assert not _passes(RIGHT[:length])
    whole = [HEADERS["tc_1"], *RIGHT_OUTCOMES]
    for missing in range(1, len(whole)):
        lacking = whole[:missing] + whole[missing + 1 :]
        assert not _passes(_data(lacking))
        assert not _passes(_data(lacking + whole))  # another one does not help
    assert not _passes(written(double, CASES, file="tc_2"))


@given(st.permutations(RIGHT_OUTCOMES))
def test_outcomes_in_another_order_fail(outcomes: list[bytes]) -> None:
    assert _passes(_data([HEADERS["tc_1"], *outcomes])) == (outcomes == RIGHT_OUTCOMES)


def test_the_first_tables_count_and_further_ones_mean_nothing() -> None:
    wrong = written(lambda n: -1, CASES)
    assert judge([OWED], RIGHT + wrong) == Judged(cases=5)
    assert judge([OWED], wrong + RIGHT).error is not None
    assert judge([OWED] * 2, RIGHT + wrong).error is not None
    assert not judge([OWED] * 2, RIGHT).is_complete
    assert _passes(RIGHT + RIGHT, tables=2)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.integers(0, 3) | st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)
EXTENSIONS = st.tuples(st.integers(0, 45), st.binary(max_size=8) | VALUES.map(msgpack.packb)).map(
    lambda pair: msgpack.packb(msgpack.ExtType(*pair))
)
FORGED = st.builds(
    lambda kind, value, printed, changed: msgpack.packb([kind, value, "", [], printed, changed]),
    st.sampled_from(["returned", "unreadable", "raised", "judged"]),
    VALUES.map(msgpack.packb) | EXTENSIONS | st.binary(max_size=20),
    st.text(max_size=5),
    st.dictionaries(st.sampled_from(["n", "m"]), VALUES.map(msgpack.packb) | EXTENSIONS, max_size=2),
)


@given(FORGED | st.binary(max_size=40))
def test_a_forged_outcome_is_right_if_it_says_what_was_expected(outcome: bytes) -> None:
    judged = judge([OWED], _data([HEADERS["tc_1"], outcome, *RIGHT_OUTCOMES[1:]]), b"key")
    assert judged.is_complete
    assert (judged.error is None) == _says(outcome, 14)
    assert (judged.marks == "") == (judged.error is None)


def _says(outcome: bytes, expected: object) -> bool:
    try:
        kind, value, *_ = msgpack.unpackb(outcome)
        got = value_codec().decode(value)
    except Exception:  # it is none
        return False
    return bool(kind == "returned" and isinstance(got, int) and got == expected)


@given(st.integers(0, len(RIGHT) - 1), st.binary(max_size=3), st.integers(0, 3))
def test_a_table_of_which_a_few_bytes_are_changed_is_judged(place: int, new: bytes, length: int) -> None:
    judge([OWED], RIGHT[:place] + new + RIGHT[place + length :], b"key")


@pytest.mark.parametrize("value", [b"", b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xc7\x00\x7f", b"\x91" * 200 + b"\xc0"])
def test_bytes_that_hold_no_value_are_wrong(value: bytes) -> None:
    outcome = CaseOutcome(RETURNED, value).to_bytes()
    assert judge([OWED], _data([HEADERS["tc_1"], *[outcome] * len(CASES)])).error is not None
