"""A submission taken from its file: all that is looked at of it, as plain data that can be graded anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.notebook_json import JsonText, read_text
from nbproctor.intake.student_names import shown
from nbproctor.intake.submission_folders import Submission

FILE_BYTES = 500_000_000
"""Largest file that is read, unless the configuration says otherwise."""
NOTHING_READ = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The SHA-256 of no bytes: what is recorded where no file was read."""


@dataclass(frozen=True)
class HandedIn:
    """One notebook as it was handed in.

    Args:
        student: who handed it in.
        assignment: the assignment's name.
        name: the notebook's file name.
        received: when it was handed in, if that is known.
        remarks: what is wrong with what came beside it.
        content: what the file says; its checksum is `NOTHING_READ` where no file was read.
        problem: why it cannot be graded, whatever the file says; empty if nothing is known.
    """

    student: str
    assignment: str
    name: str
    received: str | None
    remarks: tuple[str, ...]
    content: JsonText
    problem: str


def take(submission: Submission, most_bytes: int = FILE_BYTES) -> HandedIn:
    """Take a submission from its file.

    Args:
        submission: what was handed in.
        most_bytes: the largest file that is read.
    """
    try:
        content, problem = _content(submission, most_bytes), submission.problem
    except GradingError as error:
        content, problem = JsonText(sha256=NOTHING_READ), submission.problem or str(error)
    return _handed_in(submission, content, problem)


def not_taken(submission: Submission, problem: str) -> HandedIn:
    """What there is of a submission whose file is not looked at."""
    return _handed_in(submission, JsonText(sha256=NOTHING_READ), problem)


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
    with safe_file.opened(submission.root, *submission.folders, submission.path.name) as file:
        if (size := file.seek(0, 2)) > most_bytes:
            raise GradingError(
                f"{shown(submission.path.name)} has {size / 1e6:,.0f} MB, more than the {most_bytes / 1e6:,.0f} MB "
                "that are read: clear its outputs, and hand it in again"
            )
        file.seek(0)
        return read_text(file, size)
