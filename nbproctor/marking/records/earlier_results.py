"""EarlierResults: which submissions need not be graded again, and how long the others took the last time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from nbproctor.errors import PassingError
from nbproctor.intake.further_files import FurtherFilesRule, further_files
from nbproctor.intake.handed_in import checksum
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.results import Result, checksum_of


class EarlierResults:
    """What earlier runs found and wrote.

    Args:
        folder: where they wrote it.
        fingerprint: that of the assignment as it is now.
        seal: the seal of records; what has none that is right is graded again.
        file_bytes: the size of the largest submitted notebook that is read, in bytes.
        further: which files beside a notebook count.
    """

    def __init__(
        self, folder: ClassFolder, fingerprint: str, seal: RecordSeal, file_bytes: int, further: FurtherFilesRule
    ) -> None:
        self._folder = folder
        self._fingerprint = fingerprint
        self._seal = seal
        self._file_bytes = file_bytes
        self._further = further

    def standing(self, notebooks: Sequence[Submission]) -> Result | None:
        """The earlier result of a student, if the same was handed in then and its autograded notebooks are there.

        Args:
            notebooks: what the student handed in, notebook by notebook.
        """
        first = notebooks[0]
        result = self.recorded(first)
        if result is None:
            return None
        # A refused submission costs little to look at again; and what it was refused for may lie outside of its file.
        # And what could not be examined is tried again, though a person may have graded it meanwhile.
        if result.submission.refused or result.as_found().unexamined or any(notebook.problem for notebook in notebooks):
            return None
        now = (self._fingerprint, first.student, first.received)
        graded_by = result.kept_against if result.kept_since else result.fingerprint
        if now != (graded_by, result.student, result.submission.received):
            return None
        # A page that is gone is made again of what is there.
        if not all(self._folder.notebook_files(notebook)[0].is_file() for notebook in notebooks):
            return None
        sha256 = checksum_of([checksum(notebook, self._file_bytes) for notebook in notebooks])
        try:
            files = further_files(first, self._further).checksums
        except PassingError:
            return None
        return result if (sha256, files) == (result.submission.sha256, result.submission.files) else None

    def recorded(self, submission: Submission) -> Result | None:
        """The record of an earlier run, if there is one, and it has that run's seal.

        Args:
            submission: what the student handed in, whatever was graded then.
        """
        return read_record(self._folder.results_file(submission), self._seal)

    def longest_first(self, submissions: Sequence[Submission]) -> list[Submission]:
        """Put submissions into the order of grading: first those without an earlier result, then those that took long.

        A long one that came last would be graded while all other processors have nothing left to do.
        """
        return sorted(submissions, key=self._seconds, reverse=True)

    def _seconds(self, submission: Submission) -> float:
        """How long a submission took when it was graded last; endless if there is no record that says so."""
        record = self.recorded(submission)
        return math.inf if record is None else sum(exercise.seconds for exercise in record.exercises)


def read_record(path: Path, seal: RecordSeal) -> Result | None:
    """The record in a file, if it is one, and it has its seal."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_RECORD_BYTES:
            return None
        return seal.opened(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


# No record is larger; what is, was not written by these tools.
_LARGEST_RECORD_BYTES = 50_000_000
