"""ClassPreview: what another grading of a class would change. It grades copies, in a folder that is removed."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from nbproctor.assignment.official_seed import has_official_seed, official_seed
from nbproctor.config import Course
from nbproctor.gradebook.gradebook_reader import copy_gradebook
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.class_grading import AS_CONFIGURED, ClassGrading, GradingOptions
from nbproctor.marking.marking_place import MarkingPlace
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.report.grade_changes import ClassChanges, grade_change
from nbproctor.results import Result, Sharing
from nbproctor.system.locks import unwritten
from nbproctor.system.scratch_folders import Scratch, remove_folder


class ClassPreview:
    """A preview of another grading of a class: submissions are examined, and records stay as they are.

    Args:
        submitted: the folder of the submissions; default: the course's.
        output: the folder that grading writes to; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions.

    Attributes:
        failures: the bugs that submissions met, by student: their grades are unknown.
        unexamined: the exercises that could not be examined, by student: these students' grades are unknown too.
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
        """Examine the selected submissions, and those that change a second time.

        Args:
            place: default: this machine.
            shown: is called with whether this is the second run, how many submissions it has examined, and of how many.

        Raises:
            GradingError: a student handed in nothing; a run is writing to the records; the gradebook cannot be read; or
                what keeps a grading from being done.
        """
        scratch = Scratch()
        try:
            course = _preview_course(self._course, scratch.path / "secret")
            records = ClassFolder(course, self.assignment, scratch.path / "before")
            with unwritten(self._folder.reports):
                self._copy(self._folder, records, self.submissions)
                copy_gradebook(self._folder.gradebook_address, self.assignment, records.gradebook)
            seal, sharing = RecordSeal(official_seed(course)), Sharing()
            earlier = {
                each.student: sharing.shared_whole(record)
                for each in self.submissions
                if (record := records.record(each, seal))
            }
            graded = partial(self._graded, course, records, place)
            first = graded(options, scratch.path / "first", partial(shown, False))
            found = {student: grade_change(earlier.get(student), result) for student, result in first.items()}
            if changed := [student for student, change in found.items() if change.is_to_be_confirmed]:
                again = replace(options, students=changed)
                second = graded(again, scratch.path / "second", partial(shown, True))
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
        records: ClassFolder,
        place: MarkingPlace | None,
        options: GradingOptions,
        folder: Path,
        shown: Callable[[int, int], object],
    ) -> dict[str, Result]:
        """Grade into a folder, from which a submission's files are removed as soon as its result is known."""
        grading = ClassGrading(course, self.assignment, self._submitted, folder)
        wanted = grading.asked_for(options.students)
        here = ClassFolder(course, self.assignment, folder)
        self._copy(records, here, [one for one in self.submissions if one.student in wanted])
        _copy_file(records.gradebook, here.gradebook)
        results: dict[str, Result] = {}
        with closing(grading.run(place, options)) as run:
            for done, (submission, outcome) in enumerate(run, start=1):
                if isinstance(outcome, Result):
                    results[submission.student] = outcome
                else:
                    self.failures[submission.student] = outcome
                _remove(here, submission)
                shown(done, len(wanted))
        self.unexamined |= {one: result.unexamined for one, result in results.items() if result.unexamined}
        self.unexamined |= grading.unexamined
        return results

    def _copy(self, source: ClassFolder, target: ClassFolder, submissions: Iterable[Submission]) -> None:
        """Copy the records of submissions, and the files of notebooks that are not graded now."""
        for submission in submissions:
            _copy_file(source.results_file(submission), target.results_file(submission))
            for name in self._not_graded:
                path = submission.path.with_name(f"{name}.ipynb")
                other = Submission(submission.student, submission.assignment, path)
                for there, here in zip(source.notebook_files(other), target.notebook_files(other), strict=True):
                    _copy_file(there, here)


def _remove(folder: ClassFolder, submission: Submission) -> None:
    """Remove a submission's files: those of a large class would fill the disk for temporary files."""
    for path in (folder.results_file(submission), folder.notebook_files(submission)[1]):
        if path.parent.is_dir():
            remove_folder(str(path.parent))


def _copy_file(there: Path, here: Path) -> None:
    if there.is_file():
        here.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(there, here)


def _preview_course(course: Course, folder: Path) -> Course:
    """A course with the same settings; with a seed of its own in this folder, if there is none yet."""
    made = copy.copy(course)
    if not has_official_seed(course):
        made.grading = copy.copy(course.grading)
        made.grading.official_seed_file = str(folder / "official_seed")
    return made
