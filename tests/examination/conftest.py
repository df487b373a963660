"""A runner of the small course's assignment, for a test that needs no course of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nbproctor.config import Course
from tests.examination.real_runners import Exam, Runner, exam


@pytest.fixture(scope="module")
def small_exam(built_course: Course) -> Iterator[Exam]:
    with exam(built_course, "numbers") as ready:
        yield ready


@pytest.fixture
def runner(small_exam: Exam) -> Iterator[Runner]:
    with small_exam.runner() as new:
        yield new
