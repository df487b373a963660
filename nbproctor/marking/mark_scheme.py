"""MarkScheme: all that the grade of a notebook depends on, except what was handed in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course, Grading
from nbproctor.errors import GradingError
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Tier


@dataclass(frozen=True)
class CountedTests:
    """Which tests of a notebook count although they are not isolated.

    Args:
        folder: what the configuration writes before the `grade_id` of a test.
        counts: whether a test without a decision counts; None if its points are open.
        decided: the decisions, by `grade_id`.
    """

    folder: str = ""
    counts: bool | None = True
    decided: Mapping[str, bool] = field(default_factory=dict)

    def of(self, test: str) -> bool | None:
        """Whether a test that is not isolated counts; None if its points are open."""
        return self.decided.get(test, self.counts)

    def key(self, test: str) -> str:
        """The name of a test in the configuration."""
        return f"{self.folder}{test}"

    @classmethod
    def read(cls, course: Course, name: str, tests: Mapping[str, Sequence[str]]) -> dict[str, CountedTests]:
        """The decisions in the configuration, by notebook.

        Args:
            tests: the `grade_id`s of the tests, by notebook.

        Raises:
            GradingError: a decision names a test that is not there.
        """
        folders = {notebook: f"{name}/{notebook}/" if len(tests) > 1 else f"{name}/" for notebook in tests}
        given = decided_tests(course, name)
        known = {folders[notebook] + test for notebook, names in tests.items() for test in names}
        if unknown := given.keys() - known:
            raise GradingError(
                f"c.Grading.counted_tests names {min(unknown)!r}, which is not a test of {name}; course explain "
                f"{quote(name)} shows its tests"
            )
        counts = True if course.grading.not_isolated == "allow" else None
        return {
            notebook: cls(
                folders[notebook],
                counts,
                {test: given[key] for test in names if (key := folders[notebook] + test) in given},
            )
            for notebook, names in tests.items()
        }


def decided_tests(course: Course, name: str) -> dict[str, bool]:
    """What the configuration decides about an assignment's tests, by its names of them."""
    return {key: counts for key, counts in course.grading.counted_tests.items() if key.split("/")[0] == name}


@dataclass(frozen=True)
class MarkScheme:
    """What the submissions of one notebook are marked by.

    Args:
        examined: the assignment, with its files, the secret seed and the limits.
        cap: the points that make 100%.
        fingerprint: of all that the grade depends on, except the submission; it goes into the record.
        known: the released notebooks of the course, to recognise one that was handed in for another.
    """

    examined: ExaminationSettings
    release: NotebookNode
    cap: float
    fingerprint: str
    counted: CountedTests = CountedTests()
    known: Mapping[str, Any] = field(default_factory=dict)

    @property
    def assignment(self) -> Assignment:
        """The source notebook."""
        return self.examined.assignment


def examination_settings(course: Course, assignment: Assignment, seed: str) -> ExaminationSettings:
    """What the examination of a notebook needs, except the submissions."""
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


def submission_limits(settings: Grading) -> Limits:
    """What each submission may use."""
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
    """The weakest tier of the sandbox that is allowed, and the strongest to try."""
    return Tier(settings.weakest_tier), Tier(settings.strongest_tier)
