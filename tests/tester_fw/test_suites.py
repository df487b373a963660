"""A student's tests are judged by what they pass and what they fail, at home as everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tester_fw import errors, suites
from tester_fw.case_files import write_cases

KEY = b"i_r9KIsJoFDSNxpMZh9PV5_VcU-zWx5QqCam4mrxdF8="
RIGHT = ["def largest(numbers): return max(numbers)", "def largest(numbers):\n    return sorted(numbers)[-1]"]
WRONG = {
    "def largest(numbers): return numbers[0]": "the order",
    "def largest(numbers): return max([0, *numbers])": "negative numbers",
    "def largest(numbers):\n    while len(numbers) == 1: pass\n    return max(numbers)": "a single number",
    "def largest(numbers): return numbers.sort() or numbers[-1]": "the list itself",
}
NAMES: dict[str, Any] = {}


def largest(*numbers: int) -> int:
    """What stands under the judged name."""
    return int(NAMES["largest"](list(numbers)))


def _all() -> None:
    numbers = [1, 3, 2]
    assert NAMES["largest"](numbers) == 3
    assert numbers == [1, 3, 2]
    assert largest(-5, -6) == -5
    assert largest(4) == 4


def _order_only() -> None:
    assert largest(1, 2) == 2


def _too_strict() -> None:
    assert largest() == 0


def _nothing() -> None:
    pass


def _leaves() -> None:
    if largest(1, 2) != 2:
        raise SystemExit


def _calls_without_end() -> None:
    while True:
        largest(1, 2)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., suites.Suite]:
    monkeypatch.setattr(suites, "SECONDS_OF_A_CALL", 0.02)
    cases = [{"source": source, "about": "", "output_0": suites.PASSES} for source in RIGHT]
    cases += [{"source": source, "about": about, "output_0": suites.FAILS} for source, about in WRONG.items()]
    write_cases(tmp_path / "tc", KEY, cases)
    NAMES.clear()

    def made(suite: Any, **changes: Any) -> suites.Suite:
        conf = {"case_file": "tc", "func": suite, "judged": "largest", **changes}
        return suites.Suite(conf, key=KEY, path=str(tmp_path))

    return made


Make = Callable[..., suites.Suite]


def test_a_suite_that_is_not_written_yet_says_no_more_than_that(make: Make) -> None:
    def unwritten() -> None:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        make(unwritten).judge(3, NAMES)


def test_a_suite_that_finds_all_has_all_points(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(_all).judge(3, NAMES) == 3
    assert "all 2 right functions, and catch all 4 wrong ones" in capsys.readouterr().out


def test_points_are_shared_out_over_the_wrong_functions(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(_order_only).judge(3, NAMES) == 0.75
    out = capsys.readouterr().out
    assert "catch 1 of 4 wrong ones: 0.75 of 3 points" in out
    assert "a single number (1), negative numbers (1), the list itself (1)." in out


@pytest.mark.parametrize("suite", [_leaves, _order_only])
def test_any_exception_fails_a_function(make: Make, suite: Callable[[], None]) -> None:
    assert make(suite).judge(4, NAMES) == 1


@pytest.mark.parametrize(
    ("suite", "error_class", "sentences"),
    [
        (
            _too_strict,
            errors.TooStrictSuiteError,
            [r"_too_strict\(\) fails a function .*Error: ", r"in the line `assert largest\(\) == 0`"],
        ),
        (_calls_without_end, errors.TooStrictSuiteError, ["called more than 1,000 times"]),
        (_nothing, errors.NothingCaughtError, ["passes all 4 wrong functions"]),
    ],
)
def test_one_that_fails_a_right_function_or_passes_all_wrong_ones_has_none_and_is_told_so(
    make: Make, suite: Callable[[], None], error_class: type[Exception], sentences: list[str]
) -> None:
    with pytest.raises(error_class) as caught:
        make(suite).judge(3, NAMES)
    assert all(re.search(sentence, str(caught.value)) for sentence in sentences)


def test_one_that_judges_a_function_otherwise_the_second_time_has_none(make: Make) -> None:
    runs: list[int] = []

    def late() -> None:
        runs.append(len(runs))
        if len(runs) > len(RIGHT) + len(WRONG):
            _all()

    with pytest.raises(errors.FlakySuiteError, match=r"late\(\) is flaky"):
        make(late).judge(3, NAMES)


def test_a_function_that_never_ends_is_caught_by_a_call_that_shows_it(make: Make) -> None:
    endless = next(source for source in WRONG if "while" in source)
    suite = make(_all)
    suite.judge(3, NAMES)
    assert suite.verdict(endless, "") == suites.FAILS


def test_the_name_stands_for_what_it_stood_for_when_all_is_done(make: Make) -> None:
    NAMES["largest"] = kept = object()
    make(_all).judge(3, NAMES)
    assert NAMES["largest"] is kept
    del NAMES["largest"]
    with pytest.raises(errors.TooStrictSuiteError):
        make(_too_strict).judge(3, NAMES)
    assert "largest" not in NAMES


def test_what_the_suite_prints_is_not_shown(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    def loud() -> None:
        print("loud")
        _all()

    make(loud).judge(3, NAMES)
    assert "loud" not in capsys.readouterr().out


def test_each_run_gets_a_function_of_its_own_under_the_same_name(make: Make) -> None:
    seen: list[Any] = []

    def look() -> None:
        seen.append(NAMES["largest"])
        _all()

    make(look).judge(3, NAMES)
    assert len({id(function) for function in seen}) == len(seen) == 2 * (len(RIGHT) + len(WRONG))
    assert {(function.__name__, function.__qualname__) for function in seen} == {("largest", "largest")}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"func": 3}, "which is not a function"),
        ({"judged": "not a name"}, "the name of a function"),
        ({"judged": []}, "the name of a function"),
        ({"jugded": "largest"}, "did you mean 'judged'"),
        ({"judged": "smallest"}, "defines no function smallest"),
    ],
)
def test_a_conf_that_cannot_be_followed_says_so(make: Make, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(errors.ConfError, match=sentence):
        make(_all, **changes).judge(3, NAMES)


def test_a_source_that_is_no_python_says_so(make: Make) -> None:
    with pytest.raises(errors.JudgedFunctionError, match="raises SyntaxError"):
        make(_all).verdict("def largest(", "")
