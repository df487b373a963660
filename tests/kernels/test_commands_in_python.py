"""`%%bash` and `!` in Python notebooks work where the tier lets a submission start processes."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from tests.kernels.kernel_course import outcomes
from tests.nbgrader.gradebook_rows import differing, gradebook_rows
from tests.nbgrader.side_by_side import SideBySide, notebook_of

pytestmark = pytest.mark.all

EXERCISES = {
    "captured": ("words = !printf 'one\\ntwo\\n'", "assert list(words) == ['one', 'two']"),
    "cell": ("%%bash --out got\necho $((6 * 7))", "assert got == '42\\n'"),
    "shown": ("!echo to the screen; echo kept > kept.txt", "assert open('kept.txt').read() == 'kept\\n'"),
    "status": ("!exit 3\nstatus = _exit_code", "assert status == 3"),
    "signal": ("!kill -9 $$\nended = _exit_code", "assert ended == -9"),
    "in_the_test": ("number = 2", "seen = !expr {number} + 1\n!echo $number > of_the_test.txt\nassert seen == ['3']"),
}


@pytest.fixture
def both(tmp_path: Path) -> SideBySide:
    """A course of such exercises, with a right submission and an untouched one."""
    made = SideBySide(tmp_path)
    made.write("source/ps1/own.ipynb", notebook_of(EXERCISES))
    made.course("build", "ps1")
    solutions = {name: solution for name, (solution, _) in EXERCISES.items()}
    for student, answers in {"right": solutions, "untouched": {}}.items():
        made.write(f"submitted/{student}/ps1/own.ipynb", made.solve("release/ps1/own.ipynb", answers))
    made.fork()
    return made


@pytest.mark.needs("namespaces")
def test_they_earn_what_nbgrader_gives(both: SideBySide) -> None:
    both.course("grade", "ps1")
    both.nbgrader("generate_assignment", "ps1", "--force")
    both.nbgrader("autograde", "ps1")
    assert differing(gradebook_rows(both.stock, "both"), gradebook_rows(both.ours, "both")) == {}
    assert set(outcomes(both, "right").values()) == {"passed"}
    notebook = nbformat.read(both.ours / "autograded" / "right" / "ps1" / "own.ipynb", as_version=4)
    assert "to the screen" in json.dumps([cell.outputs for cell in notebook.cells])


def test_without_processes_they_fail_alone(both: SideBySide) -> None:
    with (both.ours / "nbgrader_config.py").open("a") as config:
        config.write("c.Grading.strongest_tier = 'C'\n")
    both.course("grade", "ps1")
    assert not {"passed"} & {ended for name, ended in outcomes(both, "right").items() if name != "in_the_test"}
