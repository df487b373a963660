"""Handing back: from the records of a class to the sheet of a system."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms.collection import read_people, read_sheet
from nbproctor.lms.grade_sheet import GradeSheet, SheetRow, number_in
from nbproctor.lms.people import People, UnknownPersonError
from nbproctor.lms.recorded_grades import open_grades, recorded_grades
from nbproctor.lms.systems import SHEETS, sheet_format
from nbproctor.report.numbers import number
from nbproctor.results import Result


@dataclass(frozen=True)
class HandBackOptions:
    """How grades are handed back.

    Args:
        column: the title of the column; empty for the one that is called like the assignment.
        people: the people file; None for the course's.
        scales: whether percents are written, of the sheet's maximum, in place of points.
        takes_open: whether grades that may still change are written too.
    """

    column: str = ""
    people: Path | None = None
    scales: bool = False
    takes_open: bool = False


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
        without_grade: who is in the sheet, and has no grade: their cells stay as they are.
        not_in_sheet: the students who have a grade, and no row.
        left: the students whose cells stay as they are although they have a grade, and why.
        content: the bytes of the sheet.
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


def hand_back(course: Course, assignment: str, path: Path, options: HandBackOptions) -> HandBack:
    """Fill a sheet with the grades of an assignment; nothing is written.

    Raises:
        GradingError: nothing is graded, the sheet cannot be read, or its maximum is not the course's.
    """
    grades = recorded_grades(course, assignment)
    still_open = {} if options.takes_open else open_grades(course, assignment, grades)
    cells = read_sheet(path)
    system = sheet_format(cells, str(path))
    grade_sheet = SHEETS[system].grade_sheet
    if grade_sheet is None:
        raise GradingError(f"{path} is a roster without a column for grades: name a grade sheet")
    sheet = grade_sheet(cells, options.column, assignment)
    people = read_people(options.people, course, None)[1] or People.of_students(grades)
    found = HandBack(system, sheet.title, warnings=sheet.warnings)
    points: dict[str, float] = {}
    for row, student in _rows_of(sheet, people, grades, found):
        points_now = _points(grades[student], row, options, sheet)
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


def _points(result: Result, row: SheetRow, options: HandBackOptions, sheet: GradeSheet) -> float:
    """The points that stand in the sheet: the total after the penalty, as the reports have it.

    Raises:
        GradingError: the maximum in the sheet is neither all points nor those that make 100%.
    """
    maximum = row.maximum
    if options.scales:
        if maximum is None:
            raise GradingError(f"the sheet has no maximum for {sheet.title}: omit --scale")
        return round(result.percent * maximum / 100, 4)
    if maximum is None or maximum == result.max_score:
        return result.total
    if maximum == result.cap:
        return min(result.total, result.cap)
    full = " or ".join(number(each) for each in dict.fromkeys((result.max_score, result.cap)))
    raise GradingError(
        f"{sheet.title} has {number(maximum)} points in the sheet but {full} in the course: change the points there "
        f"and download the sheet again, or use --scale to scale the grades to {number(maximum)}"
    )
