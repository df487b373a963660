"""A course whose submissions wait, call and are compared for long enough that something can happen meanwhile."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from nbformat import NotebookNode

from nbproctor.config import Course
from tests.examination import classes
from tests.examination.classes import KEY, NAME, answered, release
from tests.examination.running import of_kind
from tests.patience import HANGS

CELL_SECONDS = 3
CONFIG = f"""\
c = get_config()
c.Grading.packages = ["tester_fw"]
c.Grading.canonical_sources = True
c.Grading.cell_seconds = {CELL_SECONDS}
c.Grading.submission_seconds = 40
"""
Results = dict[str, list[tuple[str, float, str]]]
ENDLESS, CRASH, HUGE = -1, -2, -3
"""What a function returns that is to keep the judge busy for ever, to end it, or to ask for more memory than it has."""


def _test(case_file: str, function: str, output: str = "{}") -> str:
    conf = f"{{'case_file': '{case_file}', 'func': {function}, 'outputs': {{'output_0': {output}}}}}"
    return f"tester = Tester({conf}, key=b'{KEY}', path='data/')\nfor _ in range(20):\n    tester.run_test()"


CELLS = [
    (
        "given",
        "locked",
        f"""\
        import time
        from tester_fw.testers import Tester

        def is_twice(inputs, returned, expected):
            sum(range(2_000_000))
            while returned == {ENDLESS}:
                pass
            if returned == {CRASH}:
                __import__("ctypes").string_at(0)
            if returned == {HUGE}:
                bytearray(1 << 40)
            return None if returned == expected else f"{{returned}} is not twice {{inputs['n']}}"
        """,
    ),
    ("ex1", "solution", "def one():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"),
    ("test_ex1", "test", "assert one() == 1"),
    ("ex2", "solution", "def twice(n):\n    ### BEGIN SOLUTION\n    return 2 * n\n    ### END SOLUTION"),
    ("test_ex2", "test", _test("tc_twice", "twice", "{'check': is_twice}")),
    ("ex3", "solution", "def halve(n):\n    ### BEGIN SOLUTION\n    return n / 2\n    ### END SOLUTION"),
    ("test_ex3", "test", _test("tc_halve", "halve")),
]
SAMPLERS = """\
from nbproctor import Sampler

tc_twice, tc_halve = Sampler(count=20), Sampler(count=20)


@tc_twice.kind("any")
@tc_halve.kind("any")
def any_number(rng):
    return {"n": rng.randrange(1, 1 << 20)}
"""
# Each is right, but for what "wrong" returns, and prints, so that a judge looks at it.
RIGHT = {
    "ex1": "def one(): return 1",
    "ex2": "def twice(n):\n    print(n)\n    return 2 * n",
    "ex3": "def halve(n):\n    print(n)\n    return n / 2",
}
SLOW = {
    "ex1": f"time.sleep(1.5)\n{RIGHT['ex1']}",
    "ex2": "def twice(n):\n    print(n)\n    time.sleep(0.05)\n    return 2 * n",
    "ex3": RIGHT["ex3"],
}
WRONG = {**SLOW, "ex2": f"{SLOW['ex2']} + (n > 5)"}


def make_course(root: Path) -> Course:
    return classes.make_course(root, CELLS, SAMPLERS, CONFIG)


def hand_in(
    course: Course, student: str, cells: dict[str, str], edit: Callable[[NotebookNode], object] = lambda _: None
) -> None:
    """Hand in the release with these solutions, edited."""
    made = answered(release(course), cells)
    edit(made)
    classes.hand_in(course.submitted, student, made)


def start(course: Course, before: str = "") -> subprocess.Popen[str]:
    """Start `course grade`, with code that runs in its process before."""
    program = f"{before}\nimport sys\nfrom nbproctor.cli import main\nsys.argv[0] = 'course'\nmain()"
    return subprocess.Popen(
        [sys.executable, "-c", program, "grade", NAME],
        cwd=course.root,
        env={**os.environ, "COURSE_OFFICIAL_SEED": "trouble"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def end(grader: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for its end: the exit status, and what it said."""
    said, _ = grader.communicate(timeout=HANGS)
    assert "Traceback" not in said, said
    return grader.returncode, said


def wait_for(grader: subprocess.Popen[str], kind: str, is_child: bool) -> list[psutil.Process]:
    ends = time.monotonic() + HANGS
    while not (found := of_kind(psutil.Process(grader.pid), kind, is_child)):
        assert grader.poll() is None, grader.communicate()
        assert time.monotonic() < ends, f"there was no {kind}"
        time.sleep(0.01)
    return found


def results(course: Course) -> Results:
    """The outcome, the points and the message of each exercise, by student."""
    found = {}
    for path in sorted((course.root / "autograded").glob(f"*/{NAME}/results.json")):
        exercises = json.loads(path.read_text())["exercises"]
        found[path.parts[-3]] = [(one["outcome"], one["earned"], one["message"]) for one in exercises]
    return found


def rows(course: Course) -> list[tuple[float | None, bool]]:
    """The gradebook's automatic scores, each with whether a person is to look at it."""
    with sqlite3.connect(course.root / "gradebook.db") as connection:
        found = connection.execute("SELECT auto_score, needs_manual_grade FROM grade").fetchall()
    return sorted(((score, bool(waits)) for score, waits in found), key=str)
