"""Handing back: from the records of a class to the sheet of a system."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from shlex import quote

from nbproctor.assignment.source_notebooks import read_sources
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms.collection import read_people, read_sheet
from nbproctor.lms.grade_sheet import GradeSheet, SheetRow, number_in
from nbproctor.lms.people import People, UnknownPersonError
from nbproctor.lms.systems import SHEETS, sheet_format
from nbproctor.notebook_grades import apart, as_decided
from nbproctor.report.words import number
from nbproctor.results import Result

_RECORD = "results.json"
_MOST_RECORD_BYTES = 50_000_000


def recorded_grades(course: Course, assignment: str) -> dict[str, Result]:
    """Each student's record, with people's scores and the late penalty; a GradingError if there is none."""
    course.source_of(assignment)
    folders = course.students_folders("autograded", assignment)
    found: dict[str, Result] = {}
    for path in sorted(folders.base.iterdir()) if folders.base.is_dir() else []:
        record = folders.of(path.name) / _RECORD
        if record.is_file():
            found[path.name] = _read(record, assignment)
    if not found:
        raise GradingError(f"no submission of {assignment} is graded: run course grade {quote(assignment)} first")
    return found


def open_grades(course: Course, assignment: str, grades: dict[str, Result]) -> dict[str, str]:
    """The students whose grade may still change, and why."""
    found = {student: why for student, result in grades.items() if (why := _open(result))}
    for student in _outdated(course, assignment, grades):
        found.setdefault(
            student, f"formgrader and the report have different grades: run course feedback {quote(assignment)}"
        )
    return found


def _read(path: Path, assignment: str) -> Result:
    try:
        if path.stat().st_size > _MOST_RECORD_BYTES:
            raise ValueError("it is too large")
        return Result.from_json(path.read_text("utf-8"))
    except Exception as error:  # whatever lies there, anybody may have written
        raise GradingError(f"{path} is damaged: run course grade {quote(assignment)}") from error


def _open(result: Result) -> str:
    waiting = [each.name for each in result.exercises if each.is_open or each.decision.look_again]
    if result.unexamined:
        interrupted = f"a technical problem interrupted the grading of {', '.join(result.unexamined)}"
        return f"{interrupted}: run course grade {quote(result.assignment)}"
    return f"{', '.join(waiting)} must be graded by hand in formgrader" if waiting else ""


def _outdated(course: Course, assignment: str, grades: dict[str, Result]) -> list[str]:
    """The students whose total in the gradebook is not that of their record."""
    if isinstance(course.gradebook, Path) and not course.gradebook.is_file():
        return []
    from nbproctor.gradebook.gradebook_reader import found_decisions  # it takes seconds to import

    notebooks = {each.path.stem: each.exercises for each in read_sources(course.source_of(assignment))}
    rows = [row for result in grades.values() for row in apart(result, list(notebooks), is_new=False)]
    decided = found_decisions(course.gradebook, assignment, rows, notebooks)
    return [
        student
        for student, result in grades.items()
        if as_decided(result, list(notebooks), decided).total != result.total
    ]


@dataclass(frozen=True)
class Change:
    """One cell that changes."""

    student: str
    before: str
    after: str


@dataclass
class HandBack:
    """A filled sheet, and what it does not say.

    Args:
        same: how many cells have the grade already.
        without_grade: who is in the sheet without a grade; their cells stay as they are.
        not_in_sheet: the students with a grade and no row.
        left: the students whose cells stay as they are although they have a grade, and why.
    """

    system: str
    column: str
    changes: list[Change] = field(default_factory=list)
    same: int = 0
    without_grade: list[str] = field(default_factory=list)
    not_in_sheet: list[str] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    content: bytes = b""

    def to_json(self) -> str:
        """The form that programs read, in ASCII."""
        return json.dumps({key: each for key, each in asdict(self).items() if key != "content"}, indent=2)


def hand_back(
    course: Course,
    assignment: str,
    path: Path,
    *,
    column: str = "",
    people: Path | None = None,
    scales: bool = False,
    takes_open: bool = False,
) -> HandBack:
    """Fill a sheet with the grades of an assignment; nothing is written.

    Args:
        column: the title of the column; empty for the one that is called like the assignment.
        people: the people file; None for the course's.
        scales: whether percents are written, of the sheet's maximum, in place of points.
        takes_open: whether grades that may still change are written too.

    Raises:
        GradingError: nothing is graded, the sheet cannot be read, or its maximum is not the course's.
    """
    grades = recorded_grades(course, assignment)
    still_open = {} if takes_open else open_grades(course, assignment, grades)
    cells = read_sheet(path)
    system = sheet_format(cells, str(path))
    grade_sheet = SHEETS[system].grade_sheet
    if grade_sheet is None:
        raise GradingError(f"{path} is a roster without a column for grades: name a grade sheet")
    sheet = grade_sheet(cells, column, assignment)
    known = read_people(people, course, None)[1] or People.of_students(grades)
    found = HandBack(system, sheet.title, warnings=sheet.warnings)
    points: dict[str, float] = {}
    for row, student in _rows_of(sheet, known, grades, found):
        points_now = _points(grades[student], row.maximum, scales, sheet.title)
        if why := _lock(row, sheet, points_now) or still_open.get(student, ""):
            found.left[student] = why
        elif number_in(before := sheet.value(row)) == round(points_now, 4):
            found.same += 1
        else:
            points[row.key] = points_now
            found.changes.append(Change(student, before, number(points_now)))
    found.content = sheet.filled(points)
    return found


def _rows_of(
    sheet: GradeSheet, people: People, grades: Mapping[str, Result], found: HandBack
) -> list[tuple[SheetRow, str]]:
    """The rows that are certainly of a student with a grade, and the student; the others are written down."""
    students: dict[int, str] = {}
    for row in sheet.rows:
        try:
            students[row.place] = people.student(row.person)
        except UnknownPersonError:
            found.without_grade.append(str(row.person))
    counts, keys = Counter(students.values()), Counter(row.key for row in sheet.rows)
    rows: list[tuple[SheetRow, str]] = []
    for row in sheet.rows:
        student = students.get(row.place, "")
        if student not in grades:
            found.without_grade += [student] if student else []
        elif counts[student] > 1 or keys[row.key] > 1:
            found.left[student] = "several rows of the sheet match this student: write the system's ids into people.csv"
        else:
            rows.append((row, student))
    found.not_in_sheet = sorted(grades.keys() - students.values())
    return rows


def _lock(row: SheetRow, sheet: GradeSheet, points: float) -> str:
    if not sheet.takes_more and row.maximum is not None and points > row.maximum:
        return f"the sheet allows at most {number(row.maximum)} points, but the student has {number(points)}"
    return row.lock


def _points(result: Result, maximum: float | None, scales: bool, title: str) -> float:
    """The points to write: the total after the penalty, as in the reports; a GradingError if the maximum differs."""
    if scales:
        if maximum is None:
            raise GradingError(f"the sheet has no maximum for {title}: omit --scale")
        return round(result.percent * maximum / 100, 4)
    if maximum is None or maximum == result.max_score:
        return result.total
    if maximum == result.cap:
        return min(result.total, result.cap)
    full = " or ".join(number(each) for each in dict.fromkeys((result.max_score, result.cap)))
    raise GradingError(
        f"{title} has {number(maximum)} points in the sheet but {full} in the course: change the points there "
        f"and download the sheet again, or use --scale to scale the grades to {number(maximum)}"
    )
