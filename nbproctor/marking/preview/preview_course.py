"""The same course, for a grading that is to leave nothing behind in it."""

from __future__ import annotations

import copy
import shutil
from contextlib import suppress
from pathlib import Path

from nbproctor.assignment.official_seed import has_official_seed
from nbproctor.config import Course


def preview_course(course: Course, folder: Path) -> Course:
    """A course with the same settings, which keeps what it keeps in another folder; a seed too, if it has none yet.

    Args:
        course: the course.
        folder: a folder of the caller's own; what was kept earlier is copied there.
    """
    made = copy.copy(course)
    made.kept_folder = folder
    for theirs, own in (
        (course.agreements_folder, made.agreements_folder),
        (course.conversations_folder, made.conversations_folder),
    ):
        with suppress(OSError):  # what cannot be read is found again
            shutil.copytree(theirs, own)
    if not has_official_seed(course):
        made.grading = copy.copy(course.grading)
        made.grading.official_seed_file = str(folder / "official_seed")
    return made
