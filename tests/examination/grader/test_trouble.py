"""Trouble of the machine costs no submission a point: it is examined again, or is unexamined until the next run."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.results import Outcome
from tests.examination.running import meanwhile, of_kind

pytestmark = [pytest.mark.all, pytest.mark.needs("namespaces"), pytest.mark.started_programs]

CELL_SECONDS = 3
PAUSE_SECONDS = CELL_SECONDS + 4
# A right solution that takes its time, so that something can happen to it.
_WAITING = "import time\ntime.sleep(1.5)\n"


def _with(name: str, source: str) -> Callable[[NotebookNode], None]:
    def edit(notebook: NotebookNode) -> None:
        cell = next(cell for cell in notebook.cells if cell.id == name)
        cell.source = source + cell.source

    return edit


def _started(course: Course, submitted: Path) -> subprocess.Popen[str]:
    command = [str(Path(sys.executable).with_name("course")), "grade", "numbers"]
    command += ["--submitted", str(submitted), "--output", str(submitted.parent / "graded")]
    environment = {**os.environ, "COURSE_OFFICIAL_SEED": "trouble"}
    return subprocess.Popen(
        command, cwd=course.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def _results(submitted: Path) -> dict[str, dict[str, str]]:
    """The outcome of each exercise, by student."""
    found = {}
    for path in sorted((submitted.parent / "graded" / "autograded").glob("*/numbers/results.json")):
        result = json.loads(path.read_text())
        found[result["student"]] = {one["name"]: one["outcome"] for one in result["exercises"]}
    return found


def _scores(submitted: Path) -> list[tuple[float | None, bool]]:
    """The gradebook's automatic scores, each with whether a person is to look at it."""
    with sqlite3.connect(submitted.parent / "graded" / "gradebook.db") as connection:
        rows = connection.execute("SELECT auto_score, needs_manual_grade FROM grade").fetchall()
    return sorted(((score, bool(waits)) for score, waits in rows), key=str)


@pytest.fixture
def slow_course(own_course: Course) -> Course:
    with (own_course.root / "grading_config.py").open("a") as config:
        config.write(f"c.Grading.cell_seconds = {CELL_SECONDS}\nc.Grading.submission_seconds = 40\n")
    return own_course


def _family(grader: subprocess.Popen[str], kind: str) -> list[psutil.Process]:
    return of_kind(psutil.Process(grader.pid), kind, is_child=True)


def _wait_for_a_sitting(grader: subprocess.Popen[str], kinds: Sequence[str] = ("candidate",)) -> None:
    ends = time.monotonic() + 60
    while not all(_family(grader, kind) for kind in kinds):
        assert grader.poll() is None
        assert time.monotonic() < ends, "no submission was examined"
        time.sleep(0.05)
    time.sleep(0.3)  # into the cell that waits


@pytest.mark.parametrize("who", ["everything", "the candidate", "the examiner", "the grader"])
def test_a_pause_costs_nobody_a_point(slow_course: Course, hand_in: Callable[..., Path], who: str) -> None:
    submitted = hand_in(slow_course, edit=_with("ex1", _WAITING))
    kinds = ["candidate", "examiner"] if who == "the examiner" else ["candidate"]
    with (slow_course.root / "grading_config.py").open("a") as config:
        config.write(f"c.Grading.short_way = {len(kinds) == 1}\n")
    with _started(slow_course, submitted) as grader:
        _wait_for_a_sitting(grader, kinds)
        whole = [psutil.Process(grader.pid), *psutil.Process(grader.pid).children(recursive=True)]
        stopped = {
            "the candidate": _family(grader, "candidate"),
            "the examiner": _family(grader, "examiner"),
            "the grader": whole[:1],
            "everything": whole,
        }[who]
        for process in stopped:
            process.suspend()
        time.sleep(PAUSE_SECONDS)
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.resume()
        said, _ = grader.communicate(timeout=120)
    assert grader.returncode == 0, said
    (outcomes,) = _results(submitted).values()
    assert set(outcomes.values()) == {Outcome.PASSED}, said


@contextmanager
def _killing_candidates(grader: subprocess.Popen[str]) -> Iterator[list[int]]:
    """Kill each candidate that is found, with the signal that the kernel sends for want of memory."""
    killed: list[int] = []

    def kill() -> None:
        for process in _family(grader, "candidate"):
            with suppress(psutil.Error):
                process.kill()
                killed.append(process.pid)

    with meanwhile(kill):
        yield killed


def test_what_is_disturbed_each_time_is_unexamined_and_examined_in_the_next_run(
    slow_course: Course, hand_in: Callable[..., Path]
) -> None:
    # The reference waits as well: else it might come through between two looks.
    source = slow_course.root / "source" / "numbers" / "numbers.ipynb"
    notebook = json.loads(source.read_text())
    (ex1,) = (cell for cell in notebook["cells"] if cell["id"] == "ex1")
    ex1["source"] = [_WAITING, *ex1["source"]]
    source.write_text(json.dumps(notebook))
    submitted = hand_in(slow_course, edit=_with("ex1", _WAITING))
    with _started(slow_course, submitted) as grader, _killing_candidates(grader) as killed:
        said, _ = grader.communicate(timeout=180)
    assert len(killed) >= 4
    assert grader.returncode == 3, said
    assert "student-001 could not be examined" in said
    assert "1 of 1 submissions could not be examined" in said
    (outcomes,) = _results(submitted).values()
    assert set(outcomes.values()) == {Outcome.UNEXAMINED}
    assert _scores(submitted) == [(None, True)] * 4
    with _started(slow_course, submitted) as grader:
        said, _ = grader.communicate(timeout=120)
    assert grader.returncode == 0, said
    assert _scores(submitted) == [(2.0, False)] * 4


def test_an_earlier_grade_stays_while_a_submission_is_unexamined(
    slow_course: Course, hand_in: Callable[..., Path]
) -> None:
    submitted = hand_in(slow_course)
    with _started(slow_course, submitted) as grader:
        said, _ = grader.communicate(timeout=120)
    assert grader.returncode == 0, said
    hand_in(slow_course, edit=_with("ex1", _WAITING))
    source = slow_course.root / "source" / "numbers" / "numbers.ipynb"
    source.write_text(
        source.read_text().replace("return n * n", "return (time := __import__('time')).sleep(1) or n * n")
    )
    with _started(slow_course, submitted) as grader, _killing_candidates(grader):
        said, _ = grader.communicate(timeout=180)
    assert grader.returncode == 3, said
    assert _scores(submitted) == [(2.0, False)] * 4
    summary = (submitted.parent / "graded" / "reports" / "numbers" / "summary.csv").read_text()
    assert summary.count("could not be examined") == 4


def test_a_settled_verdict_stays_when_the_sitting_is_done_again(
    slow_course: Course, hand_in: Callable[..., Path]
) -> None:
    turns_right = time.time() + 20  # a guess that is drawn again would be another one; this one is told when

    def edit(notebook: NotebookNode) -> None:
        cell = next(cell for cell in notebook.cells if cell.id == "ex1")
        cell.source = f"import time\ndef square(n):\n    return n * n if time.time() > {turns_right} else None"
        _with("ex2", f"time.sleep(max({turns_right} + 2 - time.time(), 0))\n")(notebook)

    with (slow_course.root / "grading_config.py").open("a") as config:
        config.write("c.Grading.cell_seconds = 60\nc.Grading.submission_seconds = 200\n")
    submitted = hand_in(slow_course, edit=edit)
    with _started(slow_course, submitted) as grader:
        _wait_for_a_sitting(grader)
        time.sleep(max(turns_right + 1 - time.time(), 0))
        for process in _family(grader, "candidate"):
            process.kill()
        said, _ = grader.communicate(timeout=120)
    assert grader.returncode == 0, said
    (outcomes,) = _results(submitted).values()
    first, *others = outcomes.values()
    assert (first, set(others)) == (Outcome.FAILED, {Outcome.PASSED})
