"""A process of the examination that is killed costs no submission its grade; one that kills them costs itself alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.examination.grader.sitting import Sitting
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result


def _with(name: str, source: str) -> Callable[[NotebookNode], None]:
    def edit(notebook: NotebookNode) -> None:
        cell = next(cell for cell in notebook.cells if cell.id == name)
        cell.source = source + cell.source

    return edit


# It waits so long that a process can be found and killed meanwhile.
_WAITING = "import time\ntime.sleep(2)\n"


def _grade(course: Course, submitted: Path) -> dict[str, Result]:
    output = submitted.parent / "graded"
    found = {
        submission.student: result for submission, result in ClassGrading(course, "numbers", submitted, output).run()
    }
    assert all(isinstance(result, Result) for result in found.values()), found
    return found  # type: ignore[return-value]


def _scores(results: dict[str, Result]) -> dict[str, float]:
    return {student: result.score for student, result in sorted(results.items())}


def _of_kind(kind: str, is_child: bool) -> list[psutil.Process]:
    """The warm parents of a kind, or what they have forked. In a sandbox, a parent is the third of a line of three."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            above = sum(kind in one.cmdline() for one in process.parents())
            if kind in process.cmdline() and is_child == (above == (3 if kind == "candidate" else 1)):
                found.append(process)
    return found


@contextmanager
def _killing(kind: str, is_child: bool) -> Iterator[list[int]]:
    """Kill the first of that kind, once a submission is being examined."""
    killed: list[int] = []
    stop = threading.Event()

    def look() -> None:
        while not (killed or stop.wait(0.05)):
            if _of_kind("candidate", True) and _of_kind("examiner", True) and (found := _of_kind(kind, is_child)):
                stop.wait(0.3)  # into the cell that waits
                with suppress(psutil.Error):
                    found[0].kill()
                    killed.append(found[0].pid)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("is_child", [False, True], ids=["parent", "child"])
@pytest.mark.parametrize("kind", ["candidate", "examiner"])
def test_a_process_that_is_killed_is_replaced_and_every_grade_is_what_it_would_be(
    own_course: Course, hand_in: Callable[..., Path], kind: str, is_child: bool
) -> None:
    for number in range(4):
        submitted = hand_in(own_course, f"student-{number}", _with("ex1", _WAITING))
    own_course.grading.cell_seconds = 30
    with _killing(kind, is_child) as killed:
        results = _grade(own_course, submitted)
    assert killed
    log = submitted.parent / "graded" / "reports" / "numbers" / "grading.log"
    if kind == "candidate":  # they end with their parent; examiners go on, and no other may be needed
        assert ("started again" in log.read_text()) is not is_child
    assert set(_scores(results).values()) == {8}


def test_a_submission_that_ends_its_own_process_is_charged_for_it(
    own_course: Course, hand_in: Callable[..., Path]
) -> None:
    hand_in(own_course, "student-1", _with("ex2", "import ctypes\nctypes.string_at(0)\n"))
    submitted = hand_in(own_course, "student-2", _with("ex2", "import os\nos._exit(0)\n"))
    results = _grade(own_course, submitted)
    for result in results.values():
        assert [one.outcome for one in result.exercises][1] is Outcome.ERRORED
        assert result.score == 6
        assert not result.submission.refused


# The kernel keeps it from killing its parent itself; the test does that for it, wherever it finds this file.
_MARK = "the-end-of-its-parent"
_KILLS_THE_PARENT = f"from pathlib import Path\nPath({_MARK!r}).touch()\nimport time\ntime.sleep(20)\n"


@contextmanager
def _killing_the_parents_of_whoever_asks_for_it() -> Iterator[list[int]]:
    killed: list[int] = []
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(0.02):
            for process in psutil.Process().children(recursive=True):
                with suppress(psutil.Error):
                    if (Path(process.cwd()) / _MARK).exists():
                        killed.append(process.ppid())
                        psutil.Process(process.ppid()).kill()
                        process.kill()  # in the stronger tiers it ends with its parent
                        process.wait()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


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
    refused = results.pop("student-2")
    assert set(_scores(results).values()) == {8}
    assert refused.submission.refused
    assert "could not be examined" in refused.submission.repairs[0]
    assert {one.outcome for one in refused.exercises} == {Outcome.NOT_RUN}
    log = submitted.parent / "graded" / "reports" / "numbers" / "grading.log"
    assert "student-2: the submission could not be examined" in log.read_text()
    page = submitted.parent / "graded" / "feedback" / "student-2" / "numbers" / "numbers.html"
    assert "could not be examined" in page.read_text()


@pytest.mark.all
def test_a_submission_that_ends_its_process_again_and_again_takes_no_more_than_twice_its_time(
    own_course: Course, hand_in: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    own_course.grading.cell_seconds = own_course.grading.submission_seconds = 4

    def ends_in_each(notebook: NotebookNode) -> None:
        for name, seconds in [("ex1", 3.5), ("ex2", 0), ("ex3", 0), ("ex4", 0)]:
            _with(name, f"import os, time\ntime.sleep({seconds})\nos._exit(0)\n")(notebook)

    sittings: list[Sitting] = []
    run = Sitting.run
    monkeypatch.setattr(Sitting, "run", lambda sitting: sittings.append(sitting) or run(sitting))
    (result,) = _grade(own_course, hand_in(own_course, edit=ends_in_each)).values()
    assert result.score == 0
    assert not result.submission.refused
    assert len(sittings) <= 3
