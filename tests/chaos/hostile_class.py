"""Three hundred honest submissions and all hostile kinds in one run, beside processes that compute.

    python -m tests.chaos.hostile_class [--honest 300] [--spinning 8]

The honest submissions are samples of `midterm1`; what each deserves says an undisturbed run of one of each. The class
is graded, and graded again if that says that something could not be examined. The command ends with exit status 1 if an
honest submission has another grade than it deserves, if more than one in twenty had to wait for the second run, if the
grader itself used more than 600 MB, or if a hostile submission cost the run more than its own limits.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import psutil

from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.chaos.hostile_kinds import KINDS
from tests.chaos.troubled_machine import spinning

ROOT = Path(__file__).parents[2]
NAME = "midterm1"
COPIED = ("source", "tester_fw", "poker_game", "resource", "grading_config.py", "nbgrader_config.py")
# A sample that never ends is hostile enough to be none of the honest.
LEFT_OUT = {"loops-for-ever"}

MOST_BYTES = 600_000_000
MOST_UNEXAMINED = 0.05
UNEXAMINED_STATUS = 3


@dataclass
class Graded:
    """A run: its exit status, its wall time in seconds, the grader's memory in bytes, and what each student earned.

    `points` are by student, then by exercise; None where an exercise could not be examined.
    """

    status: int
    seconds: float
    most_bytes: int
    points: dict[str, dict[str, float | None]] = field(default_factory=dict)


def main() -> int:
    """Grade, say what is found, and whether it is as it should be."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="hostile-class-") as folder:
        course = _course(Path(folder) / "course")
        samples = _samples()
        deserved = _graded(course, _handed_in(Path(folder) / "one-of-each", samples, len(samples)))
        deserved_points = {name: deserved.points[f"honest-{number:03}"] for number, name in enumerate(samples)}

        honest = _handed_in(Path(folder) / "honest", samples, options.honest)
        everyone = _handed_in(Path(folder) / "everyone", samples, options.honest)
        for number, kind in enumerate(KINDS):
            _hand_in_hostile(everyone / f"hostile-{number:02}" / NAME / f"{NAME}.ipynb", kind)
        with spinning(options.spinning):
            alone = _graded(_copied(course, "alone"), honest)
            print(f"{options.honest} honest ones alone: {alone.seconds:.0f} s, status {alone.status}", flush=True)
            shared = _copied(course, "shared")
            first = _graded(shared, everyone)
            second = _graded(shared, everyone)
        wrong = [
            *_wrong("alone", alone, samples, deserved_points, may_wait=True),
            *_wrong("first", first, samples, deserved_points, may_wait=True),
            *_wrong("second", second, samples, deserved_points, may_wait=False),
        ]
        return _told(course, options.honest, alone, first, second, wrong)


def _told(course: Course, honest: int, alone: Graded, first: Graded, second: Graded, wrong: list[str]) -> int:
    waited = sum(None in points.values() for name, points in first.points.items() if name.startswith("honest"))
    extra = first.seconds - alone.seconds
    limits = len(KINDS) * course.grading.submission_seconds
    print(f"{len(KINDS)} hostile ones with them: {first.seconds:.0f} s, status {first.status}; of the honest,")
    print(f"{waited} had to wait for the second run ({second.seconds:.0f} s, status {second.status}).")
    print(f"The hostile ones cost the run {extra:.0f} s; their own limits are {limits:.0f} s of processor time in all.")
    most = max(alone.most_bytes, first.most_bytes, second.most_bytes)
    print(f"The grader's memory: {most / 1e6:.0f} MB at most.")
    for number, kind in enumerate(KINDS):
        points = first.points.get(f"hostile-{number:02}", {})
        print(f"  {kind}: {sum(filter(None, points.values())):g} points" if points else f"  {kind}: refused")
    if waited > MOST_UNEXAMINED * honest:
        wrong.append(f"{waited} of {honest} had to wait")
    if most > MOST_BYTES:
        wrong.append("the grader took too much memory")
    if extra > limits:
        wrong.append("the hostile submissions cost too much")
    print(*wrong, sep="\n")
    return bool(wrong)


def _wrong(
    run: str, graded: Graded, samples: list[str], deserved: dict[str, dict[str, float | None]], may_wait: bool
) -> list[str]:
    """A line for each honest exercise whose points are not those that it deserves."""
    found = []
    for student, points in graded.points.items():
        if not student.startswith("honest"):
            continue
        sample = samples[int(student.rpartition("-")[2]) % len(samples)]
        for exercise, earned in points.items():
            if earned != deserved[sample][exercise] and not (may_wait and earned is None):
                found.append(f"{run} run, {student} ({sample}), {exercise}: {earned}, not {deserved[sample][exercise]}")
    return found


def _graded(course: Course, submitted: Path) -> Graded:
    """Grade all of a folder, as a program of its own."""
    began, most = time.monotonic(), 0
    command = [sys.executable, "-c", "from nbproctor.cli import main; main()", "grade", NAME, "--submitted", submitted]
    with (course.root / "said").open("wb") as said:
        run = subprocess.Popen([str(word) for word in command], cwd=course.root, stdout=said, stderr=said)
        while run.poll() is None:
            with suppress(psutil.Error):
                most = max(most, psutil.Process(run.pid).memory_info().rss)
            time.sleep(0.05)
    text = (course.root / "said").read_text()
    if run.returncode not in (0, 1, UNEXAMINED_STATUS) or "Traceback" in text:
        sys.exit(f"course grade ended with {run.returncode}:\n{text[-3000:]}")
    done = Graded(run.returncode, time.monotonic() - began, most)
    for path in sorted((course.root / "autograded").glob(f"*/{NAME}/results.json")):
        exercises = json.loads(path.read_text())["exercises"]
        done.points[path.parts[-3]] = {
            each["name"]: None if each["outcome"] == "unexamined" else each["earned"] for each in exercises
        }
    return done


def _course(root: Path) -> Course:
    root.mkdir()
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    course = Course(root)
    build(course, NAME)
    return course


def _copied(course: Course, name: str) -> Course:
    """The same course and secret seed; nobody is graded."""
    leave = shutil.ignore_patterns("autograded", "feedback", "gradebook.db", "summary*")
    return Course(Path(shutil.copytree(course.root, course.root.with_name(name), ignore=leave)))


def _samples() -> list[str]:
    found = (ROOT / "examples" / "submitted").glob(f"*/{NAME}/{NAME}.ipynb")
    return sorted(path.parts[-3] for path in found if path.parts[-3] not in LEFT_OUT)


def _handed_in(folder: Path, samples: Iterable[str], count: int) -> Path:
    samples = list(samples)
    for number in range(count):
        shutil.copytree(
            ROOT / "examples" / "submitted" / samples[number % len(samples)] / NAME,
            folder / f"honest-{number:03}" / NAME,
        )
    return folder


def _hand_in_hostile(path: Path, kind: str) -> None:
    notebook = nbformat.read(ROOT / "examples" / "submitted" / "all-right" / NAME / f"{NAME}.ipynb", as_version=4)
    KINDS[kind](notebook)
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--honest", type=int, default=300)
    parser.add_argument("--spinning", type=int, default=8)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
