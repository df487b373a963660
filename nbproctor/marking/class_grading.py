"""ClassGrading: every submission of an assignment, from the notebook handed in to the grade report."""

from __future__ import annotations

import logging
import math
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id, read_notebook
from nbproctor.assignment.official_seed import official_seed
from nbproctor.assignment.source_notebooks import bring_up_to_date, completed, read_sources
from nbproctor.config import Course
from nbproctor.config import Grading as Settings
from nbproctor.errors import GradingError
from nbproctor.examination.grader.examined_assignment import ExaminedAssignment
from nbproctor.examination.grader.sitting import Limits
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import HandedIn, not_taken, take
from nbproctor.intake.submission_folders import Submission, find_submissions
from nbproctor.marking.earlier_results import earlier_result, fingerprint, seconds_of
from nbproctor.marking.grade_recorder import Entry, GradeRecorder, Writer
from nbproctor.marking.marker import UNREADABLE, Marked, MarkScheme
from nbproctor.marking.place import Graded, MarkingJob, MarkingPlace, ThisMachine
from nbproctor.results import Grades, Result, Sharing, apart, together
from nbproctor.system import whole_files
from nbproctor.system.locks import alone
from nbproctor.system.printable import one_line
from nbproctor.system.scratch_folders import remove_abandoned

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Part:
    """One notebook of an assignment: what was handed in of it, and the released one."""

    assignment: Assignment
    submissions: list[Submission]
    release: NotebookNode

    @property
    def name(self) -> str:
        """The notebook's name, as nbgrader has it."""
        return self.assignment.path.stem


class ClassGrading:
    """One assignment's grading: what is graded, against what, and where the results go.

    Args:
        course: the course.
        name: the assignment's name.
        submitted: the folder of the submissions; default: the course's.
        output: the folder for all that grading writes; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions.

    Attributes:
        submissions: what was handed in, one of each student.
        report: where the class report goes.
        log: where it is told what was noticed of the submissions.
        kept: how many were graded earlier, and not again.
    """

    def __init__(self, course: Course, name: str, submitted: Path | None = None, output: Path | None = None) -> None:
        self.course = course
        sources = [completed(course, one) for one in _sources(course, name)]
        self.output = (output or course.root).resolve()
        self._release_folder = course.release / name
        folder, names = (submitted or course.submitted).resolve(), _names(self._release_folder)
        self._parts = [Part(one, find_submissions(folder, one, names), _release(course, one)) for one in sources]
        self.submissions = self._parts[-1].submissions
        self.report = self.output / "reports" / name / "index.html"
        self.log = self.report.with_name("grading.log")
        self._cap = course.cap(name, sum(part.assignment.points for part in self._parts))
        self._own_gradebook = output is None
        self._fingerprint = ""
        self._by_student = {part.name: {one.student: one for one in part.submissions} for part in self._parts}
        self.kept = 0

    def run(
        self, place: MarkingPlace | None = None, regrade: bool = False
    ) -> Iterator[tuple[Submission, Result | Exception]]:
        """Grade all submissions; yield each one's result, or the exception that is a bug of ours, as it comes.

        The notebooks of an assignment are graded one after the other; a submission is done with its last. One that
        was graded earlier, and has not changed since, is not graded again: its result is taken from its record.

        Args:
            place: where they are marked; default: this machine, as many at once as the configuration says.
            regrade: whether all are graded, whatever has been.

        Raises:
            GradingError: the output cannot be written to, or another run writes to it; or the assignment, this
                machine or the gradebook is not fit for grading.
        """
        results: list[Result] = []
        with self._prepared(), ExitStack() as opened:
            recorder = opened.enter_context(GradeRecorder(self._gradebook))
            place = place or ThisMachine(self.course.grading.workers)
            for submission, outcome in self._recorded(recorder, self._entries(recorder, place, regrade)):
                if isinstance(outcome, Result):
                    results.append(outcome)
                yield submission, outcome
        self._write_reports(results)

    @contextmanager
    def _prepared(self) -> Iterator[None]:
        """Keep a log, and other runs away, while this one lasts; remove what killed ones left."""
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{self.output} is no folder to write to: {problem.strerror}") from problem
        with alone(self.log.parent), _logged(self.log):
            whole_files.remove_unfinished(self.log.parent)
            remove_abandoned()
            yield

    def _recorded(
        self, recorder: GradeRecorder, entries: Iterable[Entry]
    ) -> Iterator[tuple[Submission, Result | Exception]]:
        sharing = Sharing()
        for entry in entries:
            recorder.put(entry)
            for submission, outcome in recorder.done():
                yield submission, sharing.shared(outcome) if isinstance(outcome, Result) else outcome
        yield from recorder.finish()

    def _entries(self, recorder: GradeRecorder, place: MarkingPlace, regrade: bool) -> Iterator[Entry]:
        """What there is to record of each submission: first those graded earlier, then the others, once graded."""
        seed = official_seed(self.course)
        self._fingerprint = fingerprint(self.course, [part.assignment for part in self._parts], self._cap, seed)
        waiting: dict[str, float] = {}
        for submission in self.submissions:
            if result := None if regrade else self._earlier(submission):
                self.kept += 1
                _tell_repairs(result)
                yield Entry(submission, result, self._rows(submission, result))
            else:
                waiting[submission.student] = seconds_of(self._mark(submission))
        found: dict[str, dict[str, Graded | Exception]] = defaultdict(dict)
        for part, submission, graded in self._notebooks(recorder, seed, place, waiting):
            found[submission.student][part.name] = graded
            if part is self._parts[-1]:
                yield self._whole(submission, found.pop(submission.student))

    def _notebooks(
        self, recorder: GradeRecorder, seed: str, place: MarkingPlace, students: Mapping[str, float]
    ) -> Iterator[tuple[Part, Submission, Graded | Exception]]:
        """Grade every notebook of these students, by their seconds: the longest first."""
        for part in self._parts if students else []:
            submissions = [one for one in part.submissions if one.student in students]
            submissions.sort(key=lambda one: students[one.student], reverse=True)
            job = MarkingJob(
                scheme=self._scheme(part, seed),
                submissions=submissions,
                take=self._taken,
                write=partial(self._write, part),
                prepare=partial(_prepare, recorder),
            )
            for submission, graded in place.graded(job):
                try:
                    yield part, submission, graded()
                except GradingError:
                    raise
                except Exception as error:
                    whole_files.raise_if_full(error)
                    _log.exception("%s could not be graded", submission.student)
                    yield part, submission, error

    def _scheme(self, part: Part, seed: str) -> MarkScheme:
        settings = self.course.grading
        examined = ExaminedAssignment(
            assignment=part.assignment,
            release_folder=self._release_folder,
            course_root=self.course.root,
            seed=seed,
            limits=_limits(settings),
            tiers=(Tier(settings.weakest_tier), Tier(settings.strongest_tier)),
        )
        cap = self._cap if len(self._parts) == 1 else part.assignment.points  # what caps all says nothing of one
        return MarkScheme(examined, part.release, cap, self._fingerprint)

    def _taken(self, submission: Submission) -> HandedIn:
        try:
            return take(submission, self.course.grading.submission_bytes)
        except Exception:
            # A bug of ours, but what was handed in brought it about: the others are graded all the same.
            _log.exception("%s: the notebook could not be read", submission.student)
            return not_taken(submission, UNREADABLE.format(submission.path.name))

    def _earlier(self, submission: Submission) -> Result | None:
        """The result of an earlier run, if it stands."""
        notebooks = [self._by_student[part.name][submission.student] for part in self._parts]
        written = [path for part in self._parts for path in self._written(part, submission)]
        most = self.course.grading.submission_bytes
        return earlier_result(self._mark(submission), written, notebooks, self._fingerprint, most)

    def _rows(self, submission: Submission, result: Result) -> tuple[Grades, ...]:
        return tuple(apart(result, [part.name for part in self._parts])) if submission.in_gradebook else ()

    def _gradebook(self) -> Writer:
        # Imported when the warm parents have been started: it takes as long as all the other imports.
        from nbproctor.gradebook.gradebook import GradebookWriter

        assignments, recorded = [part.assignment for part in self._parts], self.report.with_name(".cells")
        return GradebookWriter(self.course, self._database(), *assignments, recorded=recorded)

    def _whole(self, submission: Submission, parts: dict[str, Graded | Exception]) -> Entry:
        """What there is to record of a submission whose notebooks are all graded, or could not be."""
        done = {name: one for name, one in parts.items() if isinstance(one, Graded)}
        for one in parts.values():
            if isinstance(one, Exception):
                return Entry(submission, one)
        results = {name: one.result for name, one in done.items()}
        result = next(iter(results.values())) if len(results) == 1 else together(results, self._cap)
        written = tuple(path for one in done.values() for path in one.files)
        return Entry(submission, result, self._rows(submission, result), written, self._mark(submission))

    # What is written.

    def _write(self, part: Part, submission: Submission, marked: Marked) -> Graded:
        """Write what shows a graded notebook; name those files that its record vouches for."""
        _tell(marked)
        autograded, feedback = self._written(part, submission)
        self._mark(submission).unlink(missing_ok=True)  # until all is there again
        for folder in (autograded.parent, feedback.parent):
            whole_files.remove_unfinished(folder)
        whole_files.write(autograded, marked.notebook)
        if received := marked.result.submission.received:
            whole_files.write(autograded.with_name("timestamp.txt"), received + "\n")
        else:
            autograded.with_name("timestamp.txt").unlink(missing_ok=True)
        self._link_release(autograded.parent)
        whole_files.write(feedback, marked.feedback)
        return Graded(marked.result, (autograded, feedback))

    def _written(self, part: Part, submission: Submission) -> tuple[Path, Path]:
        """Where the autograded notebook and the feedback go."""
        feedback = self.output / "feedback" / submission.student / submission.assignment
        return self._folder(submission) / part.assignment.path.name, feedback / f"{part.name}.html"

    def _mark(self, submission: Submission) -> Path:
        """Where the record goes, which is written last."""
        return self._folder(submission) / "results.json"

    def _folder(self, submission: Submission) -> Path:
        return self.output / "autograded" / submission.student / submission.assignment

    def _link_release(self, folder: Path) -> None:
        """Let the autograded notebook find the figures and data that it shows, as in the release."""
        for entry in self._release_folder.iterdir():
            link = folder / entry.name
            if entry.suffix != ".ipynb" and not link.is_symlink() and not link.exists():
                link.symlink_to(os.path.relpath(entry, folder))

    def _write_reports(self, results: list[Result]) -> None:
        from nbproctor.report.pages.class_report import class_page_in_pieces
        from nbproctor.report.tables.summary_csv import summary_csv

        results = sorted(results, key=lambda result: result.student)
        name, first = self.report.parent.name, quote(self._parts[0].name)
        root = quote("../../feedback")
        links = {one.student: f"{root}/{quote(one.student)}/{quote(one.assignment)}/{first}.html" for one in results}
        whole_files.write(self.report, class_page_in_pieces(name, results, links))
        whole_files.write(self.report.parent / "summary.csv", summary_csv(results))

    def _database(self) -> str:
        if self._own_gradebook and self.course.database_url:
            return self.course.database_url
        return f"sqlite:///{self.output / 'gradebook.db'}"


def _limits(settings: Settings) -> Limits:
    bounds = Bounds(
        memory_bytes=settings.memory_bytes,
        disk_bytes=settings.disk_bytes,
        files=settings.files,
        processes=settings.processes,
        cpu_seconds=math.ceil(settings.submission_seconds) + 1,
    )
    return Limits(settings.cell_seconds, settings.submission_seconds, settings.output_bytes, bounds)


def _sources(course: Course, name: str) -> list[Assignment]:
    folder = course.source / name
    if not folder.is_dir():
        known = ", ".join(course.assignments()) or "none"
        raise GradingError(f"there is no assignment {name!r} in {course.source}; there are: {known}")
    return read_sources(folder)


def _names(folder: Path) -> frozenset[str]:
    return frozenset(path.name for path in folder.iterdir()) if folder.is_dir() else frozenset()


def _prepare(recorder: GradeRecorder) -> None:
    """Open the gradebook, and import what pages and reports are made with.

    It is done in this thread, and while no other imports anything: two threads that import packages whose modules need
    each other can get one that is half imported.
    """
    from nbproctor.report.pages import class_report, feedback  # noqa: F401
    from nbproctor.report.student_content import autograded  # noqa: F401
    from nbproctor.report.tables import summary_csv  # noqa: F401

    recorder.open()


def _tell_repairs(result: Result) -> None:
    for repair in result.submission.repairs:
        _log.warning("%s: %s", result.student, one_line(repair))


def _tell(marked: Marked) -> None:
    if marked.bug:
        _log.error("%s: the notebook could not be read\n%s", marked.result.student, marked.bug)
    _tell_repairs(marked.result)


@contextmanager
def _logged(path: Path) -> Iterator[None]:
    """Keep what is told of the submissions, and the tracebacks that nobody else is to see, in a file."""
    handler = _LogFile(path, "w", encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger = logging.getLogger("nbproctor")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        with suppress(OSError):
            handler.close()


class _LogFile(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Say nothing, in place of a traceback: that the disk is full is told when results are written."""


def _release(course: Course, assignment: Assignment) -> NotebookNode:
    path = course.release / assignment.name / assignment.path.name
    if not path.is_file():
        raise GradingError(f"{path} is missing: run course build {assignment.name}")
    release = read_notebook(path)
    bring_up_to_date(release)
    differing = {grade_id(cell) for cell in release.cells} ^ {grade_id(cell) for cell in assignment.notebook.cells}
    if differing - {""}:
        names = ", ".join(sorted(differing - {""}))
        raise GradingError(
            f"{path} and {assignment.path} do not have the same cells ({names} in only one of them): "
            f"run course build {assignment.name}"
        )
    return release
