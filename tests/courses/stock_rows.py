"""What stock nbgrader gives for every pattern of real courses: found once, and kept beside the patterns.

Nine kernels for each of more than fifty patterns are ten minutes of computing, and what comes of them changes only when
the course, what is handed in or a library does. So the rows are kept, with a digest of all that they come from. Where
the digest is another, nbgrader grades anew. That it still gives the kept rows is tested for one pattern, and for all in
`make soak`.

    python -m tests.courses.stock_rows [NAME ...]    # lets nbgrader grade these patterns, or all; keeps the rows
"""

from __future__ import annotations

import hashlib
import json
import logging
import platform
import shutil
import sys
import tempfile
from contextlib import closing
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.courses.course_pattern import PATTERNS, SUBMISSIONS, CoursePattern, read_pattern
from tests.nbgrader.side_by_side import rows
from tests.nbgrader.stock_commands import run_nbgrader

# By student, notebook and cell: the points, and whether a person is asked.
Rows = dict[tuple[str, str, str], tuple[float | None, bool]]

NAMES = sorted(path.stem for path in PATTERNS.glob("*.cells"))
_KEPT = Path(__file__).with_name("stock_rows.json")
_LIBRARIES = ("nbgrader", "nbconvert", "nbclient", "ipykernel", "ipython", "numpy", "pandas", "matplotlib", "pytest")
# nbgrader would stop there, and grade nobody after it.
_STOPS_NBGRADER = "copies-a-test"


def make_course(pattern: CoursePattern, root: Path) -> Course:
    """A course with this pattern as its one assignment, released and handed in by the whole class."""
    folder = root / "source" / "ps1"
    folder.mkdir(parents=True)
    nbformat.write(pattern.notebook, folder / "p1.ipynb")
    for name, text in pattern.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (root / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'patterns'\n")
    course = Course(root)
    build(course, "ps1")
    release = nbformat.read(course.release / "ps1" / "p1.ipynb", as_version=4)
    for student, make in SUBMISSIONS.items():
        there = course.submitted / student / "ps1"
        shutil.copytree(course.release / "ps1", there)
        nbformat.write(make(pattern, release), there / "p1.ipynb")
    return course


def kept_rows(pattern: str, course: Course) -> Rows:
    """The rows that nbgrader's gradebook had for what the class handed in; none if they came of something else.

    Args:
        pattern: its name.
        course: as `make_course` made it; it is left as it is.
    """
    kept = _kept().get(pattern, {})
    if kept.get("of") != _digest(course.root):
        return {}
    return {(student, notebook, cell): (points, asks) for student, notebook, cell, points, asks in kept["rows"]}


def graded_by_nbgrader(course: Course) -> Rows:
    """The rows of nbgrader's gradebook for what the class handed in; the course is left as it is."""
    with tempfile.TemporaryDirectory() as folder:
        stock = shutil.copytree(course.root, Path(folder) / "stock")
        (stock / "gradebook.db").write_bytes(_empty_gradebook())
        shutil.rmtree(stock / "submitted" / _STOPS_NBGRADER)
        for words in (("generate_assignment", "ps1", "--force"), ("autograde", "ps1")):
            logging.getLogger(__name__).info("%s", run_nbgrader(words, stock).said)
        return rows(stock, course="patterns")


def _digest(root: Path) -> str:
    """Of all files of a course, and of what grades it."""
    digest = hashlib.sha256(json.dumps([platform.python_version(), *map(version, _LIBRARIES)]).encode())
    for path in sorted(root.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(root)} {path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(_KEPT.read_text()) if _KEPT.exists() else {}
    return kept


@cache
def _empty_gradebook() -> bytes:
    """The gradebook that nbgrader makes of none, which takes it two seconds each time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gradebook.db"
        with closing(Gradebook(f"sqlite:///{path}", "patterns")):
            pass
        return path.read_bytes()


def main() -> None:
    """Let nbgrader grade the patterns that are named, or all of them, and keep the rows."""
    found = {name: about for name, about in _kept().items() if name in NAMES}
    for name in sys.argv[1:] or NAMES:
        with tempfile.TemporaryDirectory() as folder:
            course = make_course(read_pattern(PATTERNS / f"{name}.cells"), Path(folder) / "course")
            graded = graded_by_nbgrader(course)
            found[name] = {"of": _digest(course.root), "rows": [[*key, *graded[key]] for key in sorted(graded)]}
        print(name, len(graded), file=sys.stderr)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(about)}" for name, about in sorted(found.items()))
    _KEPT.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
