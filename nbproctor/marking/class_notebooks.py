"""The notebooks of an assignment, each with its release and the submissions of the class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from shlex import quote
from typing import Any

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id, read_notebook
from nbproctor.assignment.source_notebooks import bring_up_to_date, completed, read_sources
from nbproctor.config import Course
from nbproctor.config.directory_structure import StudentsFolders, notebooks_in
from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import released_trees
from nbproctor.intake.renamed_notebooks import with_renamed
from nbproctor.intake.submission_folders import Submission, find_submissions


@dataclass(frozen=True)
class ClassNotebook:
    """One notebook of an assignment; nbgrader's assignments may have several.

    Args:
        submissions: by student.
    """

    assignment: Assignment
    release: NotebookNode
    submissions: dict[str, Submission]

    @property
    def name(self) -> str:
        """Its name without `.ipynb`, as in nbgrader."""
        return self.assignment.path.stem


def class_notebooks(course: Course, name: str, submitted: StudentsFolders) -> list[ClassNotebook]:
    """All notebooks of an assignment with their submissions: every student has an entry in each of them.

    Raises:
        GradingError: the assignment has no source notebook, no release or no submissions.
    """
    found = released_notebooks(course, name)
    files = {path.name for path in (course.release / name).iterdir()}
    released = {source.path.name: release for source, release in found}
    lying = {source.path.name: find_submissions(submitted, source, files) for source, _ in found}
    submissions = with_renamed(lying, released, course.grading.submission_bytes, partial(known_notebooks, course))
    return [ClassNotebook(source, release, submissions[source.path.name]) for source, release in found]


def known_notebooks(course: Course) -> dict[str, Any]:
    """The released notebooks of a course as parsed JSON, by `<assignment>/<notebook>.ipynb`."""
    return released_trees(path for name in course.assignments() for path in notebooks_in(course.release / name))


def released_notebooks(course: Course, name: str) -> list[tuple[Assignment, NotebookNode]]:
    """All notebooks of an assignment, each with its release.

    Raises:
        GradingError: the assignment has no source notebook or no release.
    """
    sources = [completed(course, source) for source in read_sources(course.source_of(name))]
    return [(source, _release(course, source)) for source in sources]


def _release(course: Course, assignment: Assignment) -> NotebookNode:
    path = course.release / assignment.name / assignment.path.name
    if not path.is_file():
        raise GradingError(f"{path} is missing: run course build {quote(assignment.name)}")
    release = read_notebook(path)
    bring_up_to_date(release)
    differing = {grade_id(cell) for cell in release.cells} ^ {grade_id(cell) for cell in assignment.notebook.cells}
    if differing - {""}:
        names = ", ".join(sorted(differing - {""}))
        raise GradingError(
            f"{path} and {assignment.path} do not have the same cells ({names} in only one of them): "
            f"run course build {quote(assignment.name)}"
        )
    return release
