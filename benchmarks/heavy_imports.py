"""What courses of heavy imports cost: the first start, the second one, and each further submission, beside nbgrader.

A small course of plain asserts (`plain_courses.py`) is graded that imports numpy and pandas, then matplotlib too, then
scikit-learn too, where these are installed. The first start has nothing that an earlier run kept: it compares both ways
of grading and records what is said over the reference. The second one grades the same again, into a new folder. Both
grade one submission; each further one is the difference to the run on all, divided. Of several rounds the median
counts. Run it with `make bench-imports`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from plain_courses import NAME, drawn_class, installed, make_plain_course
from rich.console import Console
from rich.table import Table
from throughput import course_grade, nbgrader_autograde, released, timed

LIBRARIES = ("numpy", "pandas", "matplotlib", "sklearn")
FEWEST = 2  # libraries
COLUMNS = ("first start", "second start", "each further", "x nbgrader")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--slow", type=int, default=8, help="submissions for nbgrader")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    there = installed(LIBRARIES)
    table = Table(title=f"Heavy imports on {os.cpu_count()} processors, seconds; median of {options.rounds} rounds")
    for column in ("libraries", "", *COLUMNS):
        table.add_column(column, justify="right" if column in COLUMNS else "left")
    for count in range(FEWEST, len(there) + 1):
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            _add_rows(table, there[:count], Path(folder), options)
    Console(width=120).print(table)


def _add_rows(table: Table, modules: Sequence[str], root: Path, options: argparse.Namespace) -> None:
    course = make_plain_course(root / "course", modules)
    released(course, NAME)
    one, many, some = (
        drawn_class(course, root / str(count), count) for count in (1, options.submissions, options.slow)
    )
    rounds = [_round(course, one, many, some) for _ in range(options.rounds)]
    own, theirs = ([median(column) for column in zip(*rows, strict=True)] for rows in zip(*rounds, strict=True))
    further = [own[2] / (options.submissions - 1), theirs[2] / (options.slow - 1)]
    for name, starts, each in (("course grade", own, further[0]), ("nbgrader autograde", theirs, further[1])):
        numbers = [f"{starts[0]:.2f}", f"{starts[1]:.2f}", f"{each:.3f}", f"{further[1] / each:.1f}"]
        table.add_row(", ".join(modules) if name == "course grade" else "", name, *numbers)


def _round(course: Path, one: Path, many: Path, some: Path) -> tuple[list[float], list[float]]:
    """Of each grader: seconds of the first start, of the second one, and of all but the first submission together."""
    shutil.rmtree(course / ".secret", ignore_errors=True)
    own = [timed(partial(course_grade, course, folder, NAME))[0] for folder in (one, one, many)]
    theirs = [timed(partial(nbgrader_autograde, course, folder, NAME))[0] for folder in (one, one, some)]
    return [*own[:2], own[2] - own[1]], [*theirs[:2], theirs[2] - theirs[1]]


if __name__ == "__main__":
    main()
