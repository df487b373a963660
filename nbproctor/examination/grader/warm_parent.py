"""Warm parents: processes that have everything imported and fork for each submission; all those of an assignment.

`warm_parent_program` is the program; `WarmParent` is the grader's handle on it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from nbproctor.errors import GradingError, SandboxError
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.sandbox.tiers import Plan, Tier
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.messages import (
    EXIT_STATUS,
    FORK,
    INPUTS,
    PROCESS_NUMBER,
    ParentReady,
    ParentRefused,
    Preparation,
    kind_of,
)
from nbproctor.shell.kernel_process import kernel_environment
from nbproctor.system.child_environment import child_environment

_log = logging.getLogger(__name__)


class Child:
    """A process that a warm parent forked.

    Args:
        process: its process number here.
        number_there: its process number in the warm parent's namespace.
        descriptor: its process file descriptor, where the system has such; else -1.
    """

    def __init__(self, process: int, number_there: int, descriptor: int) -> None:
        self.process = process
        self.number_there = number_there
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def signal_end(self) -> None:
        """Let the kernel end the process; do not wait for it."""
        self._send(signal.SIGKILL, os.killpg)

    def interrupt(self) -> None:
        """Send the process what Ctrl-C would send it; its own children do not get that."""
        self._send(signal.SIGINT, os.kill)

    def _send(self, number: int, kill: Callable[[int, int], None]) -> None:
        with self._lock, suppress(ProcessLookupError):
            if self._descriptor >= 0:
                signal.pidfd_send_signal(self._descriptor, number)
            elif self.process > 0:
                kill(self.process, number)

    def is_ending(self) -> bool:
        """Whether the process has ended, or is about to: its files are closed only after that has begun."""
        try:
            state, *fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            return True
        return state in "ZX" or bool(int(fields[_FLAGS - 1]) & _EXITING)

    def has_ended(self, seconds: float) -> bool:
        """Whether the process has ended, or does within this many seconds; True where the system does not tell."""
        return self._descriptor < 0 or _can_be_read(self._descriptor, seconds)

    def kill(self) -> None:
        """End the process, if it has not ended, and wait until it is gone."""
        self.signal_end()
        with self._lock:
            if self._descriptor >= 0:
                _can_be_read(self._descriptor, None)
                os.close(self._descriptor)
            self._descriptor = self.process = -1


# In a process's `stat`: the place of its flags after its name, and the flag of one that is ending (`PF_EXITING`).
_FLAGS, _EXITING = 6, 4


def _process_of(descriptor: int) -> int:
    """The number here of the process that a descriptor stands for; -1 if it is gone."""
    fields = dict(
        line.split(":", 1) for line in Path(f"/proc/self/fdinfo/{descriptor}").read_text().splitlines() if ":" in line
    )
    return int(fields["Pid"])


class ParentEnded(ChannelClosed, GradingError):
    """A warm parent has ended. It can be started again; if it is not, the user sees the message."""

    def __init__(self) -> None:
        super().__init__(
            "a grading process ended unexpectedly: any message from it is shown above; the system may have killed "
            "it because memory ran out; grade again, with fewer --workers"
        )


class WarmParent:
    """The grader's handle on a parent process, which can be started again.

    Args:
        preparation: travels through a pipe, so that a secret in it shows in neither the arguments nor the environment
            of a process.
        home: the process's home folder, which no other process uses.
        plan: the sandbox of its children; None for none.
        hash_seed: decides the hashes of texts in it, and with them the order of sets; None for chance.

    Attributes:
        starts: how often it was started.
        official: what a judges' parent passes on of the official cases.
    """

    def __init__(
        self, preparation: Preparation, home: Path, plan: Plan | None = None, hash_seed: int | None = None
    ) -> None:
        self.tier = Tier.D
        self.has_own_folders = False
        self.owner: int | None = None
        self.refusals: list[str] = []
        self.starts = 0
        self._is_abandoned = False
        self.failures: list[str] = []
        self.official: dict[str, Any] = {}
        self._inputs = b""
        self._preparation, self._home, self._plan = preparation, home, plan
        self._hash_seed = "random" if hash_seed is None else str(hash_seed)
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self.starts += 1
        self._socket, theirs = socket.socketpair()
        with theirs:
            program = [sys.executable, "-P", "-m", "nbproctor.examination.warm_parent_program"]
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*program, self._preparation.child, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env={
                    **child_environment(),
                    **kernel_environment(),
                    "HOME": str(self._home),
                    "PYTHONHASHSEED": self._hash_seed,
                    "NBGRADER_EXECUTION": "autograde",  # by this, cells know in nbgrader that they are graded
                },
                cwd=self._home,
                process_group=0,  # Ctrl-C in a terminal is for the grader alone, which ends it
            )
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(BrokenPipeError), stdin:  # that it has ended is seen where it is waited for
            plan = self._plan and dataclasses.asdict(self._plan)
            stdin.write(json.dumps([plan, self._preparation.module, self._preparation.parts()]).encode())

    def wait_until_ready(self) -> None:
        """Wait until `prepare` is done. A process that is killed meanwhile is started again, a few times.

        Raises:
            GradingError: the parent refused, or its process ended.
        """
        for start in range(1, _MOST_STARTS + 1):
            try:
                return self._hear()
            except ChannelClosed:
                self.close()
                if self._process.returncode == _TRACEBACK_STATUS or start == _MOST_STARTS:
                    break
                _log.warning(_STARTED_AGAIN, self._preparation.child)
                self._start()
        raise GradingError("a grading process ended while it was starting; any message from it is shown above")

    def _hear(self) -> None:
        channel = Channel(self._socket.dup())
        try:
            answer = channel.receive()
        finally:
            channel.close()
        if kind_of(answer) == ParentRefused.kind:
            refused = ParentRefused.read(answer)
            raise (SandboxError if refused.lacks_sandbox else GradingError)(refused.reason)
        ready = ParentReady.read(answer)
        self.tier, self.has_own_folders, self.owner = Tier(ready.tier), ready.has_own_folders, ready.owner
        self.refusals, self.failures, self.official = ready.refusals, ready.failures, ready.official
        if self._plan:  # after another start, the children are protected as those of the first
            self._plan = dataclasses.replace(self._plan, weakest=self.tier, strongest=self.tier)

    def keep_inputs(self, inputs: bytes) -> None:
        """Have it, and each process that replaces it, keep the official inputs for its children.

        Raises:
            ParentEnded: there is no parent any more.
        """
        self._inputs = inputs
        with self._lock:
            self._send_inputs()

    def _send_inputs(self) -> None:
        try:
            self._socket.sendall(INPUTS + PROCESS_NUMBER.pack(len(self._inputs)) + self._inputs)
        except OSError:
            raise ParentEnded from None

    def fork(self, control: socket.socket, memory: TablesMemory | None = None) -> Child:
        """Fork a child that serves on a socket, and writes its tables, if it has any, to the memory.

        Raises:
            ParentEnded: there is no parent any more.
        """
        with self._lock, suppress(ConnectionError):
            handed_over = [control.fileno(), *([memory.fileno()] if memory else ())]
            socket.send_fds(self._socket, [FORK], handed_over)
            data, descriptors, _, _ = socket.recv_fds(self._socket, PROCESS_NUMBER.size, 1)
            if data:
                (number_there,) = PROCESS_NUMBER.unpack(data)
                if descriptors:  # the number counts in the sandbox's namespace, not in this process's
                    return Child(_process_of(descriptors[0]), number_there, descriptors[0])
                return Child(number_there, number_there, -1)
        raise ParentEnded

    def exit_status(self, child: Child) -> int:
        """How a child has ended, as `subprocess.Popen.returncode` has it.

        Raises:
            ParentEnded: there is no parent any more.
        """
        with self._lock, suppress(ConnectionError):
            self._socket.sendall(EXIT_STATUS + PROCESS_NUMBER.pack(child.number_there))
            data = self._socket.recv(PROCESS_NUMBER.size, socket.MSG_WAITALL)
            if data:
                return int(PROCESS_NUMBER.unpack(data)[0])
        raise ParentEnded

    def revive(self) -> None:
        """Start it again if it has ended; a `GradingError` if that is impossible."""
        with self._lock:
            if self._is_abandoned:
                raise ParentEnded
            if _can_be_read(self._socket, 0):  # a parent says nothing between requests: it has ended
                _log.warning(_STARTED_AGAIN, self._preparation.child)
                self.close()
                self._start()
                self.wait_until_ready()
                if self._inputs:
                    self._send_inputs()

    def abandon(self) -> None:
        """End the parent, and with it all that it forked, at once and for good; `close` must still be called."""
        self._is_abandoned = True
        self._process.kill()

    def close(self) -> None:
        """End the parent, and with it all that it forked."""
        self._socket.close()
        try:
            self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# How long a parent may take to notice that the grader has no more work.
_GRACE_SECONDS = 5.0
# How often a parent is started that is killed while it starts.
_MOST_STARTS = 3
# The exit status of a Python program that ended with a traceback: no further start would help.
_TRACEBACK_STATUS = 1
_STARTED_AGAIN = "the process that every %s is forked from has ended and been restarted"


def _can_be_read(end: socket.socket | int, seconds: float | None) -> bool:
    """Whether there is something to read, or the end; waits that long for it, and with None for ever."""
    waiting = select.poll()
    waiting.register(end, select.POLLIN)
    return bool(waiting.poll(None if seconds is None else seconds * 1000))


@dataclass(frozen=True)
class Official:
    """What the grader knows of the official cases: no case, and no expected output. Test cells go by their `grade_id`.

    Args:
        digests: the keyed digest of what the reference's functions write, for each test cell that owes tables.
        counts: how many cases each of these has.
        suites: the test cells that judge a student's own tests.
        free: the test cells that read no name that a solution binds or may change.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    digest_key: bytes = b""
    suites: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()

    def is_the_references(self, test: str, tables: bytes) -> bool:
        """Whether tables are exactly those of the reference: then all outcomes are right."""
        digest = hmac.new(self.digest_key, tables, hashlib.sha256).hexdigest()
        return hmac.compare_digest(digest, self.digests[test])


@dataclass(frozen=True)
class Parents:
    """The warm parents whose children examine a submission.

    `judges` is None where the cells run in another kernel than Python's, and nothing is judged.
    """

    runners: WarmParent
    judges: WarmParent | None

    @property
    def _all(self) -> list[WarmParent]:
        return [self.runners, *([self.judges] if self.judges else ())]

    def wait_until_ready(self) -> None:
        """Wait until both are warm, and pass the official inputs from the judges' to the runners'."""
        for parent in self._all:
            parent.wait_until_ready()
        if self.judges:
            self.runners.keep_inputs(json.dumps(self.judges.official["inputs"]).encode())

    @cached_property
    def official(self) -> Official:
        """What is known of the official cases."""
        if not self.judges:
            return Official()
        known = self.judges.official
        key = bytes.fromhex(known["digest_key"])
        return Official(known["digests"], known["counts"], key, frozenset(known["suites"]), frozenset(known["free"]))

    @property
    def starts(self) -> int:
        """How often they were started, added up."""
        return sum(parent.starts for parent in self._all)

    def abandon(self) -> None:
        """End both, and with them all that they forked, at once and for good."""
        for parent in self._all:
            parent.abandon()

    def revived_since(self, starts: int) -> bool:
        """Restart the parents that have ended; return whether one was started since `starts` was this number."""
        for parent in self._all:
            parent.revive()
        return self.starts != starts
