"""Processes of an examination that runs, and what a test does to them meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil


def of_kind(grader: psutil.Process, kind: str, is_child: bool) -> list[psutil.Process]:
    """The warm parents of a kind, or what they have forked. In a sandbox, a parent is the third of a line of three.

    Args:
        grader: the grading process.
        kind: `candidate` or `examiner`.
        is_child: whether what they have forked is wanted.
    """
    found = []
    with suppress(psutil.Error):
        for process in grader.children(recursive=True):
            with suppress(psutil.Error):
                above = sum(kind in one.cmdline() for one in process.parents())
                if kind in process.cmdline() and is_child == (above == (3 if kind == "candidate" else 1)):
                    found.append(process)
    return found


@contextmanager
def meanwhile(look: Callable[[], object], seconds: float = 0.05) -> Iterator[None]:
    """Meanwhile, call a function again and again, in a thread.

    Args:
        look: the function.
        seconds: the pause between two calls.
    """
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
