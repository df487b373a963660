"""The time in which it is asked which mistake a failing exercise has."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from nbproctor.examination.examiner import mistakes
from nbproctor.examination.examiner.mistakes import MistakeMarks, in_time
from nbproctor.results import UNFINISHED

CASES = 10


def _tester(tried: int, error: BaseException | None) -> Any:
    """Cases of which so many are tried until time is up; the last of these ends with the error."""

    def try_cases(cases: list[int], seconds: float) -> Iterator[BaseException | None]:
        yield from [*[None] * (tried - 1), error][: len(cases)]

    return SimpleNamespace(cases=list(range(CASES)), tried=try_cases)


def test_a_row_that_time_ends_before_a_case_fails_tells_no_mistake() -> None:
    assert MistakeMarks(b"key", "test_ex1").of_tester(_tester(CASES - 1, None)) == UNFINISHED


def test_a_row_in_which_all_cases_pass_is_empty() -> None:
    assert MistakeMarks(b"key", "test_ex1").of_tester(_tester(CASES, None)) == ""


def test_no_other_exercise_is_asked_about_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = in_time(["test_ex1", "test_ex2", "test_ex3"])
    assert [next(asked), next(asked)] == ["test_ex1", "test_ex2"]
    clock = mistakes.time.monotonic() + 3600
    monkeypatch.setattr(mistakes.time, "monotonic", lambda: clock)
    assert list(asked) == []
