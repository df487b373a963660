"""The authoring page does what it says: followed to the letter, it adds an exercise that grades."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import dedent

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.build import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome

ROOT = Path(__file__).parents[2]
PARTS = ("source/midterm1", "tester_fw", "poker_game", "resource", "grading_config.py")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    for part in PARTS:
        there = tmp_path / "course" / part
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, there, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, there)
    return Course(tmp_path / "course")


def _blocks() -> list[str]:
    """The cells and the samplers of the new exercise: what stands before the solutions."""
    page = (ROOT / "docs" / "authoring.md").read_text().partition("\n## 3. ")[0]
    return [dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```$", page, re.DOTALL | re.MULTILINE)]


def _add(notebook: NotebookNode, name: str, source: str, **marks: object) -> None:
    cell = nbformat.v4.new_code_cell(source.rstrip())
    plain = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    cell.metadata.nbgrader = {**plain, "grade_id": name, **marks}
    notebook.cells.insert(-1, cell)


@pytest.mark.all
def test_the_page_adds_an_exercise(course: Course, tmp_path: Path) -> None:
    demo, solution, test, *samplers = _blocks()
    source = course.source / "midterm1" / "midterm1.ipynb"
    notebook = nbformat.read(source, as_version=4)
    _add(notebook, "demo_ex8", demo, locked=True)
    _add(notebook, "ex8", solution, solution=True)
    _add(notebook, "test_ex8", test, grade=True, locked=True, points=2)
    nbformat.write(notebook, source)
    with (course.source / "midterm1" / "cases.py").open("a") as cases:
        cases.write("\n\n" + "\n\n".join(samplers))
    build(course, "midterm1", unproven=True)

    for student, solved in (("solved", notebook), ("released", nbformat.read(_released(course), as_version=4))):
        path = tmp_path / "submitted" / student / "midterm1" / "midterm1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(solved, path)
    grading = ClassGrading(course, "midterm1", tmp_path / "submitted", tmp_path / "graded")
    results = {submission.student: result for submission, result in grading.run()}
    assert results["solved"].score == 17  # type: ignore[union-attr]
    assert results["released"].score == 1  # type: ignore[union-attr]
    assert results["released"].exercises[8].outcome is not Outcome.PASSED  # type: ignore[union-attr]
    assert results["solved"].exercises[8].cases == 70  # type: ignore[union-attr]


def _released(course: Course) -> Path:
    return course.release / "midterm1" / "midterm1.ipynb"
