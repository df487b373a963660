"""After a failure, the smallest of the cases that fail is the one that is reported."""

import _thread
import math
import signal
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from pytest import fixture, mark, param, raises

from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.smallest import size

NUMBERS = [{"n": n, "output_0": n} for n in range(40)]
SHUFFLES = range(10)


@fixture
def reported(tester_of):
    """Return a function that runs the cases until one fails, and returns the error and the tester."""

    def run(func, cases=NUMBERS, **conf):
        tester = tester_of(func, cases, **conf)
        with raises(Exception) as caught:
            tester.run_tests(len(cases), {})
        return caught.value, tester

    return run


def from_the_largest(tester):
    """Let the largest case be drawn first."""
    tester.upcoming = tester.cases.copy()
    return tester


@mark.parametrize("_", SHUFFLES)
def test_the_smallest_failing_case_is_reported_whatever_the_shuffle(reported, _):
    error, tester = reported(lambda n: n if n < 17 else -1)
    assert "func(n=17) returned -1; expected 17" in str(error).replace("<lambda>", "func")
    assert tester.get_test_vars() == ({"n": 17}, {"n": 17}, {"output_0": -1}, {"output_0": 17})


@mark.parametrize(
    ("first_wrong", "sentence"),
    [
        (0, "Of the 40 test cases, this is the smallest."),
        (1, "Of the 40 test cases, this is the smallest that fails; 1 smaller one passes."),
        (17, "Of the 40 test cases, this is the smallest that fails; 17 smaller ones pass."),
    ],
)
def test_the_message_says_how_many_smaller_ones_pass(reported, first_wrong, sentence):
    error, _ = reported(lambda n: n if n < first_wrong else -1)
    assert str(error).endswith(f"\n{sentence}")


@mark.needs("Python 3.11")
@mark.parametrize("_", SHUFFLES)
def test_an_error_of_the_function_is_a_failure_like_any_other(reported, _):
    error, tester = reported(lambda n: {n: n for n in range(9)}[n] if n % 2 else n)
    assert (type(error), error.args) == (KeyError, (9,))
    assert error.__notes__[1] == "Of the 40 test cases, this is the smallest that fails; 9 smaller ones pass."
    assert tester.get_test_vars() == ({"n": 9}, {"n": 9}, {}, {"output_0": 9})


@mark.parametrize("_", SHUFFLES)
def test_a_wrong_answer_may_be_smaller_than_an_error(reported, _):
    error, _ = reported(lambda n: n if n < 5 else -1 if n < 8 else 1 // 0)
    assert type(error) is WrongAnswerError
    assert "(n=5) returned -1" in str(error)


@mark.parametrize("_", SHUFFLES)
def test_the_smallest_changed_input_is_reported(reported, _):
    cases = [{"items": list(range(length)), "output_0": None} for length in range(20)]

    def spoil(items):
        if len(items) > 6:
            items.clear()

    error, tester = reported(spoil, cases, inputs={"items": {"check_modified": True}})
    assert type(error) is ModifiedInputError
    assert tester.get_test_vars()[:2] == ({"items": []}, {"items": [0, 1, 2, 3, 4, 5, 6]})


def test_the_traceback_is_that_of_the_reported_case(reported):
    def small(n):
        raise LookupError(n)

    def large(n):
        raise LookupError(n)

    def fail(n):
        return n if n < 4 else small(n) if n == 4 else large(n)

    error, _ = reported(fail)
    assert traceback.extract_tb(error.__traceback__)[-1].name == "small"
    assert error.__context__ is None


def test_one_run_is_one_case_and_none_is_lost(tester_of):
    failing = {3, 8, 20}
    tester = tester_of(lambda n: -1 if n in failing else n, NUMBERS)
    for _ in range(3):
        seen, failed = [], []
        for _ in NUMBERS:
            try:
                tester.run_test()
            except WrongAnswerError:
                failed.append(tester.get_test_vars()[1]["n"])
            seen.append(tester.get_test_vars()[1]["n"])
        assert failed == [3, 8, 20]
        assert sorted(seen) == list(range(40))
    assert tester.runs == 120


def test_only_the_first_failure_is_called_the_smallest(tester_of):
    tester = tester_of(lambda n: -1, NUMBERS)
    said = []
    for _ in range(3):
        with raises(WrongAnswerError) as caught:
            tester.run_test()
        said.append("smallest" in str(caught.value))
    assert said == [True, False, False]


def endless_below_thirty(n):
    while n < 30:
        try:
            n += 0
        except:  # noqa: E722 - as students write it
            continue
    return n if n < 39 else -1


def asleep_below_thirty(n):
    if n < 30:
        time.sleep(60)
    return -1


@mark.parametrize("func", [endless_below_thirty, param(asleep_below_thirty, marks=mark.needs("a system with alarms"))])
def test_a_smaller_case_that_never_ends_costs_no_more_than_the_time_for_the_search(tester_of, func):
    tester = from_the_largest(tester_of(func, NUMBERS))
    began = time.monotonic()
    with raises(WrongAnswerError) as caught:
        tester.run_test()
    assert time.monotonic() - began < 40
    assert "(n=39) returned -1; expected 39" in str(caught.value)
    assert "smallest" not in str(caught.value)
    assert tester.get_test_vars() == ({"n": 39}, {"n": 39}, {"output_0": -1}, {"output_0": 39})


def test_a_person_may_interrupt_the_search(tester_of):
    def interrupted(n):
        if n < 20:
            _thread.interrupt_main()
        return -1

    tester = from_the_largest(tester_of(interrupted, NUMBERS))
    with raises(WrongAnswerError, match=r"interrupted\(n=39\)"):
        tester.run_test()


def test_the_handler_of_interrupts_and_the_clock_are_gone_afterwards(tester_of):
    before, threads = signal.getsignal(signal.SIGINT), threading.active_count()
    with raises(WrongAnswerError):
        from_the_largest(tester_of(lambda n: -1, NUMBERS)).run_test()
    assert signal.getsignal(signal.SIGINT) is before
    assert threading.active_count() == threads


def test_where_nothing_can_be_interrupted_the_first_failure_is_reported(tester_of):
    tester = from_the_largest(tester_of(lambda n: -1, NUMBERS))
    with ThreadPoolExecutor(1) as other_thread:
        error = other_thread.submit(tester.run_test).exception()
    assert type(error) is WrongAnswerError
    assert "(n=39) returned -1" in str(error)
    assert "smallest" not in str(error)


def test_a_passing_case_is_called_once(tester_of):
    calls = []
    tester_of(lambda n: calls.append(n) or n, NUMBERS).run_tests(40, {})
    assert sorted(calls) == list(range(40))


@mark.parametrize(
    ("smaller", "larger"),
    [
        (None, 0),
        ("", "a"),
        ("a", "ab"),
        ([], [0]),
        ([9], [0, 0]),
        ([], [[]]),
        ([1, 2], [1, 3]),
        (False, True),
        (3, -4),
        (2.5, 3),
        (10, math.inf),
        (10, math.nan),
        (10**400 - 1, (10**400, 0)),
        ({"a": 1}, {"a": 1, "b": 1}),
        ({1}, {1, 2}),
        ({"hand": "2H"}, {"hand": "2H 3H"}),
        (np.arange(3), np.arange(4)),
        (np.int64(3), np.int64(4)),
        (np.array([[1, 2]]), np.array([[1, 3]])),
        (pd.Series([1, 2]), pd.Series([1, 2, 3])),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1, 2]})),
        ({"db": pd.DataFrame({"a": ["x"]})}, {"db": pd.DataFrame({"a": ["xy"]})}),
    ],
)
def test_fewer_parts_are_smaller_and_of_as_many_the_smaller_numbers(smaller, larger):
    assert size(smaller) < size(larger)


def test_what_nothing_is_known_of_is_one_part():
    assert size(object()) == size(object()) == (1, 0.0)
