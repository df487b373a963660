"""MarkScheme: all that the grade of a notebook depends on beside what was handed in."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course, Grading
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Tier


@dataclass(frozen=True)
class MarkScheme:
    """What the submissions of one notebook are marked by.

    Args:
        examined: the assignment, with its files, the secret seed and the limits.
        release: the notebook that students were given.
        cap: the points that make 100%.
        fingerprint: of all that the grade depends on beside the submission; it goes into the record.
        counted: the tests that are not isolated and count even so, by `grade_id`; None if all do.
    """

    examined: ExaminationSettings
    release: NotebookNode
    cap: float
    fingerprint: str
    counted: frozenset[str] | None = None

    @property
    def assignment(self) -> Assignment:
        """The source notebook."""
        return self.examined.assignment


def examination_settings(course: Course, assignment: Assignment, seed: str) -> ExaminationSettings:
    """What the examination of a notebook needs beside the submissions.

    Args:
        course: the course, whose configuration sets the limits.
        assignment: the source notebook.
        seed: the secret seed.
    """
    return ExaminationSettings(
        assignment=assignment,
        release_folder=course.release / assignment.name,
        course_root=course.root,
        seed=seed,
        limits=submission_limits(course.grading),
        tiers=allowed_tiers(course.grading),
        students_files=course.students_files(assignment.name),
        kernel_files=tuple(course.grading.kernel_files),
    )


def counted_tests(course: Course, name: str) -> frozenset[str] | None:
    """The tests of an assignment that are not isolated and count even so, by `grade_id`; None if all do.

    Args:
        course: the course.
        name: the assignment's name.
    """
    if course.grading.not_isolated == "allow":
        return None
    return frozenset(
        test
        for one in course.grading.counted_tests
        for assignment, _, test in [one.partition("/")]
        if assignment == name
    )


def submission_limits(settings: Grading) -> Limits:
    """What the configuration lets each submission use."""
    bounds = Bounds(
        memory_bytes=settings.memory_bytes,
        disk_bytes=settings.disk_bytes,
        files=settings.files,
        processes=settings.processes,
        cpu_seconds=2 * math.ceil(settings.submission_seconds),  # a grader that is late does not end it sooner
    )
    return Limits(
        cell_seconds=settings.cell_seconds,
        submission_seconds=settings.submission_seconds,
        output_bytes=settings.output_bytes,
        submission_output_bytes=settings.submission_output_bytes,
        bounds=bounds,
    )


def allowed_tiers(settings: Grading) -> tuple[Tier, Tier]:
    """The weakest tier of the sandbox that the configuration allows, and the strongest to try."""
    return Tier(settings.weakest_tier), Tier(settings.strongest_tier)
