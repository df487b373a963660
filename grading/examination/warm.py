"""Warm parents: one process of each kind that has everything imported and forks for each submission.

Run as a program, this is such a parent; `WarmParent` is the grader's handle on it.
"""

from __future__ import annotations

import dataclasses
import gc
import importlib
import json
import logging
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from grading.collection import no_collection
from grading.errors import GradingError
from grading.examination.channel import Channel, ChannelClosed
from grading.examination.sandbox import tiers
from grading.examination.sandbox.limits import Bounds
from grading.examination.sandbox.tiers import Plan, Sandbox, Tier

_log = logging.getLogger(__name__)

_READY, _REFUSED = "ready", "refused"
_NO_SANDBOX: list[Any] = [Tier.D.value, False, None, []]

# Threads of numerical libraries do not survive a fork, and each submission has one processor anyway.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MALLOC_ARENA_MAX": "2",  # each would take 64 MB of the address space
    "LANG": "C.UTF-8",
}
# What the user says of compiled modules holds for ours: without them, each start compiles half of these tools.
_PASSED_ON = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")

_NUMBER = struct.Struct("!q")


class Child:
    """A process that a warm parent forked.

    Args:
        process: its number here.
        descriptor: stands for the process, where the system has such descriptors; else -1.
    """

    def __init__(self, process: int, descriptor: int) -> None:
        self.process = process
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def signal_end(self) -> None:
        """Let the kernel end the process; do not wait for it."""
        with self._lock, suppress(ProcessLookupError):
            if self._descriptor >= 0:
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
            elif self.process > 0:
                os.killpg(self.process, signal.SIGKILL)

    def kill(self) -> None:
        """End the process, if it has not ended, and wait until it is gone."""
        self.signal_end()
        with self._lock:
            if self._descriptor >= 0:
                select.select([self._descriptor], [], [])
                os.close(self._descriptor)
            self._descriptor = self.process = -1


def _process_of(descriptor: int) -> int:
    """The number of the process that a descriptor stands for, as this process sees it; -1 if it is gone."""
    fields = dict(
        line.split(":", 1) for line in Path(f"/proc/self/fdinfo/{descriptor}").read_text().splitlines() if ":" in line
    )
    return int(fields["Pid"])


class ParentEnded(ChannelClosed, GradingError):
    """A warm parent has ended. It can be started again; whoever does not do so tells the user."""

    def __init__(self) -> None:
        super().__init__(
            "a grading process ended unexpectedly: its message, if it left one, stands above; the system may have "
            "ended it for want of memory; grade again, with fewer --workers"
        )


class WarmParent:
    """The grader's handle on a parent process, which can be started again.

    Args:
        kind: the module of this package that prepares the parent and serves in its children: `candidate`,
            `examiner` or `probe`.
        home: a folder of the process's own.
        plan: the sandbox that its children are confined in; None for none.
        arguments: for the module's `prepare`. They travel through a pipe, so a secret among them shows in
            neither the arguments nor the environment of a process.

    Attributes:
        tier: the tier of its sandbox, once it is ready.
        has_own_folders: whether a child's copy of the release comes with the sandbox.
        owner: the user who must own that copy; None if it is whoever made it.
        refusals: why stronger tiers are not available.
        starts: how often it was started.
        not_apart: the test cells that cannot be examined apart from the student's code, each with the reason.
    """

    def __init__(self, kind: str, home: Path, plan: Plan | None = None, **arguments: Any) -> None:
        self.tier = Tier.D
        self.has_own_folders = False
        self.owner: int | None = None
        self.refusals: list[str] = []
        self.starts = 0
        self.not_apart: dict[str, str] = {}
        self._kind, self._home, self._plan, self._arguments = kind, home, plan, arguments
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self.starts += 1
        self._socket, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-m", __spec__.name, self._kind, str(other.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[other.fileno()],
                env={**_environment(), "HOME": str(self._home)},
                cwd=self._home,
            )
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(BrokenPipeError), stdin:  # that it has ended is seen where it is waited for
            stdin.write(json.dumps([self._plan and dataclasses.asdict(self._plan), self._arguments]).encode())

    def wait_until_ready(self) -> None:
        """Wait until `prepare` is done. A process that is killed meanwhile is started again, a few times.

        Raises:
            GradingError: it refused, or the process ended.
        """
        for start in range(1, _STARTS + 1):
            try:
                return self._hear()
            except ChannelClosed:
                self.close()
                if self._process.returncode == _TRACEBACK or start == _STARTS:
                    break
                _log.warning(_STARTED_AGAIN, self._kind)
                self._start()
        raise GradingError("a grading process ended while it was starting; its message, if it left one, stands above")

    def _hear(self) -> None:
        channel = Channel(self._socket.dup())
        try:
            status, *said = channel.receive()
        finally:
            channel.close()
        if status == _REFUSED:
            raise GradingError(said[0])
        tier, self.has_own_folders, self.owner, self.refusals, self.not_apart = said
        self.tier = Tier(tier)
        if self._plan:  # the children of another start are protected as those of the first
            self._plan = dataclasses.replace(self._plan, weakest=self.tier, strongest=self.tier)

    def fork(self, control: socket.socket, exam: socket.socket) -> Child:
        """Fork a child that serves on these two sockets.

        Raises:
            ParentEnded: there is no parent any more.
        """
        with self._lock, suppress(ConnectionError):
            socket.send_fds(self._socket, [b"f"], [control.fileno(), exam.fileno()])
            data, descriptors, _, _ = socket.recv_fds(self._socket, _NUMBER.size, 1)
            if data:
                return self._child(data, descriptors)
        raise ParentEnded

    def _child(self, data: bytes, descriptors: list[int]) -> Child:
        if descriptors:  # the number that came is one of the sandbox's own namespace
            return Child(_process_of(descriptors[0]), descriptors[0])
        return Child(_NUMBER.unpack(data)[0], -1)

    def revive(self) -> None:
        """Start it again if it has ended.

        Raises:
            GradingError: it cannot be started any more.
        """
        with self._lock:
            if _can_be_read(self._socket):  # between requests it says nothing: this is the end
                _log.warning(_STARTED_AGAIN, self._kind)
                self.close()
                self._start()
                self.wait_until_ready()

    def close(self) -> None:
        """End the parent, and with it all that it forked."""
        self._socket.close()
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# How long a parent may take to notice that the grader has no more work, in seconds.
_GRACE = 5.0
# How often one is started that is killed while it starts; the exit status of one that left a traceback instead.
_STARTS, _TRACEBACK = 3, 1
_STARTED_AGAIN = "the process that %ss are forked from ended; it was started again"


def _environment() -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**_ENVIRONMENT, **passed_on, "PATH": os.environ.get("PATH", os.defpath)}


def _can_be_read(sock: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    return bool(waiting.poll(0))


def main() -> None:
    """Be a warm parent: prepare, then fork a child for every request."""
    kind, descriptor = sys.argv[1:]
    # Before the slow imports: the grader goes on when the pipe is empty.
    plan, arguments = json.loads(sys.stdin.buffer.read())
    parent = socket.socket(fileno=int(descriptor))
    try:
        sandbox = _sandbox(plan)
        with no_collection():
            module = importlib.import_module(f"grading.examination.{kind}")
        gc.freeze()
        _write_no_bytecode()
        prepared = module.prepare(sandbox, **arguments) if sandbox else module.prepare(**arguments)
    except (GradingError, tiers.Unavailable) as error:
        Channel(parent).send([_REFUSED, str(error)])
        return
    # What is there now stays: a collection in a child would only copy its pages.
    gc.collect()
    gc.freeze()
    said = _NO_SANDBOX
    if sandbox:
        said = [sandbox.tier.value, sandbox.has_own_folders, sandbox.owner, list(sandbox.refusals)]
    with suppress(ChannelClosed, ConnectionError):  # the grader has no more work
        Channel(parent.dup()).send([_READY, *said, getattr(prepared, "not_apart", {})])
        _fork_on_request(parent, module, prepared, sandbox.fork if sandbox else os.fork)
    os._exit(0)  # the grader waits for this end: the system tidies up sooner than Python does


def _write_no_bytecode() -> None:
    """From here on modules are imported from a release, beside which nothing may appear."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.pop("PYTHONPYCACHEPREFIX", None)


def _sandbox(plan: dict[str, Any] | None) -> Sandbox | None:
    if plan is None:
        return None
    sandbox = tiers.enter(
        Plan(
            weakest=Tier(plan["weakest"]),
            strongest=Tier(plan["strongest"]),
            readable=tuple(plan["readable"]),
            release=plan["release"],
            home=plan["home"],
            bounds=Bounds(**plan["bounds"]),
        )
    )
    os.environ["HOME"] = os.environ["TMPDIR"] = sandbox.home
    return sandbox


def _fork_on_request(parent: socket.socket, module: Any, prepared: Any, fork: Callable[[], int]) -> None:
    while True:
        data, descriptors, _, _ = socket.recv_fds(parent, 1, 2)
        _reap()
        if not data:
            return
        pid = fork()
        if pid == 0:
            parent.close()
            _serve(module, prepared, *descriptors)
        for each in descriptors:
            os.close(each)
        if not hasattr(os, "pidfd_open"):  # not Linux
            parent.sendall(_NUMBER.pack(pid))
            continue
        handle = os.pidfd_open(pid)
        socket.send_fds(parent, [_NUMBER.pack(pid)], [handle])
        os.close(handle)


def _serve(module: Any, prepared: Any, control: int, exam: int) -> None:
    try:
        os.setsid()
        module.serve(prepared, socket.socket(fileno=control), socket.socket(fileno=exam))
    except ChannelClosed:
        pass  # the grader is done with this submission
    except BaseException:
        traceback.print_exc()
    finally:
        # Not a normal exit: what the parent registered to happen at its end is not the child's to do.
        os._exit(0)


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


if __name__ == "__main__":
    main()
