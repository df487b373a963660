"""`course new` makes an assignment that builds, is proven and grades at once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.cases_file import read_samplers
from nbproctor.assignment.new_assignment import make_assignment
from nbproctor.assignment.release import build
from nbproctor.check.findings import Verdict, failures
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.portal.portal_app import deadlines_of
from tests.edited_notebook import cell_of


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which one works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.all
def test_it_is_proven_built_and_grades_rightly(here: Path) -> None:
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
        cell_of(notebook, "ex1").source = (course.source / "quiz1" / "solutions" / solution).read_text()
        path = course.submitted / student / "quiz1" / "quiz1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    scores = {submission.student: result.score for submission, result in ClassGrading(course, "quiz1").run()}
    assert scores == {"right": 2, "wrong": 0}


def test_what_is_there_is_left_alone(here: Path) -> None:
    (here / "nbgrader_config.py").write_text("# mine")
    made = make_assignment("quiz1")
    assert all(path.is_relative_to(here / "source" / "quiz1") for path in made)
    made[0].write_text("changed")
    with pytest.raises(GradingError, match="already exists"):
        make_assignment("quiz1")
    assert made[0].read_text() == "changed" and (here / "nbgrader_config.py").read_text() == "# mine"


def test_a_configuration_that_cannot_be_read_is_left_as_it_is(here: Path) -> None:
    (here / "nbgrader_config.py").write_text("c = get_config(\n")
    with pytest.raises(GradingError):
        make_assignment("quiz1")
    assert (here / "nbgrader_config.py").read_text() == "c = get_config(\n"
    assert [path.name for path in here.iterdir()] == ["nbgrader_config.py"]


REFUSED = {
    "": "no folder can have it",
    "..": "no folder can have it",
    "a/b": "no folder can have it",
    "a\nb": "cannot be shown",
    "a\udcff": "cannot be shown",
    ".hid": "hidden",
    "-x": "option",
    " a": "spaces",
    "a ": "spaces",
    "a+b": "nbgrader does not accept a +",
    "[ab]": "nbgrader does not accept a [",
    "a[1]": "nbgrader does not accept a [",
    "n" * 151: "more than 150 bytes",
    "é" * 76: "more than 150 bytes",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_cannot_be_used_is_refused_with_the_reason(here: Path, name: str) -> None:
    with pytest.raises(GradingError, match=re.escape(REFUSED[name])):
        make_assignment(name)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("name", ['a"b', "a\\b"])
def test_a_course_that_has_a_name_which_no_new_one_gets_goes_on(here: Path, name: str) -> None:
    with pytest.raises(GradingError, match="cannot be the name of a new assignment"):
        make_assignment(name)
    make_assignment("quiz1")
    folder = (here / "source" / "quiz1").rename(here / "source" / name)
    (folder / "quiz1.ipynb").rename(folder / f"{name}.ipynb")
    course = Course(here)
    build(course, name, unproven=True)
    assert (course.release / name / f"{name}.ipynb").is_file()


@pytest.mark.parametrize("name", [name for name in REFUSED if name not in ("", "..", "a/b")])
def test_it_is_refused_alike_whatever_is_done_with_such_a_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\nc.ExamDay.deadlines = {" + repr(name) + ": ''}\n")
    course = Course(tmp_path)
    (course.source / name).mkdir(parents=True)
    for use in (
        lambda: build(course, name),
        lambda: prove(course, name, ProofOptions(1)),
        lambda: ClassGrading(course, name),
        lambda: deadlines_of(course),
    ):
        with pytest.raises(GradingError, match=re.escape(REFUSED[name])):
            use()


ODD = "{0} {a} a{b %s $x a'b #1 ~ 😀 é e\u0301 CON ."


def test_a_name_with_any_other_sign_is_built_and_graded(here: Path) -> None:
    make_assignment(ODD)
    course = Course.find()
    build(course, ODD, unproven=True)
    assert course.assignments() == list(deadlines_of(course)) == [ODD]
    folder = course.submitted / "somebody" / ODD
    shutil.copytree(course.release / ODD, folder)
    shutil.copy(course.source / ODD / f"{ODD}.ipynb", folder)
    assert [result.score for _, result in ClassGrading(course, ODD).run()] == [2]


@pytest.mark.parametrize(
    ("text", "line"),
    [("import json\n\n\ndef draw(rng: Random): ...\n", 4), ("x = 1\nif x:\n", 2), ("f = lambda: 1 / 0\n\nf()\n", 1)],
)
def test_an_error_in_cases_names_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "cases.py"
    path.write_text(text)
    with pytest.raises(GradingError, match=rf"cases\.py, line {line}: \w+Error"):
        read_samplers(path)
