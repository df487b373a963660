"""What never ends in the reference is graded by one kernel, and stops no grading."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.plain_course import hand_in, make_plain_course

pytestmark = pytest.mark.all

# While a transaction is open, a backup waits inside C, where no signal ends it.
WAITS = """
def first(cards):
    cards.pop()
    return cards
"""
TEST = """
import sqlite3
if type(first).__name__ == 'function_or_class':  # it is examined apart
    source, target = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    source.execute("create table hands (chips int)")
    source.execute("insert into hands values (1)")
    source.backup(target)
assert first([1, 2]) == [1]
"""


def test_a_test_that_never_ends_apart_is_graded_by_one_kernel(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path / "course", {"waits": (WAITS, TEST)})
    course.grading.cell_seconds = 2
    hand_in(course, course.submitted / "right" / "kinds", {"waits": WAITS})
    ((_, result),) = ClassGrading(course, "kinds").run()
    assert isinstance(result, Result), result
    assert [(each.earned, each.isolated) for each in result.exercises] == [(1, False)]


def test_a_solution_of_the_instructors_that_never_ends_leaves_the_students_to_one_kernel(tmp_path: Path) -> None:
    loop = ("while True: pass", "assert ends == 1")
    course = make_plain_course(
        tmp_path / "course", {"square": ("def square(n): return n * n", "assert square(2) == 4"), "loops": loop}
    )
    course.grading.cell_seconds = 2
    course.grading.probes = 4
    solved = {"square": "def square(n): return n * n", "loops": "ends = 1"}
    hand_in(course, course.submitted / "right" / "kinds", solved)
    hand_in(course, course.submitted / "half" / "kinds", {**solved, "square": ""})
    found = {}
    for submission, result in ClassGrading(course, "kinds").run():
        assert isinstance(result, Result), result
        found[submission.student] = [(each.earned, each.isolated) for each in result.exercises]
    assert found == {"right": [(1, False), (1, False)], "half": [(0, False), (1, False)]}


def test_a_grader_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    course = make_plain_course(tmp_path / "course", {"waits": (WAITS, TEST)})
    hand_in(course, course.submitted / "right" / "kinds", {"waits": WAITS})
    program = [sys.executable, "-c", "from nbproctor.cli import main; main()", "grade", "kinds"]
    with subprocess.Popen(program, cwd=course.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as grader:
        process = psutil.Process(grader.pid)
        started: set[psutil.Process] = set()
        while len([each for each in started if _waits(each)]) < 1:
            started |= set(process.children(recursive=True))
            time.sleep(0.1)
        grader.kill()
    _, alive = psutil.wait_procs(started, timeout=60)
    assert not alive


def _waits(process: psutil.Process) -> bool:
    """Whether it is the rehearsal's examiner, whose parent and child are examiners' processes as well."""
    try:
        family = [process.parent(), process, *process.children()]
        return len(family) > 2 and all(each and "examiner" in each.cmdline() for each in family)
    except psutil.Error:
        return False
