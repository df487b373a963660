"""A process that has imported a program, and forks it for each request: `forked_programs.py` starts it and asks it.

    python -m tests.program_forker LISTENING ALIVE MODULE...

It imports nothing of the tests but what it is told: what it forks has in memory what the program has.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

LENGTH = struct.Struct("!I")
STATUS = struct.Struct("!i")
_MOST_DESCRIPTORS = 8
# Of the process at the other end of a socket, as unix(7) has it: its number, its user's, its group's.
_CREDENTIALS = struct.Struct("iII")


def main() -> None:
    """Import the modules; then fork a program for each connection, until the process that ALIVE names has ended."""
    _, listening, alive, *modules = sys.argv
    asked = socket.socket(fileno=int(listening))
    for module in modules:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    woken, wakes = os.pipe()
    for end in (woken, wakes):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    waiting = select.poll()
    for end in (asked.fileno(), int(alive), woken):
        waiting.register(end, select.POLLIN)
    started: dict[int, socket.socket] = {}
    while int(alive) not in (ready := {end for end, _ in waiting.poll()}):
        if woken in ready:
            os.read(woken, 1 << 16)
        _tell_ends(started)
        if asked.fileno() in ready:
            with suppress(OSError, struct.error, ValueError):  # whoever asked may have ended, before or in the middle
                _fork(asked, started, (int(alive), woken, wakes))


def _tell_ends(started: dict[int, socket.socket]) -> None:
    """Tell how each program ended that has ended, to whoever asked for it."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            with started.pop(ended[0]) as client, suppress(OSError):
                client.sendall(STATUS.pack(os.waitstatus_to_exitcode(ended[1])))


def _fork(asked: socket.socket, started: dict[int, socket.socket], own: tuple[int, ...]) -> None:
    client, _ = asked.accept()
    if _user_of(client) != os.getuid():  # the name that it listens at is open to all users of the machine
        client.close()
        return
    header, descriptors, _, _ = socket.recv_fds(client, LENGTH.size, _MOST_DESCRIPTORS)
    about = json.loads(client.recv(LENGTH.unpack(header)[0], socket.MSG_WAITALL))
    process = os.fork()
    if not process:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for end in (asked, client, *started.values()):
            end.close()
        for descriptor in own:
            os.close(descriptor)
        _run(about, descriptors)
    started[process] = client
    for descriptor in descriptors:
        os.close(descriptor)
    client.sendall(LENGTH.pack(process))


def _user_of(client: socket.socket) -> int:
    """The number of the user whose process has connected."""
    told = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(told)[1])


def _run(about: Mapping[str, Any], descriptors: list[int]) -> None:
    """Run the program, in a forked process, to its end."""
    status = 1
    try:
        os.setpgid(0, 0)
        _put(descriptors, about["numbers"])
        os.environ.clear()
        os.environ.update(about["environment"])
        os.chdir(about["folder"])
        sys.argv[:] = about["arguments"]
        sys.modules["__main__"].__package__ = ""  # by this, a command line tells how it was started
        sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in os.environ
        if "numpy.random" in sys.modules:  # as that of `random`, its state is no copy of another process's
            sys.modules["numpy.random"].seed()
        importlib.import_module(about["module"]).main()
        status = 0
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(status)


def _put(descriptors: list[int], numbers: list[list[int]]) -> None:
    """Give each descriptor that came the numbers that the program knows it by."""
    least = 1 + max(number for own in numbers for number in own)
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least) for descriptor in descriptors]
    for descriptor in descriptors:
        os.close(descriptor)
    for descriptor, own in zip(moved, numbers, strict=True):
        for number in own:
            os.dup2(descriptor, number)
        os.close(descriptor)


if __name__ == "__main__":
    main()
