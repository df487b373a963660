"""A small course of its own, so that a test of the tools does not depend on poker."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.plain_course import answered, copy_framework, nbgrader_cell, write_course
from tests.soak import keep_official_seed

# What is handed in, whatever its name, is no file of tests.
collect_ignore_glob = ["attacks/submissions/*"]

# One assignment with every kind of cell: (grade_id, role, source). A test cell's points are 2.
CELLS = [
    ("imports", "locked", "import io, math\nfrom contextlib import redirect_stdout"),
    (
        "ex1",
        "solution",
        "def square(n):\n    ### BEGIN SOLUTION\n    return n * n\n    ### END SOLUTION\nprint(square(3))",
    ),
    ("test_ex1", "test", "assert [square(n) for n in range(5)] == [0, 1, 4, 9, 16]\nassert square(-3) == 9"),
    (
        "ex2",
        "solution",
        "def total(numbers):\n    ### BEGIN SOLUTION\n    return sum(square(n) for n in numbers)\n    ### END SOLUTION",
    ),
    (
        "test_ex2",
        "test",
        """\
        numbers = [1, 2, 3]
        assert total(numbers) == 14, f"total([1, 2, 3]) returned {total(numbers)!r}"
        assert numbers == [1, 2, 3], "total changed its input"
        ### BEGIN HIDDEN TESTS
        assert total([]) == 0
        ### END HIDDEN TESTS
        """,
    ),
    (
        "ex3",
        "solution",
        """\
        def shout(text):
            ### BEGIN SOLUTION
            if not text:
                raise ValueError("nothing to shout")
            print(text.upper() + "!")
            ### END SOLUTION
        """,
    ),
    (
        "test_ex3",
        "test",
        """\
        printed = io.StringIO()
        with redirect_stdout(printed):
            shout("ace")
        assert printed.getvalue() == "ACE!\\n"
        try:
            shout("")
        except ValueError as error:
            assert "nothing" in str(error)
        else:
            raise AssertionError("shout('') raised no ValueError")
        """,
    ),
    ("ex4", "solution", "def halve(n):\n    ### BEGIN SOLUTION\n    return n / 2\n    ### END SOLUTION"),
    (
        "test_ex4",
        "test",
        """\
        from tester_fw.testers import Tester
        conf = {"case_file": "tc_halve", "func": halve, "inputs": {"n": {"dtype": "int"}}}
        tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
        for _ in range(20):
            tester.run_test()
        print("Passed!")
        """,
    ),
]

SAMPLERS = """\
from nbproctor import Sampler

tc_halve = Sampler(count=20)


@tc_halve.kind("small")
def small(rng):
    return {"n": rng.randrange(10)}


@tc_halve.kind("large", weight=3)
def large(rng):
    return {"n": rng.getrandbits(40)}
"""

CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "numbers"
c.CourseDirectory.ignore = ["cases.py", "solutions", ".ipynb_checkpoints", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.canonical_sources = True
c.Grading.caps = {"numbers": 6}
c.Grading.cell_seconds = 20
c.Grading.submission_seconds = 60
c.ExamDay.not_isolated = "allow"
"""


def notebook(cells: list[tuple[str, str, str]]) -> NotebookNode:
    """A source notebook of these cells."""
    return nbformat.v4.new_notebook(cells=[nbgrader_cell(*cell, points=2) for cell in cells])


def make_course(
    root: Path, cells: list[tuple[str, str, str]] = CELLS, config: str = CONFIG, samplers: str = SAMPLERS
) -> Course:
    """The small course, or another one of an assignment `numbers`, built, with no submissions yet."""
    course = write_course(root, "numbers", notebook(cells), config, samplers)
    copy_framework(root)
    keep_official_seed(course)
    build(course, "numbers")
    return course


@pytest.fixture(scope="session")
def course_copy(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Course]:
    """A function that makes another copy of the small course, at a path that it is told."""
    course = make_course(tmp_path_factory.mktemp("made") / "course")
    return lambda root: Course(Path(shutil.copytree(course.root, root, symlinks=True)))


@pytest.fixture(scope="session")
def built_course(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The small course, shared by tests that do not change it."""
    return course_copy(tmp_path_factory.mktemp("shared") / "course")


@pytest.fixture
def own_course(course_copy: Callable[[Path], Course], tmp_path: Path) -> Course:
    """The small course, for a test that changes it."""
    return course_copy(tmp_path / "course")


@pytest.fixture(scope="session")
def solved() -> Callable[..., NotebookNode]:
    """A function that returns the course's release with the source's solutions in it, but for the cells it is given."""
    return _solved


def _solved(course: Course, **cells: str) -> NotebookNode:
    return answered(course, "numbers", {name: source for name, role, source in CELLS if role == "solution"} | cells)


Edit = Callable[[NotebookNode], object]


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes a submission: the solved release, edited; returns the folder of submissions."""

    def write(course: Course, student: str = "student-001", edit: Edit | None = None, **cells: str) -> Path:
        made = _solved(course, **cells)
        if edit is not None:
            edit(made)
        path = tmp_path / "submitted" / student / "numbers" / "numbers.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, path)
        return tmp_path / "submitted"

    return write
