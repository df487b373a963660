"""Every pattern of real courses is graded as stock nbgrader grades it, but for the differences that are listed."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.build import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from nbproctor.system.nbgrader_modules import nbgrader
from tests.courses.course_pattern import PATTERNS, SUBMISSIONS, CoursePattern, read_pattern

pytestmark = pytest.mark.all

NAMES = sorted(path.stem for path in PATTERNS.glob("*.cells"))
# By submission, and where it is one pattern's own by that as well: why a row differs from nbgrader's.
DIFFERENT = {
    "copies-a-test": "nbgrader takes a copied test cell for one of an old version, and grades nobody any more",
    "deletes-a-test": "nbgrader puts a deleted test back at the end, and so do we, in its place",
}

Rows = dict[tuple[str, str], float]


@dataclass(frozen=True)
class Graded:
    """A pattern graded both ways: the points of each test cell of each student; the tests that were isolated."""

    pattern: CoursePattern
    stock: Rows
    ours: Rows
    isolated: dict[tuple[str, str], bool]


@pytest.fixture(scope="module", params=NAMES)
def graded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Graded:
    pattern = read_pattern(PATTERNS / f"{request.param}.cells")
    root = tmp_path_factory.mktemp(pattern.name)
    ours, stock = root / "ours", root / "stock"
    folder = ours / "source" / "ps1"
    folder.mkdir(parents=True)
    nbformat.write(pattern.notebook, folder / "p1.ipynb")
    for name, text in pattern.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (ours / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'patterns'\n")
    course = Course(ours)
    build(course, "ps1")
    _hand_in(pattern, course)
    shutil.copytree(ours, stock)
    shutil.rmtree(stock / "submitted" / "copies-a-test")  # nbgrader would stop there, and grade nobody after it
    _nbgrader(stock, "generate_assignment", "ps1", "--force")
    _nbgrader(stock, "autograde", "ps1")
    course.grading.workers = 2
    isolated = {}
    for submission, result in ClassGrading(course, "ps1").run():
        assert isinstance(result, Result), result
        isolated |= {(submission.student, each.cell): each.isolated for each in result.exercises}
    return Graded(pattern, _rows(stock), _rows(ours), isolated)


def _hand_in(pattern: CoursePattern, course: Course) -> None:
    release = nbformat.read(course.release / "ps1" / "p1.ipynb", as_version=4)
    for student, make in SUBMISSIONS.items():
        there = course.submitted / student / "ps1"
        shutil.copytree(course.release / "ps1", there)
        nbformat.write(make(pattern, release), there / "p1.ipynb")


def _nbgrader(root: Path, *words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=root, capture_output=True, text=True)
    logging.getLogger(__name__).info("%s", done.stderr)


def _rows(root: Path) -> Rows:
    gradebook = nbgrader("api").Gradebook(f"sqlite:///{root / 'gradebook.db'}")
    with gradebook:
        return {
            (submission.student_id, grade.name): grade.auto_score or 0.0
            for submission in gradebook.assignment_submissions("ps1")
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def test_the_rows_are_nbgraders(graded: Graded) -> None:
    assert {student for student, _ in graded.ours} == set(SUBMISSIONS)
    different = {
        key: (graded.stock.get(key), points)
        for key, points in graded.ours.items()
        if graded.stock.get(key) != points and key[0] not in DIFFERENT
    }
    assert not different


def test_no_isolated_test_gives_points_that_one_kernel_does_not(graded: Graded) -> None:
    given = {
        key: (graded.stock.get(key), points)
        for key, points in graded.ours.items()
        if graded.isolated.get(key) and points > (graded.stock.get(key) or 0.0) and key[0] not in DIFFERENT
    }
    assert not given
