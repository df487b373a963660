"""What a portal's grader marks an assignment by: the same scheme as a whole class is graded by."""

from __future__ import annotations

from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.notebook_json import JsonText, read_text
from nbproctor.marking.class_notebooks import known_notebooks, released_notebooks
from nbproctor.marking.mark_scheme import CountedTests, MarkScheme, examination_settings
from nbproctor.marking.records.class_fingerprint import class_fingerprint
from nbproctor.portal.receipts import moment_text
from nbproctor.results import NOTHING_READ


def exam_scheme(course: Course, name: str) -> MarkScheme:
    """The mark scheme of an assignment; raises GradingError if it, or this machine, is not fit for grading."""
    notebooks = released_notebooks(course, name)
    if len(notebooks) > 1:
        raise GradingError(
            f"{name} has {len(notebooks)} notebooks, but the portal accepts only one: leave it out of c.ExamDay"
        )
    ((assignment, release),) = notebooks
    seed = official_seed(course)
    cap = course.cap(name, assignment.points)
    examined = examination_settings(course, assignment, seed)
    fingerprint = class_fingerprint(course, [assignment], cap, seed)
    tests = [exercise.test for exercise in assignment.exercises]
    counted = CountedTests.read(course, name, {"": tests})[""]
    return MarkScheme(examined, release, cap, fingerprint, counted, known_notebooks(course))


def handed_in_file(assignment: Assignment, student: str, path: Path, received: int) -> HandedIn:
    """What a student handed in, from its file; received in microseconds since 1970."""
    content, problem = JsonText(sha256=NOTHING_READ), ""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        try:
            content = read_text(file, size)
        except GradingError as error:
            problem = str(error)
    return HandedIn(student, assignment.name, assignment.path.name, moment_text(received), (), content, problem)
