"""The proctor of one run of a submission: asks its processes, charges it for the time, and stops what takes too long.

What stops a runner is charged to the cell only if it was the submitted code's own doing. Anything else disturbs the
sitting, and `examine` has it done again.
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
from nbproctor.examination.grader.transcript import OUT_OF_TIME, Stopped
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
    """Bounds on one submission.

    Args:
        cell_seconds: the longest that one cell may take of the time that it is charged for.
        submission_seconds: the longest that all its cells may take together.
        output_bytes: how much output of one cell is kept.
        submission_output_bytes: how much output of all its cells is kept.
    """

    cell_seconds: float
    submission_seconds: float
    output_bytes: int
    submission_output_bytes: int
    bounds: Bounds


@dataclass(frozen=True)
class Equipment:
    """What a submission is examined with.

    Args:
        judges: forks judges; None where the cells run in another kernel than Python's, and nothing is judged.
        fresh_folder: gives a copy of the release, for one runner alone; an empty path if the sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        turns: the turns of the submissions; this one's is given up while the runner only waits.
        files: the bytes of the student's notebook and own files, which lie in each of its runners' folders, by their
            paths.
        may_give_way: whether it may be broken off, so that others go first.
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
    may_give_way: bool = False
    is_alone: bool = False


class Disturbed(Exception):
    """A cell did not come to its end, and nobody knows whether that was the submitted code's doing or the machine's.

    Its argument is the index of the cell.
    """


class Proctor:
    """Asks the processes of one run of a submission, and charges the submission for the time.

    Args:
        charged: the indices of cells. If one of them does not come to its end and nobody can explain why, its exercise
            is charged with it; any other cell of which that is true ends the run.

    Attributes:
        runner: the runner that runs now.
        current_cell: the index of the cell that is run, or tested.
        charged_time: what the submission is charged for.
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

    def begin_notebook(self) -> None:
        """Run the notebook's cells once more, which may take as long as the first time."""
        self._charged_before = self.charged_time.total

    def is_undisturbed_since(self, started: float) -> bool:
        """Whether nothing has disturbed the current cell, or it is charged with whatever did.

        Args:
            started: when the cell was begun, on the monotonic clock.
        """
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
        ends = time.monotonic() + _CLOCK_TIMES * self._equipment.limits.cell_seconds
        has_turn = True

        def look() -> None:
            nonlocal has_turn
            self._raise_if_too_long(ends)
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
        """What the runner still answers to a message for which it took too long; the wait is charged as well.

        Args:
            seconds: the longest that it may be charged for.

        Raises:
            Stopped: it did not answer.
            Disturbed: it did not, though it may not be charged for that.
            ChannelClosed: the runner is gone.
            WireError: what it answered is no message.
        """
        ends = time.monotonic() + _CLOCK_TIMES * seconds

        def look() -> None:
            if self.charged_time.of_request >= seconds:
                raise Stopped.cell_too_long(self._equipment.limits.cell_seconds)
            self._raise_at(ends)

        with self.charged_time.of_a_request():
            return self.runner.receive(look)

    def _raise_if_too_long(self, ends: float) -> None:
        if self.time_is_up:
            raise Stopped(Outcome.TIMED_OUT, OUT_OF_TIME)
        if self.charged_time.of_request >= self._equipment.limits.cell_seconds:
            raise Stopped.cell_too_long(self._equipment.limits.cell_seconds)
        self._raise_at(ends)

    def _raise_at(self, ends: float) -> None:
        if time.monotonic() >= ends:
            if self.is_charged:
                raise Stopped.cell_too_long(self._equipment.limits.cell_seconds)
            raise Disturbed(self.current_cell)
