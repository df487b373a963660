"""A course that needs no build, and archives for it as the systems pack them."""

from __future__ import annotations

import errno
import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from nbproctor.config import Course
from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord

Pack = Callable[..., Path]
Graded = Callable[..., None]

TEXTS = [f"# Part {part} of the exam: read it to its end before you write a line." for part in range(6)]
IDS = [f"ex{number}" for number in range(6)]


def notebook(answer: str = "", texts: list[str] | None = None, marked: bool = True) -> bytes:
    """A submission of the exam with an answer in it; another exam has other texts, and the same ids."""
    cells: list[dict[str, Any]] = []
    for name, text in zip(IDS, texts or TEXTS, strict=True):
        for source, solution in ((text, False), (f"def {name}(): {answer or '...'}", True)):
            marks = {"grade_id": f"{name}{solution:d}", "solution": solution, "locked": not solution, "grade": False}
            metadata = {"nbgrader": {**marks, "schema_version": 3, "task": False}} if marked else {}
            cells.append({"cell_type": "code", "metadata": metadata, "source": source, "outputs": []})
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}).encode()


ANSWER = notebook("return 1")
OTHER_EXAM = notebook("return 1", [text.replace("exam", "homework") for text in TEXTS])


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def unreadable(name: str) -> Callable[[Path], int]:
    """What opens files, but for those of this name, which the disk does not give."""

    def open_file(file: Path) -> int:
        if file.name == name:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return os.open(file, os.O_RDONLY)

    return open_file


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """A function that writes a zip of files, or a file; returns its path."""

    def write(files: Mapping[str, bytes | str] | bytes | str, name: str = "archive.zip") -> Path:
        content = zipped(files) if isinstance(files, Mapping) else files
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / name

    return write


def make_exam(root: Path) -> Course:
    """A course with the assignment `midterm1`, released."""
    for step in ("source", "release"):
        (root / step / "midterm1").mkdir(parents=True)
        (root / step / "midterm1" / "midterm1.ipynb").write_bytes(notebook())
    (root / "grading_config.py").write_text("c = get_config()\n")
    return Course(root)


@pytest.fixture
def exam(tmp_path: Path) -> Course:
    return make_exam(tmp_path / "course")


def placed(course: Course) -> dict[str, bytes]:
    """All files of the submissions, by their paths, without what collecting remembers."""
    files = (path for path in course.submitted.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(course.submitted).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def graded(exam: Course) -> Graded:
    """A function that writes a record of a grade, as grading leaves it."""

    def write(student: str, score: float, outcome: Outcome = Outcome.PASSED, cap: float = 15.0) -> None:
        exercise = ExerciseResult("ex1", "test_ex1", 15.0, score, outcome, True, 1, "", 0.0)
        submission = SubmissionRecord("0" * 64, None, ())
        sandbox = SandboxRecord("A", ())
        result = Result(student, "midterm1", score, 15.0, cap, 0.0, (exercise,), submission, sandbox, {}).counted()
        folder = exam.root / "autograded" / student / "midterm1"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "results.json").write_text(result.to_json())

    return write
