"""RehearsedPortal: a portal of an existing course in processes and a folder of its own; and the program of these.

The program ends as `course serve` does, or when its standard input does: so with the rehearsal, however that ended.
"""

from __future__ import annotations

from nbproctor.system.nbgrader_modules import leave_out

if __name__ == "__main__":
    leave_out()  # before anything imports nbformat

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.people import People
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.portal_server import serve_portal
from nbproctor.system.locks import alone

_SECONDS_TO_START = 120.0
_SECONDS_TO_END = 60.0
_PAUSE_SECONDS = 0.05
_SESSION_SECONDS = 24 * 3600.0


class RehearsedPortal:
    """A portal beside the course's own, which can be started and ended. Use it as a context manager.

    Args:
        students: their names, or whole lines of a roster.
        deadline: as in `c.ExamDay.deadlines`; empty if there is none.

    Attributes:
        codes: the login code of each student.
    """

    def __init__(
        self, course: Course, assignment: str, folder: Path, students: Sequence[str], deadline: str = ""
    ) -> None:
        own = Course(course.root)
        own.exam_day.folder = str(folder)
        self.folder = PortalFolder(own)
        self.codes = People(self.folder.rows, _SESSION_SECONDS).add(students).codes
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self._port = int(listener.getsockname()[1])
        self.address = f"http://127.0.0.1:{self._port}"
        program = "nbproctor.portal.rehearsal.rehearsed_portals"
        # -P: no file of the folder that it is started in takes the place of a module.
        self._command = [sys.executable, "-P", "-m", program, str(course.root), str(folder), assignment, deadline]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """None while there is no process that answers."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        """Start it, and wait until it answers; raises GradingError if it does not for two minutes, or has ended."""
        # A session of its own: Ctrl-C in a terminal ends the rehearsal, which ends the portal in good order.
        self._process = subprocess.Popen(  # noqa: S603 - a program of ours
            [*self._command, str(self._port)], stdin=subprocess.PIPE, start_new_session=True
        )
        gives_up = time.monotonic() + _SECONDS_TO_START
        while self._process.poll() is None and time.monotonic() < gives_up:
            with socket.socket() as caller:
                if caller.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(_PAUSE_SECONDS)
        raise GradingError("the portal of the rehearsal does not answer; see its messages above")

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it by a signal, and wait until it has ended."""
        if not self._process:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()
        self._process = None

    def __enter__(self) -> RehearsedPortal:
        self.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.end()
        self.folder.rows.close()


def main() -> None:
    """Serve until the process is interrupted."""
    logging.basicConfig(level=logging.WARNING, format="portal: %(message)s")
    root, folder, assignment, deadline, port = sys.argv[1:]
    course = Course(Path(root))
    course.exam_day.folder = folder
    course.exam_day.deadlines = {assignment: deadline}
    course.exam_day.attempts = 0
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    kept = PortalFolder(course)
    with alone(kept.path):
        kept.uploads.remove_unfinished()
        serve_portal(course, PortalApp(course, kept), "127.0.0.1", int(port))


def _end_with_standard_input() -> None:
    os.read(0, 1)  # not by sys.stdin, whose lock this thread would hold when the process ends
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    main()
