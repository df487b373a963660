"""Small courses with cases, and classes that are handed in and graded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.conftest import CONFIG as SMALL_CONFIG
from tests.conftest import notebook
from tests.plain_course import ROOT

NAME = "numbers"
KEY = "kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc="
CONFIG = SMALL_CONFIG.replace('c.Grading.caps = {"numbers": 6}\n', "")


def make_course(root: Path, cells: list[tuple[str, str, str]], samplers: str, config: str = CONFIG) -> Course:
    """A course with one assignment, `numbers`, of these cells and cases, built."""
    source = root / "source" / NAME
    source.mkdir(parents=True)
    (root / "grading_config.py").write_text(config)
    (root / "tester_fw").symlink_to(ROOT / "tester_fw")
    (source / "cases.py").write_text(samplers)
    nbformat.write(notebook(cells), source / f"{NAME}.ipynb")
    course = Course(root)
    build(course, NAME)
    return course


def release(course: Course) -> NotebookNode:
    return nbformat.read(course.release / NAME / f"{NAME}.ipynb", as_version=4)


def answered(made: NotebookNode, cells: Mapping[str, str]) -> NotebookNode:
    """The notebook, with these sources in its cells."""
    for cell in made.cells:
        cell.source = cells.get(cell.metadata.nbgrader.grade_id, cell.source)
    return made


def hand_in(submitted: Path, student: str, made: NotebookNode, name: str = NAME) -> None:
    """Hand in a notebook, for `numbers` or another assignment."""
    path = submitted / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(made, path)


def results_of(
    course: Course, name: str, submitted: Path | None = None, output: Path | None = None
) -> dict[str, Result]:
    """Grade a class; the results, by student: none may be missing."""
    found = {submission.student: result for submission, result in ClassGrading(course, name, submitted, output).run()}
    results = {student: result for student, result in found.items() if isinstance(result, Result)}
    assert results == found
    return results
