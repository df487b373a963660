"""A course that asks for nothing of ours keeps its sources as they are, and gets nbgrader's own release."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError


def _marked(cell: NotebookNode, name: str, **marks: object) -> NotebookNode:
    kinds = {"grade": False, "locked": False, "solution": False, "task": False}
    cell.metadata.nbgrader = {"schema_version": 3, "grade_id": name, **kinds, **marks}
    return cell


def _notebook() -> NotebookNode:
    """A notebook as an instructor leaves it: run, with outputs, and metadata of their own everywhere."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3.9 (data)", "language": "python", "name": "data-env"},
        "language_info": {"name": "python", "version": "3.9.1"},
        "course": {"week": 3},
    }
    solution = nbformat.v4.new_code_cell("### BEGIN SOLUTION\nx = 1\n### END SOLUTION\nx", execution_count=7)
    solution.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "1"}, execution_count=7)]
    solution.metadata.slideshow = {"slide_type": "fragment"}
    test = nbformat.v4.new_code_cell("assert x == 1\n### BEGIN HIDDEN TESTS\nassert x > 0\n### END HIDDEN TESTS")
    notebook.cells = [
        nbformat.v4.new_markdown_cell("# Week 3", metadata={"toc": {"hidden": True}}),
        _marked(solution, "x", solution=True),
        _marked(test, "test_x", grade=True, locked=True, points=1),
    ]
    return notebook


@pytest.fixture
def course(tmp_path: Path) -> Course:
    folder = tmp_path / "course" / "source" / "ps1"
    folder.mkdir(parents=True)
    nbformat.write(_notebook(), folder / "first.ipynb")
    older = _notebook()
    older.nbformat_minor = 2
    for cell in older.cells:
        del cell["id"]
    nbformat.write(older, folder / "second.ipynb")
    (folder / "data").mkdir()
    (folder / "data" / "cards.csv").write_text("rank\n5\n")
    (tmp_path / "course" / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "plain"\n')
    return Course(tmp_path / "course")


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.all
def test_the_source_stays_and_the_release_is_nbgraders_byte_for_byte(course: Course, tmp_path: Path) -> None:
    stock = tmp_path / "stock"
    shutil.copytree(course.root, stock)
    before = _files(course.source)
    build(course, "ps1")
    assert _files(course.source) == before
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", "ps1"]
    subprocess.run(command, cwd=stock, check=True, capture_output=True)
    assert _files(course.release) == _files(stock / "release")
    assert build(course, "ps1").changes == []


def _of_another_language(notebook: NotebookNode) -> None:
    del notebook.metadata["kernelspec"]
    notebook.metadata["language_info"] = {"name": "R"}


def _unended(notebook: NotebookNode) -> None:
    notebook.cells[1].source = "### BEGIN SOLUTION\nx = 1"


def _of_an_older_schema(notebook: NotebookNode) -> None:
    notebook.cells[1].metadata.nbgrader.schema_version = 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_of_another_language, r"first\.ipynb: its language is R, but it names no kernel"),
        (_unended, r"nbgrader cannot make a release of it: No end solution statement found\. Cell contents are: "),
        (_of_an_older_schema, "nbgrader update"),
    ],
)
def test_what_cannot_be_released_is_refused_before_anything_is_built(
    course: Course, change: Callable[[NotebookNode], None], said: str
) -> None:
    path = course.source / "ps1" / "first.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)
    with pytest.raises(GradingError, match=said):
        build(course, "ps1")
    assert not course.release.exists()
