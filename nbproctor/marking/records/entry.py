"""Entry: what is to be recorded of a submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nbproctor.intake.submission_folders import Submission
from nbproctor.notebook_grades import Grades
from nbproctor.results import Result


@dataclass(frozen=True)
class Entry:
    """What is to be recorded of a submission.

    Args:
        outcome: its result; or the exception that kept it from being graded, which is passed on as it is.
        rows: its rows in the gradebook; none for a student whose name the gradebook cannot hold.
        notebooks: the autograded notebook and the page for the student, of each notebook by its name.
        files: the files that show it; they have to be on the disk before it counts as done.
        results_file: where its `results.json` goes, which says that all the rest is there.
        is_recorded: whether an earlier run has recorded all this.
    """

    submission: Submission
    outcome: Result | Exception
    rows: tuple[Grades, ...] = ()
    notebooks: Mapping[str, tuple[Path, Path]] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
    results_file: Path | None = None
    is_recorded: bool = False
