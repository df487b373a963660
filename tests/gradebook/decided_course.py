"""A small course with two tests and an essay that a person grades; and what a person does in formgrader."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.gradebook.gradebook_reader import gradebook_url
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.results import ExerciseResult, Result
from tests.plain_course import nbgrader_cell

CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "decided"
c.Grading.packages = []
c.Grading.workers = 2
"""
RIGHT = {"one": "def one(): return 1", "two": "def two(): return 2", "essay": "Because it is so."}
SUBMITTED = {
    "all-right": RIGHT,
    "one-wrong": RIGHT | {"one": "def one(): return 3"},
    "one-empty": {name: text for name, text in RIGHT.items() if name != "essay"},
}


def make_course(root: Path, notebooks: tuple[str, ...] = ("ps1",)) -> Course:
    """The course, built, with three submissions.

    Args:
        root: where it is to lie.
        notebooks: the notebooks of its assignment.
    """
    root.mkdir(parents=True, exist_ok=True)
    (root / "grading_config.py").write_text(CONFIG)
    for name in notebooks:
        made = nbformat.v4.new_notebook()
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        for exercise, number in (("one", 1), ("two", 2)):
            solution = f"### BEGIN SOLUTION\ndef {exercise}(): return {number}\n### END SOLUTION"
            made.cells.append(nbgrader_cell(exercise, "solution", solution))
            made.cells.append(nbgrader_cell(f"test_{exercise}", "test", f"assert {exercise}() == {number}", points=2))
        essay = nbformat.v4.new_markdown_cell("Write why.", id="essay")
        essay.metadata.nbgrader = {**made.cells[0].metadata.nbgrader, "grade_id": "essay", "grade": True, "points": 3}
        made.cells.append(essay)
        path = root / "source" / "ps1" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, path)
    course = Course(root)
    build(course, "ps1")
    for student, answers in SUBMITTED.items():
        hand_in(course, student, answers, notebooks)
    return course


def hand_in(course: Course, student: str, answers: Mapping[str, str], notebooks: tuple[str, ...] = ("ps1",)) -> None:
    """Hand in these answers, in place of what was handed in before."""
    for name in notebooks:
        made = nbformat.read(course.release / "ps1" / f"{name}.ipynb", as_version=4)
        for cell in made.cells:
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
        path = course.submitted / student / "ps1" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, path)


def grade(course: Course, regrade: bool = False) -> tuple[dict[str, Result], ClassGrading]:
    """The results by student, and the grading."""
    grading = ClassGrading(course, "ps1")
    found = {submission.student: result for submission, result in grading.run(options=GradingOptions(regrade))}
    assert all(isinstance(result, Result) for result in found.values()), found
    return found, grading  # type: ignore[return-value]


def feedback(course: Course) -> tuple[dict[str, Result], ClassFeedback]:
    """What `course feedback` does: the results by student, and the feedback."""
    again = ClassFeedback(course, "ps1")
    return {result.student: result for result in again.run()}, again


def record(course: Course, student: str) -> Result:
    """A student's `results.json`."""
    return Result.from_json((course.root / "autograded" / student / "ps1" / "results.json").read_text())


def exercise(result: Result, cell: str) -> ExerciseResult:
    """An exercise of a result."""
    return next(each for each in result.exercises if each.cell == cell)


def table(path: Path, key: str) -> dict[str, dict[str, str]]:
    """The rows of a table in a file, by one of its columns."""
    with path.open(newline="") as file:
        return {row[key]: row for row in csv.DictReader(file)}


def summary(course: Course) -> dict[str, dict[str, str]]:
    """The rows of `summary.csv`, by student."""
    return table(course.root / "reports" / "ps1" / "summary.csv", "student")


def page_of(course: Course, student: str, notebook: str = "ps1") -> Path:
    """A student's page."""
    return course.root / "feedback" / student / "ps1" / f"{notebook}.html"


def gradebook(course: Course) -> closing[Gradebook]:
    """nbgrader's own interface to the course's gradebook."""
    return closing(Gradebook(gradebook_url(course.gradebook), "decided"))


def decide(
    course: Course,
    student: str,
    cell: str,
    score: float | None = None,
    extra: float | None = None,
    comment: str | None = None,
    notebook: str = "ps1",
) -> None:
    """Set what a person sets in formgrader, as its own handlers of requests set it."""
    with gradebook(course) as book:
        grade = book.find_grade(cell, notebook, "ps1", student)
        grade.manual_score, grade.extra_credit = score, extra
        grade.needs_manual_grade = score is None and grade.auto_score is None
        if comment is not None:
            solution = cell.removeprefix("test_")
            book.find_comment(solution, notebook, "ps1", student).manual_comment = comment
        book.db.commit()


def asked(course: Course) -> set[tuple[str, str]]:
    """Which exercises the gradebook asks a person for, with the student."""
    with gradebook(course) as book:
        return {
            (submission.student_id, grade.name)
            for submission in book.assignment_submissions("ps1")
            for notebook in submission.notebooks
            for grade in notebook.grades
            if grade.needs_manual_grade
        }
