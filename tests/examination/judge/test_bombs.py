"""Tables made to cost a judge much: it says what is wrong with them, within the time and memory that it has."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

import msgpack
import pytest

from nbproctor.examination.grader.exam_processes import JudgeProcess
from nbproctor.examination.outcomes.outcome import RETURNED, TABLES_BYTES, CaseOutcome, TablesBuffer
from nbproctor.examination.wire import arrays_and_tables, standard_types
from tests.examination.real_runners import Exam
from tests.examination.wire.bombs import dict_of, ext, fraction, ints_of_one_hash, many, nested

TEST, FILE, CASES = "test_ex4", "tc_halve", 20
# What one of the cases may have, so that all of them fit into the memory for tables.
ROOM = TABLES_BYTES // CASES - 1000


def _described(name: str = "A") -> bytes:
    return ext(standard_types.DESCRIBED, msgpack.packb([name, "m", "shown", ""]))


def _derived(levels: int) -> bytes:
    data = b"\xc0"
    for _ in range(levels):
        data = ext(
            standard_types.DERIVED, b"\x92" + msgpack.packb(msgpack.packb(["A", "m", "s", "list"])) + b"\x91" + data
        )
    return data


def _deepest() -> bytes:
    data = b"\xc0"
    for _ in range(62):
        data = ext(standard_types.TUPLE, b"\x91" * 900 + data)
    return data


def _filling(item: bytes) -> bytes:
    return many(item, ROOM // len(item))


ARRAY = ext(arrays_and_tables._ARRAY, msgpack.packb(["|b", [0], b""]))
VALUES: dict[str, Callable[[], bytes]] = {
    "nothing but headers of lists": lambda: b"\xdd\x03\xff\xff\xff" * (ROOM // 5),
    "lists within lists": lambda: b"\x91" * 500 + b"\xc0",
    "lists within lists without end": lambda: b"\x91" * ROOM,
    "dicts within dicts": lambda: b"\x81\x00" * 500 + b"\xc0",
    "tuples within tuples": lambda: nested(60, 1000),
    "lists in tuples, as deep as can be": _deepest,
    "empty lists": lambda: _filling(b"\x90"),
    "empty texts": lambda: _filling(b"\xa0"),
    "objects": lambda: _filling(_described()),
    "objects of many classes": lambda: (
        b"\xdd" + (9000).to_bytes(4, "big") + b"".join(map(_described, map(str, range(9000))))
    ),
    "objects that derive from lists": lambda: _derived(60),
    "long fractions": lambda: _filling(fraction()),
    "arrays": lambda: _filling(ARRAY),
    "a number of many digits": lambda: ext(standard_types.BIG_INT, b"\x01" * 60_000),
    "a shape without end": lambda: ext(arrays_and_tables._ARRAY, msgpack.packb(["|b", [2**40, 0], b""])),
}


OUTCOMES: dict[str, Callable[[], bytes]] = {
    "a list that is not there": lambda: b"\xdd\xff\xff\xff\xff",
    "headers of lists": lambda: b"\x96" + b"\xdd\x00\x05\xff\xff" * (ROOM // 5),
    "headers of dicts": lambda: b"\x96" + b"\xdf\x00\x05\xff\xff" * (ROOM // 5),
    "empty lists": lambda: b"\x96" + b"\x9f" * (ROOM // 16) + b"\x90" * (ROOM // 2),
    "lists within lists": lambda: b"\x91" * ROOM,
    "what it printed": lambda: _outcome(printed="\x01" * ROOM),
    "what it says": lambda: _outcome(kind="raised", raised=["\ud800" * (ROOM // 6), "\x01" * (ROOM // 2), False, []]),
    "many changed inputs": lambda: _outcome(changed={str(number): b"" for number in range(ROOM // 8)}),
    "numbers for names": lambda: _outcome(changed=dict.fromkeys(range(10), b"")),
    "times without a date": lambda: b"\x96" + b"\xc7\x0c\xff" * 6 + bytes(72),
}


def _outcome(
    kind: str = "unreadable",
    raised: list[object] | None = None,
    printed: str = "",
    changed: dict[object, bytes] | None = None,
) -> bytes:
    parts = [kind, b"", "", raised or [], printed, changed or {}]
    return bytes(msgpack.packb(parts, unicode_errors="surrogatepass"))


def _with_value(value: bytes) -> bytes:
    return CaseOutcome(RETURNED, value).to_bytes()


def _table(outcomes: list[bytes]) -> bytes:
    tables = TablesBuffer()
    tables.begin(FILE)
    return tables.data + b"".join(struct.pack("<I", len(each)) + each for each in outcomes)


TABLES: dict[str, Callable[[], bytes]] = {
    **{f"value: {name}": lambda make=make: _table([_with_value(make())] * CASES) for name, make in VALUES.items()},
    **{f"outcome: {name}": lambda make=make: _table([make()] * CASES) for name, make in OUTCOMES.items()},
    "one value of keys that collide": lambda: _table(
        [_with_value(dict_of(ints_of_one_hash(100_000)))] + [_with_value(b"\xc0")] * (CASES - 1)
    ),
    "one value that fills all": lambda: _table([_with_value(many(_described(), TABLES_BYTES // 25))]),
    "outcomes of nothing": lambda: _table([b""] * (TABLES_BYTES // 5)),
    "as many tables as there is room for": lambda: _table([]) * (TABLES_BYTES // len(_table([]))),
    "a length beyond the end": lambda: _table([]) + b"\xff" * 100,
}


@pytest.fixture
def judge(small_exam: Exam) -> Iterator[JudgeProcess]:
    assert small_exam.parents.judges is not None
    process = JudgeProcess(small_exam.parents.judges)
    yield process
    process.close()


# To read these takes about a second, or several.
LONG = {
    "value: empty lists",
    "value: objects",
    "value: arrays",
    "one value of keys that collide",
    "outcomes of nothing",
    "as many tables as there is room for",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.all] * (name in LONG)) for name in TABLES])
def test_a_judge_comes_through(judge: JudgeProcess, name: str) -> None:
    tables = TABLES[name]()
    assert len(tables) <= TABLES_BYTES
    judged = judge.tables(TEST, tables)  # a judge that takes too much has ended
    assert judged.error or not judged.is_complete
    assert judge.tables(TEST, b"").cases == 0
