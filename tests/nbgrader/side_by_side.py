"""One course graded twice, with the same settings: by stock nbgrader's own commands, and by `course grade`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from tests.course_copy import BIN
from tests.nbgrader.stock_commands import run_nbgrader
from tests.plain_course import nbgrader_cell

# Each exercise's name, with its solution and its test.
Exercises = Mapping[str, tuple[str, str]]


def notebook_of(exercises: Exercises) -> NotebookNode:
    """A source notebook; of an exercise without a test, only a cell that students write."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for name, (solution, test) in exercises.items():
        notebook.cells.append(nbgrader_cell(name, "solution", f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"))
        notebook.cells.append(nbgrader_cell(f"test_{name}", "test", test))
    return notebook


class SideBySide:
    """Two copies of a course.

    Args:
        root: where they are to lie.
        settings: lines of `nbgrader_config.py`, without the first.
    """

    def __init__(self, root: Path, settings: str = "") -> None:
        self.ours, self.stock = root / "ours", root / "stock"
        self.ours.mkdir(parents=True)
        config = f"c = get_config()\nc.CourseDirectory.course_id = 'both'\n{settings}\n"
        (self.ours / "nbgrader_config.py").write_text(config)

    def write(self, path: str, content: str | NotebookNode) -> None:
        """Write a file of the course."""
        there = self.ours / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(content if isinstance(content, str) else nbformat.writes(content))

    def solve(self, released: str, solutions: Mapping[str, str] = {}) -> NotebookNode:
        """A released notebook with these solutions in its cells."""
        notebook = nbformat.read(self.ours / released, as_version=4)
        for cell in notebook.cells:
            cell.source = solutions.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
        return notebook

    def fork(self) -> None:
        """From here on there are two: what was written until now, nbgrader gets too."""
        shutil.copytree(self.ours, self.stock, symlinks=True)

    def nbgrader(self, *words: str, code: int | None = 0) -> str:
        """Run a command of nbgrader's in its copy; return what it logged."""
        done = run_nbgrader(words, self.stock)
        assert code is None or done.returncode == code, f"nbgrader {words}: {done.returncode}\n{done.said}"
        return done.said

    def course(self, *words: str, code: int | None = 0) -> str:
        """Run a command of ours in our copy; return what it printed."""
        environment = {**os.environ, "COLUMNS": "200"}
        done = subprocess.run([BIN / "course", *words], cwd=self.ours, env=environment, capture_output=True, text=True)
        assert code is None or done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr


def rows(root: Path, assignment: str = "ps1", course: str = "both") -> dict[tuple[str, str, str], Any]:
    """What a gradebook has of each student, notebook and cell: points, and whether a person is asked."""
    with closing(Gradebook(f"sqlite:///{root / 'gradebook.db'}", course)) as book:
        return {
            (submission.student_id, notebook.name, grade.name): (grade.auto_score, grade.needs_manual_grade)
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def penalties(root: Path, assignment: str = "ps1") -> dict[tuple[str, str], float | None]:
    """The late penalties that a gradebook has, by student and notebook."""
    with closing(Gradebook(f"sqlite:///{root / 'gradebook.db'}", "both")) as book:
        return {
            (submission.student_id, notebook.name): notebook.late_submission_penalty
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
        }


def files(folder: Path) -> dict[str, bytes]:
    """The bytes of all files below a folder, also those that links lead to, but no notebooks, by their paths."""
    found = (Path(place) / name for place, _, names in os.walk(folder, followlinks=True) for name in names)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found if path.suffix != ".ipynb"}
