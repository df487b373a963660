"""Writes the sample submissions from the release, with what grading them has to find.

    python examples/make_submissions.py [folder]

It writes to the folder of this file, or to another: the same bytes every time, until the release changes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from samples import SAMPLES, Sample
from work import Work

from grading.config import Course

HERE = Path(__file__).resolve().parent
ASSIGNMENT = "midterm1"

ABOUT = """\
# Sample submissions

Notebooks as students hand them in, each named for what it shows. This grades them:

    course grade midterm1 --submitted examples/submitted --output graded

The table says what it finds: the points of each exercise, their sum, and its share of the {cap:g} points that make
100%. [expected.json](expected.json) says the same for programs, and more: how each exercise ends, and whether the
submission is `honest`. It is if nbgrader's own autograder finds the same score, and without waiting for its timeout.

Do not edit a notebook here: each is the release, changed by its function in [samples.py](samples.py). When that
function or the release changes, `python examples/make_submissions.py` writes the notebooks, `expected.json` and this
page anew.

"""


def main() -> None:
    """Write all samples, `expected.json` and `README.md`."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    course = Course.find(HERE)
    release = nbformat.read(course.release / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4)
    points = dict(exercises(release))
    cap = course.cap(ASSIGNMENT, sum(points.values()))
    expected = {one.name: expectation(one, points, cap) for one in SAMPLES}
    for one in SAMPLES:
        work = Work(release)
        one.do(work)
        write(folder / "submitted" / one.name / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", nbformat.writes(work.notebook))
    write(folder / "expected.json", one_line_each(expected))
    write(folder / "README.md", ABOUT.format(cap=cap) + "\n".join(table(expected)))


def exercises(release: NotebookNode) -> Iterator[tuple[str, float]]:
    """The exercises and what they are worth."""
    for cell in release.cells:
        marks = cell.metadata.get("nbgrader", {})
        if marks.get("grade"):
            yield marks["grade_id"].removeprefix("test_"), float(marks["points"])


def expectation(one: Sample, points: dict[str, float], cap: float) -> dict[str, Any]:
    """What grading a sample has to find."""
    results = {name: [0.0, one.lost[name]] if name in one.lost else [worth, "passed"] for name, worth in points.items()}
    score = sum(earned for earned, _ in results.values())
    return {
        "score": score,
        "percent": min(100.0, round(100 * score / cap, 2)),
        "honest": one.honest,
        "exercises": results,
    }


def one_line_each(expected: dict[str, dict[str, Any]]) -> str:
    """The text of `expected.json`."""
    return "{\n" + ",\n".join(f'"{name}": {json.dumps(record)}' for name, record in expected.items()) + "\n}"


def table(expected: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of the table."""
    names = next(iter(expected.values()))["exercises"]
    yield row("submission", "what it shows", *names, "score", "percent")
    yield row("---", "---", *["--:"] * (len(names) + 2))
    for one in SAMPLES:
        record = expected[one.name]
        earned = [f"{points:g}" for points, _ in record["exercises"].values()]
        yield row(f"`{one.name}`", one.shows, *earned, f"{record['score']:g}", f"{record['percent']:g}%")


def row(*cells: str) -> str:
    """A row of the table."""
    return "| " + " | ".join(cells) + " |"


def write(path: Path, text: str) -> None:
    """Write a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
