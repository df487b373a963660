"""A submission taken from its file: all that grading looks at, as plain data that can be graded on any machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from nbproctor.errors import GradingError, PassingError
from nbproctor.intake import safe_file
from nbproctor.intake.further_files import FurtherFiles, FurtherFilesRule, further_files
from nbproctor.intake.notebook_json import JsonText, read_text
from nbproctor.intake.student_names import shown
from nbproctor.intake.submission_folders import Submission
from nbproctor.results import NOTHING_READ

MOST_FILE_BYTES = 500_000_000
"""The size of the largest file that is read, in bytes, unless the configuration says otherwise."""


@dataclass(frozen=True)
class HandedIn:
    """One notebook as it was handed in.

    Args:
        received: when it was handed in, as `timestamp.txt` says it; None if that is not known.
        remarks: sentences about the other files beside it.
        content: the text of the file; its checksum is `NOTHING_READ` if no file was read.
        problem: why it cannot be graded, whatever the file says; empty if there is no such reason.
        may_pass: whether the problem is the machine's, and may have passed when it is tried again.
        files: the bytes of the files beside it that the student's code may open, by their paths.
    """

    student: str
    assignment: str
    name: str
    received: str | None
    remarks: tuple[str, ...]
    content: JsonText
    problem: str
    may_pass: bool = False
    files: dict[str, bytes] = field(default_factory=dict)


def take(
    submission: Submission, most_bytes: int = MOST_FILE_BYTES, further: FurtherFilesRule | None = None
) -> HandedIn:
    """Take a submission from its file.

    Args:
        most_bytes: the size of the largest file that is read, in bytes.
        further: which files beside the notebook are taken with it; None for none of them.
    """
    files = FurtherFiles({})
    try:
        content, problem = _content(submission, most_bytes), submission.problem
        if further:
            files = further_files(submission, further)
    except PassingError as error:
        return not_taken(submission, str(error))
    except GradingError as error:
        content, problem = JsonText(sha256=NOTHING_READ), submission.problem or str(error)
    taken = _handed_in(submission, content, problem)
    return replace(taken, files=files.contents, remarks=(*taken.remarks, *files.remarks))


def not_taken(submission: Submission, problem: str) -> HandedIn:
    """A submission whose file could not be looked at, for no fault of its own."""
    return replace(_handed_in(submission, JsonText(sha256=NOTHING_READ), problem), may_pass=True)


def checksum(submission: Submission, most_bytes: int) -> str:
    """The SHA-256 of a submission's file, in hexadecimal, as `take` finds it, but without reading its text.

    Args:
        most_bytes: the size of the largest file that is read, in bytes.
    """
    try:
        with safe_file.opened(submission.root, *submission.steps) as file:
            if file.seek(0, 2) > most_bytes:
                return NOTHING_READ
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except GradingError:
        return NOTHING_READ


def _handed_in(submission: Submission, content: JsonText, problem: str) -> HandedIn:
    return HandedIn(
        student=submission.student,
        assignment=submission.assignment,
        name=submission.path.name,
        received=submission.received,
        remarks=submission.remarks,
        content=content,
        problem=problem,
    )


def _content(submission: Submission, most_bytes: int) -> JsonText:
    with safe_file.opened(submission.root, *submission.steps) as file:
        if (size := file.seek(0, 2)) > most_bytes:
            raise GradingError(
                f"{shown(submission.file_name)} is {size / 1e6:,.0f} MB, more than the limit of "
                f"{most_bytes / 1e6:,.0f} MB: clear its outputs, and hand it in again"
            )
        file.seek(0)
        return read_text(file, size)
