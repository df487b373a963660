"""Grades the same submissions with `course grade`, with `nbgrader autograde` and in a bare loop, side by side.

Prints submissions per second of each and their ratios, all measured in one run on one machine; absolute
figures mean little. Run it with `make bench`, which installs otter-grader; `otter run` is one command for each
submission, as it takes no more. Without it, there is a row less.

Each grader is run as a command, twice: on two submissions and on all of them. The difference is the time of
the further submissions themselves; the shorter run shows what a class costs however small it is. The bare loop
is the floor: the code cells of each submission in plain `exec` in this process, with no isolation, no official
cases and nothing written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import nbformat
from otter_assignment import convert_submission, make_autograder
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
ASSIGNMENT = "midterm1"
FEW = 2


@dataclass(frozen=True)
class Measured:
    """Wall seconds of a few submissions and of all; wall and processor seconds of each further one."""

    name: str
    few: float
    each: float
    each_cpu: float
    total: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=40)
    count = parser.parse_args().submissions
    if count <= FEW:
        parser.error(f"{count} submissions are too few: the first {FEW} only show what starting takes")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        course = copy_of_course(Path(folder) / "course")
        all_of_them = submissions(Path(folder) / "all", count)
        few = submissions(Path(folder) / "few", FEW)
        rows = [
            _measured("course grade", partial(course_grade, course), few, all_of_them, count),
            _measured("nbgrader autograde", partial(_nbgrader_autograde, course), few, all_of_them, count),
            _measured("bare loop", _bare_loop, few, all_of_them, count),
        ]
        if (BIN / "otter").exists():
            autograder = make_autograder(course / "release" / ASSIGNMENT, Path(folder) / "otter")
            grade = partial(_otter_run, autograder)
            rows.append(_measured("otter run", grade, few, all_of_them, count))
    _print(rows, count)


def copy_of_course(course: Path) -> Path:
    """Copy the course, with its release made anew."""
    ignored = shutil.ignore_patterns(".git", ".venv", "graded", "__pycache__", ".*_cache", "gradebook.db")
    shutil.copytree(ROOT, course, symlinks=True, ignore=ignored)
    _run(course, "course", "build", ASSIGNMENT)
    _run(course, "nbgrader", "generate_assignment", ASSIGNMENT, "--force")
    return course


def submissions(folder: Path, count: int) -> Path:
    """So many submissions: the samples that every grader can grade, in turn."""
    expected = json.loads((ROOT / "examples" / "expected" / f"{ASSIGNMENT}.json").read_text())
    honest = sorted(name for name, about in expected.items() if about["honest"])
    for number in range(count):
        source = ROOT / "examples" / "submitted" / honest[number % len(honest)] / ASSIGNMENT
        shutil.copytree(source, folder / f"student-{number:03d}" / ASSIGNMENT)
    return folder


def _measured(name: str, grade: Callable[[Path], None], few: Path, many: Path, count: int) -> Measured:
    shorter, shorter_cpu = timed(lambda: grade(few))
    total, total_cpu = timed(lambda: grade(many))
    further = count - FEW
    return Measured(name, shorter, (total - shorter) / further, (total_cpu - shorter_cpu) / further, total)


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Do the work; return the wall and processor seconds that it and its processes took."""
    cpu, wall = _cpu_seconds(), time.perf_counter()
    work()
    return time.perf_counter() - wall, _cpu_seconds() - cpu


def _cpu_seconds() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def course_grade(course: Path, submitted: Path) -> None:
    """Grade with `course grade`, from nothing."""
    output = course / "graded"
    shutil.rmtree(output, ignore_errors=True)
    _run(course, "course", "grade", ASSIGNMENT, "--submitted", str(submitted), "--output", str(output))


def _nbgrader_autograde(course: Path, submitted: Path) -> None:
    shutil.rmtree(course / "autograded", ignore_errors=True)
    _run(course, "nbgrader", "autograde", ASSIGNMENT, f"--CourseDirectory.submitted_directory={submitted}")


def _otter_run(autograder: Path, submitted: Path) -> None:
    for path in sorted(submitted.glob("*/*/*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            notebook = convert_submission(path, Path(folder) / path.name)
            _run(Path(folder), "otter", "run", "--autograder", str(autograder), "--output-dir", ".", str(notebook))


def _bare_loop(submitted: Path) -> None:
    here = Path.cwd()
    os.chdir(ROOT / "release" / ASSIGNMENT)
    sys.path.insert(0, "")
    try:
        for path in sorted(submitted.glob("*/*/*.ipynb")):
            cells = nbformat.read(path, as_version=4).cells
            everything: dict[str, object] = {}
            for cell in cells:
                if cell.cell_type == "code":
                    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                        exec(cell.source, everything)
    finally:
        os.chdir(here)
        sys.path.remove("")


def _run(course: Path, *command: str) -> None:
    environment = {**os.environ, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)])}
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")


def _print(rows: list[Measured], count: int) -> None:
    nbgrader = rows[1]
    floor = rows[2]
    table = Table(title=f"{count} submissions of {ASSIGNMENT} on {os.cpu_count()} processors")
    headers = ("", "per second", "x nbgrader", "whole run", "x nbgrader", f"first {FEW}", "CPU each", "x bare loop")
    for column in headers:
        table.add_column(column, justify="left" if not column else "right")
    for row in rows:
        table.add_row(
            row.name,
            f"{1 / row.each:.2f}",
            f"{nbgrader.each / row.each:.1f}",
            f"{row.total:.1f} s",
            f"{nbgrader.total / row.total:.1f}",
            f"{row.few:.1f} s",
            f"{row.each_cpu * 1000:.0f} ms",
            f"{row.each_cpu / floor.each_cpu:.1f}",
        )
    console = Console(width=110)
    console.print(table)
    console.print(
        f"per second: each further submission after the first {FEW}; whole run: the command from start to end."
    )
    for other in rows[1:]:
        console.print(f"course grade: {other.each / rows[0].each:.1f} times the throughput of {other.name}")


if __name__ == "__main__":
    main()
