"""Entry: a submission with all that a run records of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nbproctor.intake.submission_folders import Submission
from nbproctor.notebook_grades import Grades
from nbproctor.results import Result


@dataclass(frozen=True)
class Entry:
    """A submission with all that a run records of it.

    Args:
        outcome: its result; or the exception that kept it from being graded, which is passed on as it is.
        rows: for the gradebook; none for a student whose name the gradebook cannot hold.
        notebooks: the autograded notebook and the feedback page, by the notebook's name.
        files: new files, which have to be on the disk before it counts as done.
        results_file: its `results.json`, which is written last.
        is_recorded: whether an earlier run has recorded all this.
    """

    submission: Submission
    outcome: Result | Exception
    rows: tuple[Grades, ...] = ()
    notebooks: Mapping[str, tuple[Path, Path]] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
    results_file: Path | None = None
    is_recorded: bool = False
