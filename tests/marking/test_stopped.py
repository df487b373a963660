"""Ctrl-C in a terminal: one sentence, nothing left running, and the next run goes on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil

from nbproctor.config import Course
from tests.examination.running import of_kind
from tests.marking.class_runs import graded, in_a_terminal, wait_for
from tests.patience import HANGS
from tests.plain_course import hand_in, make_plain_course
from tests.progress_lines import without_progress

STUDENTS = ["a-quick", "endless-1", "endless-2", "endless-3"]


def _course(root: Path) -> Course:
    course = make_plain_course(root, {"ex1": ("def one(): return 1", "assert one() == 1")})
    for student in STUDENTS:
        solution = "def one(): return 1" if student == "a-quick" else "while True: pass"
        hand_in(course, course.submitted / student / "kinds", {"ex1": solution})
    return course


def _stop(run: subprocess.Popen[str]) -> tuple[str, list[int]]:
    """Press Ctrl-C; what was said, and which processes are still there."""
    family = [process.pid for process in psutil.Process(run.pid).children(recursive=True)]
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=HANGS)
    deadline = time.monotonic() + HANGS
    while (left := [pid for pid in family if psutil.pid_exists(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return without_progress(said), left


def test_ctrl_c_is_answered_with_one_sentence_and_the_next_run_goes_on(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    run = in_a_terminal(course)
    wait_for((course.root / "autograded" / "a-quick" / "kinds" / "results.json").exists, run)
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
    results, grading = graded(course, "kinds")
    assert grading.kept == 1
    assert [result.score for result in results.values()] == [1.0, 1.0, 1.0]


def test_ctrl_c_at_the_start_prints_no_traceback(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    run = in_a_terminal(course)
    wait_for((course.root / "reports" / "kinds").exists, run)  # the warm parents are being started
    said, left = _stop(run)
    assert re.fullmatch(r"course: stopped: the grades of 0 of 4 submissions [^\n]*\n", said)
    assert (run.returncode, left) == (130, [])


def test_a_judges_parent_that_is_just_starting_ends_with_its_killed_grader_and_says_nothing(tmp_path: Path) -> None:
    course = _course(tmp_path / "course")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = in_a_terminal(course, TMPDIR=str(scratch))
    (parent, *_) = wait_for(lambda: of_kind(psutil.Process(run.pid), "judge", is_child=False), run)
    parent.suspend()
    run.kill()
    shutil.rmtree(scratch)  # as the next run does
    parent.resume()
    _, said = run.communicate(timeout=HANGS)  # both write to the same pipe
    assert without_progress(said) == ""
