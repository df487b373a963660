"""The systems that are known, and which of them an archive or a sheet is from."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nbproctor.errors import GradingError
from nbproctor.lms import (
    blackboard,
    brightspace,
    canvas,
    github,
    gradescope,
    moodle,
    nbgrader_exchange,
    plain_csv,
    student_folders,
)
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt
from nbproctor.lms.grade_sheet import GradeSheet, SheetCells, SheetRow


class ArchiveFormat(NamedTuple):
    """How archives of a system are read, and a sentence about their times, if these need one."""

    claims: Callable[[str, str], bool]
    read: Callable[[Archive], list[Attempt]]
    about_time: str = ""


class SheetFormat(NamedTuple):
    """How sheets of a system are read and filled."""

    is_sheet: Callable[[SheetCells], bool]
    rows: Callable[[SheetCells], list[SheetRow]]
    grade_sheet: Callable[[SheetCells, str, str], GradeSheet] | None


_NO_TIME = "{} gives no submission times: no timestamp.txt was written, and late penalties need another source"
_LOCAL = "{} gives local times: they were read as times in {{zone}}, which c.Exchange.timezone sets"

# From the most special form of names to the most common one.
ARCHIVES = {
    "gradescope": ArchiveFormat(gradescope.claims, gradescope.read),
    "moodle": ArchiveFormat(moodle.claims, moodle.read, _NO_TIME.format("Moodle's archive")),
    "brightspace": ArchiveFormat(brightspace.claims, brightspace.read, _LOCAL.format("Brightspace")),
    "blackboard": ArchiveFormat(blackboard.claims, blackboard.read, _LOCAL.format("Blackboard")),
    "canvas": ArchiveFormat(canvas.claims, canvas.read, _NO_TIME.format("Canvas")),
    "nbgrader": ArchiveFormat(nbgrader_exchange.claims, nbgrader_exchange.read),
    "github": ArchiveFormat(
        github.claims,
        github.read,
        "Students can set the date of a commit: no time was taken from it, and late penalties need another source",
    ),
    "folder": ArchiveFormat(student_folders.claims, student_folders.read),
}
SHEETS = {
    "canvas": SheetFormat(canvas.is_sheet, canvas.rows, canvas.grade_sheet),
    "brightspace": SheetFormat(brightspace.is_sheet, brightspace.rows, brightspace.grade_sheet),
    "blackboard": SheetFormat(blackboard.is_sheet, blackboard.rows, blackboard.grade_sheet),
    "moodle": SheetFormat(moodle.is_sheet, moodle.rows, moodle.grade_sheet),
    "github": SheetFormat(github.is_sheet, github.rows, None),
    "csv": SheetFormat(plain_csv.is_sheet, plain_csv.rows, plain_csv.grade_sheet),
}


def archive_format(archive: Archive, named: str = "") -> tuple[str, Archive]:
    """The system that most files of an archive are named by, and the archive without a folder around all of them.

    Args:
        named: the system, if the instructor has named one.

    Raises:
        GradingError: there are no files, or no system names files so.
    """
    if named and named not in ARCHIVES:
        raise GradingError(f"{named} is not a known system: name one of {', '.join(ARCHIVES)}")
    if not archive.files:
        raise GradingError(f"{archive.name} is empty: download it again")
    for name in [named] if named else [name for name in ARCHIVES if name != "folder"]:
        for form in (archive, archive.unwrapped()):
            claimed = sum(ARCHIVES[name].claims(file.path, archive.assignment) for file in form.files)
            if 2 * claimed >= len(form.files):
                return name, form
    if named:
        return named, archive
    if all("/" not in file.path for file in archive.files):
        raise GradingError(
            f"{archive.name} does not come from a known system: name the system with --from, one of "
            f"{', '.join(ARCHIVES)}"
        )
    return "folder", archive


def sheet_format(cells: SheetCells, path: str) -> str:
    """The system that a sheet is from; a GradingError if it is from none, and has no column of ids."""
    for name, form in SHEETS.items():
        if cells.rows and form.is_sheet(cells):
            return name
    raise GradingError(
        f"{path} is not a known sheet, and has no column with ids: name one of its columns student, login or email"
    )
