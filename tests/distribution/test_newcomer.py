"""A newcomer installs the wheel and grades the course that nbgrader's quickstart makes, as its documentation says."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from tests.course_copy import Run
from tests.nbgrader.gradebook_rows import differing, gradebook_rows

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("distribution")]

STUDENTS = ("student-001", "student-002", "student-003")
SOLVED = "student-003"
NOTEBOOKS = ("problem1", "problem2")
INSTALLED_BESIDE = "alembic"
"""A package that the tools ask for, and that is imported in no process of an examination."""

RELEASED_BY = {"nbgrader": ("nbgrader", "generate_assignment", "ps1"), "course": ("course", "build", "ps1")}
"""The command that makes the release, by the tool whose command it is."""


@dataclass(frozen=True)
class Newcomer:
    """What came of the commands: a course released by one of the two tools, and what `course grade` printed."""

    ours: Path
    printed: str


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory: pytest.TempPathFactory, run_bare: Run) -> Path:
    """The course as quickstart made it. Only to be read."""
    folder = tmp_path_factory.mktemp("newcomer")
    run_bare("nbgrader", "quickstart", "course101", cwd=folder)
    return folder / "course101"


@pytest.fixture(scope="module")
def released(quickstart: Path, tmp_path_factory: pytest.TempPathFactory, run_bare: Run) -> dict[str, Path]:
    """The course with its release, by who made that. Only to be read."""
    folder = tmp_path_factory.mktemp("released")
    courses = {name: Path(shutil.copytree(quickstart, folder / name)) for name in RELEASED_BY}
    for name, command in RELEASED_BY.items():
        run_bare(*command, cwd=courses[name])
    return courses


@pytest.fixture(scope="module")
def stock(released: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, run_bare: Run) -> Path:
    """The course released and graded by nbgrader."""
    course = Path(shutil.copytree(released["nbgrader"], tmp_path_factory.mktemp("stock") / "course"))
    _hand_in(course)
    run_bare("nbgrader", "autograde", "ps1", cwd=course)
    return course


@pytest.fixture(scope="module", params=RELEASED_BY)
def newcomer(
    request: pytest.FixtureRequest, released: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, run_bare: Run
) -> Newcomer:
    ours = Path(shutil.copytree(released[request.param], tmp_path_factory.mktemp("graded") / "course"))
    _hand_in(ours)
    return Newcomer(ours, run_bare("course", "grade", "ps1", cwd=ours).stdout)


def _hand_in(course: Path) -> None:
    """Three students hand in the release as it is; one of them has solved it, and imports what nobody else does."""
    for student in STUDENTS:
        shutil.copytree(course / "release" / "ps1", course / "submitted" / student / "ps1")
    for name in NOTEBOOKS:
        source = nbformat.read(course / "source" / "ps1" / f"{name}.ipynb", as_version=4)
        marked = [(cell.metadata.get("nbgrader", {}), cell.source) for cell in source.cells]
        solutions = {marks.grade_id: solution for marks, solution in marked if marks.get("solution")}
        path = course / "submitted" / SOLVED / "ps1" / f"{name}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = solutions.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
            if cell.cell_type == "code":
                cell.source = f"import {INSTALLED_BESIDE}\n{cell.source}"
        nbformat.write(notebook, path)


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_row_of_the_gradebook_is_nbgraders(stock: Path, newcomer: Newcomer) -> None:
    rows = gradebook_rows(stock, "course101")
    assert differing(rows, gradebook_rows(newcomer.ours, "course101")) == {}
    assert {key[1] for key in rows if key[0] == "submission"} == set(STUDENTS)
    assert len([key for key in rows if key[0] == "grade"]) == 9 * len(STUDENTS)


def test_both_releases_are_the_same(released: dict[str, Path]) -> None:
    assert _contents(released["course"] / "release") == _contents(released["nbgrader"] / "release")


def test_formgrader_shows_every_submission_as_autograded(newcomer: Newcomer) -> None:
    shown = NbGraderAPI(coursedir=CourseDirectory(root=str(newcomer.ours), course_id="course101"))
    found = {student: shown.get_submission("ps1", student) for student in STUDENTS}
    assert all(one["autograded"] and one["needs_manual_grade"] for one in found.values())
    assert [found[student]["score"] for student in STUDENTS] == [0, 0, 3]
    assert {one["max_score"] for one in found.values()} == {13}


def test_the_grades_and_the_report_are_told(newcomer: Newcomer) -> None:
    assert re.search(r"^student-003 +3 / 3 +10 +100 %", newcomer.printed, re.MULTILINE)
    report = newcomer.printed.splitlines()[-1].removeprefix("Report: ")
    assert (newcomer.ours / report).is_file()


def test_every_student_has_a_page_for_each_notebook(newcomer: Newcomer) -> None:
    for student in STUDENTS:
        pages = {path.name for path in (newcomer.ours / "feedback" / student / "ps1").iterdir()}
        assert pages == {f"{name}.html" for name in NOTEBOOKS}


def test_its_plain_tests_are_said_to_be_not_isolated(newcomer: Newcomer, run_bare: Run) -> None:
    assert "ps1: 0 of 4 tests are isolated" in run_bare("course", "explain", "ps1", cwd=newcomer.ours).stdout


def test_grading_again_grades_nothing_again(newcomer: Newcomer, run_bare: Run) -> None:
    before = gradebook_rows(newcomer.ours, "course101")
    said = run_bare("course", "grade", "ps1", cwd=newcomer.ours).stdout
    assert "Not graded again, as nothing has changed: 3 of 3" in said
    assert gradebook_rows(newcomer.ours, "course101") == before


def test_nbgrader_goes_on_with_what_was_graded(newcomer: Newcomer, run_bare: Run, tmp_path: Path) -> None:
    course = Path(shutil.copytree(newcomer.ours, tmp_path / "course", symlinks=True))
    run_bare("nbgrader", "generate_feedback", "ps1", "--force", cwd=course)
    run_bare("nbgrader", "export", cwd=course)
    assert "ps1" in (course / "grades.csv").read_text()


# --- what a newcomer may do first -----------------------------------------------------------------


def _told(run_bare: Run, *words: str, cwd: Path) -> str:
    said = run_bare("course", *words, cwd=cwd, code=1).stderr
    (line,) = said.splitlines()
    return line


def test_before_the_release_the_command_that_makes_it_is_named(quickstart: Path, run_bare: Run) -> None:
    said = _told(run_bare, "explain", "ps1", cwd=quickstart)
    assert said.endswith("release/ps1/problem1.ipynb is missing: run course build ps1")


def test_before_anything_is_handed_in_the_place_for_it_is_named(
    released: dict[str, Path], run_bare: Run, tmp_path: Path
) -> None:
    course = released["course"]
    said = _told(run_bare, "grade", "ps1", cwd=course)
    assert f"there is no folder {course / 'submitted'}: collect the submissions into <student>/ps1/" in said
    said = _told(run_bare, "grade", "ps1", "--submitted", str(tmp_path), cwd=course)
    assert "contains no submissions of ps1: they belong in <student>/ps1/problem1.ipynb" in said


def test_a_course_without_assignments_says_where_they_belong(quickstart: Path, run_bare: Run, tmp_path: Path) -> None:
    course = Path(shutil.copytree(quickstart, tmp_path / "course"))
    shutil.rmtree(course / "source" / "ps1")
    said = _told(run_bare, "build", "ps1", cwd=course)
    assert said.endswith("source; course new ps1 creates it")


def test_the_slash_that_a_shell_adds_to_a_name_is_no_part_of_it(released: dict[str, Path], run_bare: Run) -> None:
    assert run_bare("course", "build", "ps1/", cwd=released["course"]).stdout == "ps1 is up to date.\n"
