"""Runs over a class: what is handed in, what a run gives and writes, and one that a terminal stops."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.marking.marking_place import MarkingPlace
from nbproctor.results import Result
from tests.patience import HANGS

Results = dict[str, Result]
HandIn = Callable[..., Path]
_PROGRAM = "import sys; from nbproctor.cli import main; sys.argv[0] = 'course'; main()"


def write(notebook: NotebookNode, submitted: Path, student: str, assignment: str = "numbers") -> Path:
    """Hand a notebook in; its path."""
    path = submitted / student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)
    return path


def change_cells(path: Path, sources: Mapping[str, str]) -> None:
    """Write other sources into a notebook, by the ids of its cells."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = sources.get(cell.id, cell.source)
    nbformat.write(notebook, path)


def configured(course: Course, *lines: str) -> Course:
    """The course with more lines in its configuration."""
    with (course.root / "grading_config.py").open("a") as config:
        config.writelines(f"{line}\n" for line in lines)
    return Course(course.root)


def graded(
    course: Course,
    assignment: str = "numbers",
    submitted: Path | None = None,
    output: Path | None = None,
    place: MarkingPlace | None = None,
    **options: Any,
) -> tuple[Results, ClassGrading]:
    """The results by student, and the grading."""
    grading = ClassGrading(course, assignment, submitted, output)
    found = {submission.student: result for submission, result in grading.run(place, GradingOptions(**options))}
    assert all(isinstance(result, Result) for result in found.values()), found
    return found, grading  # type: ignore[return-value]


def gradebook(course: Course, folder: Path | None = None) -> closing[Gradebook]:
    """nbgrader's own interface to the gradebook of a course, or of another folder that it was graded into."""
    return closing(Gradebook(f"sqlite:///{(folder or course.root) / 'gradebook.db'}", course.course_id))


def asked(course: Course, assignment: str) -> set[tuple[str, str]]:
    """The cells whose points the gradebook asks a person for, by student."""
    with gradebook(course) as book:
        return {
            (submission.student_id, grade.name)
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
            if grade.needs_manual_grade
        }


def rows(output: Path) -> list[list[tuple[Any, ...]]]:
    """What the gradebook holds, without the ids of its rows: submissions, grades and comments."""
    with closing(sqlite3.connect(output / "gradebook.db")) as database:
        submissions = "SELECT student_id, timestamp FROM submitted_assignment"
        grades = """
            SELECT student_id, name, auto_score, manual_score, needs_manual_grade
            FROM grade JOIN base_cell ON cell_id = base_cell.id
            JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
            JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id"""
        comments = grades.replace("grade JOIN", "comment JOIN").replace("grade.notebook_id", "comment.notebook_id")
        comments = comments.replace("auto_score, manual_score, needs_manual_grade", "auto_comment, manual_comment")
        return [sorted(database.execute(query), key=repr) for query in (submissions, grades, comments)]


def scores(output: Path) -> dict[tuple[str, str], float | None]:
    """What the machine gave by the gradebook, by student and cell."""
    return {(student, cell): score for student, cell, score, *_ in rows(output)[1]}


def files_of_run(output: Path) -> dict[str, str]:
    """All files of a run but the log, the pages and the gradebook, without what differs each time: seconds, seals."""
    found = {}
    for path in sorted(output.rglob("*")):
        name = str(path.relative_to(output))
        if path.is_symlink() or not path.is_file() or path.suffix in (".db", ".log", ".html") or path.name == ".cells":
            continue
        found[name] = path.read_text()
        if path.name == "results.json":
            record = json.loads(found[name])
            del record["seal"], record["pages"]
            for exercise in record["exercises"]:
                exercise["seconds"] = 0
            found[name] = json.dumps(record)
    return found


def in_a_terminal(course: Course, *options: str, **environment: str) -> subprocess.Popen[str]:
    """`course grade kinds`, as the leader of the processes that a terminal sends Ctrl-C to."""
    return subprocess.Popen(
        ["python", "-c", _PROGRAM, "grade", "kinds", *options],
        cwd=course.root,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def wait_for(found: Callable[[], Any], run: subprocess.Popen[str]) -> Any:
    """Wait until a run that goes on has made something; what was found."""
    deadline = time.monotonic() + HANGS
    while not (it := found()):
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return it
