"""Every test of the course's own exams is examined apart: both ways of grading agree on all of their probes."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.explained_tests import explain

pytestmark = [pytest.mark.all]

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_test_of_an_exam_is_isolated(assignment: str, tmp_path: Path) -> None:
    course = Course(ROOT)
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    course.grading.cell_seconds, course.grading.submission_seconds = 60.0, 300.0  # a busy machine is slow
    explained = explain(course, assignment)
    assert explained
    assert {test.test: test.reason for test in explained if test.reason} == {}
