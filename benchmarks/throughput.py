"""Grades the same submissions with `course grade`, the floor, `nbgrader autograde` and a bare loop, side by side.

Prints submissions per second of each and their ratios, all measured in one run on one machine; absolute
figures mean little. Run it with `make bench`, which installs otter-grader; `otter run` is one command for each
submission, as it takes no more. Without it, there is a row less.

Each grader is run as a command, twice: on two submissions and on all of them. The difference is the time of
the further submissions themselves; the shorter run shows what a class costs however small it is. The graders take
turns, and of all turns the median counts. The floor (`floor.py`) is what the sandbox, the submission's code, the
official calls and the files cost at least. The bare loop runs the code cells of each submission in plain `exec` in one
process, with no isolation, no official cases and nothing written. Graders that take a second for each submission get
the first ones only.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import nbformat
from classes import CLASSES, hand_in
from otter_assignment import convert_submission, make_autograder
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
ASSIGNMENT = "midterm1"
FEW = 2


@dataclass(frozen=True)
class Grader:
    """A way to grade: what it is called, what grades a folder of submissions, and how many it gets at most."""

    name: str
    grade: Callable[[Path], None]
    most: int


@dataclass(frozen=True)
class Measured:
    """Wall seconds of a few submissions and of all; wall and processor seconds of each further one."""

    few: float
    each: float
    each_cpu: float
    total: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=40)
    parser.add_argument("--slow", type=int, default=30, help="submissions for nbgrader and otter-grader")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--of", choices=CLASSES, default="samples", help="the class that hands them in")
    options = parser.parse_args()
    count, slow = options.submissions, min(options.slow, options.submissions)
    if slow <= FEW:
        parser.error(f"{slow} submissions are too few: the first {FEW} only show what starting takes")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        root = Path(folder)
        course = copy_of_course(root / "course")
        few = hand_in(options.of, ASSIGNMENT, root / str(FEW), FEW)
        course_grade(course, few)  # what is kept beside a course for its next run is there from now on
        graders = [
            Grader("course grade", partial(course_grade, course), count),
            Grader("floor", partial(_floor, course), count),
            Grader("bare loop", _bare_loop, count),
            Grader("nbgrader autograde", partial(_nbgrader_autograde, course), slow),
        ]
        if (BIN / "otter").exists():
            autograder = make_autograder(course / "release" / ASSIGNMENT, root / "otter")
            graders.append(Grader("otter run", partial(_otter_run, autograder), slow))
        handed_in = {each: hand_in(options.of, ASSIGNMENT, root / f"all-{each}", each) for each in {count, slow}}
        turns = [[_measured(grader, few, handed_in[grader.most]) for grader in graders] for _ in range(options.turns)]
    _print(options.of, graders, turns)


def copy_of_course(course: Path) -> Path:
    """Copy the course, with its release made anew."""
    ignored = shutil.ignore_patterns(".git", ".venv", "graded", "__pycache__", ".*_cache", "gradebook.db")
    shutil.copytree(ROOT, course, symlinks=True, ignore=ignored)
    _run(course, "course", "build", ASSIGNMENT)
    _run(course, "nbgrader", "generate_assignment", ASSIGNMENT, "--force")
    return course


def _measured(grader: Grader, few: Path, many: Path) -> Measured:
    shorter, shorter_cpu = timed(lambda: grader.grade(few))
    total, total_cpu = timed(lambda: grader.grade(many))
    further = grader.most - FEW
    return Measured(shorter, (total - shorter) / further, (total_cpu - shorter_cpu) / further, total)


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


def _floor(course: Path, submitted: Path) -> None:
    """Through the floor, writing files of the contents that `course grade` wrote of the first submission."""
    output = course / "floor"
    shutil.rmtree(output, ignore_errors=True)
    program = str(ROOT / "benchmarks" / "floor.py")
    student = min(path.name for path in submitted.iterdir())
    written = [course / "graded" / step / student / ASSIGNMENT for step in ("autograded", "feedback")]
    files = [written[0] / f"{ASSIGNMENT}.ipynb", written[1] / f"{ASSIGNMENT}.html", written[0] / "results.json"]
    _run(course, sys.executable, program, ASSIGNMENT, str(submitted), str(output), *map(str, files))


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


def _print(kind: str, graders: list[Grader], turns: list[list[Measured]]) -> None:
    measured = [_median([turn[place] for turn in turns]) for place in range(len(graders))]
    names = [grader.name for grader in graders]
    floor, bare, nbgrader = (measured[names.index(name)] for name in ("floor", "bare loop", "nbgrader autograde"))
    table = Table(title=f"{ASSIGNMENT}, {kind}, on {os.cpu_count()} processors; median of {len(turns)} turns")
    columns = ("", "of", "per second", "x nbgrader", f"first {FEW}", "whole run", "CPU each", "x floor", "x bare loop")
    for column in columns:
        table.add_column(column, justify="left" if not column else "right")
    for grader, row in zip(graders, measured, strict=True):
        table.add_row(
            grader.name,
            str(grader.most),
            f"{1 / row.each:.2f}",
            f"{nbgrader.each / row.each:.1f}",
            f"{row.few:.1f} s",
            f"{row.total:.1f} s",
            f"{row.each_cpu * 1000:.1f} ms",
            f"{row.each_cpu / floor.each_cpu:.2f}",
            f"{row.each_cpu / bare.each_cpu:.1f}",
        )
    console = Console(width=120)
    console.print(table)
    console.print(f"per second, CPU each: each further submission after the first {FEW}.")
    for turn in turns:
        by_name = dict(zip(names, turn, strict=True))
        own, others = by_name["course grade"], [name for name in names if name != "course grade"]
        times = ", ".join(f"{by_name[name].each / own.each:.1f} times the throughput of {name}" for name in others)
        share = own.each_cpu / by_name["floor"].each_cpu
        console.print(f"course grade: {times}; {share:.2f} times the floor's processor time")


def _median(turns: list[Measured]) -> Measured:
    columns = zip(*(dataclasses.astuple(turn) for turn in turns), strict=True)
    return Measured(*map(statistics.median, columns))


if __name__ == "__main__":
    main()
