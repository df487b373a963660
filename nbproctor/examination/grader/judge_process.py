"""The judge of one submission, as the grader holds it: forked when the first table differs from the reference's."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from nbproctor.examination.grader.exam_processes import ExamProcess
from nbproctor.examination.grader.warm_parent import WarmParent
from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.messages import Judged, JudgeSuite, JudgeTables
from nbproctor.examination.wire.wire_bounds import WireError

# How long a judgement is waited for. Its processor time is bounded as well; a machine that is never quiet is slow.
_CLOCK_SECONDS = 300.0


class JudgeEnded(Exception):
    """A judge ended, or did not answer in time.

    Args:
        by_its_work: whether what it was to judge ended it: that took too much processor time, or memory. If not, nobody
            is to be charged.
    """

    def __init__(self, by_its_work: bool) -> None:
        super().__init__(by_its_work)
        self.by_its_work = by_its_work


class JudgeProcess:
    """Judges one submission's tables and suites, in a process that can be ended."""

    def __init__(self, parent: WarmParent) -> None:
        self._parent = parent
        self._process: ExamProcess | None = None

    def number(self) -> int:
        """The number of its process, which begins if there is none.

        Raises:
            ChannelClosed: the judges' parent is gone.
        """
        return self._started().child.process

    def tables(self, test: str, tables: bytes) -> Judged:
        """Judge the tables of a test cell.

        Raises:
            JudgeEnded: the judge ended, or did not answer in time.
            ChannelClosed: the judges' parent is gone.
        """
        with self._asking() as (channel, deadline):
            channel.send(JudgeTables(test, b64encode(tables).decode()).parts(), deadline)
            return Judged.read(channel.receive(deadline))

    def begin_suite(self, test: str, runner: socket.socket) -> None:
        """Begin to judge the student's own tests; `suite` waits for what comes of them.

        Args:
            runner: the judge's end of the channel to the runner.

        Raises:
            JudgeEnded: the judge ended.
            ChannelClosed: the judges' parent is gone.
        """
        with self._asking() as (channel, deadline):
            channel.send(JudgeSuite(test).parts(), deadline)
            channel.send_socket(runner)

    def suite(self) -> Judged:
        """What came of the suite, once its runner has ended its cell.

        Raises:
            JudgeEnded: the judge ended, or did not answer in time.
            ChannelClosed: the judges' parent is gone.
        """
        with self._asking() as (channel, deadline):
            return Judged.read(channel.receive(deadline))

    @contextmanager
    def _asking(self) -> Iterator[tuple[Channel, float]]:
        """The channel to the judge, and until when to wait for it. One that fails is ended; another begins anew."""
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
