"""ClassGrading: every submission of an assignment, from the notebook handed in to the grade report."""

from __future__ import annotations

import fnmatch
import logging
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import FurtherFilesRule, further_files
from nbproctor.intake.student_names import listed, shown
from nbproctor.intake.submission_folders import Submission, passed_over
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.class_log import log_repairs, logged
from nbproctor.marking.class_notebooks import ClassNotebook, class_notebooks, known_notebooks
from nbproctor.marking.mark_scheme import CountedTests, MarkScheme, examination_settings
from nbproctor.marking.marker import Marked
from nbproctor.marking.marking_place import MarkingJob, MarkingPlace, ThisMachine
from nbproctor.marking.mistake_notes import read_notes, unused
from nbproctor.marking.records.class_fingerprint import class_fingerprint
from nbproctor.marking.records.earlier_results import BetterResults, still_open, still_stands
from nbproctor.marking.records.feedback_pages import FeedbackPages
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.marking.records.grade_recorder import GradeRecorder
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.notebook_grades import apart, together
from nbproctor.results import Result, Sharing
from nbproctor.system import whole_files
from nbproctor.system.locks import alone
from nbproctor.system.scratch_folders import remove_abandoned

if TYPE_CHECKING:
    from nbproctor.gradebook.gradebook_writer import GradebookWriter

_log = logging.getLogger(__name__)
_STRANGER = (
    "the gradebook has no student {}, and c.Autograde.create_student is False: add them with nbgrader db student add, "
    "or set it to True"
)


@dataclass(frozen=True)
class GradingOptions:
    """How to grade a class.

    Args:
        regrade: grade again what has not changed.
        students: names or globs of names; default: those that the configuration names. Reports show all students.
        never_lower: keep an earlier result that has more points. What was kept once is kept in later runs too, unless
            they regrade without this.
    """

    regrade: bool = False
    students: Collection[str] = ()
    never_lower: bool = False

    def keeps(self, record: Result) -> bool:
        """Whether an earlier result stays if it is better."""
        return self.never_lower or (bool(record.kept_since) and not self.regrade)


AS_CONFIGURED = GradingOptions()


class ClassGrading:
    """The grading of one assignment for a whole class.

    Args:
        submitted: the folder of the submissions; default: the course's.
        output: the folder for all that grading writes; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions, or no notebook that the
            configuration selects.

    Attributes:
        submissions: one for each student.
        kept: how many submissions were graded earlier, and not again.
        aside: nbgrader's pages, where they lie now.
        unused_notes: the mistakes that have a note, and that nobody makes.
        reference_failures: the cells of the reference that raised in this run, each with what it raised.
        left_out: how many submissions were not selected, and have no grade.
        recorded: how many have a grade, earlier ones among them, once the run has ended or was stopped.
        unexamined: of students who keep a better earlier grade, the exercises that could not be examined now.
        passed_over: the names of archives and notebooks that lie among the students' folders.
        notebook_progress: of several notebooks, the one that is graded now, and how many submissions are done.
    """

    def __init__(self, course: Course, name: str, submitted: Path | None = None, output: Path | None = None) -> None:
        self.assignment = name
        self._course = course
        folders = course.submissions(name, submitted)
        self._notebooks = class_notebooks(course, name, folders)
        self._chosen = [each for each in self._notebooks if fnmatch.fnmatchcase(each.name, course.notebook_id)]
        if not self._chosen:
            names = ", ".join(each.name for each in self._notebooks)
            raise GradingError(f"{name} has no notebook {course.notebook_id!r}; it has: {names}")
        self._further = FurtherFilesRule.of(course, name)
        self._cap = course.cap(name, sum(notebook.assignment.points for notebook in self._notebooks))
        self._folder = ClassFolder(course, name, output)
        self.notebooks = [notebook.name for notebook in self._notebooks]
        self.submissions = list(self._notebooks[-1].submissions.values())
        self.report = self._folder.report
        self.log = self._folder.log
        self.kept = self.left_out = self.recorded = 0
        self.aside: list[Path] = []
        self.unused_notes: list[str] = []
        self.reference_failures: list[str] = []
        self.unexamined: dict[str, tuple[str, ...]] = {}
        self.passed_over = passed_over(folders.base)
        self.notebook_progress = ""

    def run(
        self, place: MarkingPlace | None = None, options: GradingOptions = AS_CONFIGURED
    ) -> Generator[tuple[Submission, Result | Exception]]:
        """Grade all submissions; yield each with its result, or with the exception that a bug in this package raised.

        The notebooks of an assignment are graded one after the other; a submission is done with its last. A submission
        that has not changed since it was graded is not graded again: its result is read from its record.

        Args:
            place: default: this machine, as many at once as the configuration says.

        Raises:
            GradingError: a student handed in nothing; the output cannot be written to, or another run writes to it; or
                the assignment, this machine or the gradebook is not fit for grading.
        """
        asked = self.asked_for(options.students)
        results: list[Result] = []
        with self._prepared(), ExitStack() as opened:
            seed = official_seed(self._course)
            seal = RecordSeal(seed)
            notes = read_notes(self._course, self.assignment)
            pages = FeedbackPages(self._course.grading.workers, notes)
            recorder = GradeRecorder(self._gradebook, seal, pages)
            opened.callback(self._count, recorder)
            opened.enter_context(recorder)
            place = place or ThisMachine(self._course.grading.workers)
            # Closed while the output is this run's alone: a run that fails writes nothing more once it has said so.
            entries = opened.enter_context(closing(self._entries(recorder, place, options, asked, seed, seal)))
            for submission, outcome in recorder.record(entries):
                if isinstance(outcome, Result):
                    results.append(outcome)
                yield submission, outcome
            self.aside = [*self._folder.aside, *pages.aside]
        self.unused_notes = unused(notes, results)
        if results:  # a report on nobody would take the place of a good one
            self._folder.write_reports(results, self._notebooks[0].name)

    def _count(self, recorder: GradeRecorder) -> None:
        self.recorded = recorder.recorded

    def asked_for(self, globs: Collection[str] = ()) -> frozenset[str]:
        """The students whom names or globs of names mean; default: those that the configuration names.

        Raises:
            GradingError: one of them handed in nothing.
        """
        globs = globs or [self._course.student_id]
        students = [submission.student for submission in self.submissions]
        matching = {glob: fnmatch.filter(students, glob) + [one for one in students if one == glob] for glob in globs}
        if unknown := sorted(glob for glob, found in matching.items() if not found):
            raise GradingError(f"{self.assignment}: nothing was handed in by {listed(unknown)}")
        return frozenset(one for found in matching.values() for one in found) - self._course.excluded_students

    @contextmanager
    def _prepared(self) -> Iterator[None]:
        """Keep a log and keep other runs away while this run lasts; first remove what killed runs left."""
        self._folder.prepare()
        with alone(self._folder.reports), logged(self.log):
            whole_files.remove_unfinished(self._folder.reports)
            remove_abandoned()
            yield

    def _entries(
        self,
        recorder: GradeRecorder,
        place: MarkingPlace,
        options: GradingOptions,
        asked: frozenset[str],
        seed: str,
        seal: RecordSeal,
    ) -> Generator[Entry]:
        """The entry of each submission: first those that were graded earlier, then the others as they are graded."""
        assignments = [notebook.assignment for notebook in self._notebooks]
        fingerprint = class_fingerprint(self._course, assignments, self._cap, seed)
        file_bytes = self._course.grading.submission_bytes
        strangers = self._strangers(asked)
        sharing = Sharing()
        records: dict[str, Result] = {}
        students: list[str] = []
        for submission in self.submissions:
            student = submission.student
            if student in strangers:
                yield Entry(submission, GradingError(_STRANGER.format(shown(student))))
                continue
            handed_in = self._handed_in(student)
            record = self._folder.record(submission, seal)
            is_regraded = options.regrade and student in asked
            if (
                record
                and not is_regraded
                and still_stands(record, [*handed_in.values()], self._folder, fingerprint, file_bytes, self._further)
            ):
                self.kept += 1
                log_repairs(record)
                yield self._folder.entry(handed_in, record)
            elif student in asked:
                students.append(student)
                if record:
                    records[student] = sharing.shared_whole(record)
            else:
                self.left_out += 1
        if not students:
            return
        # A long one that came last would be graded while all other processors have nothing left to do.
        students.sort(key=lambda student: _seconds(records.get(student)), reverse=True)
        # Kept in memory: the record on the disk is gone once one of its notebooks is graded.
        before = {
            student: {
                part.notebook: sharing.shared_whole(part.result)
                for part in apart(record, self.notebooks)
                if part.result.exercises
            }
            for student, record in records.items()
        }
        graded: dict[str, dict[str, Result | Exception]] = defaultdict(dict)
        kept = self._better_results({student: each for student, each in records.items() if options.keeps(each)})
        with closing(kept):
            for notebook in self._chosen:
                job = MarkingJob(
                    scheme=self._scheme(notebook, seed, fingerprint),
                    submissions=[notebook.submissions[student] for student in students],
                    most_bytes=file_bytes,
                    further=self._further,
                    meanwhile=partial(_prepare, recorder),
                )
                for done, (submission, marked) in enumerate(place.marked(job), 1):
                    student = submission.student
                    graded[student][notebook.name] = self._written(submission, marked, kept)
                    if len(self._chosen) > 1:
                        self.notebook_progress = f"{notebook.name}: {done} of {len(students)}"
                    if notebook is self._chosen[-1]:
                        yield self._entry_of_all(submission, graded.pop(student), before.pop(student, {}), kept)
                self.reference_failures += place.reference_failures

    def _better_results(self, records: Mapping[str, Result]) -> BetterResults:
        """What keeps these earlier results, with what persons have decided about them by now."""
        address = self._folder.gradebook_address
        if not records or (isinstance(address, Path) and not address.is_file()):
            return BetterResults(records, {}, self.notebooks)
        from nbproctor.gradebook.gradebook_reader import found_decisions

        rows = [row for record in records.values() for row in apart(record, self.notebooks, is_new=False)]
        exercises = {notebook.name: notebook.assignment.exercises for notebook in self._notebooks}
        return BetterResults(records, found_decisions(address, self.assignment, rows, exercises), self.notebooks)

    # One notebook of the assignment.

    def _scheme(self, notebook: ClassNotebook, seed: str, fingerprint: str) -> MarkScheme:
        examined = examination_settings(self._course, notebook.assignment, seed)
        # The cap is that of all notebooks together; a notebook among several has none of its own.
        cap = self._cap if len(self._notebooks) == 1 else notebook.assignment.points
        known = known_notebooks(self._course)
        return MarkScheme(examined, notebook.release, cap, fingerprint, self._counted[notebook.name], known)

    @cached_property
    def _counted(self) -> dict[str, CountedTests]:
        tests = {each.name: [exercise.test for exercise in each.assignment.exercises] for each in self._notebooks}
        return CountedTests.read(self._course, self.assignment, tests)

    def _written(self, submission: Submission, marked: Callable[[], Marked], kept: BetterResults) -> Result | Exception:
        """Write what shows a submission, unless an earlier result may stay; or the bug that it met."""
        try:
            found = marked()
            if found.bug:
                _log.error("%s: the notebook could not be read\n%s", found.result.student, found.bug)
            log_repairs(found.result)
            if submission.student in kept:
                kept.withhold(submission.student, submission.path.stem, found)
                return found.result
            return self._put_in_place(submission, found)
        except GradingError:
            raise
        except Exception as error:  # a bug of ours; the others are graded all the same
            return _logged_bug(submission, error)

    def _put_in_place(self, submission: Submission, marked: Marked, keeps_record: bool = False) -> Result:
        own = further_files(submission, self._further).contents if marked.result.submission.files else {}
        return self._folder.write_notebook(submission, marked, own, keeps_record)

    def _strangers(self, students: Collection[str]) -> frozenset[str]:
        """The students whom the gradebook does not know and, as configured, must not learn of."""
        if self._course.creates_students:
            return frozenset()
        from nbproctor.gradebook.gradebook_reader import known_students

        return frozenset(students) - known_students(self._folder.gradebook_address)

    # What is recorded.

    def _gradebook(self) -> GradebookWriter:
        # Imported when the warm parents have been started: it takes as long as all the other imports.
        from nbproctor.gradebook.gradebook_writer import GradebookWriter

        assignments = [notebook.assignment for notebook in self._notebooks]
        return GradebookWriter(
            self._course, self._folder.gradebook_address, *assignments, recorded=self._folder.recorded_cells
        )

    def _entry_of_all(
        self,
        submission: Submission,
        outcomes: Mapping[str, Result | Exception],
        before: Mapping[str, Result],
        kept: BetterResults,
    ) -> Entry:
        """The entry of a submission: all notebooks that were to be graded were, or met a bug.

        Args:
            before: what an earlier run recorded of its notebooks.
        """
        graded: dict[str, Result] = {}
        for name, outcome in outcomes.items():
            if isinstance(outcome, Exception):
                return Entry(submission, outcome)
            graded[name] = outcome
        if submission.student not in kept:
            return self._graded_entry(submission, graded, before)
        try:
            return self._better_entry(submission, graded, before, kept)
        except GradingError:
            raise
        except Exception as error:  # a bug of ours; the others are graded all the same
            return Entry(submission, _logged_bug(submission, error))

    def _better_entry(
        self, submission: Submission, graded: Mapping[str, Result], before: Mapping[str, Result], kept: BetterResults
    ) -> Entry:
        """The entry of a submission whose earlier result stays if it is better, or if nothing better is known."""
        student = submission.student
        new = self._whole(self._with_open_points(graded, before), before)
        marked = {name: kept.released(student, name, result) for name, result in graded.items()}
        stays = kept.record(student) if new.unexamined else kept.kept(student, new)
        if stays is None:
            handed_in = self._handed_in(student)
            in_place = {
                name: self._put_in_place(handed_in[name], each, keeps_record=True) for name, each in marked.items()
            }
            return self._graded_entry(submission, in_place, before)
        if new.unexamined:
            self.unexamined[student] = new.unexamined
        entry = self._folder.entry(self._handed_in(student), stays, is_recorded=bool(new.unexamined))
        for name, each in marked.items():  # one that is gone is of more use with the outputs of now than without any
            if not entry.notebooks[name][0].is_file():
                whole_files.write(entry.notebooks[name][0], each.notebook)
        return entry

    def _graded_entry(
        self, submission: Submission, graded: Mapping[str, Result], before: Mapping[str, Result]
    ) -> Entry:
        whole = self._whole(self._with_open_points(graded, before), before)
        entry = self._folder.entry(self._handed_in(submission.student), whole, is_recorded=False)
        # Of a notebook that was not graded now, the gradebook keeps what the record says.
        rows = (
            replace(row, is_new=row.notebook in graded, before=before.get(row.notebook))
            for row in entry.rows
            if row.notebook in graded or row.notebook in before
        )
        return replace(entry, rows=tuple(rows), files=tuple(path for name in graded for path in entry.notebooks[name]))

    def _whole(self, graded: Mapping[str, Result], before: Mapping[str, Result]) -> Result:
        """The result of a submission: of its notebooks that were graded now, and of those that were before."""
        known = {**before, **graded}
        names = self.notebooks
        if len(names) == 1:
            return known[names[0]]
        result = together({name: known[name] for name in names if name in known}, self._cap)
        # If not all were graded, it is no record of all that was handed in.
        return result if len(self._chosen) == len(names) else replace(result, fingerprint="")

    def _with_open_points(self, graded: Mapping[str, Result], before: Mapping[str, Result]) -> dict[str, Result]:
        return {name: still_open(each, before.get(name), self._counted[name]) for name, each in graded.items()}

    def _handed_in(self, student: str) -> dict[str, Submission]:
        return {notebook.name: notebook.submissions[student] for notebook in self._notebooks}


def _logged_bug(submission: Submission, error: Exception) -> Exception:
    whole_files.raise_if_full(error)
    _log.error("%s could not be graded", submission.student, exc_info=error)
    return error


def _seconds(record: Result | None) -> float:
    """How long a submission took when it was graded last; endless if that is not known."""
    return math.inf if record is None else sum(exercise.seconds for exercise in record.exercises)


def _prepare(recorder: GradeRecorder) -> None:
    """Open the gradebook, and import what the class report needs, while no other thread imports anything.

    If two threads import modules that need each other, one of them can get a module that is half imported.
    """
    from nbproctor.report.pages import class_report  # noqa: F401
    from nbproctor.report.tables import summary_csv  # noqa: F401

    recorder.open()
