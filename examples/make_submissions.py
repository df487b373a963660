"""Writes the sample submissions from the releases, with what grading them has to find.

    python examples/make_submissions.py [folder]

It writes to the folder of this file, or to another: the same bytes every time, until a release changes.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from samples.sample import Sample, Samples
from samples.work import Work

from nbproctor.config import Course

HERE = Path(__file__).resolve().parent

ABOUT = """\
# Sample submissions

These are typical student notebooks, each named for what it shows. This command grades the samples of one assignment:

    course grade midterm1 --submitted examples/submitted --output graded

The tables show the expected result: the points of each exercise, their sum, and the percentage.
The files in [expected](expected) contain the same data for programs, and also each exercise's outcome and whether the
submission is `honest`: nbgrader's own autograder gives it the same score, without waiting for its timeout.

Do not edit a notebook here: each is the release, changed by its function in [samples](samples). When that function
or the release changes, run `python examples/make_submissions.py` to regenerate the notebooks, the expectations and this
page."""


def main() -> None:
    """Write the samples of every assignment, what is expected of them, and `README.md`."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    about = [ABOUT]
    course = Course.find(HERE)
    for name in sorted(path.name for path in course.source.iterdir()):
        about += make(course, name, importlib.import_module(f"samples.{name}").SAMPLES, folder)
    write(folder / "README.md", "\n".join(about))


def make(course: Course, assignment: str, samples: Samples, folder: Path) -> Iterator[str]:
    """Write the samples of an assignment and what is expected of them; the lines of its part of the page."""
    release = nbformat.read(course.release / assignment / f"{assignment}.ipynb", as_version=4)
    points = dict(exercises(release))
    cap = course.cap(assignment, sum(points.values()))
    expected = {one.name: expectation(one, points, cap) for one in samples}
    for one in samples:
        work = Work(release)
        one.do(work)
        write(folder / "submitted" / one.name / assignment / f"{assignment}.ipynb", nbformat.writes(work.notebook))
    write(folder / "expected" / f"{assignment}.json", one_line_each(expected))
    yield from ["", f"## {assignment}", "", f"{cap:g} points make 100%.", "", *table(samples, expected)]


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


def table(samples: Samples, expected: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of the table."""
    names = next(iter(expected.values()))["exercises"]
    yield row("submission", "what it shows", *names, "score", "percent")
    yield row("---", "---", *["--:"] * (len(names) + 2))
    for one in samples:
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
