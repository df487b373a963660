"""The judge as a function: what it accepts, and what it says of the rest."""

from __future__ import annotations

from collections import Counter, OrderedDict, namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nbproctor.examination.judge.judging import OwedTable, judge
from nbproctor.examination.wire.messages import Judged
from tests.examination.judge.judged_calls import Function, owed, written

INPUTS = [[], [3], [2, 1], [5, 5, 5], [9, 8, 7, 6]]
CASES = [{"numbers": numbers} for numbers in INPUTS]


def total(numbers: list[int]) -> int:
    return sum(numbers)


def _owed(function: Function = total, about: dict[str, Any] | None = None, **output: Any) -> OwedTable:
    return owed(function, CASES, {"numbers": {"check_modified": True, **(about or {})}}, **output)


def _written(function: Function) -> bytes:
    return written(function, CASES, watched=("numbers",))


def _said(function: Function, owed: OwedTable | None = None) -> str:
    failure = judge([owed or _owed()], _written(function))
    assert failure.error is not None
    return failure.message


class Money(int):
    """A number of a class of its own, which says that it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


@pytest.mark.parametrize("kind", [np.int64, Money, lambda value: value])
def test_a_number_counts_as_what_it_equals(kind: Callable[[int], Any]) -> None:
    assert judge([_owed()], _written(lambda numbers: kind(sum(numbers)))) == Judged(cases=5)


@pytest.mark.parametrize("kind", [np.int64, Money])
def test_with_exact_the_type_must_be_the_very_same(kind: Callable[[int], Any]) -> None:
    assert judge([_owed(exact=True)], _written(lambda numbers: kind(sum(numbers)))).error is not None
    assert judge([_owed(exact=True)], _written(total)).error is None


def test_an_object_that_equals_everything_passes_nothing() -> None:
    class Everything:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

        def __repr__(self) -> str:
            return "0"

    assert _said(lambda numbers: Everything()).startswith("total(numbers=[]) returned 0 (")
    assert _said(lambda numbers: Money(-1)).startswith("total(numbers=[]) returned ")


@pytest.mark.parametrize(
    ("right", "given"),
    [
        (lambda numbers: list(numbers), lambda numbers: dict.fromkeys(numbers).keys()),
        (lambda numbers: list(numbers), lambda numbers: map(int, numbers)),
        (lambda numbers: list(numbers), lambda numbers: (each for each in numbers)),
        (lambda numbers: list(numbers), lambda numbers: tuple(numbers)),
        (lambda numbers: {1: 2}, lambda numbers: lambda: None),
        (lambda numbers: len(numbers), lambda numbers: float(len(numbers))),
    ],
)
def test_what_is_no_such_data_is_wrong_as_at_home(right: Function, given: Function) -> None:
    assert judge([_owed(right)], _written(given)).error is not None


@pytest.mark.parametrize(
    "given",
    [
        lambda numbers: OrderedDict(Counter(numbers)),
        lambda numbers: Counter(numbers),
        lambda numbers: {each: numbers.count(each) for each in numbers},
    ],
)
def test_what_holds_the_same_is_right(given: Function) -> None:
    assert judge([_owed(lambda numbers: dict(Counter(numbers)))], _written(given)).error is None


def test_a_namedtuple_is_the_tuple_that_it_holds() -> None:
    pair = namedtuple("pair", ("first", "second"))
    assert judge([_owed(lambda numbers: (len(numbers), 1))], _written(lambda numbers: pair(len(numbers), 1))) == (
        Judged(cases=5)
    )
    said = _said(lambda numbers: pair(len(numbers), 2), _owed(lambda numbers: (len(numbers), 1)))
    assert "returned pair(first=0, second=2) (" in said


def test_the_smallest_case_that_fails_is_shown_with_how_many_pass() -> None:
    said = _said(lambda numbers: sum(numbers) if len(numbers) < 3 else -1)
    assert said.splitlines()[0] == "total(numbers=[5, 5, 5]) returned -1; expected 15"
    assert said.endswith("Of the 5 test cases, this is the smallest that fails; 3 smaller ones pass.")


def test_what_was_raised_is_told_with_the_line_that_raised_it() -> None:
    def mean(numbers: list[int]) -> float:
        return sum(numbers) / len(numbers)

    failure = judge([_owed()], _written(mean))
    assert failure.error == "ZeroDivisionError"
    assert failure.raised_by_student
    assert not failure.asserted
    assert failure.message.startswith("division by zero\nThis came from total(numbers=[]), a test case of tc_1.")
    assert failure.lines[0] == "total(numbers=[]) raised ZeroDivisionError: division by zero"
    assert any("return sum(numbers) / len(numbers)" in line for line in failure.lines)


def test_an_input_that_must_stay_and_did_not_is_named() -> None:
    def sorting(numbers: list[int]) -> int:
        numbers.sort()
        return sum(numbers)

    said = _said(sorting)
    assert said.startswith("numbers was changed by total: it was [2, 1] and is now [1, 2]")
    assert judge([_owed(about={"check_modified": False})], _written(sorting)).error is None


def _strong(inputs: dict[str, Any], returned: Any, expected: Any) -> str | None:
    if sorted(returned) != sorted(inputs["numbers"]):
        return "These are not the numbers that were given."
    return None


def test_a_check_takes_the_place_of_the_comparison() -> None:
    owed = _owed(lambda numbers: list(numbers), check=_strong)
    assert judge([owed], _written(lambda numbers: numbers[::-1])).error is None
    assert _said(lambda numbers: numbers[:1], owed).splitlines()[1] == "These are not the numbers that were given."
    assert "it cannot be checked (TypeError" in _said(lambda numbers: 5, owed)


def test_two_submissions_with_the_same_mistake_have_the_same_marks() -> None:
    def marks(function: Function, key: bytes = b"key") -> str:
        return judge([_owed()], _written(function), key).marks

    assert marks(total) == ""
    assert marks(lambda numbers: 0).count(".") == 1
    assert marks(lambda numbers: 0) == marks(lambda numbers: len(numbers) - len(numbers))
    assert len({marks(lambda numbers: 0), marks(lambda numbers: 1), marks(lambda numbers: 0, b"other")}) == 3
