"""The terminal: where lines go, one line of progress, short paths, and what Ctrl-C does."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.console import Console
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from nbproctor.system.printable import plain

# Names of files may hold what rich takes for an emoji: quiz:b:1.
out = Console(emoji=False)
err = Console(stderr=True, emoji=False)


def print_line(console: Console, line: str) -> None:
    """Print a line as it is: in one colour, not broken."""
    console.print(line, highlight=False, markup=False, soft_wrap=True)


def print_wrapped(console: Console, line: str) -> None:
    """Print a line that a terminal breaks at blanks, behind its own indent; elsewhere it is not broken."""
    if not console.is_terminal:
        print_line(console, line)
        return
    text = line.lstrip(" ")
    console.print(Padding(Text(text), (0, 0, 0, len(line) - len(text)), expand=False))


def tell(problem: str) -> None:
    """Print what is wrong, as all commands begin it."""
    print_line(err, plain(f"course: {problem}"))


class _Remaining(TimeRemainingColumn):
    """The remaining time; nothing once it has passed, and no part has finished meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: dict[TaskID, tuple[float, float]] = {}  # how much was done, and when that was first seen

    def render(self, task: Task) -> Text:
        completed, since = self._changed.get(task.id, (-1.0, 0.0))
        now = task.get_time()
        if completed != task.completed:
            self._changed[task.id], since = (task.completed, now), now
        is_over = task.time_remaining is not None and now - since > task.time_remaining
        return Text("") if is_over else super().render(task)


class _Remark(ProgressColumn):
    """What the task says of itself: its field `remark` is a function that returns a text."""

    def render(self, task: Task) -> Text:
        return Text(_remark(task))


def _remark(task: Task) -> str:
    return task.fields["remark"]() if "remark" in task.fields else ""


class _Lines(Progress):
    """Progress as lines, for a log or a pipe: every few seconds, what is done and how far it is."""

    def start(self) -> None:
        self._has_ended = threading.Event()
        self._began = time.monotonic()
        threading.Thread(target=self._print_lines, daemon=True).start()

    def stop(self) -> None:
        self._has_ended.set()

    def _print_lines(self) -> None:
        while not self._has_ended.wait(_SECONDS_BETWEEN_LINES[self._seconds > _SECONDS_OF_A_SHORT_RUN]):
            if tasks := [task for task in self.tasks if not task.finished]:
                task = tasks[-1]  # the one that the others wait for
                of_all = f" {task.completed:g} of {task.total:g}," if task.total else ""
                remark = _remark(task)
                print_line(err, f"{task.description}:{of_all} {self._seconds:.0f} s{remark and f'; {remark}'}")

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began


# Between the lines of a short run, and of one that takes longer.
_SECONDS_BETWEEN_LINES = (5.0, 60.0)
_SECONDS_OF_A_SHORT_RUN = 600.0


def progress_line() -> Progress:
    """One line in a terminal that shows how far something is, while it runs; elsewhere a line every few seconds."""
    if not err.is_terminal:
        return _Lines(disable=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        _Remaining(),
        _Remark(table_column=Column(no_wrap=True)),
        console=err,
        transient=True,
    )


def relative(path: Path) -> str:
    """A path as it is shorter to read: from the folder that the command runs in, if it lies there."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


_SECONDS_UNTIL_AGAIN = 0.05  # until an interruption that was dropped is raised again


class _Interruption(KeyboardInterrupt):
    """What Ctrl-C raises in the main thread."""


def stop_at_ctrl_c() -> None:
    """Raise a KeyboardInterrupt in the main thread at Ctrl-C, unless the program that started this one ignores it.

    It may come while a finalizer or a callback of the garbage collector runs, whose exceptions Python shows and
    drops (https://docs.python.org/3/library/sys.html#sys.unraisablehook): then it is raised again a moment later.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
        sys.unraisablehook = _raise_again


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the second one
    raise _Interruption


def _raise_again(dropped: sys.UnraisableHookArgs) -> None:
    if not issubclass(dropped.exc_type, _Interruption):
        sys.__unraisablehook__(dropped)
        return
    signal.signal(signal.SIGINT, _stop)
    # To the main thread itself: it wakes up what waits there.
    again = threading.Timer(_SECONDS_UNTIL_AGAIN, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    again.daemon = True
    again.start()
