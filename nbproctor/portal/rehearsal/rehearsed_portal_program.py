"""The program of a rehearsed portal: one assignment, its deadline or none, a folder of its own.

`python -m nbproctor.portal.rehearsal.rehearsed_portal_program <course> <folder> <assignment> <deadline> <port>` ends
as `course serve` does, or when its standard input does: so with the rehearsal, however that ended.
"""

from __future__ import annotations

from nbproctor.system.nbgrader_modules import leave_out

if __name__ == "__main__":
    leave_out()  # before anything imports nbformat

import logging
import os
import signal
import sys
import threading
from pathlib import Path

from nbproctor.config import Course
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.portal_server import serve_portal
from nbproctor.system.locks import alone


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
