"""An assignment grades itself rightly: its reference earns everything, its release nothing but what is free.

The samples show as much of midterm1 (`test_samples.py`).
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.course.graded_samples import ASSIGNMENTS
from tests.soak import keep_official_seed

pytestmark = [
    pytest.mark.all,
    pytest.mark.parametrize("assignment", ASSIGNMENTS, scope="session"),
]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def results(assignment: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """What the source and the release get, handed in as they are."""
    folder = tmp_path_factory.mktemp(assignment)
    for student in ("source", "release"):
        path = folder / "submitted" / student / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True)
        shutil.copy(ROOT / student / assignment / path.name, path)
    course = Course(ROOT)
    course.grading.official_seed_file = str(folder / "secret" / "official_seed")
    keep_official_seed(course)
    course.grading.cell_seconds, course.grading.submission_seconds = 60.0, 300.0  # a busy machine is slow
    found = ClassGrading(course, assignment, folder / "submitted", folder / "graded").run()
    return {submission.student: _result(result) for submission, result in found}


def _result(found: Result | Exception) -> Result:
    if isinstance(found, Exception):
        raise found
    return found


def test_the_reference_earns_every_point(results: dict[str, Result]) -> None:
    result = results["source"]
    assert [exercise.name for exercise in result.exercises if exercise.earned != exercise.points] == []
    assert (result.score, result.percent) == (result.max_score, 100)


def test_the_untouched_release_earns_one_free_point_at_most(results: dict[str, Result], exercises: list[str]) -> None:
    result = results["release"]
    assert [one.name for one in result.exercises if one.name in exercises and one.earned] == []
    assert result.score <= 1
    assert result.submission.repairs == ()
    message = "Nothing was handed in for this exercise: its cell has not been changed."
    untouched = [one for one in result.exercises if one.name in exercises]
    assert {(one.outcome, one.message) for one in untouched} == {(Outcome.NOT_ATTEMPTED, message)}


def test_every_exercise_is_isolated(results: dict[str, Result]) -> None:
    assert all(exercise.isolated for exercise in results["source"].exercises)
