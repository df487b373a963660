"""`course new` makes an assignment that builds, is proven and grades at once."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.author_file import read_samplers
from nbproctor.assignment.build import build
from nbproctor.assignment.new_assignment import make_assignment
from nbproctor.check.findings import Verdict, failures
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading


@pytest.mark.all
def test_it_is_proven_built_and_grades_rightly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_assignment("quiz1")
    course = Course.find()
    findings = prove(course, "quiz1", ProofOptions(2), lambda *_: None)
    assert failures(findings) == []
    assert [each.proof for each in findings if each.verdict is Verdict.NOTED][:2] == [
        "right solutions",
        "wrong solutions",
    ]
    build(course, "quiz1")
    for student, solution in (("right", "right/ex1_a_loop.py"), ("wrong", "wrong/ex1_second_character.py")):
        notebook = nbformat.read(course.release / "quiz1" / "quiz1.ipynb", as_version=4)
        next(cell for cell in notebook.cells if cell.id == "ex1").source = (
            course.source / "quiz1" / "solutions" / solution
        ).read_text()
        path = course.submitted / student / "quiz1" / "quiz1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    scores = {submission.student: result.score for submission, result in ClassGrading(course, "quiz1").run()}
    assert scores == {"right": 2, "wrong": 0}


def test_what_is_there_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text("# mine")
    made = make_assignment("quiz1")
    assert all(path.is_relative_to(tmp_path / "source" / "quiz1") for path in made)
    made[0].write_text("changed")
    with pytest.raises(GradingError, match="already exists"):
        make_assignment("quiz1")
    assert made[0].read_text() == "changed" and (tmp_path / "nbgrader_config.py").read_text() == "# mine"


def test_a_configuration_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text("c = get_config(\n")
    with pytest.raises(GradingError):
        make_assignment("quiz1")
    assert (tmp_path / "nbgrader_config.py").read_text() == "c = get_config(\n"
    assert [path.name for path in tmp_path.iterdir()] == ["nbgrader_config.py"]


@pytest.mark.parametrize("name", ["", "..", "a+b", "a/b", "a\nb", "[ab]", "a[1]"])
def test_a_name_that_nbgrader_does_not_take_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GradingError):
        make_assignment(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [("import json\n\n\ndef draw(rng: Random): ...\n", 4), ("x = 1\nif x:\n", 2), ("f = lambda: 1 / 0\n\nf()\n", 1)],
)
def test_an_error_in_cases_names_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "cases.py"
    path.write_text(text)
    with pytest.raises(GradingError, match=rf"cases\.py, line {line}: \w+Error"):
        read_samplers(path)
