"""Grades the same submissions with `course grade`, the floor and `nbgrader autograde`, side by side.

Four classes, a table for each: all is right (`all-right`), each exercise is right with a probability of 0.85
(`drawn`), the samples, for which a bare loop and otter-grader are measured too, and a small course of plain asserts
with numpy and pandas (`plain`). Prints submissions per second of each grader and their ratios, all measured in one run
on one machine; absolute figures mean little. Run it with `make bench`, which installs otter-grader; `otter run` is one
command for each submission, as it takes no more. Without it, there is a row less.

Each grader is run as a command, twice: on two submissions and on all of them. The difference is the time of the
further submissions themselves; the shorter run shows what a class costs however small it is. The graders take turns,
every other turn in reverse, and of all turns the median counts. The floor (`floor.py`) is what the sandbox, the
submission's code, the official calls and the files cost at least. The bare loop runs the code cells of each submission
in plain `exec` in one process, with no isolation, no official cases and nothing written. Graders that take a second for
each submission get the first ones only.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import nbformat
from classes import hand_in
from otter_assignment import convert_submission, make_autograder
from plain_courses import NAME, drawn_class, make_plain_course
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
ASSIGNMENT = "midterm1"
FEW = 2
PLAIN = "plain"
KINDS = ("all-right", "drawn", "samples", PLAIN)


@dataclass(frozen=True)
class Series:
    """What all graders grade.

    Args:
        kind: the class, one of `KINDS`.
        course: the course's folder.
        assignment: its name.
        hand_in: makes a folder of so many submissions.
        count: how many submissions the faster graders get.
    """

    kind: str
    course: Path
    assignment: str
    hand_in: Callable[[Path, int], Path]
    count: int


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
    options = _options()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for series in _series(options, Path(folder)):
            root = Path(folder) / series.kind
            few = series.hand_in(root / str(FEW), FEW)
            course_grade(series.course, few, series.assignment)  # what is kept for the next run is there from now on
            graders = _graders(series, root, options.slow, options.otter)
            handed_in = {each: series.hand_in(root / f"all-{each}", each) for each in {one.most for one in graders}}
            turns = [_turn(graders, few, handed_in, turn % 2 == 1) for turn in range(options.turns)]
            _print(series, graders, turns)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--of", choices=KINDS, nargs="+", default=KINDS, help="the classes that are graded")
    parser.add_argument("--submissions", type=int, default=40, help="of all classes but the drawn one")
    parser.add_argument("--class-size", type=int, default=200, help="submissions of the drawn class")
    parser.add_argument("--slow", type=int, default=30, help="submissions for nbgrader")
    parser.add_argument("--otter", type=int, default=30, help="submissions for otter-grader; 0: it is left out")
    parser.add_argument("--turns", type=int, default=1)
    options = parser.parse_args()
    options.slow = min(options.slow, options.submissions, options.class_size)
    if min(options.slow, options.otter or options.slow) <= FEW:
        parser.error(f"more than {FEW} submissions: the first {FEW} only show what starting takes")
    return options


def _series(options: argparse.Namespace, root: Path) -> Iterator[Series]:
    course: Path | None = None
    for kind in options.of:
        if kind == PLAIN:
            plain = make_plain_course(root / "plain-course", ("numpy", "pandas"))
            released(plain, NAME)
            yield Series(kind, plain, NAME, partial(drawn_class, plain), options.submissions)
            continue
        course = course or copy_of_course(root / "course")
        count = options.class_size if kind == "drawn" else options.submissions
        yield Series(kind, course, ASSIGNMENT, partial(hand_in, kind, ASSIGNMENT), count)


def _graders(series: Series, root: Path, slow: int, otter: int) -> list[Grader]:
    course, assignment = series.course, series.assignment
    graders = [
        Grader("course grade", lambda submitted: course_grade(course, submitted, assignment), series.count),
        Grader("floor", lambda submitted: _floor(course, submitted, assignment), series.count),
        Grader("nbgrader autograde", lambda submitted: nbgrader_autograde(course, submitted, assignment), slow),
    ]
    if series.kind == "samples":
        graders.append(Grader("bare loop", _bare_loop, series.count))
        if otter and (BIN / "otter").exists():
            autograder = make_autograder(course / "release" / assignment, root / "otter")
            graders.append(Grader("otter run", partial(_otter_run, autograder), otter))
    return graders


def _turn(graders: list[Grader], few: Path, handed_in: dict[int, Path], is_reversed: bool) -> list[Measured]:
    """One measurement of each grader, in the order of the graders."""
    order = [*reversed(graders)] if is_reversed else graders
    measured = {grader.name: _measured(grader, few, handed_in[grader.most]) for grader in order}
    return [measured[grader.name] for grader in graders]


def copy_of_course(course: Path) -> Path:
    """Copy the course, with its release made anew."""
    ignored = shutil.ignore_patterns(".git", ".venv", "graded", "__pycache__", ".*_cache", "gradebook.db")
    shutil.copytree(ROOT, course, symlinks=True, ignore=ignored)
    released(course, ASSIGNMENT)
    return course


def released(course: Path, assignment: str) -> None:
    """Have both graders make the release of an assignment."""
    run_in(course, "course", "build", assignment)
    run_in(course, "nbgrader", "generate_assignment", assignment, "--force")


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


def course_grade(course: Path, submitted: Path, assignment: str = ASSIGNMENT) -> None:
    """Grade with `course grade`, from nothing."""
    output = course / "graded"
    shutil.rmtree(output, ignore_errors=True)
    run_in(course, "course", "grade", assignment, "--submitted", str(submitted), "--output", str(output))


def _floor(course: Path, submitted: Path, assignment: str) -> None:
    """Through the floor, writing files of the contents that `course grade` wrote of the first submission."""
    output = course / "floor"
    shutil.rmtree(output, ignore_errors=True)
    program = str(ROOT / "benchmarks" / "floor.py")
    student = min(path.name for path in submitted.iterdir())
    written = [course / "graded" / step / student / assignment for step in ("autograded", "feedback")]
    files = [written[0] / f"{assignment}.ipynb", written[1] / f"{assignment}.html", written[0] / "results.json"]
    run_in(course, sys.executable, program, assignment, str(submitted), str(output), *map(str, files))


def nbgrader_autograde(course: Path, submitted: Path, assignment: str) -> None:
    """Grade with `nbgrader autograde`, from nothing but its gradebook."""
    shutil.rmtree(course / "autograded", ignore_errors=True)
    run_in(course, "nbgrader", "autograde", assignment, f"--CourseDirectory.submitted_directory={submitted}")


def _otter_run(autograder: Path, submitted: Path) -> None:
    for path in sorted(submitted.glob("*/*/*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            notebook = convert_submission(path, Path(folder) / path.name)
            run_in(Path(folder), "otter", "run", "--autograder", str(autograder), "--output-dir", ".", str(notebook))


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


def run_in(course: Path, *command: str) -> None:
    """Run a command of this environment in a course's folder; end if it fails."""
    environment = {**os.environ, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)])}
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")


def _print(series: Series, graders: list[Grader], turns: list[list[Measured]]) -> None:
    measured = [_median([turn[place] for turn in turns]) for place in range(len(graders))]
    by_name = {grader.name: row for grader, row in zip(graders, measured, strict=True)}
    floor, nbgrader = by_name["floor"], by_name["nbgrader autograde"]
    about = f"{series.assignment}, {series.kind}, on {os.cpu_count()} processors; median of {len(turns)} turns"
    table = Table(title=about)
    for column in ("", "of", "per second", "x nbgrader", "CPU each", "x floor", f"first {FEW}", "whole run"):
        table.add_column(column, justify="left" if not column else "right")
    for grader, row in zip(graders, measured, strict=True):
        table.add_row(
            grader.name,
            str(grader.most),
            f"{1 / row.each:.2f}",
            f"{nbgrader.each / row.each:.1f}",
            f"{row.each_cpu * 1000:.1f} ms",
            f"{row.each_cpu / floor.each_cpu:.2f}",
            f"{row.few:.1f} s",
            f"{row.total:.1f} s",
        )
    console = Console(width=120)
    console.print(table)
    console.print(f"per second, CPU each: each further submission after the first {FEW}.")
    names = [grader.name for grader in graders]
    for turn in turns:
        each = dict(zip(names, turn, strict=True))
        own = each["course grade"]
        times = ", ".join(f"{other.each / own.each:.1f} times {name}" for name, other in each.items() if other != own)
        share = own.each_cpu / each["floor"].each_cpu
        console.print(f"course grade: {times}; {share:.2f} times the floor's processor time")


def _median(turns: list[Measured]) -> Measured:
    columns = zip(*(dataclasses.astuple(turn) for turn in turns), strict=True)
    return Measured(*map(statistics.median, columns))


if __name__ == "__main__":
    main()
