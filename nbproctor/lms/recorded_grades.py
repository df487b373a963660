"""The grades of an assignment, as the records of the last run and the reports have them."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from nbproctor.assignment.source_notebooks import read_sources
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.results import Result, apart

_RECORD = "results.json"
_MOST_RECORD_BYTES = 50_000_000


def recorded_grades(course: Course, assignment: str) -> dict[str, Result]:
    """The record of each student, with the scores of persons and the late penalty.

    Raises:
        GradingError: nothing is graded, or a record cannot be read.
    """
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
    waiting = [each.name for each in result.exercises if each.is_open or each.look_again]
    if result.unexamined:
        interrupted = f"a technical problem interrupted the grading of {', '.join(result.unexamined)}"
        return f"{interrupted}: run course grade {quote(result.assignment)}"
    return f"{', '.join(waiting)} must be graded by hand in formgrader" if waiting else ""


def _outdated(course: Course, assignment: str, grades: dict[str, Result]) -> list[str]:
    """The students whose total in the gradebook is not that of their record."""
    address = course.database_url or course.root / "gradebook.db"
    if isinstance(address, Path) and not address.is_file():
        return []
    from nbproctor.gradebook.found_gradebook import found_decisions  # it takes seconds to import

    notebooks = {each.path.stem: each.exercises for each in read_sources(course.source_of(assignment))}
    rows = [row for result in grades.values() for row in apart(result, list(notebooks), is_new=False)]
    decided = found_decisions(address, assignment, rows, notebooks)
    outdated = []
    for student, result in grades.items():
        own = {name: decided[student, name] for name in notebooks if (student, name) in decided}
        prefix = {name: f"{name}/" if len(notebooks) > 1 else "" for name in own}
        by_cell = {prefix[name] + cell: each for name, part in own.items() for cell, each in part.exercises.items()}
        if own and result.decided(by_cell, sum(part.penalty for part in own.values())).total != result.total:
            outdated.append(student)
    return outdated
