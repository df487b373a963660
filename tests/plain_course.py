"""Courses of one notebook, and one of them that knows nothing of this project: an instructor's plain cells."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course

ROOT = Path(__file__).parents[1]
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "kinds"
c.Grading.packages = []
c.Grading.cell_seconds = 20
c.Grading.submission_seconds = 120
"""

GIVEN = """
import asyncio, contextlib, copy, dataclasses, inspect, io, random, sqlite3, unittest
from unittest import mock
import numpy as np, pandas as pd, pytest

class Point:
    def __init__(self, x, y): self.x, self.y = x, y

@dataclasses.dataclass
class Pair:
    x: int
    y: int

class DeckError(Exception):
    pass
"""


def nbgrader_cell(name: str, kind: str, source: str, points: int = 1) -> NotebookNode:
    """A code cell of nbgrader's: locked, a solution or a test."""
    cell = nbformat.v4.new_code_cell(dedent(source).strip(), id=name)
    cell.metadata.nbgrader = {
        "schema_version": 3,
        "grade_id": name,
        "grade": kind == "test",
        "locked": kind != "solution",
        "solution": kind == "solution",
        "task": False,
    }
    if kind == "test":
        cell.metadata.nbgrader.points = points
    return cell


def write_course(root: Path, name: str, notebook: NotebookNode, config: str, samplers: str = "") -> Course:
    """The sources of a course with one assignment, not built yet; without samplers it has no `cases.py`."""
    source = root / "source" / name
    source.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, source / f"{name}.ipynb")
    (root / "grading_config.py").write_text(config)
    if samplers:
        (source / "cases.py").write_text(samplers)
    return Course(root)


def copy_framework(root: Path) -> None:
    """The test framework, as a folder of a course's own."""
    shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))


def answered(course: Course, name: str, answers: Mapping[str, str]) -> NotebookNode:
    """The release of an assignment with these sources in its cells, by `grade_id`."""
    release = nbformat.read(course.release / name / f"{name}.ipynb", as_version=4)
    for cell in release.cells:
        if (name := cell.metadata.nbgrader.grade_id) in answers:
            cell.source = dedent(answers[name]).strip()
    return release


def _solution(source: str) -> str:
    if "### BEGIN SOLUTION" in source:  # it has starter code of its own
        return dedent(source)
    return f"### BEGIN SOLUTION\n{dedent(source).strip()}\n### END SOLUTION"


def make_plain_course(root: Path, exercises: dict[str, tuple[str, str]], files: dict[str, str] | None = None) -> Course:
    """A course with one assignment `kinds`, with neither cases nor the test framework.

    Args:
        exercises: a solution and a test for each; what has no test is a given cell.
        files: texts that ship, by the names of their files.
    """
    notebook = nbformat.v4.new_notebook()
    notebook.cells.append(nbgrader_cell("given", "locked", GIVEN))
    for name, (solution, test) in exercises.items():
        if not test:
            notebook.cells.append(nbgrader_cell(name, "locked", solution))
            continue
        notebook.cells += [
            nbgrader_cell(name, "solution", _solution(solution)),
            nbgrader_cell(f"test_{name}", "test", test),
        ]
    folder = root / "source" / "kinds"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (files or {}).items():
        (folder / name).write_text(text)
    course = write_course(root, "kinds", notebook, CONFIG)
    build(course, "kinds")
    return course


def hand_in(course: Course, folder: Path, solutions: dict[str, str]) -> None:
    """Hand in the release with these solutions."""
    folder.mkdir(parents=True)
    nbformat.write(answered(course, "kinds", solutions), folder / "kinds.ipynb")
