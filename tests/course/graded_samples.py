"""The sample submissions of an assignment, graded once for all tests that look at them.

Such a test is in the group `samples of` its assignment, so that one worker has all of them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from nbproctor.assignment.official_seed import SEED_VARIABLE
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.made_once import made_once

ROOT = Path(__file__).parents[2]
SUBMITTED = ROOT / "examples" / "submitted"
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())
# Seconds for a cell, on a busy machine: a sample that never ends takes them all, others compute long.
_QUICK_CELL_SECONDS, _SLOW_CELL_SECONDS = 4.0, 60.0
_SUBMISSION_SECONDS = 300.0


@dataclass(frozen=True)
class GradedSamples:
    """What came of an assignment's samples.

    Args:
        folder: the folder that they were graded into.
        results: the result of each sample, by its name.
    """

    folder: Path
    results: Mapping[str, Result]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where they lie until the tests end."""
    return tempfile.TemporaryDirectory(prefix="graded-samples-")


@made_once
def graded_samples(name: str) -> GradedSamples:
    """Grade the samples of an assignment."""
    folder = Path(_folder().name) / name
    course = Course(ROOT)
    course.grading.official_seed_file = str(folder / "secret" / "official_seed")
    course.grading.cell_seconds = _QUICK_CELL_SECONDS if name == "midterm1" else _SLOW_CELL_SECONDS
    course.grading.submission_seconds = _SUBMISSION_SECONDS
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SEED_VARIABLE, "samples")
        return GradedSamples(folder / "graded", graded(course, name, SUBMITTED, folder / "graded"))


def graded(course: Course, name: str, submitted: Path, output: Path) -> dict[str, Result]:
    """Grade submissions: the results, by student.

    Args:
        course: the course.
        name: the assignment's name.
        submitted: the folder of the submissions.
        output: the folder that is graded into.

    Raises:
        ExceptionGroup: some could not be graded.
    """
    found = {submission.student: result for submission, result in ClassGrading(course, name, submitted, output).run()}
    if bugs := [result for result in found.values() if not isinstance(result, Result)]:
        raise ExceptionGroup("grading some submissions failed", bugs)
    return {student: result for student, result in found.items() if isinstance(result, Result)}
