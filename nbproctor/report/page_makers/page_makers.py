"""PageMakers: the grader's handle on the processes that make pages of what students wrote.

To read, sanitise and render it may take any time and memory, whatever is done against that. The process is then killed
and replaced; the page says what is missing, and nobody else waits for it.
"""

from __future__ import annotations

import logging
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Collection
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any

from nbformat import NotebookNode

from nbproctor.results import Result
from nbproctor.system.child_environment import child_environment

_log = logging.getLogger(__name__)

DONE, FAILED = b"done", b"failed: "
"""How an answer of a page maker begins."""
FILES, PAGE = "files", "page"
"""The tasks: both files of a submission; its page again, from its autograded notebook on the disk."""

# What one page maker may take for one submission.
_CPU_SECONDS = 10
_MEMORY_BYTES = 400 << 20
# How long a page is waited for, on a machine that may be busy all the time.
_CLOCK_SECONDS = 300.0
# How often a page is tried: something else may have killed the process.
_MOST_TRIES = 2
_LEFT_OUT = "%s: the content of the notebook could not be rendered within the limits"


class _Ended(Exception):
    """A page maker ended, or took too long."""


class _PageMaker:
    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            arguments = [str(theirs.fileno()), str(_MEMORY_BYTES), str(_CPU_SECONDS)]
            program = "nbproctor.report.page_makers.page_maker_program"
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-m", program, *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=child_environment(),
                process_group=0,  # Ctrl-C in a terminal is for the grader, which ends it
            )
        self._connection = Connection(ours.detach())

    def make(self, request: bytes, texts: int) -> list[str]:
        """Make so many texts.

        Raises:
            _Ended: it ended, or took too long.
            RuntimeError: it has a bug; the message is the traceback.
        """
        try:
            self._connection.send_bytes(request)
            if not self._connection.poll(_CLOCK_SECONDS):
                raise _Ended
            status = self._connection.recv_bytes()
            if status != DONE:
                raise RuntimeError(status.removeprefix(FAILED).decode("utf-8", "replace"))
            return [self._connection.recv_bytes().decode("utf-8", "surrogatepass") for _ in range(texts)]
        except (OSError, EOFError):
            raise _Ended from None

    def close(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.wait()


class PageMakers:
    """Page makers, started when needed. Use it as a context manager; methods may be called from several threads.

    The first one starts at once, and gets ready while the caller does other things.
    """

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)
        self._idle = [_PageMaker()]

    def make(self, result: Result, notebook: NotebookNode, released: Collection[str]) -> tuple[str, str]:
        """Make the autograded notebook of a submission, and its page.

        Args:
            notebook: with the outputs of the examination.
            released: the sources of the released cells.

        Raises:
            RuntimeError: a page maker has a bug.
        """
        if made := self._tried(2, FILES, result, notebook, released):
            return made[0], made[1]
        # Imported here: what makes pages is imported by another process, as a rule.
        from nbproctor.report.page_makers.submission_pages import files_without_content

        _log.warning(_LEFT_OUT, result.student)
        return files_without_content(result, notebook)

    def make_again(self, result: Result, autograded: Path, whole: Result | None = None) -> str:
        """Make the page of a submission again, as its result is now.

        Args:
            autograded: the path of its autograded notebook; only a page maker reads what the student wrote.
            whole: the grade of all notebooks together, if there are several.

        Raises:
            RuntimeError: a page maker has a bug, or cannot read the file.
        """
        if made := self._tried(1, PAGE, result, autograded, whole):
            return made[0]
        from nbproctor.report.page_makers.submission_pages import page_without_content

        _log.warning(_LEFT_OUT, result.student)
        return page_without_content(result)

    def _tried(self, texts: int, *request: Any) -> list[str]:
        """What was made of a request; nothing if page makers end over it."""
        with self._free, suppress(RecursionError):
            pickled = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
            for _ in range(_MOST_TRIES):
                with suppress(_Ended):
                    return self._made(pickled, texts)
        return []

    def _made(self, request: bytes, texts: int) -> list[str]:
        try:
            maker = self._idle.pop()
        except IndexError:
            maker = _PageMaker()
        try:
            made = maker.make(request, texts)
        except BaseException:
            maker.close()
            raise
        self._idle.append(maker)
        return made

    def close(self) -> None:
        """End all."""
        while self._idle:
            self._idle.pop().close()

    def __enter__(self) -> PageMakers:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()
