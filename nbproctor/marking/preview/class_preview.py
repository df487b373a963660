"""ClassPreview: what another grading of a class would change; all that it writes lies in a folder that is removed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.marking_place import MarkingPlace
from nbproctor.marking.preview.copied_records import CopiedRecords
from nbproctor.marking.preview.preview_course import preview_course
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.report.grade_changes import ClassChanges, grade_change
from nbproctor.results import Result
from nbproctor.system.scratch_folders import Scratch, remove_folder


@dataclass(frozen=True)
class GradingOptions:
    """What would be asked of `course grade`.

    Args:
        regrade: whether submissions are graded again whatever was kept of them.
        students: whose submissions are looked at, names or globs; default: those that the configuration names.
        never_lower: whether a better earlier result stays.
    """

    regrade: bool = False
    students: Collection[str] = ()
    never_lower: bool = False


Shown = Callable[[bool, int, int], None]
"""Told whether it is the second run already, how many submissions it has examined, and how many there are."""


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
        shown: called with how far it is.
    """

    def __init__(self, course: Course, name: str, submitted: Path | None = None, output: Path | None = None) -> None:
        grading = ClassGrading(course, name, submitted, output)
        self.assignment = name
        self.submissions = grading.submissions
        self.failures: dict[str, Exception] = {}
        self.unexamined: dict[str, tuple[str, ...]] = {}
        self.shown: Shown = _untold
        self._course = course
        self._submitted = submitted
        self._folder = ClassFolder(course, name, output)
        self._gradebook_address = (course.database_url if output is None else None) or self._folder.gradebook
        self._not_graded = [each for each in grading.notebooks if not fnmatchcase(each, course.notebook_id)]

    def changes(self, place: MarkingPlace | None = None, options: GradingOptions | None = None) -> ClassChanges:
        """Examine all submissions that are asked for, and those that change a second time; tell what would change.

        Args:
            place: where they are examined; default: this machine.

        Raises:
            GradingError: one of the students handed in nothing; a run writes to the records at this moment; the
                gradebook cannot be read; or whatever keeps a grading from being done.
        """
        options = options or GradingOptions()
        scratch = Scratch()
        try:
            course = preview_course(self._course, scratch.path / "secret")
            records = CopiedRecords(course, self._folder, scratch.path / "before", self._not_graded)
            records.take(self._gradebook_address, self.submissions)
            earlier = records.results(self.submissions, RecordSeal(official_seed(course)))
            graded = partial(self._graded, course, records, place)
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

    # many parameters: one grading of a copy.
    def _graded(
        self,
        course: Course,
        records: CopiedRecords,
        place: MarkingPlace | None,
        options: GradingOptions,
        folder: Path,
    ) -> dict[str, Result]:
        """Grade into a folder, from which a submission's files are removed as soon as its result is known."""
        grading = ClassGrading(course, self.assignment, self._submitted, folder)
        wanted = grading.asked_for(options.students)
        here = records.lay_out(folder, [one for one in self.submissions if one.student in wanted])
        results: dict[str, Result] = {}
        with closing(grading.run(place, options.regrade, options.students, options.never_lower)) as run:
            for done, (submission, outcome) in enumerate(run, start=1):
                if isinstance(outcome, Result):
                    results[submission.student] = outcome
                else:
                    self.failures[submission.student] = outcome
                _remove(here, submission)
                self.shown(folder.name == _SECOND, done, len(wanted))
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


def _untold(is_second: bool, done: int, total: int) -> None:
    """Tell nobody how far it is."""
