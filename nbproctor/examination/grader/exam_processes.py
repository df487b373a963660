"""A runner or a judge, as the grader holds it, with its channel."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from typing import Any, TypeVar

from nbproctor.examination.grader.stopped_cells import Stopped
from nbproctor.examination.grader.warm_parent import Child, WarmParent
from nbproctor.examination.machine.charged_time import ChargedTime
from nbproctor.examination.machine.resource_watchdog import Watchdog, WatchedRunner
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.wire.channel import Channel, DeadlineExpired
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.wire_bounds import MAX_BYTES
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
        memory: the memory for its tables; None for a process that writes none.
        max_bytes: the longest message that is taken from it.
    """

    def __init__(self, parent: WarmParent, memory: TablesMemory | None = None, max_bytes: int = MAX_BYTES) -> None:
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours, PlainCodec(max_bytes))
        self._parent = parent
        with theirs:
            self.child: Child = parent.fork(theirs, memory)

    def send(self, parts: list[Any], look: Callable[[], None]) -> None:
        """Send a message.

        Args:
            look: is called again and again while the process does not take it; what it raises ends the wait.

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
            look: is called again and again while it is not there; what it raises ends the wait.

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
    """Try again and again until something is done that waits for another process.

    Args:
        attempt: does it, or raises `DeadlineExpired` at the moment that it gets, as `time.monotonic` counts.
        look: is called in between; what it raises ends the wait.
    """
    while True:
        try:
            return attempt(time.monotonic() + LOOK_INTERVAL_SECONDS)
        except DeadlineExpired:
            look()


class RunnerProcess(ExamProcess):
    """A runner, which the watchdog watches.

    Args:
        folder: its folder, if nothing else bounds what it writes there; else empty.

    Attributes:
        watched: what the watchdog knows of it.
    """

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
        """Look whether it has written too much, where nothing else bounds that: the cell that did so is to pay for it.

        Raises:
            Stopped: it has; the watchdog has ended it.
        """
        if self._watchdog.has_written_too_much(self.watched):
            raise Stopped(Outcome.ERRORED, self.watched.reason)

    def kill(self) -> None:
        """End it; it is watched no longer."""
        self._watchdog.forget(self.watched)
        super().kill()
