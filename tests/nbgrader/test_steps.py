"""nbgrader's settings of single steps: the release is nbgrader's, byte for byte, and the grades of it are too."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.preprocessors import IncludeHeaderFooter

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.source_notebooks import completed
from nbproctor.config import Course
from nbproctor.errors import GradingError
from tests.nbgrader.side_by_side import SideBySide, notebook_of, rows

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("steps")]

SETTINGS = """
c.ClearSolutions.code_stub = {"python": "# Now you.\\npass"}
c.ClearSolutions.begin_solution_delimeter = "ANSWER FROM HERE"
c.ClearSolutions.end_solution_delimeter = "TO HERE"
c.ClearHiddenTests.begin_test_delimeter = "BEHIND THE CURTAIN"
c.ClearHiddenTests.end_test_delimeter = "CURTAIN UP"
c.IncludeHeaderFooter.header = "source/header.ipynb"
c.IncludeHeaderFooter.footer = "source/footer.ipynb"
c.LockCells.lock_readonly_cells = False
c.LockCells.lock_all_cells = True
c.Execute.timeout = 8
c.Execute.error_on_timeout = {"ename": "TooSlow", "evalue": "", "traceback": []}
c.OverwriteCells.add_missing_cells = True
"""
SOURCE = {
    "one": (
        "def one():\n    # ANSWER FROM HERE\n    return FROM_THE_HEADER\n    # TO HERE",
        "assert one() > 0\n# BEHIND THE CURTAIN\nassert one() == 1\n# CURTAIN UP",
    ),
    "two": ("def two():\n    # ANSWER FROM HERE\n    return 2\n    # TO HERE", "assert two() == 2"),
}
HANDED_IN = {
    "right": {"one": "def one(): return FROM_THE_HEADER", "two": "def two(): return 2"},
    "hidden": {"one": "def one(): return 3", "two": "def two(): return 2"},
    "stub": {},
    "slow": {"one": "def one(): return 1", "two": "import time\ntime.sleep(60)\ndef two(): return 2"},
}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> SideBySide:
    both = SideBySide(tmp_path_factory.mktemp("steps"), SETTINGS)
    notebook = notebook_of(SOURCE)
    for cell in notebook.cells:
        cell.source = cell.source.replace("### BEGIN SOLUTION\n", "").replace("\n### END SOLUTION", "")
    both.write("source/ps1/p1.ipynb", notebook)
    for name in ("header", "footer"):
        cell = nbformat.v4.new_code_cell(f"FROM_THE_{name.upper()} = 1", id=name)
        both.write(f"source/{name}.ipynb", nbformat.v4.new_notebook(cells=[cell]))
    both.fork()
    both.course("build", "ps1")
    both.nbgrader("generate_assignment", "ps1")
    for student, solutions in HANDED_IN.items():
        solved = both.solve("release/ps1/p1.ipynb", solutions)
        if student == "right":
            del solved.cells[-2]  # its last test, before the footer
        both.write(f"submitted/{student}/ps1/p1.ipynb", solved)
    shutil.copytree(both.ours / "submitted", both.stock / "submitted")
    both.nbgrader("autograde", "ps1")
    both.course("grade", "ps1")
    return both


def test_the_release_is_nbgraders(both: SideBySide) -> None:
    ours, stock = ((root / "release/ps1/p1.ipynb").read_text() for root in (both.ours, both.stock))
    assert ours == stock
    assert "Now you." in ours
    assert "FROM_THE_FOOTER" in ours
    assert "CURTAIN" not in ours
    assert "return 2" not in ours


def test_the_grades_are_nbgraders(both: SideBySide) -> None:
    assert rows(both.ours) == rows(both.stock)
    of_one = {student: score for (student, _, test), (score, _) in rows(both.ours).items() if test == "test_one"}
    assert of_one == {"right": 1, "hidden": 0, "stub": 0, "slow": 1}
    assert rows(both.ours)["right", "p1", "test_two"] == (1, False)
    assert rows(both.ours)["slow", "p1", "test_two"] == (0, False)


def test_a_header_whose_cells_have_no_ids_is_released_alike_each_time(tmp_path: Path) -> None:
    both = SideBySide(tmp_path, 'c.IncludeHeaderFooter.header = "source/header.ipynb"')
    both.write("source/ps1/p1.ipynb", notebook_of({"one": ("def one(): return 1", "assert one() == 1")}))
    header = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("Your name:")])
    del header.cells[0]["id"]
    (both.ours / "source/header.ipynb").write_text(json.dumps(header))
    both.course("build", "ps1")
    first = (both.ours / "release/ps1/p1.ipynb").read_bytes()
    both.course("build", "ps1", "--check")
    both.course("build", "ps1")
    assert (both.ours / "release/ps1/p1.ipynb").read_bytes() == first
    (source,) = Assignment.read_all(both.ours / "source/ps1")
    ids = [[cell.id for cell in completed(Course(both.ours), source).notebook.cells] for _ in range(2)]
    assert ids[0] == ids[1] == [cell["id"] for cell in json.loads(first)["cells"]]


@pytest.mark.parametrize("changes", [{"nbformat_minor": 5}, {"nbformat_minor": 4}], ids=str)
def test_a_source_whose_cells_have_no_ids_is_released_and_read_alike_each_time(
    tmp_path: Path, changes: dict[str, int]
) -> None:
    both = SideBySide(tmp_path)
    notebook = notebook_of({"one": ("def one(): return 1", "assert one() == 1")}) | changes
    for cell in notebook["cells"]:
        cell.pop("id", None)
    (both.ours / "source/ps1").mkdir(parents=True)
    (both.ours / "source/ps1/p1.ipynb").write_text(json.dumps(notebook))
    both.course("build", "ps1")
    both.course("build", "ps1", "--check")
    read = [Assignment.read_all(both.ours / "source/ps1")[0].notebook for _ in range(2)]
    assert read[0] == read[1]


def test_a_kernel_that_does_not_answer_is_started_once_more(both: SideBySide, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two kernels that start at once may choose the same ports; nbgrader's step for autotests starts one."""
    course = Course(both.ours)
    (source,) = Assignment.read_all(course.source / "ps1")
    undisturbed = completed(course, source)
    real, begun = IncludeHeaderFooter.preprocess, []

    def disturbed(step: IncludeHeaderFooter, notebook: NotebookNode, resources: dict[str, Any]) -> Any:
        begun.append(step)
        made = real(step, notebook, resources)
        if len(begun) <= failing:
            raise RuntimeError("Kernel didn't respond in 60 seconds")
        return made

    monkeypatch.setattr(IncludeHeaderFooter, "preprocess", disturbed)
    failing = 1
    assert completed(course, source).notebook == undisturbed.notebook
    failing, begun = 2, []
    with pytest.raises(GradingError, match=r"p1\.ipynb: nbgrader's IncludeHeaderFooter fails .* didn't respond"):
        completed(course, source)
