"""A submission that ends the processes that examine it costs itself alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.examination.grader.notebook_sitting import NotebookSitting
from nbproctor.results import Outcome, Result
from tests import plain_course
from tests.examination.classes import NAME, results_of
from tests.examination.running import meanwhile


def _with(name: str, source: str) -> Callable[[NotebookNode], None]:
    def edit(notebook: NotebookNode) -> None:
        cell = next(cell for cell in notebook.cells if cell.id == name)
        cell.source = source + cell.source

    return edit


# It waits so long that a process can be found and killed meanwhile.
_WAITING = "import time\ntime.sleep(4)\n"


def _grade(course: Course, submitted: Path) -> dict[str, Result]:
    return results_of(course, NAME, submitted, submitted.parent / "graded")


def _require_charged(result: Result) -> None:
    assert result.exercises[1].outcome is Outcome.ERRORED
    assert result.score == 6
    assert not result.submission.refused


@pytest.fixture
def sittings(monkeypatch: pytest.MonkeyPatch) -> list[NotebookSitting]:
    """The sittings that there have been."""
    found: list[NotebookSitting] = []
    run = NotebookSitting.run
    monkeypatch.setattr(NotebookSitting, "run", lambda sitting: found.append(sitting) or run(sitting))
    return found


def test_a_submission_that_ends_its_own_process_is_charged_for_it(
    own_course: Course, hand_in: Callable[..., Path]
) -> None:
    submitted = hand_in(own_course, edit=_with("ex2", "import ctypes\nctypes.string_at(0)\n"))
    (result,) = _grade(own_course, submitted).values()
    _require_charged(result)


# The kernel keeps it from killing its parent itself; the test does that for it, wherever it finds this file.
_MARK = "the-end-of-its-parent"
_KILLS_THE_PARENT = f"from pathlib import Path\nPath({_MARK!r}).touch()\nimport time\ntime.sleep(20)\n"


@contextmanager
def _killing_the_parents_of_whoever_asks_for_it() -> Iterator[list[int]]:
    killed: list[int] = []

    def kill() -> None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if (Path(process.cwd()) / _MARK).exists():
                    killed.append(process.ppid())
                    psutil.Process(process.ppid()).kill()
                    process.kill()  # in the stronger tiers it ends with its parent
                    process.wait()

    with meanwhile(kill, 0.02):
        yield killed


@pytest.mark.all
def test_a_submission_whose_parents_end_each_time_costs_nobody_else_anything(
    own_course: Course, hand_in: Callable[..., Path]
) -> None:
    own_course.grading.weakest_tier = own_course.grading.strongest_tier = "D"  # where a test sees its folder
    for number in range(4):
        hand_in(own_course, f"student-{number}", _with("ex1", _WAITING))
    submitted = hand_in(own_course, "student-2", _with("ex2", _KILLS_THE_PARENT))
    own_course.grading.cell_seconds = 30
    with _killing_the_parents_of_whoever_asks_for_it() as killed:
        results = _grade(own_course, submitted)
    assert len(killed) == len(set(killed)) == 3, "two that are everybody's, one of its own"
    unexamined = results.pop("student-2")
    assert {result.score for result in results.values()} == {8}
    assert not unexamined.submission.refused
    outcomes = [one.outcome for one in unexamined.exercises]
    assert outcomes == [Outcome.UNEXAMINED] * 4
    log = submitted.parent / "graded" / "reports" / "numbers" / "grading.log"
    assert "student-2: could not be graded" in log.read_text()
    page = submitted.parent / "graded" / "feedback" / "student-2" / "numbers" / "numbers.html"
    assert "could not be graded yet" in page.read_text()


@pytest.mark.all
def test_a_submission_that_ends_its_process_again_and_again_takes_no_more_than_twice_its_time(
    own_course: Course, hand_in: Callable[..., Path], sittings: list[NotebookSitting]
) -> None:
    own_course.grading.cell_seconds = own_course.grading.submission_seconds = 4

    def ends_in_each(notebook: NotebookNode) -> None:
        for name, seconds in [("ex1", 3.5), ("ex2", 0), ("ex3", 0), ("ex4", 0)]:
            _with(name, f"import os, time\ntime.sleep({seconds})\nos._exit(0)\n")(notebook)

    (result,) = _grade(own_course, hand_in(own_course, edit=ends_in_each)).values()
    assert result.score == 0
    assert not result.submission.refused
    assert len(sittings) <= 3


@pytest.mark.all
def test_a_submission_that_disturbs_itself_keeps_the_others_waiting_no_longer_than_its_own_time(
    tmp_path: Path, sittings: list[NotebookSitting]
) -> None:
    course = plain_course.make_plain_course(tmp_path / "course", {"ex1": ("def one(): return 1", "assert one() == 1")})
    course.grading.weakest_tier = course.grading.strongest_tier = "D"  # where it can send itself the signal
    course.grading.cell_seconds = course.grading.submission_seconds = 3
    ends_itself = "import os, signal, time\ntime.sleep(2.5)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    plain_course.hand_in(course, course.submitted / "student-001" / "kinds", {"ex1": ends_itself})
    (result,) = results_of(course, "kinds").values()
    assert result.exercises[0].outcome is Outcome.ERRORED
    assert len(sittings) == 4, "two of its own, the reference's, and the last, in which it is charged"


@pytest.mark.parametrize("status", [0, 70, *(pytest.param(status, marks=pytest.mark.all) for status in (1, 71, 255))])
def test_an_exit_is_charged_at_once_whatever_its_status(
    own_course: Course, hand_in: Callable[..., Path], sittings: list[NotebookSitting], status: int
) -> None:
    (result,) = _grade(own_course, hand_in(own_course, edit=_with("ex2", f"import os\nos._exit({status})\n"))).values()
    _require_charged(result)
    assert len(sittings) == 1
