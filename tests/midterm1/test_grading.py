"""The midterm grades itself rightly: its reference earns everything, its release the free point alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grading.config import Course
from grading.grade import Grading
from grading.results import Result

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    folder = tmp_path_factory.mktemp("midterm1")
    for student in ("source", "release"):
        path = folder / "submitted" / student / "midterm1" / "midterm1.ipynb"
        path.parent.mkdir(parents=True)
        shutil.copy(ROOT / student / "midterm1" / "midterm1.ipynb", path)
    found = Grading(Course(ROOT), "midterm1", folder / "submitted", folder / "graded").run()
    return {submission.student: result for submission, result in found}  # type: ignore[misc]


def test_the_reference_earns_all_fifteen_points(results: dict[str, Result]) -> None:
    result = results["source"]
    assert (result.score, result.max_score, result.cap, result.percent) == (15, 15, 10, 100)
    assert [exercise.earned for exercise in result.exercises] == [1, 1, 2, 1, 3, 3, 2, 2]
    assert [exercise.cases for exercise in result.exercises] == [0, 70, 70, 70, 500, 70, 70, 70]


def test_the_untouched_release_earns_the_free_point_alone(results: dict[str, Result]) -> None:
    result = results["release"]
    assert [exercise.earned for exercise in result.exercises] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert result.percent == 10
    assert result.submission.repairs == ()
    message = "Nothing was handed in for this exercise: its cell is as it was released."
    assert {exercise.message for exercise in result.exercises[1:]} == {message}


def test_the_release_is_what_the_source_builds() -> None:
    from grading.build import build

    assert build(Course(ROOT), "midterm1", check=True) == []
