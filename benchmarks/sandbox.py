"""What the sandbox costs: the same submissions graded in each tier that this machine has, side by side.

Prints the time and the processor time of each further submission, start-up subtracted, and their ratios to
those of tier D, a process with bounds, and Landlock where there is one. The tiers take turns, several rounds, and the
quickest round of each counts: on a shared machine the others show what else it did. Run it with `make bench-sandbox`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from classes import hand_in
from rich.console import Console
from rich.table import Table
from throughput import ASSIGNMENT, copy_of_course, course_grade, timed

STRONGEST = "A" if os.geteuid() == 0 else "B"
TIERS = ("D", "C", STRONGEST)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        courses = {tier: _course(Path(folder) / tier, tier) for tier in TIERS}
        many = hand_in("samples", ASSIGNMENT, Path(folder) / "many", options.submissions)
        one = hand_in("samples", ASSIGNMENT, Path(folder) / "one", 1)
        rounds = [{tier: _each(courses[tier], one, many) for tier in TIERS} for _ in range(options.rounds)]
    further = options.submissions - 1
    best = {tier: [min(each[tier][kind] for each in rounds) / further for kind in (0, 1)] for tier in TIERS}
    _print(best, options.submissions, options.rounds)


def _course(folder: Path, tier: str) -> Path:
    course = copy_of_course(folder)
    with (course / "grading_config.py").open("a") as config:
        config.write(f"\nc.Grading.strongest_tier = {tier!r}\nc.Grading.weakest_tier = {tier!r}\n")
    return course


def _each(course: Path, one: Path, many: Path) -> tuple[float, float]:
    start, start_cpu = timed(lambda: course_grade(course, one))
    total, total_cpu = timed(lambda: course_grade(course, many))
    return total - start, total_cpu - start_cpu


def _print(best: dict[str, list[float]], count: int, rounds: int) -> None:
    table = Table(title=f"{count} submissions of midterm1 on {os.cpu_count()} processors, best of {rounds} rounds")
    for column in ("tier", "ms each", "x tier D", "CPU ms each", "x tier D"):
        table.add_column(column, justify="right")
    wall, cpu = best["D"]
    for tier, (each, each_cpu) in best.items():
        table.add_row(tier, f"{each * 1e3:.0f}", f"{each / wall:.2f}", f"{each_cpu * 1e3:.0f}", f"{each_cpu / cpu:.2f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
