"""What is the instructor's never ships, in any layout of a course, whatever its settings say of it."""

from __future__ import annotations

import gzip
import io
import secrets
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.assignment.release_filter import Withheld
from nbproctor.config import Course
from nbproctor.errors import GradingError
from tests.plain_course import nbgrader_cell

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
    "data/solutions/x.py",
    "solutions_old/ex1.py",
    "data/Solution-2025/notes.txt",
    "solutions.zip",
    "data/solutions_2025.tar.gz",
    "quiz1.ipynb~",
    ".~quiz1.ipynb",
    "quiz1.ipynb.bak",
    "helpers.py.orig",
    "data/.helpers.py.swp",
    "#notes.txt#",
    ".#notes.txt",
    ".git/HEAD",
    "data/.cache/answers.txt",
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
ONE = "def one():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"


def _course(root: Path, settings: str = "", given: str = "import math", solution: str = ONE) -> Course:
    """A course of nbgrader's own with one assignment of one exercise."""
    (root / "nbgrader_config.py").write_text(f"c = get_config()\n{settings}\n")
    course = Course(root)
    cells = (("given", "locked", given), ("ex1", "solution", solution), ("test_ex1", "test", "assert one() == 1"))
    notebook = nbformat.v4.new_notebook(cells=[nbgrader_cell(*cell) for cell in cells])
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
    _write(course, "data/solutions_hint.png", "a solution of salt in water")
    _write(course, "helpers.py", "def help(): pass")
    built = build(course, "quiz1", unproven=True)
    released = _released(course)
    assert released.keys() == {"quiz1.ipynb", "helpers.py", "data/solutions_hint.png", "UNPROVEN.txt"}
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
    assert build(course, "quiz1").withheld.left_out == ("cases.py",)
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


def test_a_module_that_only_the_samplers_use_stays(tmp_path: Path) -> None:
    given = "from both import text\n%run script.py\n"
    course = _course(tmp_path, given=given)
    _write(
        course,
        "cases.py",
        "from nbproctor import JudgedFunctions\nfrom runpy import run_path\n"
        "def draw():\n    import reference, both, package.part, judged\n"
        "    run_path('drawn.py'), run_path('script.py')\n"
        "right = 'import judged\\ndef f(): pass'\n",
    )
    _write(course, "reference.py", "import deeper")
    for name in ("deeper.py", "both.py", "drawn.py", "script.py", "judged.py", "package/part.py", "unused.py"):
        _write(course, name, "text = ''")
    built = build(course, "quiz1")
    assert built.withheld.left_out == ("cases.py", "deeper.py", "drawn.py", "package", "reference.py")
    assert _released(course).keys() == {"quiz1.ipynb", "both.py", "script.py", "judged.py", "unused.py"}


def test_a_module_that_only_hidden_tests_use_ships(tmp_path: Path) -> None:
    course = _course(tmp_path)
    path = course.source / "quiz1" / "quiz1.ipynb"
    text = "### BEGIN HIDDEN TESTS\\nimport checker\\n### END HIDDEN TESTS\\n"
    path.write_text(path.read_text().replace("assert one() == 1", f"{text}assert one() == 1"))
    _write(course, "cases.py", "from nbproctor import Sampler\ndef draw(): import checker")
    _write(course, "checker.py", "")
    build(course, "quiz1")
    assert "checker.py" in _released(course)


LINES = """\
    if not numbers:
        return 0
    total = sum(number for number in numbers)
    return total / len(numbers)
"""
SOLUTION = f"def mean(numbers):\n    ### BEGIN SOLUTION\n{LINES}    ### END SOLUTION\n"


def _notebook_text(source: str) -> str:
    return nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]))


def _zipped(text: str, name: str = "old/notes.txt") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return packed.getvalue()


def _tarred(mode: str, name: str, text: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=f"w:{mode}") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(text.encode())
        archive.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


def _of_links() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
            member = tarfile.TarInfo("link")
            member.type, member.linkname = kind, "nowhere"
            archive.addfile(member)
    return packed.getvalue()


def _damaged() -> bytes:
    packed = _zipped("numbers " * 1000)
    return packed[:50] + b"\xff" * 10 + packed[60:]


COPIES: dict[str, bytes] = {
    "backup.json": _notebook_text(SOLUTION).encode(),
    "old/copy": _notebook_text(LINES).encode(),
    "quiz1.txt": f"In[1]:\n\n{LINES}".encode(),
    "quiz1.md": "".join(f"> {line}\n" for line in LINES.splitlines()).encode(),
    "quiz1.html": b'<span class="c1">### BEGIN HIDDEN TESTS</span>',
    "old.zip": _zipped(LINES),
    "old.tar": _tarred("", "old/copy.ipynb", _notebook_text(LINES)),
    "old.tgz": _tarred("gz", "old/notes.txt", LINES),
    "old.tar.bz2": _tarred("bz2", "copy.ipynb", _notebook_text(SOLUTION)),
    "old.data": _tarred("xz", "quiz1/solutions/wrong/ex1_first.py", "nothing that the notebook has"),
    "more.zip": _zipped("nothing that the notebook has", "quiz1/cases.py"),
    "notes.gz": gzip.compress(SOLUTION.encode()),
    "notes.txt": SOLUTION.encode("utf-16"),
    "helpers.py": f"def average(numbers):\n{LINES}".encode(),
    "points.txt": b"### BEGIN MARK SCHEME\none point for the sum",
}


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("solution", [SOLUTION, f"def mean(numbers):\n{LINES}"], ids=["marked", "a whole cell"])
def test_a_file_that_holds_a_solution_is_refused_by_name(tmp_path: Path, solution: str, name: str) -> None:
    course = _course(tmp_path, solution=solution)
    build(course, "quiz1")
    before = _released(course)
    path = course.source / "quiz1" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(COPIES[name])
    with pytest.raises(GradingError) as refused:
        build(course, "quiz1")
    assert str(refused.value).startswith(f"{path}")
    assert f"move {name} out of the source folder, or add its name to c.CourseDirectory.ignore" in str(refused.value)
    assert _released(course) == before
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\nc.CourseDirectory.ignore = [{path.name!r}]\n")
    build(Course(tmp_path), "quiz1")
    assert _released(course) == before


def test_a_file_that_holds_another_right_solution_is_refused_by_name(tmp_path: Path) -> None:
    course = _course(tmp_path, solution="def mean(numbers):\n    return sum(numbers) / len(numbers) if numbers else 0")
    _write(course, "solutions/right/ex1_a_loop.py", f"def mean(numbers):\n{LINES}")
    path = course.source / "quiz1" / "old.zip"
    path.write_bytes(_zipped(LINES))
    with pytest.raises(GradingError, match=r"contains lines of a right solution \(ex1_a_loop\.py\)"):
        build(course, "quiz1", unproven=True)
    path.unlink()
    build(course, "quiz1", unproven=True)


@pytest.mark.parametrize(("name", "make"), [("data.zip", _damaged), ("data.tar", _of_links)])
def test_an_archive_that_cannot_be_read_or_whose_links_lead_nowhere_ships_as_it_is(
    tmp_path: Path, name: str, make: Callable[[], bytes]
) -> None:
    course = _course(tmp_path, solution=SOLUTION)
    packed = make()
    (course.source / "quiz1" / name).write_bytes(packed)
    build(course, "quiz1")
    assert (course.release / "quiz1" / name).read_bytes() == packed


def test_the_courses_own_delimiters_are_looked_for(tmp_path: Path) -> None:
    course = _course(
        tmp_path,
        'c.ClearSolutions.begin_solution_delimeter = "ANSWER FROM HERE"\n'
        'c.ClearSolutions.end_solution_delimeter = "TO HERE"',
        solution=SOLUTION.replace("BEGIN SOLUTION", "ANSWER FROM HERE").replace("END SOLUTION", "TO HERE"),
    )
    _write(course, "notes.txt", "Nothing is between BEGIN SOLUTION and END SOLUTION here.")
    build(course, "quiz1")
    for text in ("# ANSWER FROM HERE", LINES):
        _write(course, "notes.txt", text)
        with pytest.raises(GradingError, match=r"notes\.txt contains "):
            build(course, "quiz1")


def test_what_anybody_may_write_and_what_the_release_shows_ships(tmp_path: Path) -> None:
    given = "def median(numbers):\n    ordered = sorted(numbers)\n    return ordered[len(ordered) // 2]  # the upper"
    solution = f"import collections.abc as abstract_classes\n{given.replace('median', 'mean')}\nreturn_value = 0"
    course = _course(tmp_path, given=given, solution=solution)
    _write(course, "helpers.py", f"import collections.abc as abstract_classes\n{given}\nreturn_value = 0")
    _write(course, "data/numbers.csv", "return 1\n" * 100)
    build(course, "quiz1")
    assert {"helpers.py", "data/numbers.csv"} <= _released(course).keys()
