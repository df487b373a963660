"""Results of the small course, as an examination finds them."""

from __future__ import annotations

from typing import Any

from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord

TESTS = [f"test_ex{number}" for number in range(1, 5)]
RECEIVED = "2024-03-01 10:00:00 UTC"


def result_of(student: str, earned: float, received: str = RECEIVED, **more: Any) -> Result:
    """A result with the same points for each exercise; `more` is said of the submission."""
    exercises = tuple(ExerciseResult(t, t, 2.0, earned, Outcome.PASSED, True, 0, "", 0.0) for t in TESTS)
    submission = SubmissionRecord("0" * 64, received, (), **more)
    return Result(student, "numbers", 4 * earned, 8, 8, 100, exercises, submission, SandboxRecord("A", ()), {})
