"""The judge of one submission, as the grader holds it: forked when the first table differs from the reference's."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from nbproctor.examination.grader.exam_processes import ENDING_SECONDS, ended_by_its_own_doing
from nbproctor.examination.grader.warm_parent import Child, WarmParent
from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.json_codec import PlainCodec
from nbproctor.examination.wire.messages.process_messages import Judged, JudgeSuite, JudgeTables
from nbproctor.examination.wire.wire_bounds import WireError

# How long a judgement is waited for. Its processor time is bounded as well; a machine that is never quiet is slow.
_CLOCK_SECONDS = 100.0


class JudgeEnded(Exception):
    """A judge ended, or took too long.

    Args:
        by_its_request: whether what it was to compare is too much for it; if not, something may have disturbed it.
    """

    def __init__(self, by_its_request: bool) -> None:
        super().__init__()
        self.by_its_request = by_its_request


class JudgeProcess:
    """Judges one submission's tables and suites, in a process that can be ended.

    Args:
        parent: forks judges.
    """

    def __init__(self, parent: WarmParent) -> None:
        self._parent = parent
        self._child: Child | None = None
        self._channel: Channel | None = None

    def tables(self, test: str, tables: bytes) -> Judged:
        """Judge the tables of a test cell.

        Args:
            test: the cell's `grade_id`.
            tables: what the runner wrote.

        Raises:
            JudgeEnded: the judge ended, or took too long.
        """
        channel = self._started()
        with self._ending():
            channel.send(JudgeTables(test, b64encode(tables).decode()).parts())
            return Judged.read(channel.receive(time.monotonic() + _CLOCK_SECONDS))

    def begin_suite(self, test: str, runner: socket.socket) -> int:
        """Begin to judge the student's own tests; `suite` waits for what comes of them.

        Args:
            test: the test cell's `grade_id`.
            runner: the judge's end of the channel to the runner.

        Returns:
            the number of the judge's process, which computes for the runner.

        Raises:
            JudgeEnded: the judge ended.
        """
        channel = self._started()
        with self._ending():
            channel.send(JudgeSuite(test).parts())
            channel.send_socket(runner)
        return self._child.process if self._child else 0

    def suite(self) -> Judged:
        """What came of the suite, once its runner has ended its cell.

        Raises:
            JudgeEnded: the judge ended, or took too long.
        """
        channel = self._started()
        with self._ending():
            return Judged.read(channel.receive(time.monotonic() + _CLOCK_SECONDS))

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """End the judge if it does not answer: another one begins anew."""
        try:
            yield
        except (ChannelClosed, DeadlineExpired, WireError) as trouble:
            by_its_request = self._ended_by_its_request()
            self.close()
            raise JudgeEnded(by_its_request) from trouble

    def _ended_by_its_request(self) -> bool:
        """Whether it has computed for as long as it may, or raised what it should not: so would any other."""
        child = self._child
        if child is None or not (child.is_ending() and child.has_ended(ENDING_SECONDS)):
            return False
        return ended_by_its_own_doing(self._parent, child)

    def _started(self) -> Channel:
        if self._channel is None:
            ours, theirs = socket.socketpair()
            unused, other = socket.socketpair()
            with theirs, unused, other:
                self._child = self._parent.fork(theirs, other)
            self._channel = Channel(ours, PlainCodec())
        return self._channel

    def close(self) -> None:
        """End it."""
        if self._child is not None:
            self._child.kill()
        if self._channel is not None:
            self._channel.close()
        self._child = self._channel = None
