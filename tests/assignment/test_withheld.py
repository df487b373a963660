"""What is the instructor's never ships, in any layout of a course, whatever its settings say of it."""

from __future__ import annotations

import secrets
from pathlib import Path
from textwrap import dedent

import nbformat
import pytest

from nbproctor.assignment.build import build
from nbproctor.assignment.withheld import Withheld
from nbproctor.config import Course
from nbproctor.errors import GradingError

LAYOUTS = {
    "nbgrader's default": "",
    "another source folder": 'c.CourseDirectory.source_directory = "instructor/src"',
    "assignments at the root": 'c.CourseDirectory.source_directory = "."',
    "the student's folder last": (
        'c.CourseDirectory.directory_structure = "{nbgrader_step}/{assignment_id}/{student_id}"'
    ),
    "folders above the steps' assignments": (
        'c.CourseDirectory.directory_structure = "{nbgrader_step}/2026/{student_id}/{assignment_id}"'
    ),
    "a root elsewhere": 'c.CourseDirectory.root = "course"',
    "an absolute source folder": 'import os\nc.CourseDirectory.source_directory = os.path.abspath("elsewhere")',
    "nothing ignored": "c.CourseDirectory.ignore = []",
    "a release folder of another name": 'c.CourseDirectory.release_directory = "for students"',
    "sources in canonical form": "c.Grading.canonical_sources = True",
    "the seed beside the notebook": 'c.Grading.official_seed_file = "source/quiz1/keys/seed.txt"',
}
# What the documents have an author write or the tools write there, and what editors leave beside it.
KINDS = (
    "cases.py",
    "Cases.py~",
    ".cases.py.swp",
    "cases_of_last_year.py",
    "solutions/right/ex1_loop.py",
    "solutions/wrong/ex1_off_by_one.py",
    "solutions/equivalent.toml",
    "solutions/proof.json",
    "solutions/notes.txt",
    "SOLUTIONS/right/ex1.py",
    "parts/solutions/wrong/ex2.py",
    "__pycache__/cases.cpython-311.pyc",
    ".ipynb_checkpoints/quiz1-checkpoint.ipynb",
    ".secret/official_seed",
    "keys/seed.txt",
    "keys/agreements/quiz1.json",
    "gradebook.db",
    "nbgrader_config.py",
    "grading_config.py",
)
ALWAYS = [kind for kind in KINDS if not kind.startswith("keys/")]
CUT_OFF = "if True:\n        import math\n    import cases"
DECLARING = "# {word}\nfrom nbproctor import Sampler\n"


def _course(root: Path, settings: str = "", given: str = "import math") -> Course:
    """A course of nbgrader's own with one assignment of one exercise."""
    (root / "nbgrader_config.py").write_text(f"c = get_config()\n{settings}\n")
    course = Course(root)
    notebook = nbformat.v4.new_notebook()
    for name, marks, source in (
        ("given", {"locked": True}, given),
        ("ex1", {"solution": True}, "def one():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"),
        ("test_ex1", {"grade": True, "locked": True, "points": 1}, "assert one() == 1"),
    ):
        cell = nbformat.v4.new_code_cell(dedent(source), id=name)
        flags = {"grade": False, "locked": False, "solution": False, "task": False, "schema_version": 3}
        cell.metadata.nbgrader = flags | marks | {"grade_id": name}
        notebook.cells.append(cell)
    (course.source / "quiz1").mkdir(parents=True)
    nbformat.write(notebook, course.source / "quiz1" / "quiz1.ipynb")
    return course


def _write(course: Course, name: str, text: str) -> None:
    path = course.source / "quiz1" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _released(course: Course) -> dict[str, str]:
    """The names of the files of the release, with what they hold."""
    folder = course.release / "quiz1"
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace")
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_of_the_instructors_ships_and_the_build_says_so(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    course = _course(tmp_path, LAYOUTS[layout])
    kinds = KINDS if "seed" in layout else ALWAYS
    words = {name: f"word{secrets.token_hex(8)}" for name in kinds}
    for name, word in words.items():
        _write(course, name, DECLARING.format(word=word) if name.endswith(".py") else word)
    _write(course, "data/solutions/salt.csv", "a solution of salt in water")
    _write(course, "helpers.py", "def help(): pass")
    built = build(course, "quiz1", unproven=True)
    released = _released(course)
    assert {"quiz1.ipynb", "helpers.py", "data/solutions/salt.csv"} <= released.keys()
    assert {name for name, word in words.items() if any(word in text for text in released.values())} == set()
    assert not any(word in name for name in released for word in ("cases", "right", "wrong", "proof.json"))
    said = built.withheld.left_out
    quiet = ("__pycache__/", ".ipynb_checkpoints/")  # nobody wrote these by hand
    assert [name for name in kinds if not name.startswith((*said, *quiet))] == []
    assert build(course, "quiz1", unproven=True).changes == []


@pytest.mark.parametrize(
    "given", ["import cases", "from cases import text", "%run cases.py", "open('cases.py').read()", "import helper"]
)
@pytest.mark.parametrize("settings", ["", 'c.CourseDirectory.ignore = ["cases.py"]'])
def test_a_module_of_the_courses_own_that_a_cell_uses_ships(tmp_path: Path, given: str, settings: str) -> None:
    course = _course(tmp_path, settings, given)
    _write(course, "cases.py", "text = 'upper and lower'")
    _write(course, "helper.py", "from cases import text")
    assert build(course, "quiz1").withheld == Withheld((), ("cases.py",))
    assert _released(course)["cases.py"] == "text = 'upper and lower'"


@pytest.mark.parametrize(
    "given", ["import math", "# from cases import text", "import showcases", "rows = ['cases']", CUT_OFF]
)
def test_a_module_of_that_name_that_nothing_uses_stays(tmp_path: Path, given: str) -> None:
    course = _course(tmp_path, given=given)
    _write(course, "cases.py", "text = 'upper and lower'")
    assert build(course, "quiz1").withheld == Withheld(("cases.py",))
    assert "cases.py" not in _released(course)


def test_a_cell_that_imports_the_samplers_is_refused(tmp_path: Path) -> None:
    course = _course(tmp_path, given="from cases import tc_1")
    _write(course, "cases.py", "from nbproctor import Sampler")
    with pytest.raises(GradingError, match=r"quiz1\.ipynb uses cases\.py, which declares the cases and never ships"):
        build(course, "quiz1")
    assert not (course.release / "quiz1").exists()


def test_what_an_earlier_build_shipped_is_removed(tmp_path: Path) -> None:
    course = _course(tmp_path)
    _write(course, "cases.py", "from nbproctor import Sampler")
    build(course, "quiz1")
    (course.release / "quiz1" / "cases.py").write_text("from nbproctor import Sampler")
    assert [change.verb for change in build(course, "quiz1").changes] == ["removed"]
    assert "cases.py" not in _released(course)
