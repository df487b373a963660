"""The terminal: where lines go, one line of progress, and paths as short as they can be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
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

out = Console()
err = Console(stderr=True)


def print_line(console: Console, line: str) -> None:
    """Print a line as it is: in one colour, not broken.

    Args:
        console: where.
        line: the line.
    """
    console.print(line, highlight=False, markup=False, soft_wrap=True)


def tell(problem: str) -> None:
    """Print what is wrong, as all commands begin it."""
    print_line(err, plain(f"course: {problem}"))


class _Rate(ProgressColumn):
    """How many submissions, or proofs, were done in a second lately."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f} a second" if speed else "")


def progress_line() -> Progress:
    """One line in a terminal; nothing where nobody looks."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[failed]} failed"),
        _Rate(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(),
        console=err,
        disable=not err.is_terminal,
    )


def comparing(progress: Progress) -> Callable[[int, int], None]:
    """What shows how many probes are graded both ways; a line of its own, from the first one on."""
    tasks: list[TaskID] = []

    def show(done: int, total: int) -> None:
        if not tasks:
            tasks.append(progress.add_task("Comparing both ways of grading, once", total=total, failed=0))
        progress.update(tasks[0], completed=done, total=total)

    return show


def relative(path: Path) -> str:
    """A path as it is shorter to read: from the folder that the command runs in, if it lies there."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
