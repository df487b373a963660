"""Warm parents: one process of each kind that has everything imported and forks for each submission.

Run as a program, this is such a parent; `WarmParent` is the grader's handle on it.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from grading.errors import GradingError
from grading.examination.channel import Channel, ChannelClosed

_READY, _REFUSED = "ready", "refused"

# Threads of numerical libraries do not survive a fork, and each submission has one processor anyway.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LANG": "C.UTF-8",
}


class Child:
    """A process that a warm parent forked."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def kill(self) -> None:
        """End the process, if it has not ended, and wait until it is gone."""
        if self._descriptor < 0:
            return
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
        select.select([self._descriptor], [], [])
        os.close(self._descriptor)
        self._descriptor = -1


class WarmParent:
    """The grader's handle on a parent process.

    Args:
        kind: `candidate` or `examiner`, the module that prepares the parent and serves in its children.
        home: a folder of the process's own.
        arguments: for the module's `prepare`. They travel through a pipe, so a secret among them shows in
            neither the arguments nor the environment of a process.

    Raises:
        GradingError: `prepare` raised one.
    """

    def __init__(self, kind: str, home: Path, **arguments: Any) -> None:
        self._lock = threading.Lock()
        self._socket, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-m", __spec__.name, kind, str(other.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[other.fileno()],
                env={**_ENVIRONMENT, "PATH": os.environ.get("PATH", os.defpath), "HOME": str(home)},
                cwd=home,
            )
        stdin = self._process.stdin
        assert stdin is not None
        with stdin:
            stdin.write(json.dumps(arguments).encode())

    def wait_until_ready(self) -> None:
        """Wait until `prepare` is done.

        Raises:
            GradingError: it refused, or the process ended.
        """
        channel = Channel(self._socket.dup())
        try:
            status, message = channel.receive()
        except ChannelClosed:
            raise GradingError("a grading process ended while it was starting; its message stands above") from None
        finally:
            channel.close()
        if status == _REFUSED:
            raise GradingError(message)

    def fork(self, control: socket.socket, exam: socket.socket) -> Child:
        """Fork a child that serves on these two sockets."""
        with self._lock:
            socket.send_fds(self._socket, [b"f"], [control.fileno(), exam.fileno()])
            data, descriptors, _, _ = socket.recv_fds(self._socket, 1, 1)
        if not data:
            raise GradingError(
                "a grading process ended unexpectedly: its message, if it left one, stands above; the system may have "
                "ended it for want of memory; grade again, with fewer --workers"
            )
        return Child(descriptors[0])

    def close(self) -> None:
        """End the parent."""
        self._socket.close()
        self._process.kill()
        self._process.wait()


def main() -> None:
    """Be a warm parent: prepare, then fork a child for every request."""
    kind, descriptor = sys.argv[1:]
    parent = socket.socket(fileno=int(descriptor))
    # Before the slow imports: the grader goes on when the pipe is empty.
    arguments = json.loads(sys.stdin.buffer.read())
    module = importlib.import_module(f"grading.examination.{kind}")
    try:
        prepared = module.prepare(**arguments)
    except GradingError as error:
        Channel(parent).send([_REFUSED, str(error)])
        return
    # What is there now stays: a collection in a child would only copy its pages.
    gc.collect()
    gc.freeze()
    with suppress(ChannelClosed, ConnectionError):  # the grader has no more work
        _fork_on_request(parent, module, prepared)


def _fork_on_request(parent: socket.socket, module: Any, prepared: Any) -> None:
    Channel(parent.dup()).send([_READY, ""])
    while True:
        data, descriptors, _, _ = socket.recv_fds(parent, 1, 2)
        _reap()
        if not data:
            return
        pid = os.fork()
        if pid == 0:
            parent.close()
            _serve(module, prepared, *descriptors)
        for each in descriptors:
            os.close(each)
        handle = os.pidfd_open(pid)
        socket.send_fds(parent, [b"c"], [handle])
        os.close(handle)


def _serve(module: Any, prepared: Any, control: int, exam: int) -> None:
    try:
        os.setsid()
        module.serve(prepared, Channel(socket.socket(fileno=control)), socket.socket(fileno=exam))
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
