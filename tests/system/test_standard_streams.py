"""Closed or full standard streams change no grade."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from nbproctor.config import Course
from tests.examination.classes import answered, hand_in
from tests.patience import HANGS
from tests.progress_lines import without_progress

COURSE = Path(sys.executable).with_name("course")
CLOSED = [
    "<&- >&- 2>&-",
    *(pytest.param(streams, marks=pytest.mark.all) for streams in (">&-", "<&-", "2>&-", "<&- >&-")),
]
SCORES = {"right": 8.0, "wrong": 4.0}

needs_a_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no device that is always full"
)


def _run(course: Course, streams: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = f"exec {shlex.join([str(COURSE), *map(str, words)])} {streams}"
    return subprocess.run(["sh", "-c", command], cwd=course.root, capture_output=True, text=True, timeout=HANGS)


def _graded(course: Course, streams: str, folder: Path, output: str) -> subprocess.CompletedProcess[str]:
    return _run(course, streams, "grade", "numbers", "--submitted", folder / "submitted", "--output", folder / output)


def _said(done: subprocess.CompletedProcess[str]) -> list[str]:
    return without_progress(done.stderr).splitlines()


def _records(output: Path) -> dict[str, Any]:
    """The results of every student, without the seconds that their exercises took, and the seal of them."""
    found = {}
    for path in sorted(output.glob("autograded/*/numbers/results.json")):
        found[path.parents[1].name] = record = json.loads(path.read_text())
        del record["seal"], record["pages"]
        for exercise in record["exercises"]:
            del exercise["seconds"]
    return found


def _gradebook(output: Path) -> dict[str, float]:
    with closing(Gradebook(f"sqlite:///{output / 'gradebook.db'}", "numbers")) as book:
        return {one.student.id: one.score for one in book.assignment_submissions("numbers")}


@pytest.fixture(scope="module")
def folder(
    built_course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the submissions of two students, graded in the ordinary way into `ordinary`."""
    made = tmp_path_factory.mktemp("streams")
    for student in SCORES:
        answers = {"ex1": "def square(n): return 0"} if student == "wrong" else {}
        hand_in(made / "submitted", student, answered(solved(built_course), answers))
    done = _graded(built_course, "", made, "ordinary")
    assert (done.returncode, _said(done)) == (0, [])
    assert _gradebook(made / "ordinary") == SCORES
    return made


def _is_as_ordinary(folder: Path, output: str) -> bool:
    graded, ordinary = folder / output, folder / "ordinary"
    return (_records(graded), _gradebook(graded)) == (_records(ordinary), _gradebook(ordinary))


@pytest.mark.parametrize("streams", CLOSED)
def test_closed_streams_change_no_grade(built_course: Course, folder: Path, streams: str) -> None:
    output = "closed " + streams.translate(str.maketrans("<>&", "io-"))
    done = _graded(built_course, streams, folder, output)
    assert (done.returncode, _said(done)) == (0, [])
    assert _is_as_ordinary(folder, output)
    assert (">&-" in streams.split()) == (done.stdout == "")


@needs_a_full_device
def test_a_full_output_changes_no_grade_and_is_told_in_one_sentence(built_course: Course, folder: Path) -> None:
    done = _graded(built_course, "> /dev/full", folder, "full")
    assert _is_as_ordinary(folder, "full")
    (line,) = _said(done)
    assert line.startswith(
        "course: not everything was printed, because standard output could not be written to (No space left"
    )
    assert done.returncode == 1


@needs_a_full_device
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        *(
            pytest.param(words, marks=pytest.mark.all)
            for words in (["build", "numbers", "--check"], ["check", "numbers", "--json"])
        ),
    ],
    ids=str,
)
def test_whatever_could_not_be_printed_is_told(built_course: Course, words: list[str]) -> None:
    done = _run(built_course, "> /dev/full", *words)
    assert done.stderr.splitlines()[-1].startswith("course: not everything was printed")
    assert "Traceback" not in done.stderr
    assert done.returncode == 1


@needs_a_full_device
def test_a_problem_that_cannot_be_told_still_ends_with_its_status(built_course: Course) -> None:
    done = _run(built_course, "2> /dev/full", "grade", "nothing")
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.all
def test_a_reader_that_has_enough_changes_no_grade(built_course: Course, folder: Path) -> None:
    done = _graded(built_course, "| head -c 1", folder, "piped")
    assert len(done.stdout) == 1
    assert _is_as_ordinary(folder, "piped")
