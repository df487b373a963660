"""ClassFeedback: brings what persons decided in formgrader into records, pages and reports; nothing is run again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.assignment.source_notebooks import read_sources
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.gradebook.gradebook_reader import found_decisions
from nbproctor.intake.student_names import listed
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.mistake_notes import read_notes, unused
from nbproctor.marking.records.feedback_pages import FeedbackPages
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.results import Result, Sharing
from nbproctor.system import whole_files
from nbproctor.system.locks import alone

_ENTRIES_AT_ONCE = 200


class ClassFeedback:
    """The feedback on an assignment for a whole class, made again from the gradebook and the folders.

    Args:
        output: the folder that grading wrote to; default: the course's own.

    Raises:
        GradingError: the assignment has no source notebook, or nothing of it is graded.

    Attributes:
        made: how many pages were made again.
        unused_notes: the mistakes that have a note, and that nobody makes.
        aside: nbgrader's pages, where they lie now.
    """

    def __init__(self, course: Course, name: str, output: Path | None = None) -> None:
        self._course = course
        self._name = name
        self._notebooks: list[Assignment] = read_sources(course.source_of(name))
        self._folder = ClassFolder(course, name, output)
        self.report = self._folder.report
        self.made = 0
        self.aside: list[Path] = []
        self.unused_notes: list[str] = []
        self.students = self._folder.graded_students()
        if not self.students:
            raise GradingError(
                f"no submission of {name} has been graded there: run course grade {quote(name)} first, or name its "
                "output folder with --output"
            )

    def run(self, all_again: bool = False) -> Iterator[Result]:
        """Bring records, pages and reports up to date; yield each result once its files are.

        Raises:
            GradingError: there is no gradebook, or no record of a submission; or another run writes to the folder.
        """
        results: list[Result] = []
        seal = RecordSeal(official_seed(self._course))
        sharing = Sharing()
        notes = read_notes(self._course, self._name)
        exercises = {each.path.stem: each.exercises for each in self._notebooks}
        workers = self._course.grading.workers
        with alone(self._folder.reports), FeedbackPages(workers, notes, all_again) as pages:
            entries = [self._entry(student, seal, sharing) for student in self.students]
            for start in range(0, len(entries), _ENTRIES_AT_ONCE):
                batch = entries[start : start + _ENTRIES_AT_ONCE]
                rows = [row for entry in batch for row in entry.rows]
                decided = found_decisions(self._folder.gradebook_address, self._name, rows, exercises)
                for entry in pages.decided(batch, decided):
                    result = entry.outcome
                    assert isinstance(result, Result)
                    if entry.results_file and not entry.is_recorded:
                        whole_files.write(entry.results_file, seal.sealed(result))
                    results.append(sharing.shared(result))
                    yield results[-1]
            self._folder.write_reports(results, self._notebooks[0].path.stem)
            self.made, self.aside = pages.made, pages.aside
            self.unused_notes = unused(notes, results)

    def _entry(self, student: str, seal: RecordSeal, sharing: Sharing) -> Entry:
        handed_in = {
            each.path.stem: Submission(student, self._name, Path(student) / each.path.name) for each in self._notebooks
        }
        first = next(iter(handed_in.values()))
        result = self._folder.record(first, seal)
        entry = self._folder.entry(handed_in, sharing.shared_whole(result)) if result else None
        if entry is None or not all(autograded.is_file() for autograded, _ in entry.notebooks.values()):
            raise GradingError(
                f"{self._folder.results_file(first)} was not written here by course grade, or its notebooks are "
                f"missing: run course grade {quote(self._name)}"
            )
        return entry


def recorded_result(course: Course, student: str, name: str, output: Path | None = None) -> Result:
    """The result of one student, from its record; whether its seal is right is not checked.

    Args:
        output: the folder that grading wrote to; default: the course's own.

    Raises:
        GradingError: there is no such assignment, or no record of the student.
    """
    course.source_of(name)
    folder = ClassFolder(course, name, output)
    students = folder.graded_students()
    if student not in students:
        known = (
            f"those with a grade: {listed(students)}" if students else f"nobody has one: run course grade {quote(name)}"
        )
        raise GradingError(f"{student!r} has no grade in {name}; {known}")
    path = folder.results_file(Submission(student, name, Path(student) / f"{name}.ipynb"))
    try:
        return Result.from_json(path.read_text(encoding="utf-8"))
    except Exception as error:  # whatever lies there, anybody may have written
        raise GradingError(f"{path} is damaged: run course grade {quote(name)}") from error
