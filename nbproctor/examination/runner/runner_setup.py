"""What forked runners of all kernels do: they confine themselves, set up their folder, and report on cells."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbproctor.examination.sandbox.tiers import Sandbox, close_standard_streams
from nbproctor.examination.wire.channel import Channel, PlainCodec, report_bytes
from nbproctor.examination.wire.messages import CellReport, Enforced, RunnerStart
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_outputs import fitting


def confined(
    sandbox: Sandbox, control_socket: socket.socket, output_bytes: int
) -> tuple[Channel, RunnerStart, Enforced]:
    """Confine this runner as the grader's first message says; the answer is still to be sent.

    From here on, a process that the student's code forks is not the runner: its end of the channel is closed.
    """
    close_standard_streams()
    control = Channel(control_socket, PlainCodec(max_sent_bytes=report_bytes(output_bytes)))
    start = RunnerStart.read(control.receive())
    if start.processor is not None:
        os.sched_setaffinity(0, {start.processor})
    enforced = Enforced(list(sandbox.confine(start.folder, keep=(control.fileno(),))))
    be_the_student()
    os.register_at_fork(after_in_child=control.close)
    return control, start, enforced


def be_the_student() -> None:
    """Make the working folder the home of a user called student."""
    os.environ.update(HOME=str(Path.cwd()), USER="student", LOGNAME="student")
    os.environ.pop("TMPDIR", None)
    tempfile.tempdir = None


def put_own_files(files: Mapping[str, str]) -> None:
    """Write a student's notebook and files into the working folder, once confined; what does not fit is left out.

    Args:
        files: their bytes in base64, by their paths in that folder; the instructor's are not among them.
    """
    for path, content in files.items():
        with suppress(OSError):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).unlink(missing_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
            with os.fdopen(descriptor, "wb") as file:
                file.write(b64decode(content))


def report(control: Channel, found: CellReport, output_bytes: int) -> None:
    """Report on a cell; its outputs, which may be anything, are cut if the message cannot be sent."""
    try:
        control.send(found.parts())
    except WireError:
        outputs = fitting(found.outputs, report_bytes(output_bytes) // 2)
        control.send(replace(found, outputs=outputs, failed_statement="").parts())


class CellHooks:
    """The hooks for debuggers and profilers that cells set: active while cells run, not while the runner reports."""

    def __init__(self) -> None:
        self._trace: Any = None
        self._profile: Any = None

    def __enter__(self) -> None:
        sys.settrace(self._trace)
        sys.setprofile(self._profile)

    def __exit__(self, *_: object) -> None:
        self._trace, self._profile = sys.gettrace(), sys.getprofile()
        sys.settrace(None)
        sys.setprofile(None)
