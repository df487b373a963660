"""ClassPreview: what another grading of a class would change; all that it writes lies in a folder that is removed."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from nbproctor.assignment.official_seed import has_official_seed, official_seed
from nbproctor.config import Course
from nbproctor.gradebook.found_gradebook import copy_gradebook
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.class_grading import AS_CONFIGURED, ClassGrading, GradingOptions
from nbproctor.marking.marking_place import MarkingPlace
from nbproctor.marking.records.earlier_results import read_record
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.report.grade_changes import ClassChanges, grade_change
from nbproctor.results import Result, Sharing
from nbproctor.system.locks import unwritten
from nbproctor.system.scratch_folders import Scratch, remove_folder


class ClassPreview:
    """A preview of another grading of a class: each submission is examined, and the records stay what they are.

    It is a grading like any other, of a copy of the records and of the gradebook, in a folder that is removed.

    Args:
        submitted: the folder of the submissions; default: the course's.
        output: the folder that grading writes to; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions.

    Attributes:
        failures: the bugs of ours that submissions met, by student: nothing is known of these.
        unexamined: the exercises that could not be examined, by student: nothing is known of these students either.
    """

    def __init__(self, course: Course, name: str, submitted: Path | None = None, output: Path | None = None) -> None:
        grading = ClassGrading(course, name, submitted, output)
        self.assignment = name
        self.submissions = grading.submissions
        self.failures: dict[str, Exception] = {}
        self.unexamined: dict[str, tuple[str, ...]] = {}
        self._course = course
        self._submitted = submitted
        self._folder = ClassFolder(course, name, output)
        self._not_graded = [each for each in grading.notebooks if not fnmatchcase(each, course.notebook_id)]

    def changes(
        self,
        place: MarkingPlace | None = None,
        options: GradingOptions = AS_CONFIGURED,
        shown: Callable[[bool, int, int], object] = lambda *_: None,
    ) -> ClassChanges:
        """Examine all submissions that are asked for, and those that change a second time; tell what would change.

        Args:
            place: where they are examined; default: this machine.
            shown: told whether it is the second run already, how many submissions it has examined, and how many of
                them there are.

        Raises:
            GradingError: one of the students handed in nothing; a run writes to the records at this moment; the
                gradebook cannot be read; or whatever keeps a grading from being done.
        """
        scratch = Scratch()
        try:
            course = _preview_course(self._course, scratch.path / "secret")
            records = _CopiedRecords(course, self._folder, scratch.path / "before", self._not_graded)
            records.take(self.submissions)
            earlier = records.results(self.submissions, RecordSeal(official_seed(course)))
            graded = partial(self._graded, course, records, place, shown)
            first = graded(options, scratch.path / _FIRST)
            found = {student: grade_change(earlier.get(student), result) for student, result in first.items()}
            if changed := [student for student, change in found.items() if change.is_to_be_confirmed]:
                second = graded(replace(options, students=changed), scratch.path / _SECOND)
                for student in changed:
                    if student in second:
                        found[student] = grade_change(earlier.get(student), first[student], second[student])
            known = [found[one] for one in sorted(found) if one not in self.failures and one not in self.unexamined]
            return ClassChanges(self.assignment, known, self.unexamined)
        finally:
            scratch.remove()

    def _graded(
        self,
        course: Course,
        records: _CopiedRecords,
        place: MarkingPlace | None,
        shown: Callable[[bool, int, int], object],
        options: GradingOptions,
        folder: Path,
    ) -> dict[str, Result]:
        """Grade into a folder, from which a submission's files are removed as soon as its result is known."""
        grading = ClassGrading(course, self.assignment, self._submitted, folder)
        wanted = grading.asked_for(options.students)
        here = records.lay_out(folder, [one for one in self.submissions if one.student in wanted])
        results: dict[str, Result] = {}
        with closing(grading.run(place, options)) as run:
            for done, (submission, outcome) in enumerate(run, start=1):
                if isinstance(outcome, Result):
                    results[submission.student] = outcome
                else:
                    self.failures[submission.student] = outcome
                _remove(here, submission)
                shown(folder.name == _SECOND, done, len(wanted))
        self.unexamined |= {one: result.unexamined for one, result in results.items() if result.unexamined}
        self.unexamined |= grading.unexamined
        return results


_FIRST, _SECOND = "first", "second"
"""The folders of the two runs."""


def _remove(folder: ClassFolder, submission: Submission) -> None:
    """Remove what was written of a submission: all of a large class would fill the disk for temporary files."""
    for path in (folder.results_file(submission), folder.notebook_files(submission)[1]):
        if path.parent.is_dir():
            remove_folder(str(path.parent))


class _CopiedRecords:
    """A copy of the records and of the gradebook, as they stand at a moment, for gradings that leave them as they are.

    Args:
        folder: where earlier runs recorded them.
        place: the folder that the copy goes to.
        notebooks: the names of the notebooks that are not graded now, whose files the copy needs too.
    """

    def __init__(self, course: Course, folder: ClassFolder, place: Path, notebooks: Collection[str]) -> None:
        self._course = course
        self._original = folder
        self._notebooks = notebooks
        self._copy = ClassFolder(course, folder.assignment, place)

    def take(self, submissions: Iterable[Submission]) -> None:
        """Copy the records of these submissions, and the gradebook.

        Raises:
            GradingError: a run writes to them at this moment, or the gradebook cannot be read.
        """
        with unwritten(self._original.reports):
            self._put(self._original, self._copy, submissions)
            copy_gradebook(self._original.gradebook_address, self._original.assignment, self._copy.gradebook)

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


def _preview_course(course: Course, folder: Path) -> Course:
    """A course with the same settings; with a seed of its own, if there is none yet.

    Args:
        folder: a folder of the caller's own.
    """
    made = copy.copy(course)
    if not has_official_seed(course):
        made.grading = copy.copy(course.grading)
        made.grading.official_seed_file = str(folder / "official_seed")
    return made
