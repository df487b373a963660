"""ClassFolder: where each file of a graded class goes, and the writing of the files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from nbproctor.config import Course
from nbproctor.config.directory_structure import TIMESTAMP
from nbproctor.errors import GradingError
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.marker import Marked
from nbproctor.marking.records.feedback_pages import put_aside
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.notebook_grades import apart
from nbproctor.results import Result
from nbproctor.system import whole_files
from nbproctor.system.scratch_folders import remove_folder

_RECORD = "results.json"
# What of a submission's folder an earlier run wrote and stays, beside the notebooks.
_KEPT = frozenset({_RECORD, TIMESTAMP})
# nbgrader's exchange puts it beside a submission; without it and the time, its release_feedback hands nothing back.
_EXCHANGE_FILE = "submission_secret.txt"


class ClassFolder:
    """The folder of all files that grading an assignment writes.

    Args:
        output: default: the course's own.

    Attributes:
        reports: the folder of the files about the whole class.
        log: repairs, refusals, and tracebacks of bugs in this package.
        gradebook_address: a file's path, or SQLAlchemy's address.
        recorded_cells: a checksum of the cells that the gradebook has; `GradebookWriter` keeps it.
        aside: nbgrader's pages, where they lie now.
    """

    def __init__(self, course: Course, assignment: str, output: Path | None = None) -> None:
        self._root = root = (output or course.root).resolve()
        self._folders_of = partial(course.students_folders, assignment=assignment, output=output and root)
        self._release = course.release / assignment  # where the figures and data lie that autograded notebooks show
        self.assignment = assignment
        self.reports = root / "reports" / assignment
        self.report = self.reports / "index.html"
        self.summary = self.reports / "summary.csv"
        self.log = self.reports / "grading.log"
        self.recorded_cells = self.reports / ".cells"
        self.gradebook = root / "gradebook.db"
        self.gradebook_address = course.gradebook if output is None else self.gradebook
        self.aside: list[Path] = []

    def prepare(self) -> None:
        """Make the folder of the reports.

        Raises:
            GradingError: it cannot be made.
        """
        try:
            self.reports.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{self._root} cannot be used as the output folder: {problem.strerror}") from problem

    def results_file(self, submission: Submission) -> Path:
        """The `results.json` of a submission, which is written last: it says that all its other files are there."""
        return self._autograded_folder(submission) / _RECORD

    def record(self, submission: Submission, seal: RecordSeal) -> Result | None:
        """The result that an earlier run recorded; None if there is none with that run's seal."""
        return seal.read(self.results_file(submission))

    def graded_students(self) -> list[str]:
        """The students who have a record."""
        folders = self._folders_of("autograded")
        names = sorted(path.name for path in folders.base.iterdir()) if folders.base.is_dir() else []
        return [name for name in names if (folders.of(name) / _RECORD).is_file()]

    def notebook_files(self, submission: Submission) -> tuple[Path, Path]:
        """The autograded notebook and the feedback page of one submitted notebook."""
        autograded = self._autograded_folder(submission) / submission.path.name
        return autograded, self._page(submission.student, submission.path.stem)

    def entry(self, handed_in: Mapping[str, Submission], result: Result, is_recorded: bool = True) -> Entry:
        """The entry of a submission, with no new rows and files.

        Args:
            handed_in: its notebooks, by name.
            is_recorded: whether an earlier run has recorded this result.
        """
        *_, submission = handed_in.values()
        rows = tuple(apart(result, list(handed_in), is_new=False)) if submission.in_gradebook else ()
        files = {name: self.notebook_files(notebook) for name, notebook in handed_in.items()}
        record = self.results_file(submission)
        return Entry(submission, result, rows, files, results_file=record, is_recorded=is_recorded)

    def write_notebook(
        self, submission: Submission, marked: Marked, own: Mapping[str, bytes], keeps_record: bool = False
    ) -> Result:
        """Write both files of a marked notebook, and remove the submission's `results.json` until all is there again.

        Args:
            own: the bytes of the student's files that lay beside it, by path.
            keeps_record: whether an earlier `results.json` stays until a new one replaces it: its points must not be
                lost.

        Returns:
            The result, with the checksum of its page.
        """
        autograded, feedback = self.notebook_files(submission)
        if not keeps_record:
            self.results_file(submission).unlink(missing_ok=True)
        for folder in (autograded.parent, feedback.parent):
            whole_files.remove_unfinished(folder)
        whole_files.write(autograded, marked.notebook)
        received = marked.result.submission.received
        for folder in (autograded.parent, feedback.parent):
            _write_or_remove(folder / TIMESTAMP, received and f"{received}\n")
        put_beside(autograded.parent, self._release, own)
        _write_or_remove(feedback.parent / _EXCHANGE_FILE, own.get(_EXCHANGE_FILE))
        self.aside += put_aside(feedback)
        whole_files.write(feedback, marked.feedback)
        return replace(marked.result, pages={feedback.stem: sha256(marked.feedback.encode()).hexdigest()})

    def write_reports(self, results: Iterable[Result], first_notebook: str) -> None:
        """Write the class report and the table of all results.

        Args:
            first_notebook: the name, without `.ipynb`, of the notebook whose feedback the report links to.
        """
        from nbproctor.report.pages.class_report import class_page_in_pieces
        from nbproctor.report.tables.summary_csv import summary_csv

        results = sorted(results, key=lambda result: result.student)
        links = {
            result.student: quote(os.path.relpath(self._page(result.student, first_notebook), self.reports))
            for result in results
        }
        whole_files.write(self.report, class_page_in_pieces(self.assignment, results, links))
        whole_files.write(self.summary, summary_csv(results))

    def _autograded_folder(self, submission: Submission) -> Path:
        return self._folders_of("autograded").of(submission.student)

    def _page(self, student: str, notebook: str) -> Path:
        return self._folders_of("feedback").of(student) / f"{notebook}.html"


def _write_or_remove(path: Path, content: str | bytes | None) -> None:
    if content:
        whole_files.write(path, content)
    else:
        path.unlink(missing_ok=True)


def put_beside(folder: Path, release: Path, own: Mapping[str, bytes]) -> None:
    """Put the student's own files and links to the instructor's beside the autograded notebook.

    What an earlier run put there is removed first: above all links, which a write would follow.

    Args:
        own: the bytes of the student's files, by path.
    """
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            remove_folder(entry.path)
        elif entry.is_symlink() or not _is_kept(entry.name):
            Path(entry.path).unlink()
    for path, content in own.items():
        if not _is_kept(path.split("/")[0]):
            whole_files.write(folder / path, content)
    _link(release, folder)


def _is_kept(name: str) -> bool:
    return name in _KEPT or name.endswith(".ipynb")


def _link(release: Path, folder: Path) -> None:
    """Link each entry of the release; in a folder that holds files of the student's, link what is in it one by one."""
    for entry in release.iterdir():
        link = folder / entry.name
        if link.is_dir() and entry.is_dir():
            _link(entry, link)
        elif entry.suffix != ".ipynb" and not link.exists():
            link.symlink_to(os.path.relpath(entry, folder))
