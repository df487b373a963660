"""What a call changed of its arguments is found, whether they are plain data, which is compared quickly, or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.examination.wire import changed_arguments
from nbproctor.examination.wire.changed_arguments import ArgumentSnapshot, fill
from nbproctor.examination.wire.codec import Codec

CODEC = Codec()
SCALARS = st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=3) | st.binary(max_size=2)
KEYS = st.integers(0, 5) | st.text(max_size=2) | st.tuples(st.integers(0, 2), st.booleans())
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.tuples(inner, inner)
        | st.sets(KEYS, max_size=4)
    ),
    max_leaves=12,
)


def _changes(values: list[Any], change: Callable[[list[Any]], None], is_quick: bool) -> dict[int, Any]:
    """What is found of a change of a copy of some values, with plain data compared quickly or not."""
    copied = CODEC.decode(CODEC.encode(values))
    with pytest.MonkeyPatch.context() as patch:
        if not is_quick:
            patch.setattr(changed_arguments, "_is_plain", lambda _: False)
        snapshot = ArgumentSnapshot(CODEC, copied)
        change(copied)
        return snapshot.changes()


def _mutable(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    found = [value] if isinstance(value, list | dict | set) else []
    return found + [part for item in inner for part in _mutable(item)]


def _put(part: Any, value: Any) -> None:
    if isinstance(part, list):
        part[: len(part) // 2 + 1] = [value]
    elif isinstance(part, dict):
        part[next(iter(part), 0)] = value
    else:
        part.symmetric_difference_update({0})


@given(values=st.lists(VALUES, min_size=1, max_size=3), value=VALUES, data=st.data())
def test_both_comparisons_find_the_same(values: list[Any], value: Any, data: st.DataObject) -> None:
    # Only what is inside of an argument can be changed by a call.
    count = sum(len(_mutable(each)) for each in values)
    place = data.draw(st.integers(0, count)) if count else 0

    def change(copied: list[Any]) -> None:
        parts = [part for each in copied for part in _mutable(each)]
        if place < len(parts):
            _put(parts[place], CODEC.decode(CODEC.encode(value)))

    assert _changes(values, change, is_quick=True) == _changes(values, change, is_quick=False)


@pytest.mark.parametrize(
    "values",
    [[[1, "a"], {"b": [2.5, None]}], [(1, [True])], [{"hand": {"A", "K"}}]],
    ids=["a list and a dict", "a tuple", "a set"],
)
def test_plain_data_that_no_call_has_changed_is_not_encoded(values: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_arguments, "_contents", lambda *_: pytest.fail("it was encoded"))
    snapshot = ArgumentSnapshot(CODEC, values)
    assert snapshot.changes() == {}
    assert snapshot.size


def _replace_by_an_equal_list(values: list[Any]) -> None:
    values[0][0] = list(values[0][0])


def _reorder(values: list[Any]) -> None:
    values[0]["a"] = values[0].pop("a")


CHANGED: dict[str, tuple[list[Any], Callable[[list[Any]], None]]] = {
    "an inner list is another one": ([[[1, 2], 3]], _replace_by_an_equal_list),
    "the order of a dict": ([{"a": 1, "b": 2}], _reorder),
    "true for one": ([[1]], lambda values: values[0].__setitem__(0, True)),
    "a float for an integer": ([[1]], lambda values: values[0].__setitem__(0, 1.0)),
    "the sign of zero": ([[0.0]], lambda values: values[0].__setitem__(0, -0.0)),
    "bytes that can be changed": ([[b"a"]], lambda values: values[0].__setitem__(0, bytearray(b"a"))),
    "another integer of numpy's": ([[np.int64(1)]], lambda values: values[0].__setitem__(0, np.uint64(1))),
    "a list in itself": ([[1]], lambda values: values[0].append(values[0])),
    "a complex number among plain data": ([[1]], lambda values: values[0].append(2 + 1j)),
    "a list beside a set": ([{0, (0, True)}, []], lambda values: values[1].append(1)),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_looks_alike_is_found_changed(name: str) -> None:
    values, change = CHANGED[name]
    quick, thorough = (_changes(values, change, is_quick) for is_quick in (True, False))
    assert quick == thorough
    assert quick


@pytest.mark.parametrize("values", [[[1, "a", None, (2.5, {3})]], [{"a": [1, {"b": ()}]}], [{1, 2}], [()], [5]])
def test_what_is_not_changed_is_not_found(values: list[Any]) -> None:
    assert _changes(values, lambda copied: None, is_quick=True) == {}


def test_what_is_found_fills_the_arguments_of_the_other_side() -> None:
    ours: list[Any] = [[1, [2, 3]], {"a": {4}}]
    theirs = CODEC.decode(CODEC.encode(ours))
    snapshot = ArgumentSnapshot(CODEC, theirs)
    theirs[0][1].append(5)
    theirs[1]["b"] = theirs[1].pop("a")
    fill(CODEC, ours, snapshot.changes())
    assert ours == theirs == [[1, [2, 3, 5]], {"b": {4}}]
