"""The zip of feedback pages that Canvas and Moodle take back."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shlex import quote

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms import canvas, moodle
from nbproctor.lms.archive import Archive, Unplaced
from nbproctor.lms.attempt import Attempt
from nbproctor.lms.collection import Recipients, read_people
from nbproctor.lms.systems import ARCHIVES, archive_format

_NAMES: dict[str, Callable[[Attempt, str], str]] = {"canvas": canvas.feedback_name, "moodle": moodle.feedback_name}
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def write_feedback(
    course: Course, assignment: str, source: Path, sheet: Path, people_path: Path | None, target: Path
) -> tuple[int, list[Unplaced]]:
    """Pack the feedback pages under the names of an archive of submissions.

    Args:
        source: the archive that was collected.
        sheet: names the people of Moodle's numbers.

    Returns:
        How many pages were packed; and the attempts without a page in the zip, and why.

    Raises:
        GradingError: the archive is from a system that takes no feedback, or there is no page.
    """
    if people := read_people(people_path, course, None)[1]:
        people = read_people(people_path, course, sheet)[1]
    recipients = Recipients(people)
    count = 0
    part = target.with_name(f".{target.name}.part")
    try:
        with Archive.opened(source) as opened, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
            system, archive = archive_format(replace(opened, assignment=assignment))
            if system not in _NAMES:
                raise GradingError(
                    f"{source} is from {system}, which does not accept a zip of feedback: use {' or '.join(_NAMES)}"
                )
            for attempt, students in recipients.counted(ARCHIVES[system].read(archive)):
                # The pages of all members of a group are the same.
                folder = course.students_folders("feedback", assignment).of(students[0])
                pages = {_NAMES[system](attempt, f"{page.stem}.html"): page for page in sorted(folder.glob("*.html"))}
                if not pages:
                    recipients.unplaced.append(Unplaced(attempt.source, "it has no page"))
                elif "" in pages:
                    why = "the numbers in its name would mislead the system: return it by hand"
                    recipients.unplaced.append(Unplaced(attempt.source, why))
                else:
                    for name, page in pages.items():
                        packed.writestr(zipfile.ZipInfo(name, _FIXED_DATE), page.read_bytes(), zipfile.ZIP_DEFLATED)
                    count += len(pages)
        if not count:
            raise GradingError(
                f"there is no feedback page of {assignment} for {source}: run course grade {quote(assignment)}"
            )
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return count, recipients.unplaced
