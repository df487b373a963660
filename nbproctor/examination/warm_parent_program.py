"""A warm parent as a program: it imports everything once, and forks a child for each submission.

`WarmParent` in `grader/warm_parent.py` starts it. Its children are runners, judges, or attempts at what is forbidden.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.examination.sandbox import limits, tiers
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Plan, Sandbox, Tier
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.messages import EXIT_STATUS, INPUTS, PROCESS_NUMBER, ParentReady, ParentRefused
from nbproctor.system.machine_trouble import sentence_about
from nbproctor.system.memory import no_collection
from nbproctor.system.nbgrader_modules import leave_out


def main() -> None:
    """Be a warm parent: prepare, then fork a child for every request."""
    leave_out()  # before anything imports nbformat
    # The first argument is for people who list the processes: what a child is.
    _, descriptor = sys.argv[1:]
    # Before the slow imports: the grader goes on when the pipe is empty.
    try:
        plan, module, preparation = json.loads(sys.stdin.buffer.read())
    except ValueError:  # the grader ended while it wrote
        return
    parent = socket.socket(fileno=int(descriptor))
    try:
        _serve_grader(parent, plan, module, preparation)
    except BaseException:
        if not _has_ended(parent):  # else its end is the reason: it, or what this process needs, is gone
            raise
        os._exit(0)


def _serve_grader(parent: socket.socket, plan: dict[str, Any] | None, name: str, preparation: list[Any]) -> None:
    try:
        sandbox = _sandbox(plan)
        with no_collection():
            module = importlib.import_module(name)
        gc.freeze()
        _write_no_bytecode()
        with _ending_with_the_grader(parent) if sandbox is None else nullcontext():
            prepared = module.prepare(sandbox, preparation)
        if sandbox and (problem := limits.shortfall(sandbox.plan.bounds)):
            raise GradingError(problem)
    except (GradingError, tiers.TierUnavailable, OSError) as error:
        sentence = sentence_about(error) if isinstance(error, OSError) else str(error)
        if not sentence:
            raise
        lacks_sandbox = isinstance(error, tiers.TierUnavailable) and not isinstance(error, tiers.Killed)
        Channel(parent).send(ParentRefused(sentence, lacks_sandbox).parts())
        return
    # The objects of now stay: to look through them in a child would only copy their pages.
    gc.collect()
    gc.freeze()
    Channel(parent.dup()).send(_ready(sandbox, prepared).parts())
    try:
        _fork_on_request(parent, module, prepared, sandbox.fork if sandbox else os.fork)
    except OSError as error:
        if not sentence_about(error):  # else the grader meets the same, and says so
            raise
    os._exit(0)  # the grader waits for this end: the system tidies up sooner than Python does


@contextmanager
def _ending_with_the_grader(parent: socket.socket) -> Iterator[None]:
    """Meanwhile end at once when the grader does, whatever the reference's cells wait for: nobody reads the socket yet.

    The kernel sends a signal when the other end closes, which ends this process; no signal tells of an end that closed
    before.
    """
    flags = fcntl.fcntl(parent, fcntl.F_GETFL)
    fcntl.fcntl(parent, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(parent, fcntl.F_SETFL, flags | os.O_ASYNC)
    if _has_ended(parent):
        os._exit(0)
    try:
        yield
    finally:
        fcntl.fcntl(parent, fcntl.F_SETFL, flags)


def _has_ended(grader: socket.socket) -> bool:
    """Whether the other end of this socket is closed."""
    with suppress(BlockingIOError):
        return not grader.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    return False


def _ready(sandbox: Sandbox | None, prepared: Any) -> ParentReady:
    shown = list(getattr(prepared, "failures", ())), getattr(prepared, "official", None) or {}
    if sandbox is None:
        return ParentReady(Tier.D.value, True, None, [], *shown)  # a judge needs no folder
    return ParentReady(sandbox.tier.value, sandbox.has_own_folders, sandbox.owner, list(sandbox.refusals), *shown)


def _write_no_bytecode() -> None:
    """From here on modules are imported from a release, beside which nothing may appear."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.pop("PYTHONPYCACHEPREFIX", None)


def _sandbox(plan: dict[str, Any] | None) -> Sandbox | None:
    if plan is None:
        return None
    told: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in plan.items()}
    told |= {"bounds": Bounds(**plan["bounds"]), "weakest": Tier(plan["weakest"]), "strongest": Tier(plan["strongest"])}
    sandbox = tiers.enter(Plan(**told))
    os.environ["HOME"] = os.environ["TMPDIR"] = sandbox.home
    return sandbox


def _fork_on_request(parent: socket.socket, module: Any, prepared: Any, fork: Callable[[], int]) -> None:
    statuses: dict[int, int] = {}
    while True:
        data, descriptors, _, _ = socket.recv_fds(parent, 1, 2)
        _reap(statuses)
        if not data:
            return
        if data in (EXIT_STATUS, INPUTS):
            (number,) = PROCESS_NUMBER.unpack(parent.recv(PROCESS_NUMBER.size, socket.MSG_WAITALL))
            if data == INPUTS:
                module.take_inputs(prepared, parent.recv(number, socket.MSG_WAITALL))
            else:
                parent.sendall(PROCESS_NUMBER.pack(_exit_status(number, statuses)))
            continue
        pid = fork()
        if pid == 0:
            parent.close()
            _serve(module, prepared, *descriptors)
        for received in descriptors:
            os.close(received)
        if not hasattr(os, "pidfd_open"):  # not Linux
            parent.sendall(PROCESS_NUMBER.pack(pid))
            continue
        handle = os.pidfd_open(pid)
        socket.send_fds(parent, [PROCESS_NUMBER.pack(pid)], [handle])
        os.close(handle)


def _serve(module: Any, prepared: Any, control: int, *memory: int) -> None:
    try:
        os.setsid()
        module.serve(prepared, socket.socket(fileno=control), *memory)
    except (ChannelClosed, MemoryError):
        pass  # the grader is done with this submission; or it sees the end, and reports what was too large
    except BaseException:
        traceback.print_exc()
    finally:
        # Not a normal exit: a child does not run what the parent registered to run at its own end.
        os._exit(0)


# How many children's exit statuses the parent remembers.
_MOST_STATUSES = 1000


def _reap(statuses: dict[int, int]) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            statuses[ended[0]] = os.waitstatus_to_exitcode(ended[1])
    while len(statuses) > _MOST_STATUSES:
        del statuses[next(iter(statuses))]


def _exit_status(pid: int, statuses: dict[int, int]) -> int:
    """How a child ended, as `Popen.returncode` has it; as if it was killed, if that is unknown."""
    _reap(statuses)
    return statuses.pop(pid, -signal.SIGKILL)


if __name__ == "__main__":
    main()
