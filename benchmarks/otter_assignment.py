"""A released notebook as an assignment of otter-grader: its test cells become otter-grader's test files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
from graders import run
from nbformat import NotebookNode

# Otter-grader's format for tests that raise; the cell runs in the student's namespace, as in a notebook.
TEST_FILE = """\
OK_FORMAT = False
from otter.test_files import test_case
name, points = {name!r}, {points!r}
@test_case()
def test(env):
    exec({source!r}, env)
"""


def make_autograder(release: Path, folder: Path) -> Path:
    """Write the archive that `otter run` grades with.

    Args:
        release: a released notebook's folder; what lies beside the notebook goes into the archive.
        folder: where to work; it is made.

    Returns:
        the archive.
    """
    (notebook,) = release.glob("*.ipynb")
    shutil.copytree(release, folder, ignore=shutil.ignore_patterns("*.ipynb", "__pycache__"))
    beside = sorted(path.name for path in folder.iterdir())
    tests = folder / "tests"
    tests.mkdir()
    for cell in _test_cells(nbformat.read(notebook, as_version=4)):
        about = cell.metadata.nbgrader
        text = TEST_FILE.format(name=about.grade_id, points=about.points, source=cell.source)
        (tests / f"{about.grade_id}.py").write_text(text)
    run(
        folder, "otter", "generate", "--no-requirements", "--tests-dir", "tests", "--output-path", "grader.zip", *beside
    )
    return folder / "grader.zip"


def convert_submission(submitted: Path, to: Path) -> Path:
    """Write a submission with otter-grader's checks in the place of its test cells; returns where."""
    notebook = nbformat.read(submitted, as_version=4)
    for cell in _test_cells(notebook):
        cell.source = f'grader.check("{cell.metadata.nbgrader.grade_id}")'
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import otter\ngrader = otter.Notebook()"))
    nbformat.write(notebook, to)
    return to


def _test_cells(notebook: NotebookNode) -> Iterator[NotebookNode]:
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and about.get("grade") and not about.get("solution"):
            yield cell
