"""A value is compared rightly whatever its type, and an input that must stay is seen to be changed."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from nbproctor.examination.judge.judging import judge
from nbproctor.examination.wire.messages import Judged
from tests.examination.judge.judged_calls import judged, owed, written

DAYS = pd.date_range("2024-01-01", periods=3, tz="Europe/Berlin")
# By what it is: a right value, and one that is wrong.
VALUES: dict[str, tuple[Any, Any]] = {
    "nothing": (None, 0),
    "a bool": (True, False),
    "a large int": (2**200, 2**200 + 1),
    "a float": (0.3, 0.31),
    "no number": (math.nan, 0.0),
    "a complex number": (1 + 2j, 1 - 2j),
    "text": ("♠A\ud800", "♠A"),
    "bytes": (b"a\0", b"a"),
    "a bytearray": (bytearray(b"a"), bytearray(b"b")),
    "a list in a tuple": (([1], 2), ([2], 2)),
    "a set of tuples": ({(1, 2), (3,)}, {(1, 2)}),
    "a frozenset": (frozenset("ab"), frozenset("a")),
    "a dict of dicts": ({1: {"a": [None]}}, {1: {"a": []}}),
    "a Counter": (Counter("aab"), Counter("ab")),
    "an OrderedDict": (OrderedDict(a=1), OrderedDict(a=2)),
    "a defaultdict": (defaultdict(list, a=[1]), defaultdict(list)),
    "a deque": (deque([1, 2], 3), deque([2, 1], 3)),
    "a range": (range(0, 9, 2), range(0, 9, 3)),
    "a Decimal": (Decimal("1.5"), Decimal("1.6")),
    "a Fraction": (Fraction(1, 3), Fraction(1, 4)),
    "a date": (date(2024, 2, 29), date(2024, 3, 1)),
    "a moment": (datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 2, tzinfo=UTC)),
    "a duration": (timedelta(1), timedelta(2)),
    "an array": (np.eye(2), np.ones((2, 2))),
    "an array of objects": (np.array(["a", None], dtype=object), np.array(["a", 1], dtype=object)),
    "a number of numpy's": (np.int32(4), np.int32(5)),
    "a series": (pd.Series([1.5, None], name="n"), pd.Series([1.5, 2.0], name="n")),
    "an index of levels": (
        pd.MultiIndex.from_tuples([(1, "a"), (2, "b")]),
        pd.MultiIndex.from_tuples([(1, "a"), (2, "c")]),
    ),
    "a frame": (pd.DataFrame({"a": [1, 2], "b": ["x", None]}), pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})),
    "days in a zone": (pd.Series(DAYS), pd.Series(DAYS[::-1])),
    "categories": (pd.Series(["a", "b"], dtype="category"), pd.Series(["a", "a"], dtype="category")),
    "a timestamp": (pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02")),
}


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("exact", [False, True])
def test_a_right_value_passes_and_a_wrong_one_fails(name: str, exact: bool) -> None:
    right, wrong = VALUES[name]
    assert judged(lambda: right, lambda: right, exact=exact) == Judged(cases=1)
    assert judged(lambda: right, lambda: wrong, exact=exact).error is not None
    assert judged(lambda: [right], lambda: [right], exact=exact).error is None
    assert judged(lambda: [right], lambda: [wrong], exact=exact).error is not None


# By what is done, an input and what changes it.
CHANGES: dict[str, tuple[Callable[[], Any], str]] = {
    "append to a list": (lambda: [1, 2], "x.append(3)"),
    "sort a list": (lambda: [3, 1, 2], "x.sort()"),
    "change a list in a list": (lambda: [["."], ["."]], "x[1][0] = 'o'"),
    "replace 1 by True": (lambda: [1, 2], "x[0] = True"),
    "set a key": (lambda: {"a": 1}, "x['b'] = 2"),
    "delete a key": (lambda: {"a": 1, "b": 2}, "del x['a']"),
    "add to a set": (lambda: {1}, "x.add(2)"),
    "count": (lambda: Counter("aab"), "x['c'] += 1"),
    "look a default up": (lambda: defaultdict(list, a=[1]), "x['b']"),
    "rotate a deque": (lambda: deque([1, 2]), "x.rotate(1)"),
    "overwrite a bytearray": (lambda: bytearray(b"ab"), "x[0] = 65"),
    "assign to an array": (lambda: np.zeros((2, 2)), "x[0, 1] = 7"),
    "assign to an array of objects": (lambda: np.array([1, "a"], dtype=object), "x[1] = [2]"),
    "assign to a series": (lambda: pd.Series([1, 2], name="n"), "x.iloc[0] = 5"),
    "name a series": (lambda: pd.Series([1, 2], name="n"), "x.name = 'm'"),
    "add a column": (lambda: pd.DataFrame({"a": [1, 2]}), "x['b'] = 3"),
    "rename a column": (lambda: pd.DataFrame({"a": [1, 2]}), "x.columns = ['b']"),
    "assign to a cell": (lambda: pd.DataFrame({"a": [1, 2]}), "x.loc[0, 'a'] = 9"),
    "put what is no data into it": (lambda: [1], "x[0] = print"),
    "put it into itself": (lambda: [1], "x.append(x)"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_input_that_must_stay_is_seen_to_be_changed(name: str) -> None:
    make, change = CHANGES[name]
    cases = [{"x": make()}]

    def changing(x: Any) -> int:
        exec(change, {"x": x})
        return 1

    def keeping(x: Any) -> int:
        return 1

    watching = owed(keeping, cases, {"x": {"check_modified": True}})
    assert judge([watching], written(keeping, cases, watched=("x",))) == Judged(cases=1)
    failure = judge([watching], written(changing, cases, watched=("x",)))
    assert failure.error == "ModifiedInputError"
    assert failure.message.startswith("x was changed by keeping: it was ")
    # Where it may be changed, nobody looks.
    assert judge([owed(keeping, cases)], written(changing, cases)).error is None


def test_each_call_gets_inputs_of_its_own() -> None:
    shared = [1]
    cases = [{"x": shared, "y": shared} for _ in range(3)]

    def function(x: list[int], y: list[int]) -> int:
        x.append(2)
        return len(y)

    assert judged(function, function, cases).error is None
    assert judged(lambda x, y: 2, function, cases).error is None  # x and y are one list, as they were drawn
