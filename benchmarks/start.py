"""What an author waits for: `course grade` on one submission, from the shell to the result, and `nbgrader autograde`.

Three cases: the very first start of a course, for which no earlier run kept anything; a later one into a new folder,
whose gradebook has to be made; and again into the same folder after a change to the submission, as an author does it in
a loop. The quickest of several rounds counts: on a shared machine the others show what else it did. Run it with
`make bench-start`. `--command`, given several times, measures several installations of the command, which take turns;
`--assignment`, given several times, several assignments.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from throughput import ASSIGNMENT, BIN, copy_of_course, nbgrader_autograde, released, timed

from nbproctor.assignment.notebook import Role, read_notebook, role

ROOT = Path(__file__).parents[1]
CASES = ("the first start", "into a new folder", "again, the submission changed", "nbgrader autograde")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--command", action="append", default=[], help="a `course` program, by its path")
    parser.add_argument("--assignment", action="append", default=[])
    options = parser.parse_args()
    commands = options.command or [str(BIN / "course")]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        # What one installation keeps for its next run, another one would not believe.
        courses = {
            command: copy_of_course(Path(folder) / f"course-{number}") for number, command in enumerate(commands)
        }
        for assignment in options.assignment or [ASSIGNMENT]:
            if assignment != ASSIGNMENT:  # of which the copies have both releases
                for course in courses.values():
                    released(course, assignment)
            submitted = Path(folder) / "submitted" / assignment
            rounds = [
                {command: _round(command, courses[command], submitted, assignment) for command in commands}
                for _ in range(options.rounds)
            ]
            _print(assignment, commands, rounds)


def _round(command: str, course: Path, submitted: Path, assignment: str) -> list[tuple[float, float]]:
    """Wall and processor seconds of all cases."""
    grade = partial(_grade, command, course, submitted, assignment)
    handed_in = submitted / "author" / assignment
    shutil.rmtree(course / ".secret", ignore_errors=True)
    shutil.rmtree(handed_in, ignore_errors=True)
    shutil.copytree(ROOT / "examples" / "submitted" / "all-right" / assignment, handed_in)
    seconds = []
    for _ in range(2):
        shutil.rmtree(course / "graded", ignore_errors=True)
        seconds.append(timed(grade))
    _change(handed_in / f"{assignment}.ipynb")
    again = timed(grade)
    return [*seconds, again, timed(partial(nbgrader_autograde, course, submitted, assignment))]


def _change(path: Path) -> None:
    """Let the submission differ from what was graded last: one line more in the first solution."""
    notebook = json.loads(path.read_text())
    place = next(number for number, cell in enumerate(read_notebook(path).cells) if role(cell) is Role.STUDENT)
    notebook["cells"][place]["source"] = "".join(notebook["cells"][place]["source"]) + "\n# changed"
    path.write_text(json.dumps(notebook))


def _grade(command: str, course: Path, submitted: Path, assignment: str) -> None:
    words = [command, "grade", assignment, "--submitted", str(submitted), "--output", str(course / "graded")]
    done = subprocess.run(words, cwd=course, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)} failed:\n{done.stdout}\n{done.stderr}")


def _print(assignment: str, commands: list[str], rounds: list[dict[str, list[tuple[float, float]]]]) -> None:
    title = f"One submission of {assignment} on {os.cpu_count()} processors, best of {len(rounds)} rounds"
    table = Table("", "", title=title)
    for column in ("seconds", "processor seconds"):
        table.add_column(column, justify="right")
    for number, case in enumerate(CASES):
        for command in commands:
            wall, cpu = (min(each[command][number][kind] for each in rounds) for kind in (0, 1))
            shown = "" if case == CASES[-1] else command if len(commands) > 1 else "course grade"
            table.add_row(case, shown, f"{wall:.2f}", f"{cpu:.2f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
