"""Exports what counts of each student to nbgrader's gradebook, and to its folders of submissions."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.config.directory_structure import TIMESTAMP
from nbproctor.errors import GradingError
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_folder import ClassFolder
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.marker import Marked
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.portal.instructors.exam_course import CountedWork, ExamCourse
from nbproctor.portal.instructors.hand_grading import HandGrading
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import moment_text
from nbproctor.results import Result
from nbproctor.system import whole_files
from nbproctor.system.locks import alone


def export(course: Course, folder: PortalFolder, assignment: str) -> tuple[int, list[str]]:
    """Write what counts of each student into the gradebook, and the notebooks to where nbgrader looks for them.

    Returns:
        The number of students exported, and the students who handed in and have no report yet.

    Raises:
        GradingError: no submission has a report; or a file would be replaced that did not come from this portal; or
            the gradebook cannot be written to.
    """
    exam = ExamCourse(folder.rows, [assignment], course.exam_day.counts)
    by_hand = HandGrading(course, folder, exam)
    works = exam.counted(assignment)
    counted = [each for each in works if each.result]
    if not counted:
        raise GradingError(f"no submission of {assignment} has a report yet: there is nothing to export")
    ((source, _),) = released_notebooks(course, assignment)  # the portal takes no assignment of several
    _put_down(course, folder, assignment, source.path.name, counted)
    by_hand.export(assignment, counted)
    _record(course, folder, source, [each for each in exam.counted(assignment) if each.result])
    return len(counted), [each.student for each in works if each.attempts and not each.result]


def _record(course: Course, folder: PortalFolder, source: Assignment, counted: list[CountedWork]) -> None:
    """Write what `course grade` would write of these submissions: `course feedback` goes on from there."""
    written = ClassFolder(course, source.name)
    written.prepare()
    seal = RecordSeal(official_seed(course))
    done: list[tuple[Submission, Result]] = []
    with alone(written.reports), folder.pages_closed():
        for each in counted:
            (grade,) = folder.rows.read("SELECT * FROM grades WHERE number = ?", each.grade)
            if not grade["autograded"] or not each.result:
                continue
            texts = (folder.pages.path(grade["autograded"]), folder.report(grade))
            marked = Marked(each.result, *(path.read_text(encoding="utf-8") for path in texts))
            submission = Submission(each.student, source.name, Path(each.student) / source.path.name)
            done.append((submission, written.write_notebook(submission, marked, {})))
        whole_files.flush(path for submission, _ in done for path in written.notebook_files(submission))
        for submission, result in done:
            whole_files.write(written.results_file(submission), seal.sealed(result))


def _put_down(course: Course, folder: PortalFolder, assignment: str, name: str, counted: list[CountedWork]) -> None:
    """Write the notebooks, unless one would replace a file that is not in the portal."""
    files: list[tuple[Path, bytes, str]] = []
    for each in counted:
        target = course.submissions(assignment).of(each.student)
        (row,) = folder.rows.read("SELECT sha256, received FROM submissions WHERE number = ?", each.number)
        if (target / name).exists() and not _is_kept(folder, assignment, each.student, (target / name).read_bytes()):
            raise GradingError(
                f"{target / name} did not come from the portal: move it away, and export again; nothing was written"
            )
        files.append((target, folder.uploads.path(row["sha256"]).read_bytes(), moment_text(row["received"])))
    for target, work, received in files:
        whole_files.write(target / name, work)
        whole_files.write(target / TIMESTAMP, received)


def _is_kept(folder: PortalFolder, assignment: str, student: str, work: bytes) -> bool:
    kept = "SELECT 1 FROM submissions WHERE assignment = ? AND student = ? AND sha256 = ?"
    return bool(folder.rows.read(kept, assignment, student, sha256(work).hexdigest()))
