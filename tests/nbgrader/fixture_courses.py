"""nbgrader's own fixture notebooks, each a course of one assignment, graded by nbgrader and by `course grade`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from nbproctor.system.nbgrader_modules import nbgrader
from tests.made_once import made_once
from tests.nbgrader.gradebook_rows import Rows, gradebook_rows

NBGRADER = Path(nbgrader("_version").__file__).parent
APPS = NBGRADER / "tests" / "apps" / "files"
PREPROCESSORS = NBGRADER / "tests" / "preprocessors" / "files"
GUIDE = NBGRADER / "docs" / "source" / "user_guide"

CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "fixtures"
c.Execute.timeout = 10
"""
RELEASED = "the-release"
"""The student who hands in what was released."""

NOSE = """\
def assert_equal(first, second):
    assert first == second


def assert_raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was not raised")
"""


@dataclass(frozen=True)
class FixtureCourse:
    """An assignment made of nbgrader's files, and what is handed in.

    Args:
        sources: its notebooks, by their names in the assignment.
        handed_in: the notebooks of each student; one more student, `RELEASED`, hands in the release as it is.
        beside: files that lie beside the source.
        texts: files beside the source that nbgrader does not have, by their paths.
        root: files of the course's root.
        config: settings.
    """

    sources: Mapping[str, Path]
    handed_in: Mapping[str, Mapping[str, Path]]
    beside: tuple[Path, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    root: tuple[Path, ...] = ()
    config: str = ""


def _one(source: Path, *handed_in: Path, **more: object) -> FixtureCourse:
    """A course of one notebook; its students are called as their notebooks are."""
    return FixtureCourse({"p1": source}, {path.stem: {"p1": path} for path in handed_in}, **more)  # type: ignore[arg-type]


def _itself(source: Path, **more: object) -> FixtureCourse:
    return _one(source, source, **more)


def _autotest(name: str, *ways: str) -> FixtureCourse:
    handed_in = (APPS / f"autotest-{name}-{way}.ipynb" for way in ways)
    return _one(APPS / f"autotest-{name}.ipynb", *handed_in, beside=(APPS / "autotests.yml",))


def _guide(name: str) -> FixtureCourse:
    """An assignment of the user guide, with what its students handed in."""
    submitted = sorted((GUIDE / "submitted").iterdir())
    handed_in = {student.name: {path.stem: path for path in (student / "ps1").glob("*.ipynb")} for student in submitted}
    handed_in["half"] = {"problem1": GUIDE / "submitted" / "hacker" / "ps1" / "problem1.ipynb"}
    return FixtureCourse(
        {path.stem: path for path in (GUIDE / "source" / name).glob("*.ipynb")},
        handed_in,
        beside=(GUIDE / "source" / name / "jupyter.png",),
        root=(GUIDE / "source" / "header.ipynb", GUIDE / "autotests.yml"),
        config='c.IncludeHeaderFooter.header = "header.ipynb"\n',
    )


_SUBMITTED = ("unchanged", "changed", "grade-cell-changed", "locked-cell-changed")
_CHEATS = ("cheat-attempt", "cheat-attempt-alternative")
_OF_ANOTHER_TYPE = ("answer-cell-type-changed", "grade-cell-type-changed")
_PICTURE = (APPS / "jupyter.png",)
_WITHOUT_TESTS = (
    APPS / "side-effects.ipynb",
    *(PREPROCESSORS / f"{name}.ipynb" for name in ("header", "infinite-recursion", "long-output")),
    *(PREPROCESSORS / f"{name}.ipynb" for name in ("no-cell-type", "warning-pattern")),
)

COURSES = {
    "submitted": _one(
        APPS / "submitted-unchanged.ipynb",
        *(APPS / f"submitted-{name}.ipynb" for name in (*_SUBMITTED, *_CHEATS)),
        *(PREPROCESSORS / f"submitted-{name}.ipynb" for name in _OF_ANOTHER_TYPE),
    ),
    "submitted-2": _one(
        PREPROCESSORS / "submitted-unchanged.ipynb",
        *(PREPROCESSORS / f"submitted-{name}.ipynb" for name in _SUBMITTED),
    ),
    "test": _one(
        APPS / "test.ipynb",
        *(APPS / f"{name}.ipynb" for name in ("test", "test-with-output", "test-hidden-tests")),
        *(APPS / f"test-{version}.ipynb" for version in ("v0", "v1", "v2")),
        beside=_PICTURE,
    ),
    "test-2": _itself(PREPROCESSORS / "test.ipynb", beside=_PICTURE),
    "test-hidden-tests": _itself(APPS / "test-hidden-tests.ipynb", beside=_PICTURE),
    "autotest-simple": _autotest("simple", "changed", "unchanged"),
    "autotest-hashed": _autotest("hashed", "changed", "unchanged"),
    "autotest-multi": _autotest("multi", "changed", "unchanged"),
    "autotest-hidden": _autotest("hidden", "changed-right", "changed-wrong", "unchanged"),
    "tasks": _itself(
        PREPROCESSORS / "test_taskcell.ipynb",
        beside=_PICTURE,
        texts={"nose/__init__.py": "", "nose/tools.py": NOSE},
    ),
    "tasks-without-nose": _itself(PREPROCESSORS / "test_taskcell.ipynb", beside=_PICTURE),
    "manually-graded-code-cell": _itself(PREPROCESSORS / "manually-graded-code-cell.ipynb"),
    "zero-points": _itself(APPS / "validation-zero-points.ipynb"),
    "timeout": _itself(APPS / "timeout.ipynb"),
    "relative-file": _itself(APPS / "open_relative_file.ipynb", beside=(APPS / "data.txt",)),
    "environment-variable": _itself(APPS / "validating-environment-variable.ipynb"),
    "without-tests": FixtureCourse(
        {path.stem: path for path in _WITHOUT_TESTS}, {"itself": {path.stem: path for path in _WITHOUT_TESTS}}
    ),
    "released-source": _one(GUIDE / "release" / "ps1" / "problem1.ipynb", APPS / "test.ipynb", beside=_PICTURE),
    "guide": _guide("ps1"),
    "guide-autotest": _guide("ps1_autotest"),
}


@dataclass(frozen=True)
class GradedBothWays:
    """A course graded both ways.

    Args:
        course: the course that `course grade` graded.
        stock: the rows of nbgrader's gradebook.
        ours: the rows of ours.
        refused: the students whose submissions nbgrader could not grade.
        results: our results, by student.
    """

    course: Course
    stock: Rows
    ours: Rows
    refused: set[str]
    results: dict[str, Result]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where the courses lie until the tests end."""
    return tempfile.TemporaryDirectory(prefix="fixture-courses-")


@made_once
def graded(name: str) -> GradedBothWays:
    """Grade one of the courses both ways."""
    folder = Path(_folder().name) / name
    course = made(COURSES[name], folder / "ours")
    build(course, "ps1")
    hand_in(course, COURSES[name].handed_in)
    stock = Path(shutil.copytree(course.root, folder / "stock"))
    refused = _grade_with_nbgrader(stock)
    results = {}
    for submission, result in ClassGrading(course, "ps1").run():
        assert isinstance(result, Result), result
        results[submission.student] = result
    rows = (gradebook_rows(root, "fixtures") for root in (stock, course.root))
    return GradedBothWays(course, *rows, refused, results)


def made(fixture: FixtureCourse, root: Path) -> Course:
    """The course with its source, and nothing else yet."""
    source = root / "source" / "ps1"
    source.mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG + fixture.config)
    for name, path in fixture.sources.items():
        shutil.copy(path, source / f"{name}.ipynb")
    for path in fixture.beside:
        shutil.copy(path, source / path.name)
    for path in fixture.root:
        shutil.copy(path, root / path.name)
    for name, text in fixture.texts.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text)
    return Course(root)


def hand_in(course: Course, students: Mapping[str, Mapping[str, Path]]) -> None:
    """Let each student hand in the release with other notebooks in it, and one the release as it is."""
    for student, notebooks in {**students, RELEASED: {}}.items():
        there = course.submitted / student / "ps1"
        shutil.copytree(course.release / "ps1", there)
        for name in {path.stem for path in there.glob("*.ipynb")} - notebooks.keys() if notebooks else ():
            (there / f"{name}.ipynb").unlink()
        for name, path in notebooks.items():
            shutil.copy(path, there / f"{name}.ipynb")
            if (path.parent / "timestamp.txt").is_file() and path.is_relative_to(GUIDE):
                shutil.copy(path.parent / "timestamp.txt", there)


def _grade_with_nbgrader(root: Path) -> set[str]:
    """Have nbgrader make the release and grade it; the students whose submissions it cannot grade."""
    config = Course(root).config
    with chdir(root):
        stock = NbGraderAPI(coursedir=CourseDirectory(config=config, root=str(root)), config=config)
        released = stock.generate_assignment("ps1")
        assert released["success"], released
        students = [path.name for path in (root / "submitted").iterdir()]
        return {student for student in students if not stock.autograde("ps1", student)["success"]}
