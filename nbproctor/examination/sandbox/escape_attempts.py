"""What a runner, or a judge, must not be able to do, tried for real in a throw-away child confined like one.

Each attempt returns if it succeeded, and raises or ends its process if it did not.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import signal
import socket
import struct
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from nbproctor.examination.sandbox import c_library
from nbproctor.examination.sandbox.judge_sandbox import JudgeSandbox
from nbproctor.examination.sandbox.tiers import Sandbox, close_standard_streams
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.messages import PrepareAttempts


@dataclass(frozen=True)
class Canaries:
    """What attempts try to reach outside, and what a submission is allowed.

    Args:
        secret: a file to read, and beside which to write.
        port: where this machine listens to TCP and UDP.
        sockets: the path of a socket in the file system, and the name of an abstract one.
    """

    secret: str
    process: int
    port: int
    sockets: tuple[str, str]
    memory_bytes: int
    disk_bytes: int
    files: int
    processes: int


class _Prevented(Exception):
    """An attempt failed without an error of the system's."""


def prepare(sandbox: Sandbox | None, preparation: object) -> Sandbox | JudgeSandbox:
    """Enter the judges' sandbox, unless the runners' has been entered already; there is nothing to warm up.

    Args:
        preparation: the grader's message, a `PrepareAttempts` as it travels.
    """
    if sandbox is not None:
        return sandbox
    request = PrepareAttempts.read(preparation)
    judges = JudgeSandbox(request.private, (), request.memory_bytes)
    judges.enter()
    return judges


def serve(sandbox: Sandbox | JudgeSandbox, control_socket: socket.socket) -> None:
    """Confine this process, make one attempt and send its outcome."""
    control = Channel(control_socket)
    folder, attempt, canaries = control.receive()
    close_standard_streams()
    if isinstance(sandbox, JudgeSandbox):
        sandbox.confine()
    else:
        list(sandbox.confine(folder, keep=(control.fileno(),)))
    try:
        ATTEMPTS[attempt].make(Canaries(**canaries))
    except MemoryError:
        outcome = "MemoryError"
    except (OSError, AttributeError) as error:
        outcome = f"{type(error).__name__}: {getattr(error, 'strerror', None) or error}"
    except _Prevented as error:
        outcome = str(error)
    else:
        outcome = ""
    control.send(outcome)


def _empty_a_file(canaries: Canaries) -> None:
    with suppress(OSError):
        os.truncate(canaries.secret, 0)
    for mode in (os.O_RDONLY, os.O_WRONLY, os.O_ACCMODE):
        with suppress(OSError):
            os.open(canaries.secret, os.O_TRUNC | mode)
    if Path(canaries.secret).stat().st_size:
        raise _Prevented("nothing changed")


def _change_a_mode(canaries: Canaries) -> None:
    before = Path(canaries.secret).stat().st_mode
    Path(canaries.secret).chmod(0o777)
    if Path(canaries.secret).stat().st_mode == before:
        raise _Prevented("nothing changed")


def _connect(canaries: Canaries) -> None:
    with socket.create_connection(("127.0.0.1", canaries.port), timeout=1):
        pass


def _send_a_datagram(canaries: Canaries) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"here", ("127.0.0.1", canaries.port))


def _connect_to(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(address)


def _trace_a_process(canaries: Canaries) -> None:
    attach = 16
    _call_libc("ptrace", attach, canaries.process, None, None)


def _start_many_processes(canaries: Canaries) -> None:
    for _ in range(canaries.processes + 1):
        if os.fork() == 0:
            time.sleep(2)
            os._exit(0)


def _leave_a_process(canaries: Canaries) -> None:
    """The doctor looks whether the process stayed: a mark among its arguments says which it is."""
    if os.fork() == 0:
        os.setsid()
        os.execv(sys.executable, [sys.executable, "-c", f"import time; time.sleep(20) # {canaries.sockets[1]}"])  # noqa: S606
    time.sleep(0.2)


def _take_memory_in_several(canaries: Canaries) -> None:
    reading, writing = os.pipe()
    for _ in range(4):
        if os.fork() == 0:
            memory = _fill(bytearray(canaries.memory_bytes // 2))
            os.write(writing, b".")
            time.sleep(5)
            os._exit(len(memory) == 0)
    for _ in range(4):
        os.read(reading, 1)
    time.sleep(1)


def _take_memory_without_address(canaries: Canaries) -> None:
    descriptor = os.memfd_create("memory")
    piece = bytes(1 << 20)
    for _ in range((canaries.memory_bytes >> 20) + 64):
        os.write(descriptor, piece)


def _share_memory_without_end(canaries: Canaries) -> None:
    _call_libc("shmget", 0, ctypes.c_size_t(canaries.memory_bytes), 0o1600)


def _write_a_large_file(canaries: Canaries) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    piece = bytes(1 << 20)
    with open("large", "wb", buffering=0) as file:  # noqa: PTH123 - unbuffered, so that each write counts
        for _ in range((canaries.disk_bytes >> 20) + 2):
            file.write(piece)


def _write_many_large_files(canaries: Canaries) -> None:
    for number in range(4):
        Path(f"large-{number}").write_bytes(bytes(canaries.disk_bytes // 2))
    time.sleep(1.5)


def _make_many_files(canaries: Canaries) -> None:
    for number in range(canaries.files + 1):
        Path(f"file-{number}").touch()
    time.sleep(1.5)


def _write_to_the_terminal(canaries: Canaries) -> None:
    if all(os.fstat(stream).st_rdev == Path(os.devnull).stat().st_rdev for stream in (1, 2)):
        raise _Prevented("what is written there goes nowhere")


def _take_a_lease(canaries: Canaries) -> None:
    Path("leased").touch()
    with open("leased", "rb") as file:  # noqa: PTH123 - a descriptor of its own
        fcntl.fcntl(file, getattr(fcntl, "F_SETLEASE", _SET_LEASE), fcntl.F_RDLCK)


def _let_a_file_send_signals(canaries: Canaries) -> None:
    reading, _ = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)


def _let_a_device_send_signals(canaries: Canaries) -> None:
    reading, _ = os.pipe()
    fcntl.ioctl(reading, termios.FIOASYNC, struct.pack("i", 1))


_SET_LEASE = 1024


def _call_libc(name: str, *arguments: object) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _fill(memory: bytearray) -> bytearray:
    for place in range(0, len(memory), mmap.PAGESIZE):
        memory[place] = 1
    return memory


@dataclass(frozen=True)
class Attempt:
    """Something forbidden, in an area such as files or network; `make` returns if it succeeded."""

    area: str
    make: Callable[[Canaries], object]


ATTEMPTS = {
    "read a file outside": Attempt("files", lambda canaries: Path(canaries.secret).read_bytes()),
    "see that a file outside exists": Attempt("files", lambda canaries: Path(canaries.secret).stat()),
    "write a file outside": Attempt("files", lambda canaries: Path(canaries.secret).with_name("written").touch()),
    "empty a file outside": Attempt("files", _empty_a_file),
    "change the mode of a file outside": Attempt("files", _change_a_mode),
    "connect by TCP": Attempt("network", _connect),
    "send by UDP": Attempt("network", _send_a_datagram),
    "connect to a socket in a folder": Attempt("network", lambda canaries: _connect_to(canaries.sockets[0])),
    "connect to an abstract socket": Attempt("network", lambda canaries: _connect_to(f"\0{canaries.sockets[1]}")),
    "list the machine's processes": Attempt("processes", lambda _: list(Path("/proc").iterdir())),
    "read another process's environment": Attempt(
        "processes", lambda canaries: Path(f"/proc/{canaries.process}/environ").read_bytes()
    ),
    "signal another process": Attempt("processes", lambda canaries: os.kill(canaries.process, 0)),
    "signal a thread of another process": Attempt(
        "processes", lambda canaries: _call_libc("tgkill", canaries.process, canaries.process, 0)
    ),
    "trace another process": Attempt("processes", _trace_a_process),
    "start too many processes": Attempt("processes", _start_many_processes),
    "leave a process behind": Attempt("processes", _leave_a_process),
    "take too much memory": Attempt("memory", lambda canaries: _fill(bytearray(canaries.memory_bytes + (64 << 20)))),
    "take too much memory in several processes": Attempt("memory", _take_memory_in_several),
    "take too much memory in an anonymous file": Attempt("memory", _take_memory_without_address),
    "take too much memory as System V shared memory": Attempt("memory", _share_memory_without_end),
    "write a file that is too large": Attempt("disk", _write_a_large_file),
    "write too much in several files": Attempt("disk", _write_many_large_files),
    "make too many files": Attempt("disk", _make_many_files),
    "write to the grader's terminal": Attempt("output", _write_to_the_terminal),
    "make namespaces of its own": Attempt("system calls", lambda _: c_library.unshare(c_library.NEW_USER)),
    "mount a file system": Attempt("system calls", lambda _: c_library.mount("none", "/tmp", "tmpfs", 0)),  # noqa: S108
    "take a lease on a file": Attempt("system calls", _take_a_lease),
    "let a file send signals": Attempt("system calls", _let_a_file_send_signals),
    "let a device send signals": Attempt("system calls", _let_a_device_send_signals),
    "outlive the grader": Attempt("system calls", lambda _: c_library.end_with_parent(0)),
}
# A judge has the grader's terminal.
JUDGES_ATTEMPTS = {name: attempt for name, attempt in ATTEMPTS.items() if attempt.area != "output"}
