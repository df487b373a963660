"""Files that students hand in beside the notebook: their code finds what it finds in nbgrader, and nobody else does."""

from __future__ import annotations

import pytest

from nbproctor.results import Result
from tests.nbgrader.side_by_side import SideBySide, files, notebook_of, rows

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("files beside")]

EXERCISES = {
    "own_module": ("def double(n): return 2 * n", "assert double(4) == 8"),
    "own_data": ("def words(): return ['one', 'two']", "assert words() == ['one', 'two']"),
    "given_data": ("def given(): return open('given.txt').read()", "assert given() == 'the instructor'"),
}
# What students write instead, and hand in with it.
OWN = {
    "own_module": "from mine import double",
    "own_data": "def words(): return open('own/data.txt').read().split()",
    "given_data": "def given(): return open('given.txt').read()",
}
FILES = {"mine.py": "def double(n): return n + n", "own/data.txt": "one two", "given.txt": "a student"}
SHADOWS = {"random.py": "1 / 0", "tester_fw/__init__.py": "1 / 0", "fractions.py": "1 / 0", "results.json": "{}"}
HANDED_IN = {"files": FILES, "shadows": FILES | SHADOWS, "no files": {}}

TRIPLE = {"triple": ("from code3 import triple", "from code3 import triple as theirs\nassert theirs(2) == 6")}
CODE = {"right": "def triple(n): return n + n + n", "wrong": "def triple(n): return n", "absent": ""}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> SideBySide:
    both = SideBySide(tmp_path_factory.mktemp("files"), "c.Autograde.exclude_overwriting = {'ps2': ['code3.py']}")
    both.write("source/ps1/p1.ipynb", notebook_of(EXERCISES))
    both.write("source/ps1/given.txt", "the instructor")
    both.write("source/ps1/own/given.txt", "the instructor")
    both.write("source/ps2/p2.ipynb", notebook_of(TRIPLE))
    both.write("source/ps2/code3.py", "def triple(n): return 3 * n")
    both.course("build", "ps1")
    both.course("build", "ps2")
    for student, handed_in in HANDED_IN.items():
        both.write(f"submitted/{student}/ps1/p1.ipynb", both.solve("release/ps1/p1.ipynb", OWN))
        for name, text in handed_in.items():
            both.write(f"submitted/{student}/ps1/{name}", text)
    for student, code in CODE.items():
        notebook = both.solve("release/ps2/p2.ipynb", {"triple": "from code3 import triple"})
        both.write(f"submitted/{student}/ps2/p2.ipynb", notebook)
        if code:
            both.write(f"submitted/{student}/ps2/code3.py", code)
    both.fork()
    for assignment in ("ps1", "ps2"):
        both.nbgrader("generate_assignment", assignment, "--force")
        both.nbgrader("autograde", assignment)
        both.course("grade", assignment)
    return both


@pytest.mark.parametrize("assignment", ["ps1", "ps2"])
def test_the_rows_are_nbgraders(graded: SideBySide, assignment: str) -> None:
    assert rows(graded.ours, assignment) == rows(graded.stock, assignment)
    points = [score for score, _ in rows(graded.ours, assignment).values()]
    assert set(points) == {0, 1}


@pytest.mark.parametrize("student", HANDED_IN)
def test_the_autograded_folder_holds_what_nbgraders_does(graded: SideBySide, student: str) -> None:
    ours, stock = (files(root / "autograded" / student / "ps1") for root in (graded.ours, graded.stock))
    for found in (ours, stock):
        found.pop("results.json", None)  # ours says there what came of it
    # A kernel of nbgrader's compiles there what it imports.
    stock = {name: content for name, content in stock.items() if "__pycache__" not in name}
    assert ours == stock
    assert ours["own/given.txt"] == b"the instructor"


def test_the_record_names_the_files_that_were_used(graded: SideBySide) -> None:
    record = Result.from_json((graded.ours / "autograded/files/ps1/results.json").read_text())
    assert sorted(record.submission.files) == ["mine.py", "own/data.txt"]


def test_another_file_beside_it_is_another_submission(graded: SideBySide) -> None:
    assert "Not graded again, as nothing has changed: 3 of 3" in graded.course("grade", "ps1")
    (graded.ours / "submitted" / "files" / "ps1" / "mine.py").write_text("def double(n): return n")
    assert "Not graded again, as nothing has changed: 2 of 3" in graded.course("grade", "ps1")
    assert rows(graded.ours)["files", "p1", "test_own_module"] == (0, False)
