"""Every test of the exams is examined apart: both ways of grading agree on all probes, as recorded with the proofs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nbproctor.agreement.agreed import compared
from nbproctor.assignment.proof_record import recorded_isolation
from nbproctor.config import Course
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.mark_scheme import examination_settings

pytestmark = pytest.mark.all

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())
MANY = 300


@pytest.mark.parametrize("probes", [None, pytest.param(MANY, marks=pytest.mark.soak)], ids=["as set", "many"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_test_of_an_exam_is_isolated(assignment: str, probes: int | None) -> None:
    course = Course(ROOT)
    course.grading.probes = course.grading.probes if probes is None else probes
    course.grading.cell_seconds, course.grading.submission_seconds = 60.0, 300.0  # a busy machine is slow
    notebooks = list(released_notebooks(course, assignment))
    assert notebooks
    for source, release in notebooks:
        examined = examination_settings(course, source, course.grading.visible_seed)
        found = compared(course, replace(examined, conversations_folder=None), release)
        assert (found.not_apart, found.failures, found.is_disturbed) == ({}, (), False)
        assert found.probes > 10


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_same_is_recorded(assignment: str) -> None:
    assert recorded_isolation(Course(ROOT), assignment, assignment) == {}
