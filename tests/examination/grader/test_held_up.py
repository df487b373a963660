"""A grader that is held up itself does not take that for the slowness of those whom it examines."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.results import Outcome
from tests.examination.classes import NAME, results_of
from tests.examination.running import of_kind

CELL_SECONDS = 5.0
HELD_UP = CELL_SECONDS + 3


def _hold_up(held: list[float], stop: threading.Event) -> None:
    """Let no other thread of this process run for a while, once a submission is in its first cell."""
    while not (held or stop.wait(0.05)):
        if of_kind(psutil.Process(), "runner", is_child=True):
            stop.wait(0.3)
            held.append(time.monotonic())
            ctypes.PyDLL(None).usleep(int(HELD_UP * 1e6))  # a function that is called so keeps the interpreter's lock


@pytest.mark.all
@pytest.mark.parametrize("printed", [1, 600_000], ids=["a short report", "a report that no buffer holds"])
def test_a_report_that_has_come_while_the_grader_was_held_up_is_taken(
    own_course: Course, hand_in: Callable[..., Path], printed: int
) -> None:
    with (own_course.root / "grading_config.py").open("a") as config:
        config.write(f"c.Grading.cell_seconds = {CELL_SECONDS}\nc.Grading.submission_seconds = 120\n")

    def edit(notebook: NotebookNode) -> None:
        cell = next(cell for cell in notebook.cells if cell.id == "ex1")
        cell.source += f"\nimport time\ntime.sleep(1)\nprint({printed} * 'x')"

    submitted = hand_in(own_course, edit=edit)
    held: list[float] = []
    stop = threading.Event()
    thread = threading.Thread(target=_hold_up, args=(held, stop))
    thread.start()
    try:
        (result,) = results_of(Course(own_course.root), NAME, submitted, submitted.parent / "graded").values()
    finally:
        stop.set()
        thread.join()
    assert held
    assert {exercise.outcome for exercise in result.exercises} == {Outcome.PASSED}
