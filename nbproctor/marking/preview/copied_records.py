"""CopiedRecords: records and gradebook as they stand at a moment, for gradings that leave them as they are."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable
from pathlib import Path

from nbproctor.config import Course
from nbproctor.gradebook.gradebook_copy import copy_gradebook
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.records.earlier_results import read_record
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.results import Result, Sharing
from nbproctor.system.locks import unwritten


class CopiedRecords:
    """A copy of what earlier runs recorded of an assignment.

    Args:
        folder: where they recorded it.
        place: the folder that the copy goes to.
        notebooks: the names of the notebooks that are not graded now, whose files the copy needs too.
    """

    def __init__(self, course: Course, folder: ClassFolder, place: Path, notebooks: Collection[str]) -> None:
        self._course = course
        self._original = folder
        self._place = place
        self._notebooks = notebooks
        self._copy = ClassFolder(course, folder.assignment, place)

    def take(self, address: str | Path, submissions: Iterable[Submission]) -> None:
        """Copy the records of these submissions, and the gradebook.

        Raises:
            GradingError: a run writes to them at this moment, or the gradebook cannot be read.
        """
        with unwritten(self._original.reports):
            self._put(self._original, self._copy, submissions)
            copy_gradebook(address, self._original.assignment, self._copy.gradebook)

    def lay_out(self, place: Path, submissions: Iterable[Submission]) -> ClassFolder:
        """Put copies of these submissions' records, and of the gradebook, where a grading is to write."""
        folder = ClassFolder(self._course, self._original.assignment, place)
        self._put(self._copy, folder, submissions)
        if self._copy.gradebook.is_file():
            folder.gradebook.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._copy.gradebook, folder.gradebook)
        return folder

    def results(self, submissions: Iterable[Submission], seal: RecordSeal) -> dict[str, Result]:
        """What the records say that have their seal, by student."""
        sharing = Sharing()
        records = {one.student: read_record(self._copy.results_file(one), seal) for one in submissions}
        return {student: sharing.shared_whole(record) for student, record in records.items() if record}

    def _put(self, source: ClassFolder, target: ClassFolder, submissions: Iterable[Submission]) -> None:
        for submission in submissions:
            names = [submission.path.with_name(f"{name}.ipynb") for name in self._notebooks]
            others = [Submission(submission.student, submission.assignment, path) for path in names]
            pairs = [(source.results_file(submission), target.results_file(submission))]
            for other in others:
                pairs += zip(source.notebook_files(other), target.notebook_files(other), strict=True)
            for there, here in pairs:
                if there.is_file():
                    here.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(there, here)
