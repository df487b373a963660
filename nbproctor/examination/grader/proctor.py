"""The proctor of one run of a submission: asks its processes, charges it for the time, and stops what takes too long.

What stops a runner is charged to the cell only if the submitted code did it. Anything else disturbs the sitting, which
`examination` then repeats.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Container, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from nbproctor.assignment.notebook import Assignment
from nbproctor.examination.grader.exam_processes import RunnerProcess, until_done
from nbproctor.examination.grader.stopped_cells import OUT_OF_TIME, Stopped
from nbproctor.examination.grader.warm_parent import Official, WarmParent
from nbproctor.examination.machine.charged_time import ChargedTime
from nbproctor.examination.machine.resource_watchdog import Watchdog
from nbproctor.examination.machine.turns import GaveWay, Turns
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.wire.messages import Message
from nbproctor.results import Outcome

# A machine that is never quiet lets a cell take so many times as long by the clock as it may be charged for.
_CLOCK_TIMES = 8


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission: the seconds are of charged time, and `output_bytes` is for one cell."""

    cell_seconds: float
    submission_seconds: float
    output_bytes: int
    submission_output_bytes: int
    bounds: Bounds


@dataclass(frozen=True)
class Equipment:
    """What a submission is examined with.

    Args:
        judges: None where the cells run in another kernel than Python's, and nothing is judged.
        fresh_folder: gives a copy of the release, for one runner alone; an empty path if the sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        turns: the turns of the submissions; this one's is given up while the runner only waits.
        files: the student's notebook and own files, by their paths in the folder of each runner.
        may_give_way: whether it may be interrupted, so that others go first.
    """

    assignment: Assignment
    limits: Limits
    runners: WarmParent
    judges: WarmParent | None
    official: Official
    fresh_folder: Callable[[], AbstractContextManager[str]]
    processor: int | None
    watchdog: Watchdog
    turns: Turns
    files: Mapping[str, bytes]
    may_give_way: bool
    is_alone: bool


class Disturbed(Exception):
    """A cell, whose index is the argument, did not end, and either its code or the machine may be the cause."""


class Proctor:
    """Asks the processes of one run of a submission, and charges the submission for the time.

    Args:
        charged: the indices of cells. If one of them does not end for an unknown reason, its exercise is charged with
            that; any other such cell ends the run.

    Attributes:
        current_cell: the index of the cell that is run, or tested.
    """

    runner: RunnerProcess

    def __init__(self, equipment: Equipment, charged: Container[int]) -> None:
        self.current_cell = -1
        self.charged_time = ChargedTime()
        self._charged_before = 0.0
        self._equipment = equipment
        self._charged = charged

    @property
    def is_charged(self) -> bool:
        """Whether the current cell is charged with whatever stops it."""
        return self.current_cell in self._charged

    @property
    def time_is_up(self) -> bool:
        """Whether the submission has taken as long as it may, this time."""
        return self.charged_time.total - self._charged_before >= self._equipment.limits.submission_seconds

    @property
    def counted_seconds(self) -> float:
        """What the last cell is charged for, up to its limit: beyond it, only the grader was late to stop it."""
        return min(self.charged_time.of_request, self._equipment.limits.cell_seconds)

    def begin_notebook(self) -> None:
        """Grant the submission its full time again: its cells run once more."""
        self._charged_before = self.charged_time.total

    def is_undisturbed_since(self, started: float) -> bool:
        """Whether nothing has disturbed the current cell since this monotonic time, or it is charged anyway."""
        return self.is_charged or max(self._equipment.watchdog.trouble_at, self.runner.watched.stopped_at) < started

    def answer(self, message: Message, handed_over: socket.socket | None = None) -> Any:
        """What the runner answers to a message; meanwhile the submission is charged.

        Args:
            handed_over: a socket that follows the message.

        Raises:
            Stopped: it took longer than it may.
            Disturbed: it takes too long by the clock, though it may not be charged for that.
            GaveWay: others are to go first.
            ChannelClosed: the runner is gone.
            WireError: what it answered is no message.
        """
        cell_seconds = self._equipment.limits.cell_seconds
        ends = time.monotonic() + _CLOCK_TIMES * cell_seconds
        has_turn = True

        def look() -> None:
            nonlocal has_turn
            if self.time_is_up:
                raise Stopped(Outcome.TIMED_OUT, OUT_OF_TIME)
            self._raise_if_too_long(cell_seconds, ends)
            if self._equipment.may_give_way and self._equipment.turns.others_go_first(self.charged_time.total):
                raise GaveWay
            if has_turn and self.runner.watched.waits:  # let another submission compute
                self._equipment.turns.give_up()
                has_turn = False

        try:
            with self.charged_time.of_a_request():
                self.runner.send(message.parts(), look)
                if handed_over is not None:
                    until_done(lambda latest: self.runner.channel.send_socket(handed_over, latest), look)
                return self.runner.receive(look)
        finally:
            if not has_turn:
                self._equipment.turns.take()

    def late_answer(self, seconds: float) -> Any:
        """What the runner still answers after it took too long; it is charged for at most so many seconds more.

        Raises:
            Stopped, Disturbed, ChannelClosed, WireError: as `answer` does.
        """
        ends = time.monotonic() + _CLOCK_TIMES * seconds
        with self.charged_time.of_a_request():
            return self.runner.receive(lambda: self._raise_if_too_long(seconds, ends))

    def _raise_if_too_long(self, seconds: float, ends: float) -> None:
        is_late = time.monotonic() >= ends
        if self.charged_time.of_request >= seconds or (is_late and self.is_charged):
            raise Stopped.cell_too_long(self._equipment.limits.cell_seconds)
        if is_late:
            raise Disturbed(self.current_cell)
