"""Programs of ours that tests start, each forked from a process that has imported it once.

Most of what a course costs a test is imports: of `course`, two warm parents and a page maker, for each course anew. A
test whose subject is not how programs start need not pay for them. `program_forker.py` is started as the program would
be, imports what the program imports for most courses of the tests, and forks it: with the arguments, environment,
folder, standard streams and descriptors of a start, and in a process group of its own.

A forked program has the hashes of the process that it was forked from, whatever PYTHONHASHSEED says. This is a plugin
of pytest's: a test that is marked `started_programs` starts programs as they are.
"""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from nbproctor.examination.grader import warm_parent
from nbproctor.examination.warm_parent_program import MODULES
from nbproctor.examination.wire.messages import PrepareJudges, PrepareRunners
from nbproctor.report.page_makers import page_makers
from nbproctor.system.child_environment import child_environment
from tests.patience import HANGS
from tests.program_forker import LENGTH, STATUS

_TOOLS = ("nbproctor.examination.wire.arrays_and_tables", "IPython.core.magics", "IPython.core.oinspect")
_LIBRARIES = ("numpy.random", "pandas", "pytest")
_WARM_PARENT = "nbproctor.examination.warm_parent_program"
_PAGE_MAKER = "nbproctor.report.page_makers.page_maker_program"
_COURSE = "nbproctor.cli"
# By what is started, the module and for a warm parent its children: what it imports in most courses of the tests.
_IMPORTED = {
    (_WARM_PARENT, "runner"): (_WARM_PARENT, MODULES[PrepareRunners.kind], *_TOOLS, *_LIBRARIES),
    (_WARM_PARENT, "judge"): (_WARM_PARENT, MODULES[PrepareJudges.kind], *_TOOLS, *_LIBRARIES),
    (_PAGE_MAKER, ""): (_PAGE_MAKER,),
    (_COURSE, ""): ("tests.forked_course", "nbproctor.cli.commands", "nbproctor.marking.class_grading"),
}
# Where the processes listen that fork; a name of the kernel's, no file.
_ADDRESS = "\0nbproctor-tests-{owner}-{number}"
_MOMENT_SECONDS = 0.01


class ForkedProgram:
    """A program that was started, as `subprocess.Popen` has it.

    Args:
        command: the interpreter and its options, `-m`, the program's module, its arguments.
        options: what `subprocess.Popen` would get; without `stdout`, the program writes where the tests do.
    """

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        module, *arguments = command[command.index("-m") + 1 :]
        self.args, self.returncode = command, None
        self.stdin: IO[bytes] | None = None
        if options["stdin"] == subprocess.PIPE:
            read, write = os.pipe()
            self.stdin = os.fdopen(write, "wb")
        else:
            read = os.open(os.devnull, os.O_RDONLY)
        opened, numbers = [read], [[0]]
        if options.get("stdout") == subprocess.DEVNULL:
            opened.append(os.open(os.devnull, os.O_WRONLY))
            numbers.append([1, 2])
        elif "stdout" in options:
            opened += [os.dup(options[name].fileno()) for name in ("stdout", "stderr")]
            numbers += [[1], [2]]
        passed = list(options.get("pass_fds", ()))
        about = {
            "module": module,
            "arguments": [options.get("name", module), *arguments],
            "numbers": numbers + [[number] for number in passed],
            "environment": dict(options["env"]),
            "folder": str(options.get("cwd") or Path.cwd()),
        }
        key = _key(module, arguments)
        assert key is not None
        self._socket = _connected(key)
        request = json.dumps(about).encode()
        socket.send_fds(self._socket, [LENGTH.pack(len(request))], [*opened, *passed])
        self._socket.sendall(request)
        (self.pid,) = LENGTH.unpack(self._socket.recv(LENGTH.size, socket.MSG_WAITALL))
        for descriptor in opened:
            os.close(descriptor)

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, once it has ended.

        Raises:
            subprocess.TimeoutExpired: it goes on.
        """
        if self.returncode is None:
            waiting = select.poll()
            waiting.register(self._socket, select.POLLIN)
            if not waiting.poll(None if timeout is None else timeout * 1000):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            said = self._socket.recv(STATUS.size, socket.MSG_WAITALL)
            self.returncode = STATUS.unpack(said)[0] if said else -signal.SIGKILL
            self._socket.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it, if it has not ended."""
        self.send_signal(signal.SIGKILL)


def course(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float = HANGS
) -> subprocess.CompletedProcess[str]:
    """Run `course`, as from a shell.

    Args:
        words: its arguments.
        folder: where it runs.
        environment: its environment.
        seconds: how long it may take.

    Raises:
        subprocess.TimeoutExpired: it takes longer, and was ended.
    """
    command = [sys.executable, "-m", _COURSE, *words]
    if not _forks.is_on:
        program = [str(Path(sys.executable).with_name("course")), *words]
        return subprocess.run(
            program, cwd=folder, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        options = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": errors, "env": environment, "cwd": folder}
        running = ForkedProgram(command, **options, name=str(Path(sys.executable).with_name("course")))
        try:
            running.wait(seconds)
        finally:
            running.kill()
        for stream in (output, errors):
            stream.seek(0)
        return subprocess.CompletedProcess(command, running.wait(), output.read(), errors.read())


def _key(module: str, arguments: Sequence[str]) -> tuple[str, str] | None:
    """Which process forks a program that is started so; None if there is none."""
    return next((key for key in ((module, "".join(arguments[:1])), (module, "")) if key in _IMPORTED), None)


def _started(command: Sequence[str], **options: Any) -> ForkedProgram | subprocess.Popen[bytes]:
    """What `subprocess.Popen` starts: forked, if that is wanted and a process is there for it."""
    module, *arguments = command[command.index("-m") + 1 :]
    if _forks.is_on and _key(module, arguments):
        return ForkedProgram(command, **options)
    return subprocess.Popen(command, **options)


class _Forks:
    """The processes that fork programs for a run of the tests, each started by whoever asks for it first.

    Attributes:
        is_on: whether programs are forked now.
        owner: the process that the run began with; once it ends, those that fork end.
    """

    def __init__(self) -> None:
        self.is_on = False
        self.owner = os.getppid() if os.environ.get("PYTEST_XDIST_WORKER") else os.getpid()
        self.are_started = False
        self._listening: set[tuple[str, str]] = set()

    def address(self, key: tuple[str, str]) -> str:
        """Where the process listens that forks a program; it is started if there is none yet."""
        address = _ADDRESS.format(owner=self.owner, number=list(_IMPORTED).index(key))
        if not self.are_started and key not in self._listening:
            self._listening.add(key)
            if key[0] == _COURSE:  # what it forks asks the others, which it cannot start
                for other in _IMPORTED.keys() - {key}:
                    self.address(other)
            self._start(key, address)
        return address

    def _start(self, key: tuple[str, str], address: str) -> None:
        with socket.socket(socket.AF_UNIX) as listening:
            try:
                listening.bind(address)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                return  # another process of the run has started it
            listening.listen(64)
            alive = os.pidfd_open(self.owner)
            descriptors = listening.fileno(), alive
            words = ["-P", "-m", "tests.program_forker", *map(str, descriptors), *_IMPORTED[key]]
            subprocess.Popen(
                [sys.executable, *words],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                env={**child_environment(), _OWNER: str(self.owner)},
                start_new_session=True,
            )
            os.close(alive)


_OWNER = "FORKED_PROGRAMS_OWNER"
_forks = _Forks()


def _connected(key: tuple[str, str]) -> socket.socket:
    address = _forks.address(key)
    connection = socket.socket(socket.AF_UNIX)
    ends = time.monotonic() + HANGS
    while True:
        try:
            connection.connect(address)
        except ConnectionRefusedError:  # another process of the run is about to listen there, or it has ended
            if time.monotonic() > ends:
                raise RuntimeError(f"the process that forks {' '.join(key)} for these tests has ended") from None
            time.sleep(_MOMENT_SECONDS)
        else:
            return connection


def _stand_in() -> SimpleNamespace:
    return SimpleNamespace(**{**vars(subprocess), "Popen": _started})


def fork_from_here_on() -> None:
    """Let this process, which was forked itself, have its programs forked by those of whoever started its parent."""
    _forks.is_on, _forks.are_started, _forks.owner = True, True, int(os.environ[_OWNER])
    warm_parent.subprocess = page_makers.subprocess = _stand_in()  # type: ignore[assignment]


@contextmanager
def _forking(is_wanted: bool) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_forks, "is_on", is_wanted)
        for module in (warm_parent, page_makers):
            patched.setattr(module, "subprocess", _stand_in())
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Fork what a test starts, and its fixtures, unless it is marked."""
    with _forking(not item.get_closest_marker("started_programs")):
        return (yield)
