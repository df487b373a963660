"""What a page maker answers: whether it made the files, and their texts."""

from __future__ import annotations

from dataclasses import dataclass

DONE, FAILED = b"done", b"failed: "


@dataclass(frozen=True)
class SubmissionFiles:
    """The texts of the files that show one graded submission.

    Args:
        notebook: the autograded notebook's.
        feedback: the page's that the student reads.
    """

    notebook: str
    feedback: str
