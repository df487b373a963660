"""What a page maker is asked for, and what it answers: whether it made the files, and their texts."""

from __future__ import annotations

from dataclasses import dataclass

DONE, FAILED = b"done", b"failed: "
FILES, PAGE = "files", "page"
"""The tasks: both files of a submission; its page again, from its autograded notebook on the disk."""


@dataclass(frozen=True)
class SubmissionFiles:
    """The texts of the files that show one graded submission.

    Args:
        notebook: the autograded notebook's.
        feedback: the page's that the student reads.
    """

    notebook: str
    feedback: str
