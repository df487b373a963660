"""Processes of an examination that runs, and what a test does to them meanwhile."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil

_PROGRAM = "nbproctor.examination.warm_parent_program"


def of_kind(holder: psutil.Process, kind: str, is_child: bool) -> list[psutil.Process]:
    """The warm parents of a kind, or what they have forked. In a sandbox, a parent is the last of a line of three.

    Args:
        holder: the grading process, or another one that warm parents are under.
        kind: `runner` or `judge`.
        is_child: whether what they have forked is wanted: each of these begins a session of its own.
    """
    found = []
    with suppress(psutil.Error):
        for process in holder.children(recursive=True):
            with suppress(psutil.Error, ProcessLookupError):
                words, session = process.cmdline(), os.getsid(process.pid)
                wanted = process.pid if is_child else os.getsid(holder.pid)
                if _PROGRAM in words and kind in words[-2:] and session == wanted:
                    found.append(process)
    return found


@contextmanager
def meanwhile(look: Callable[[], object], seconds: float = 0.05) -> Iterator[None]:
    """Meanwhile, call a function again and again, in a thread, with so many seconds between two calls."""
    stop = threading.Event()

    def look_again() -> None:
        while not stop.wait(seconds):
            with suppress(psutil.Error):  # a process has ended meanwhile
                look()

    thread = threading.Thread(target=look_again)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
