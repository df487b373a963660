"""Cells that did not come to their end: the outcome of their exercise, and what the student is told."""

from __future__ import annotations

from typing import Self

from nbproctor.results import Outcome

OUT_OF_TIME = "Stopped: the time for the whole notebook is used up. Is there a loop that never ends?"
ENDED_TOO_OFTEN = "Not run: earlier cells ended the process that runs your code too many times."
ENDED_IN_A_CELL = "The process that ran the code ended before the cell did."
ENDED_IN_A_CALL = "The process that ran the code ended while the test was calling your function."
TOO_MUCH_OUTPUT = "Left out here: the outputs of this notebook exceed the limit for one submission."
WITHHELD_MESSAGE = "The test failed. Its message is not shown because it may reveal a hidden test."
UNEXAMINED = (
    "This could not be graded because of a technical problem. You lose no points: it will be tried again the next "
    "time the assignment is graded."
)
NOT_COMPARED = "What your function returned could not be compared: the comparison took too much time or memory."
NOT_TESTED = "The test ended before it had called your function on all cases."


class Stopped(Exception):
    """A cell, or a call of its test, did not end: it took too long, or the runner ended. The student sees why."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome

    @classmethod
    def cell_too_long(cls, seconds: float) -> Self:
        """A cell took more than this many seconds."""
        return cls(
            Outcome.TIMED_OUT,
            f"Stopped after {seconds:g} seconds, the time limit of one cell. Is there a loop that never ends?",
        )
