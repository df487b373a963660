"""How a forked runner makes its process and its folder its own, before and after it is confined."""

from __future__ import annotations

import os
import sys
import tempfile
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.messages import CellReport
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_outputs import fitting


def close_standard_streams() -> None:
    """Let output that bypasses Python's own streams go nowhere, above all not into the grader's terminal."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


def be_the_student() -> None:
    """Let the environment say that the working folder is the home of a user who is called student."""
    os.environ.update(HOME=str(Path.cwd()), USER="student", LOGNAME="student")
    os.environ.pop("TMPDIR", None)
    tempfile.tempdir = None


def put_own_files(files: Mapping[str, str]) -> None:
    """Write a student's notebook and files into the working folder, confined already: what does not fit is not there.

    The notebook takes the place of the released one.

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


def report(control: Channel, found: CellReport, room: int) -> None:
    """Tell the grader what became of a cell.

    Args:
        room: the size of the outputs, in bytes as JSON, if not all can be told: they may hold anything, and be many.
    """
    try:
        control.send(found.parts())
    except WireError:
        control.send(replace(found, outputs=fitting(found.outputs, room), failed_statement="").parts())


class CellHooks:
    """The debugger's and profiler's hooks that cells set: in force while cells run, not while the runner reports."""

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
