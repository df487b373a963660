"""The examiner of a sitting: a process that is started only when something is said that the reference did not say."""

from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

from nbproctor.examination.grader.candidate_cells import GRACE_SECONDS
from nbproctor.examination.grader.exam_processes import LOOK_INTERVAL_SECONDS, ExamProcess, until_done
from nbproctor.examination.grader.proctor import Proctor, Room
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.conversations import FollowingChannel, RecordedConversation
from nbproctor.examination.wire.json_codec import PlainCodec
from nbproctor.examination.wire.messages.process_messages import (
    AttachCandidate,
    ExaminerStart,
    Retell,
    Retold,
    RunTest,
    TestReport,
)
from nbproctor.examination.wire.wire_bounds import WireError


class CandidateLost(Exception):
    """The candidate ended, or closed its channel, in a conversation that no examiner takes part in."""


class SittingExaminer:
    """Runs the test cells of a sitting; where a process has to, in one that is forked when it is first needed.

    As long as the candidate gives, byte by byte, what the reference gave, the conversation with it is the recorded one,
    and so is what comes of it: the grader says the recorded requests, each once all replies before it were the
    reference's. At the first other reply an examiner takes the conversation over: it runs the test cells before, and
    the one at hand up to this reply, with what was said.

    Args:
        room: what the submission is examined with.
        proctor: asks the processes.
    """

    def __init__(self, room: Room, proctor: Proctor) -> None:
        assert room.examiners is not None, "only Python's notebooks are examined apart"
        self._parent = room.examiners
        self._room = room
        self._proctor = proctor
        self._conversations: Sequence[RecordedConversation] = room.conversations
        self._processes = ExitStack()
        self._asked: ExamProcess | None = None
        # Without a process: the candidate, the tests that went as the reference's, and of the next one the exchanges.
        self._following: FollowingChannel | None = None
        self._done = 0
        self._said = 0
        self._is_broken_off = False
        # Replies in which exceptions said other words than the reference's: test, exchange, and the bytes in base64.
        self._other_words: list[list[Any]] = []

    @property
    def asked(self) -> ExamProcess | None:
        """Its process; None if it has not needed one."""
        return self._asked

    @property
    def process(self) -> int:
        """The number of its process; 0 if there is none."""
        return self._asked.child.process if self._asked else 0

    def is_ending(self) -> bool:
        """Whether its process has ended, or is about to."""
        return self._asked is not None and self._asked.child.is_ending()

    def start(self) -> None:
        """Start a process at once if there is no recorded conversation to follow."""
        if not self._conversations:
            self._asked = self._started()

    def attach(self, examiners_end: socket.socket) -> None:
        """Talk to a candidate, the first one or another.

        Args:
            examiners_end: the end of the channel; it is not kept.

        Raises:
            ChannelClosed: a process that had not begun ended.
            DeadlineExpired: a process did not begin in time.
        """
        if self._is_broken_off and self._asked is None:
            nobody, closed = socket.socketpair()
            with nobody:
                closed.close()
                self._asked = self._retelling(nobody)
        if self._asked is not None:
            self._asked.channel.send(AttachCandidate().parts())
            self._asked.channel.send_socket(examiners_end)
            return
        self._forget_candidate()
        self._following = FollowingChannel(examiners_end.dup())

    def test(self, test: str) -> TestReport:
        """Have a test cell run; say what became of it.

        Args:
            test: its `grade_id`.

        Raises:
            Stopped: it took longer than it may.
            Disturbed: it takes too long by the clock, though it may not be charged for that.
            CandidateLost: the candidate ended.
            ChannelClosed: the process ended.
            WireError: what it answered is no message.
        """
        if self._asked is None:
            if self._is_followed(test):
                report = self._conversations[self._done].report
                self._done, self._said = self._done + 1, 0
                return TestReport.read(PlainCodec().decode(report))
            self._take_over()
        assert self._asked is not None
        return TestReport.read(self._proctor.answer(self._asked, RunTest(test)))

    def settle(self) -> None:
        """Wait until it has noticed that its candidate has ended."""
        if self._asked is None:
            self._is_broken_off = True
            return
        try:
            self._asked.channel.receive(time.monotonic() + GRACE_SECONDS)
        except (DeadlineExpired, ChannelClosed, WireError):
            self.replace()

    def replace(self) -> None:
        """Have another process take the place of this one."""
        if self._asked is not None:
            self._asked.kill()
        self._asked = self._started()

    def close(self) -> None:
        """End its processes."""
        self._forget_candidate()
        self._processes.close()

    def _forget_candidate(self) -> None:
        if self._following is not None:
            self._following.close()
        self._following = None

    # Without a process.

    def _is_followed(self, test: str) -> bool:
        """Say what was said in this test; whether each reply was the reference's, up to the last."""
        self._said = 0
        if self._done == len(self._conversations) or self._conversations[self._done].test != test:
            return False
        following, conversation = self._following, self._conversations[self._done]
        exchanges, needs_words = conversation.exchanges, conversation.needs_words
        assert following is not None, "a sitting begins with a candidate"

        def follow(judge: Callable[[], None]) -> bool:
            for request, reply in exchanges:
                try:
                    following.send_bytes(request, time.monotonic() + LOOK_INTERVAL_SECONDS)
                except DeadlineExpired:
                    until_done(following.send_rest, judge)
                found = until_done(partial(following.receive_like, reply, needs_words), judge)
                if found is None:
                    return False
                if found != reply:
                    self._other_words.append([self._done, self._said, b64encode(found).decode()])
                self._said += 1
            return True

        try:
            return self._proctor.during(follow)
        except ChannelClosed:
            self._is_broken_off = True
            raise CandidateLost from None

    def _take_over(self) -> None:
        """Let a process go on from what was said: with the tests before, and with a part of the next one."""
        following = self._following
        assert following is not None, "a sitting begins with a candidate"
        self._asked = self._retelling(following.end, following.begun)
        self._proctor.candidate.computes_with(self.process)
        self._forget_candidate()

    def _retelling(self, candidate: socket.socket, begun: bytes = b"") -> ExamProcess:
        asked = self._started()
        is_asked = self._is_broken_off or bool(begun)
        told = b64encode(begun).decode(), self._other_words
        retell = Retell(self._done, self._said, is_asked, *told, self._is_broken_off)
        asked.channel.send(retell.parts())
        asked.channel.send_socket(candidate)
        Retold.read(asked.channel.receive(time.monotonic() + GRACE_SECONDS))
        return asked

    def _started(self) -> ExamProcess:
        """A process that has no candidate yet."""
        nobody, theirs = socket.socketpair()
        with nobody, theirs:
            folder = self._processes.enter_context(self._room.examiners_folder())
            asked = ExamProcess(self._parent, theirs, self._room.limits.output_bytes)
        self._processes.callback(asked.kill)
        asked.channel.send(ExaminerStart(folder, self._room.processor).parts())
        return asked
