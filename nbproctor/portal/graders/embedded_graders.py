"""EmbeddedGrader: the portal's handle on the grader that it starts as a process of its own."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from types import TracebackType

from nbproctor.config import Course
from nbproctor.portal.graders.grader import OUTDATED_STATUS

_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_STARTS = 5.0
_SECONDS_TO_END = 20.0


class EmbeddedGrader:
    """The grader as a process, restarted whenever it ends. Use it as a context manager."""

    def __init__(self, course: Course, assignments: list[str]) -> None:
        # -P: no file of the folder that it is started in takes the place of a module.
        self._command = [
            sys.executable,
            "-P",
            "-m",
            "nbproctor.portal.graders.grader_program",
            str(course.root),
            course.exam_day.folder,
            *assignments,
        ]
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._watching = threading.Thread(target=self._watch, daemon=True)

    @property
    def pid(self) -> int | None:
        """None between an end and the next start."""
        return self._process.pid if self._process else None

    def _watch(self) -> None:
        while not self._stopped.is_set():
            # A session of its own: Ctrl-C in a terminal reaches the portal alone, which ends it in good order.
            self._process = subprocess.Popen(  # noqa: S603 - a program of ours
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
            )
            with self._process as process:
                if self._stopped.is_set() and process.stdin:
                    process.stdin.close()
                process.wait()
            self._process = None
            if process.returncode == OUTDATED_STATUS:
                continue
            if not self._stopped.is_set():
                _log.error("the grader ended with status %s and will be restarted", process.returncode)
                self._stopped.wait(_SECONDS_BETWEEN_STARTS)

    def __enter__(self) -> EmbeddedGrader:
        self._watching.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._stopped.set()
        if (process := self._process) and process.stdin:
            process.stdin.close()
        self._watching.join(_SECONDS_TO_END)
        if (process := self._process) is not None:
            process.kill()
