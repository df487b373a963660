"""The midterm's points, and how many cases each of its tests runs."""

from __future__ import annotations

import shutil
from pathlib import Path

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.soak import keep_official_seed

ROOT = Path(__file__).parents[3]


def test_the_reference_earns_all_fifteen_points(tmp_path: Path) -> None:
    path = tmp_path / "submitted" / "source" / "midterm1" / "midterm1.ipynb"
    path.parent.mkdir(parents=True)
    shutil.copy(ROOT / "source" / "midterm1" / "midterm1.ipynb", path)
    course = Course(ROOT)
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    keep_official_seed(course)
    [(_, result)] = ClassGrading(course, "midterm1", tmp_path / "submitted", tmp_path / "graded").run()
    assert isinstance(result, Result)
    assert (result.score, result.max_score, result.cap, result.percent) == (15, 15, 10, 100)
    assert [exercise.earned for exercise in result.exercises] == [1, 1, 2, 1, 3, 3, 2, 2]
    assert [exercise.cases for exercise in result.exercises] == [0, 70, 70, 70, 500, 70, 70, 70]
