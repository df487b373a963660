"""A runner or a judge, as the grader holds it, with its channel."""

from __future__ import annotations

import signal
import socket
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from nbproctor.examination.grader.stopped_cells import Stopped
from nbproctor.examination.grader.warm_parent import Child, WarmParent
from nbproctor.examination.machine.charged_time import ChargedTime
from nbproctor.examination.machine.resource_watchdog import Watchdog, WatchedRunner
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired, PlainCodec, report_bytes
from nbproctor.examination.wire.messages import Judged, JudgeSuite, JudgeTables
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError
from nbproctor.results import Outcome

Done = TypeVar("Done")

# The time between two looks at what a submission is charged for while its answer is waited for.
LOOK_INTERVAL_SECONDS = 0.25
# How long a process may take to end whose channel is closed already.
_ENDING_SECONDS = 10.0

# The signals by which the kernel ends a process for what it did itself. Anything else may have come from elsewhere:
# from a person, or from a system that had too little memory.
_OWN_SIGNALS = frozenset(
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGFPE", "SIGILL", "SIGBUS", "SIGABRT", "SIGTRAP", "SIGSYS", "SIGXCPU", "SIGXFSZ")
    if hasattr(signal, name)
)


class ExamProcess:
    """A forked child and the channel to it.

    Args:
        memory: for its tables; None for a process that writes none.
        max_bytes: the length of the longest message that it may send.
    """

    def __init__(self, parent: WarmParent, memory: TablesMemory | None = None, max_bytes: int = MAX_BYTES) -> None:
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours, PlainCodec(max_bytes))
        self._parent = parent
        with theirs:
            self.child: Child = parent.fork(theirs, memory)

    def send(self, parts: list[Any], look: Callable[[], None]) -> None:
        """Send a message, as `receive` waits for one.

        Raises:
            WireError: the message cannot travel.
            ChannelClosed: the process is gone.
        """
        try:
            self.channel.send(parts, time.monotonic() + LOOK_INTERVAL_SECONDS)
        except DeadlineExpired:
            until_done(self.channel.send_rest, look)

    def receive(self, look: Callable[[], None]) -> Any:
        """Wait for a message, which is taken whenever it is there, however late.

        Args:
            look: is called repeatedly meanwhile; what it raises ends the wait.

        Raises:
            WireError: what came is no message.
            ChannelClosed: the process is gone.
        """
        return until_done(self.channel.receive, look)

    def ended_itself(self) -> bool:
        """Whether what it did ended it, or closed its channel. If not, something outside may have ended it.

        Raises:
            ChannelClosed: the warm parent, which would know, is gone.
        """
        if not (self.child.is_ending() and self.child.has_ended(_ENDING_SECONDS)):
            return True
        status = self._parent.exit_status(self.child)
        return status >= 0 or -status in _OWN_SIGNALS

    def kill(self) -> None:
        """End it."""
        self.child.kill()
        self.channel.close()


def until_done(attempt: Callable[[float], Done], look: Callable[[], None]) -> Done:
    """Repeat an attempt, which gets a deadline as `time.monotonic` counts, until no `DeadlineExpired` ends it.

    `look` is called in between; what it raises ends the wait.
    """
    while True:
        try:
            return attempt(time.monotonic() + LOOK_INTERVAL_SECONDS)
        except DeadlineExpired:
            look()


class RunnerProcess(ExamProcess):
    """A runner, watched by the watchdog; `folder` is its folder if nothing else bounds what it writes there."""

    def __init__(
        self,
        parent: WarmParent,
        memory: TablesMemory,
        output_bytes: int,
        watchdog: Watchdog,
        folder: str,
        charged_time: ChargedTime,
    ) -> None:
        super().__init__(parent, memory, report_bytes(output_bytes))
        charged_time.restart()
        self._watchdog = watchdog
        self.watched = WatchedRunner(self.child.process, self.child.signal_end, folder, charged_time=charged_time)
        watchdog.watch(self.watched)

    def look_at_folder(self) -> None:
        """Raise `Stopped` if the runner has written too much: the cell that did so is charged with it."""
        if self._watchdog.has_written_too_much(self.watched):
            raise Stopped(Outcome.ERRORED, self.watched.reason)

    def kill(self) -> None:
        """End it, and stop watching it."""
        self._watchdog.forget(self.watched)
        super().kill()


# How long a judgement is waited for. Its processor time is bounded as well; a machine that is never quiet is slow.
_CLOCK_SECONDS = 300.0


class JudgeEnded(Exception):
    """A judge ended, or did not answer in time.

    With `by_its_work`, the work that it was given took too much processor time or memory; else nobody is charged.
    """

    def __init__(self, by_its_work: bool) -> None:
        super().__init__(by_its_work)
        self.by_its_work = by_its_work


class JudgeProcess:
    """Judges one submission's tables and suites, in a process that can be ended.

    Its methods raise `ChannelClosed` if the judges' parent is gone, and those that ask the judge also raise
    `JudgeEnded`.
    """

    def __init__(self, parent: WarmParent) -> None:
        self._parent = parent
        self._process: ExamProcess | None = None

    def number(self) -> int:
        """The process number of the judge, which is started if there is none."""
        return self._started().child.process

    def tables(self, test: str, tables: bytes) -> Judged:
        """Judge the tables of a test cell."""
        with self._asking() as (channel, deadline):
            channel.send(JudgeTables(test, b64encode(tables).decode()).parts(), deadline)
            return Judged.read(channel.receive(deadline))

    def begin_suite(self, test: str, runner: socket.socket) -> None:
        """Begin to judge the student's own tests; `suite` waits for the result.

        Args:
            runner: the judge's end of the channel to the runner.
        """
        with self._asking() as (channel, deadline):
            channel.send(JudgeSuite(test).parts(), deadline)
            channel.send_socket(runner)

    def suite(self) -> Judged:
        """The result of the suite, once its runner has ended its cell."""
        with self._asking() as (channel, deadline):
            return Judged.read(channel.receive(deadline))

    @contextmanager
    def _asking(self) -> Iterator[tuple[Channel, float]]:
        """The channel to the judge, and the deadline. A judge that fails is ended; the next request starts another."""
        process = self._started()
        try:
            yield process.channel, time.monotonic() + _CLOCK_SECONDS
        except DeadlineExpired:
            self.close()
            raise JudgeEnded(by_its_work=False) from None
        except (ChannelClosed, WireError) as trouble:
            by_its_work = process.ended_itself()
            self.close()
            raise JudgeEnded(by_its_work) from trouble

    def _started(self) -> ExamProcess:
        if self._process is None:
            self._process = ExamProcess(self._parent)
        return self._process

    def close(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process = None
