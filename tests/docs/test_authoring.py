"""The authoring page does what it says: followed to the letter, it adds exercises that are proven and grade."""

from __future__ import annotations

import copy
import re
import secrets
import shutil
from pathlib import Path
from textwrap import dedent

import nbformat
import pytest

from nbproctor.assignment.new_assignment import make_assignment
from nbproctor.assignment.release import build
from nbproctor.check.findings import failures
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome
from tests.plain_course import nbgrader_cell

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


@pytest.mark.all
def test_the_page_adds_an_exercise(course: Course, tmp_path: Path) -> None:
    demo, solution, test, *samplers = _blocks()
    source = course.source / "midterm1" / "midterm1.ipynb"
    notebook = nbformat.read(source, as_version=4)
    notebook.cells[-1:-1] = [
        nbgrader_cell("demo_ex8", "locked", demo),
        nbgrader_cell("ex8", "solution", solution),
        nbgrader_cell("test_ex8", "test", test, points=2),
    ]
    nbformat.write(notebook, source)
    with (course.source / "midterm1" / "cases.py").open("a") as cases:
        cases.write("\n\n" + "\n\n".join(samplers))
    build(course, "midterm1", unproven=True)

    released = nbformat.read(course.release / "midterm1" / "midterm1.ipynb", as_version=4)
    for student, solved in (("solved", notebook), ("released", released)):
        path = tmp_path / "submitted" / student / "midterm1" / "midterm1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(solved, path)
    grading = ClassGrading(course, "midterm1", tmp_path / "submitted", tmp_path / "graded")
    results = {submission.student: result for submission, result in grading.run()}
    assert results["solved"].score == 17  # type: ignore[union-attr]
    assert results["released"].score == 1  # type: ignore[union-attr]
    assert results["released"].exercises[8].outcome is not Outcome.PASSED  # type: ignore[union-attr]
    assert results["solved"].exercises[8].cases == 70  # type: ignore[union-attr]


def _changes(step: int) -> dict[str, str]:
    """What a step of the recipe for a second exercise changes in what was copied."""
    page = (ROOT / "docs" / "authoring.md").read_text()
    return dict(re.findall(r"`([^`]+)` to `([^`]+)`", re.findall(rf"^{step}\. (.*)$", page, re.MULTILINE)[0]))


def _changed(text: str, step: int) -> str:
    for old, new in _changes(step).items():
        text = text.replace(old, new)
    return text


@pytest.mark.all
def test_the_recipe_adds_a_second_exercise_to_a_new_assignment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_assignment("quiz1")
    course = Course.find()
    source = course.source / "quiz1"
    notebook = nbformat.read(source / "quiz1.ipynb", as_version=4)
    for cell in copy.deepcopy(notebook.cells[1:6]):
        cell.id = secrets.token_hex(4)  # a copy in Jupyter has another one
        cell.source = _changed(cell.source, 1)
        if marks := cell.metadata.get("nbgrader"):
            marks.grade_id = _changed(marks.grade_id, 1)
        notebook.cells.append(cell)
    nbformat.write(notebook, source / "quiz1.ipynb")
    cases = (source / "cases.py").read_text()
    (source / "cases.py").write_text(f"{cases}\n\n{_changed(cases[cases.index('tc_1 = Sampler') :], 2)}")
    for path in sorted(source.glob("solutions/*/ex1_*.py")):
        path.with_name(path.name.replace("ex1", "ex2")).write_text(_changed(path.read_text(), 3))
    findings = prove(course, "quiz1", ProofOptions(2), lambda *_: None)
    assert failures(findings) == []
    assert {each.subject for each in findings if each.proof == "reference"} == {"exercise 1", "exercise 2"}
    build(course, "quiz1")


def test_a_new_assignment_says_in_its_text_nothing_that_its_test_may_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make_assignment("quiz1")
    notebook = nbformat.read(tmp_path / "source" / "quiz1" / "quiz1.ipynb", as_version=4)
    (count,) = re.findall(r"run_tests\((\d+)", notebook.cells[5].source)
    assert f"count={count})" in (tmp_path / "source" / "quiz1" / "cases.py").read_text()
    assert not [cell for cell in notebook.cells if cell.cell_type == "markdown" and count in cell.source]
