"""The three graders as commands: each grades the same submissions, and its own records are read for the scores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from exercises import ASSIGNMENT, hand_in, make_course, make_tests, otter_submission

BIN = Path(sys.executable).parent

Scores = dict[str, float]


def course_grade(folder: Path, attacks: Iterable[str], with_tester: bool = True) -> tuple[Scores, list[str]]:
    """`course grade` on all submissions in one run.

    Args:
        folder: where the course is made.
        attacks: the names of the submissions.
        with_tester: whether the test cells have a `Tester`; otherwise they are those of nbgrader.

    Returns:
        points by submission, and what the sandbox enforced.
    """
    course = make_course(folder, own=True, with_tester=with_tester)
    run(course, "course", "build", ASSIGNMENT)
    for attack in attacks:
        hand_in(course / "release", course / "submitted", attack)
    run(course, "course", "grade", ASSIGNMENT)
    records = {
        path.parents[1].name: json.loads(path.read_text())
        for path in (course / "autograded").glob(f"*/{ASSIGNMENT}/results.json")
    }
    enforced = {what: None for record in records.values() for what in record["sandbox"]["enforced"]}
    return {name: record["score"] for name, record in records.items()}, list(enforced)


def nbgrader_autograde(folder: Path, attacks: Iterable[str]) -> Scores:
    """`nbgrader autograde` on all submissions in one run; points by submission, from the gradebook."""
    course = make_course(folder, own=False)
    run(course, "nbgrader", "generate_assignment", ASSIGNMENT)
    for attack in attacks:
        hand_in(course / "release", course / "submitted", attack)
    run(course, "nbgrader", "autograde", ASSIGNMENT)
    from nbgrader.api import Gradebook  # it imports a web server

    with closing(Gradebook(f"sqlite:///{course / 'gradebook.db'}", ASSIGNMENT)) as book:
        return {one.student.id: one.score for one in book.assignment_submissions(ASSIGNMENT)}


def otter_run(folder: Path, attacks: Iterable[str]) -> Scores:
    """`otter run` on one submission after the other; points by submission, from its results.json."""
    tests = make_tests(folder / "tests")
    run(folder, "otter", "generate", "--tests-dir", str(tests), "--output-path", "autograder.zip")
    scores = {}
    for attack in attacks:
        output = folder / "results" / attack
        output.mkdir(parents=True)
        notebook = otter_submission(output / f"{ASSIGNMENT}.ipynb", attack)
        run(folder, "otter", "run", "--autograder", "autograder.zip", "--output-dir", str(output), str(notebook))
        results = json.loads((output / "results.json").read_text())
        scores[attack] = sum(test.get("score", 0) for test in results["tests"])
    return scores


def run(folder: Path, *command: str) -> None:
    """Run a command of this environment in a folder, without the settings of whoever runs it; end if it fails."""
    settings = {f"JUPYTER_{name}_DIR": str(folder / ".settings" / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = {
        **os.environ,
        **settings,
        "IPYTHONDIR": str(folder / ".settings" / "ipython"),
        "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)]),
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
