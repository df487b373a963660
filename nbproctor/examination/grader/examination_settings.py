"""An assignment as it is examined: its notebook and files, the secret seed, and what each submission may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.tiers import Tier


@dataclass(frozen=True)
class ExaminationSettings:
    """One notebook of an assignment with all that its examination needs beside the submissions.

    Args:
        assignment: its source notebook, beside which `cases.py` with the samplers lies.
        release_folder: the folder of the release, of which each submission gets a copy.
        course_root: the course's folder, which no candidate may read.
        seed: the secret seed of the official cases.
        limits: what each submission may use.
        tiers: the weakest tier of the sandbox that will do, and the strongest to try.
        not_apart: why a test cell is graded by one kernel, by its `grade_id`, as the agreement of both ways has it;
            None if they were not compared.
        allows_one_kernel: whether one kernel may run a submission beside the tests.
        students_files: the paths in the release folder of the files that a student's own take the place of: a
            submission gets no copy of the instructor's.
        kernel_files: what the notebook's kernel reads, beside the system's files and what its specification names, if
            it is another one than Python's.
        short_way: whether the verdict of a test is the reference's where all replies are, and no examiner runs.
    """

    assignment: Assignment
    release_folder: Path
    course_root: Path
    seed: str = field(repr=False)
    limits: Limits
    tiers: tuple[Tier, Tier]
    not_apart: Mapping[str, str] | None = None
    allows_one_kernel: bool = True
    students_files: frozenset[str] = frozenset()
    kernel_files: tuple[str, ...] = ()
    short_way: bool = True

    @property
    def samplers(self) -> Path:
        """The file of the samplers."""
        return self.assignment.path.parent / "cases.py"
