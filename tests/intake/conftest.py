"""A class of the small course, whose submissions a test damages; and cells as nbgrader marks them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, read_notebook
from nbproctor.config import Course
from nbproctor.config.directory_structure import StudentsFolders
from nbproctor.intake.handed_in import take
from nbproctor.intake.paper import Paper, read_paper
from nbproctor.intake.submission_folders import Submission, find_submissions

Edit = Callable[[NotebookNode], object]


class Class:
    """A folder of submissions, each the solved release to begin with."""

    def __init__(self, course: Course, folder: Path, hand_in: Callable[..., Path]) -> None:
        self.folder = folder
        self._course, self._hand_in = course, hand_in
        (self.assignment,) = Assignment.read_all(course.source / "numbers")

    def hand_in(self, student: str | bytes = "one", edit: Edit | None = None) -> Path:
        """Hand the right answers in; return the path of the notebook."""
        self._hand_in(self._course, os.fsdecode(student), edit)
        return self.folder / os.fsdecode(student) / "numbers" / "numbers.ipynb"

    def found(self) -> dict[str, Submission]:
        """The submissions that are found, by student."""
        released = {path.name for path in (self._course.release / "numbers").iterdir()}
        folders = StudentsFolders(self.folder, (self.assignment.name,))
        return {each.student: each for each in find_submissions(folders, self.assignment, released)}

    def paper(self, submission: Submission | None = None) -> Paper:
        """What is made of a submission, or of that of student `one`."""
        release = read_notebook(self._course.release / "numbers" / "numbers.ipynb")
        return read_paper(take(submission or self.found()["one"]), self.assignment, release)


@pytest.fixture
def our_class(built_course: Course, tmp_path: Path, hand_in: Callable[..., Path]) -> Class:
    return Class(built_course, tmp_path / "submitted", hand_in)


def managed(cell: NotebookNode, name: str, *, answer: bool = False, points: int = 0, task: bool = False):
    """A cell with nbgrader's marks."""
    cell.metadata.nbgrader = {
        "grade_id": name,
        "locked": not answer,
        "solution": answer,
        "grade": bool(points) and not task,
        "task": task,
        "points": points,
        "schema_version": 3,
    }
    return cell
