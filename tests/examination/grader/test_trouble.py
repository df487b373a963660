"""Trouble of the machine costs no submission a point: it is examined again, or is unexamined until the next run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from nbproctor.config import Course
from nbproctor.results import Outcome
from tests.chaos.hostile_kinds import KINDS
from tests.chaos.troubled_machine import spinning
from tests.examination.grader.troubled_course import (
    CELL_SECONDS,
    CRASH,
    ENDLESS,
    HUGE,
    NAME,
    RIGHT,
    SLOW,
    WRONG,
    Results,
    end,
    hand_in,
    make_course,
    results,
    rows,
    start,
    wait_for,
)
from tests.examination.running import meanwhile, of_kind

pytestmark = [pytest.mark.needs("namespaces"), pytest.mark.xdist_group("trouble")]

PAUSE_SECONDS = CELL_SECONDS + 4
PASSED = [Outcome.PASSED] * 3
Kill = Callable[[psutil.Process], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_course(tmp_path_factory.mktemp("trouble") / "course")


@pytest.fixture
def course(made: Course, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(made.root, tmp_path / "course", symlinks=True)))


def _hand_both_in(course: Course) -> None:
    hand_in(course, "right", SLOW)
    hand_in(course, "wrong", WRONG)


@pytest.fixture(scope="module")
def quiet(made: Course, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What is found where nothing happens."""
    course = Course(Path(shutil.copytree(made.root, tmp_path_factory.mktemp("quiet") / "course", symlinks=True)))
    _hand_both_in(course)
    assert end(start(course))[0] == 0
    return results(course)


def _outcomes(course: Course, student: str) -> list[str]:
    return [outcome for outcome, _, _ in results(course)[student]]


def _all(*parameters: object) -> object:
    return pytest.param(*parameters, marks=pytest.mark.all)


@pytest.mark.parametrize(
    ("kind", "is_child", "begun", "seconds"),
    [
        _all("runner", True, "runner", 0.0),
        _all("runner", True, "runner", 0.7),  # in a cell
        _all("runner", True, "runner", 2.2),  # in a call
        ("judge", True, "judge", 0.0),
        _all("judge", True, "judge", 0.4),
        _all("runner", False, "runner", 0.7),
        _all("runner", False, "judge", 0.2),
        _all("judge", False, "runner", 0.7),
        _all("judge", False, "judge", 0.2),
    ],
)
@pytest.mark.parametrize("what", [signal.SIGKILL, _all(signal.SIGSTOP)])
def test_what_happens_to_a_process_changes_nobodys_grade(
    course: Course, quiet: Results, what: signal.Signals, kind: str, is_child: bool, begun: str, seconds: float
) -> None:
    """One of a kind gets a signal, so long after there was a first process of another kind."""
    _hand_both_in(course)
    grader = start(course)
    wait_for(grader, begun, is_child=True)
    time.sleep(seconds)
    hit = wait_for(grader, kind, is_child)[-1]
    hit.send_signal(what)
    if what == signal.SIGSTOP:
        time.sleep(PAUSE_SECONDS)
        with suppress(psutil.NoSuchProcess):
            hit.resume()
    status, said = end(grader)
    assert (status, results(course)) == (0, quiet), said


@pytest.mark.all
@pytest.mark.parametrize("everything", [False, True], ids=["the grader", "everything"])
def test_a_pause_of_the_grader_changes_nobodys_grade(course: Course, quiet: Results, everything: bool) -> None:
    _hand_both_in(course)
    grader = start(course)
    wait_for(grader, "runner", is_child=True)
    time.sleep(0.5)
    itself = psutil.Process(grader.pid)
    stopped = [itself, *(itself.children(recursive=True) if everything else ())]
    for process in stopped:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    time.sleep(PAUSE_SECONDS)
    for process in stopped:
        with suppress(psutil.NoSuchProcess):
            process.resume()
    status, said = end(grader)
    assert (status, results(course)) == (0, quiet), said


@contextmanager
def _each(grader: subprocess.Popen[str], kind: str, does: Kill) -> Iterator[set[int]]:
    """Do something to each process of a kind that is found."""
    done: set[int] = set()

    def look() -> None:
        for process in of_kind(psutil.Process(grader.pid), kind, is_child=True):
            if process.pid not in done:
                with suppress(psutil.Error, ProcessLookupError):
                    does(process)
                    done.add(process.pid)

    with meanwhile(look, 0.005):
        yield done


@pytest.mark.all
def test_a_starved_judge_says_what_it_always_says(course: Course, quiet: Results) -> None:
    students = [f"right-{number}" for number in range(8)]  # some judges end before the test has seen them
    for student in students:
        hand_in(course, student, {**RIGHT, "ex2": "def twice(n): return 2 * n"})  # no judge looks at ex2: it takes long
    with spinning(2 * (os.cpu_count() or 1)):
        grader = start(course)
        with _each(grader, "judge", lambda judge: judge.nice(19)) as starved:
            status, said = end(grader)
    assert (status, results(course)) == (0, dict.fromkeys(students, quiet["right"])), said
    assert starved


# A judge that is stopped for good would be waited for as long as one that has too little of a processor.
_SOON = "from nbproctor.examination.grader import exam_processes\nexam_processes._CLOCK_SECONDS = 2.0"
TROUBLE: dict[str, tuple[str, str, Kill]] = {
    "each runner is killed": ("runner", "", psutil.Process.kill),
    "each judge is killed": ("judge", "", psutil.Process.kill),
    "each judge is stopped": ("judge", _SOON, psutil.Process.suspend),
}


@pytest.mark.all
@pytest.mark.parametrize("trouble", TROUBLE)
def test_what_is_disturbed_each_time_is_unexamined_and_its_earlier_grade_stays(course: Course, trouble: str) -> None:
    hand_in(course, "right", RIGHT)
    assert end(start(course))[0] == 0
    assert rows(course) == [(2.0, False)] * 3
    # Another right solution is examined anew; and the reference, which is to show whose fault it is, waits as well.
    hand_in(course, "right", SLOW)
    source = course.source / NAME / f"{NAME}.ipynb"
    source.write_text(source.read_text().replace("return 1", "return (time.sleep(1) or 1)"))
    kind, before, does = TROUBLE[trouble]
    grader = start(course, before)
    with _each(grader, kind, does) as disturbed:
        status, said = end(grader)
    assert status == 3, said
    assert len(disturbed) >= 3
    assert "not graded (1): because of a technical problem" in said
    outcomes = _outcomes(course, "right")
    settled = 1 if kind == "judge" else 0
    assert outcomes == [Outcome.PASSED] * settled + [Outcome.UNEXAMINED] * (3 - settled)
    assert rows(course) == [(2.0, False)] * 3
    assert end(start(course))[0] == 0
    assert _outcomes(course, "right") == PASSED


@pytest.mark.all
def test_a_first_examination_that_is_disturbed_each_time_leaves_a_grade_for_the_next_run(course: Course) -> None:
    hand_in(course, "right", RIGHT)
    grader = start(course)
    with _each(grader, "judge", psutil.Process.kill):
        status, said = end(grader)
    assert status == 3, said
    assert "1 of 1 submissions could not be graded" in said
    assert rows(course) == [(2.0, False), (None, True), (None, True)]
    assert end(start(course))[0] == 0
    assert rows(course) == [(2.0, False)] * 3


@pytest.mark.all
def test_what_keeps_a_judge_from_judging_costs_the_exercise_that_gave_it_and_nobody_else(course: Course) -> None:
    given = {"endless": ENDLESS, "crash": CRASH, "huge": HUGE}
    for student, number in given.items():
        hand_in(course, student, {**RIGHT, "ex2": f"def twice(n): return {number}"})
    hand_in(course, "writes-its-own-tables", RIGHT, edit=KINDS["outcomes of keys that collide"])
    hand_in(course, "right", RIGHT)
    status, said = end(start(course))
    assert status == 0, said
    found = {student: [(outcome, points) for outcome, points, _ in each] for student, each in results(course).items()}
    passed, not_compared = (Outcome.PASSED, 2), (Outcome.ERRORED, 0)
    if not_compared in (own := found["writes-its-own-tables"]):
        found["writes-its-own-tables"] = [(Outcome.FAILED, 0) if each == not_compared else each for each in own]
    assert found == {
        "right": [passed] * 3,
        "endless": [passed, not_compared, passed],
        "crash": [passed, not_compared, passed],
        "huge": [passed, (Outcome.FAILED, 0), passed],  # the rule itself has met the bound
        "writes-its-own-tables": [passed, (Outcome.FAILED, 0), (Outcome.FAILED, 0)],  # or too much for its judge
    }
    assert "could not be compared" in results(course)["endless"][1][2]
    assert "it cannot be checked (MemoryError" in results(course)["huge"][1][2]


@pytest.mark.all
def test_a_settled_verdict_stays_when_the_sitting_is_done_again(course: Course) -> None:
    turns_right = time.time() + 20  # a guess that is drawn again would be another one; this one is told when
    guess = f"def one(): return 1 if time.time() > {turns_right} else None"
    waits = f"time.sleep(max({turns_right} + 2 - time.time(), 0))\n{RIGHT['ex2']}"
    hand_in(course, "guesses", {**RIGHT, "ex1": guess, "ex2": waits})
    with (course.root / "grading_config.py").open("a") as config:
        config.write("c.Grading.cell_seconds = 60\nc.Grading.submission_seconds = 200\n")
    grader = start(course)
    wait_for(grader, "runner", is_child=True)
    time.sleep(max(turns_right + 1 - time.time(), 0))
    for process in of_kind(psutil.Process(grader.pid), "runner", is_child=True):
        process.kill()
    status, said = end(grader)
    assert status == 0, said
    assert _outcomes(course, "guesses") == [Outcome.FAILED, Outcome.PASSED, Outcome.PASSED]
