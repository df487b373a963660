"""A course may keep back the points of tests that are not isolated, until a person decides for the class."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Result
from tests.plain_course import hand_in, make_plain_course

RIGHT = "def square(n):\n    return n * n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    made = make_plain_course(tmp_path_factory.mktemp("open") / "course", {"ex": (RIGHT, "assert square(3) == 9")})
    hand_in(made, made.submitted / "right" / "kinds", {"ex": RIGHT})
    hand_in(made, made.submitted / "wrong" / "kinds", {"ex": "def square(n):\n    return n"})
    return made


def _graded(course: Course, output: Path) -> dict[str, ExerciseResult]:
    found = {}
    for submission, result in ClassGrading(course, "kinds", course.submitted, output).run():
        assert isinstance(result, Result), result
        found[submission.student] = result.exercises[0]
    return found


@pytest.mark.parametrize(
    ("not_isolated", "counted_tests", "earned"),
    [("allow", [], 1), ("refuse", [], 0), ("refuse", ["kinds/test_ex"], 1), ("refuse", ["kinds/test_other"], 0)],
)
def test_points_of_a_test_that_is_not_isolated_count_unless_that_is_refused(
    course: Course,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    not_isolated: str,
    counted_tests: list[str],
    earned: float,
) -> None:
    monkeypatch.setattr(course.grading, "not_isolated", not_isolated)
    monkeypatch.setattr(course.grading, "counted_tests", counted_tests)
    found = _graded(course, tmp_path / "graded")
    assert (found["right"].earned, bool(found["right"].disputed)) == (earned, not earned)
    assert (found["wrong"].earned, found["wrong"].disputed) == (0, "")
