"""Ctrl-C in a terminal: one sentence, nothing left running, and the next run goes on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import nbformat
import psutil

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.examination.running import of_kind
from tests.patience import HANGS
from tests.plain_course import make_plain_course
from tests.progress_lines import without_progress

STUDENTS = ["a-quick", "endless-1", "endless-2", "endless-3"]
_PROGRAM = "import sys; from nbproctor.cli import main; sys.argv[0] = 'course'; main()"


def _course(root: Path) -> Course:
    course = make_plain_course(root, {"ex1": ("def one(): return 1", "assert one() == 1")})
    for student in STUDENTS:
        folder = Path(shutil.copytree(root / "release" / "kinds", root / "submitted" / student / "kinds"))
        notebook = nbformat.read(folder / "kinds.ipynb", as_version=4)
        solution = next(cell for cell in notebook.cells if cell.id == "ex1")
        solution.source = "def one(): return 1" if student == "a-quick" else "while True: pass"
        nbformat.write(notebook, folder / "kinds.ipynb")
    return course


def _in_a_terminal(course: Course, environment: Mapping[str, str] = MappingProxyType({})) -> subprocess.Popen[str]:
    """`course grade`, as the leader of the processes that a terminal sends Ctrl-C to."""
    return subprocess.Popen(
        ["python", "-c", _PROGRAM, "grade", "kinds"],
        cwd=course.root,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def _stop(run: subprocess.Popen[str]) -> tuple[str, list[int]]:
    """Press Ctrl-C; what was said, and which processes are still there."""
    family = [process.pid for process in psutil.Process(run.pid).children(recursive=True)]
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=HANGS)
    deadline = time.monotonic() + HANGS
    while (left := [pid for pid in family if psutil.pid_exists(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return without_progress(said), left


def _wait_for(path: Path, run: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + HANGS
    while not path.exists():
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_ctrl_c_is_answered_with_one_sentence_and_the_next_run_goes_on(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    run = _in_a_terminal(course)
    _wait_for(course.root / "autograded" / "a-quick" / "kinds" / "results.json", run)
    said, left = _stop(run)
    assert re.fullmatch(
        r"course: stopped: the grades of 1 of 4 submissions are saved. Run the same command again .*\n", said
    )
    assert (run.returncode, left) == (130, [])
    assert not (course.root / "reports" / "kinds" / "index.html").exists()
    shutil.rmtree(course.root / "submitted" / "endless-2")
    for student in ("endless-1", "endless-3"):
        quick = course.root / "submitted" / "a-quick" / "kinds" / "kinds.ipynb"
        shutil.copy(quick, course.root / "submitted" / student / "kinds" / "kinds.ipynb")
    grading = ClassGrading(course, "kinds")
    results = [outcome for _, outcome in grading.run()]
    assert grading.kept == 1
    assert [isinstance(result, Result) and result.score for result in results] == [1.0, 1.0, 1.0]


def test_ctrl_c_at_the_start_prints_no_traceback(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    run = _in_a_terminal(course)
    _wait_for(course.root / "reports" / "kinds", run)  # the warm parents are being started
    said, left = _stop(run)
    assert re.fullmatch(r"course: stopped: the grades of 0 of 4 submissions [^\n]*\n", said)
    assert (run.returncode, left) == (130, [])


def test_a_judges_parent_that_is_just_starting_ends_with_its_killed_grader_and_says_nothing(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = _in_a_terminal(course, {"TMPDIR": str(scratch)})
    parent = _judges_parent(run)
    parent.suspend()
    run.kill()
    shutil.rmtree(scratch)  # as the next run does
    parent.resume()
    _, said = run.communicate(timeout=HANGS)  # both write to the same pipe
    assert without_progress(said) == ""


def _judges_parent(run: subprocess.Popen[str]) -> psutil.Process:
    deadline = time.monotonic() + HANGS
    while not (found := of_kind(psutil.Process(run.pid), "judge", is_child=False)):
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
    return found[0]
