"""The classes whose submissions are graded in the benchmarks, each the same in every run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment
from nbproctor.portal.rehearsal.simulated_class import drawn_works

ROOT = Path(__file__).parents[1]


def samples(assignment: str) -> Iterator[Path]:
    """The folders of the samples that every grader can grade, without end."""
    expected = json.loads((ROOT / "examples" / "expected" / f"{assignment}.json").read_text())
    honest = sorted(name for name, about in expected.items() if about["honest"])
    while True:
        for name in honest:
            yield ROOT / "examples" / "submitted" / name / assignment


def all_right(assignment: str) -> Iterator[Path]:
    """The folder of the sample in which all is right, without end."""
    while True:
        yield ROOT / "examples" / "submitted" / "all-right" / assignment


def drawn(assignment: str) -> Iterator[NotebookNode]:
    """Notebooks as a class hands them in, without end."""
    release = nbformat.read(ROOT / "release" / assignment / f"{assignment}.ipynb", as_version=4)
    return drawn_works(Assignment.read_all(ROOT / "source" / assignment)[0], release)


CLASSES: dict[str, Callable[[str], Iterator[Path | NotebookNode]]] = {
    "samples": samples,
    "all-right": all_right,
    "drawn": drawn,
}


def hand_in(kind: str, assignment: str, folder: Path, count: int) -> Path:
    """So many submissions of a class.

    Args:
        kind: one of `CLASSES`.
        assignment: its name.
        folder: where the students' folders are made.
        count: how many.

    Returns:
        that folder.
    """
    for number, submission in zip(range(count), CLASSES[kind](assignment), strict=False):
        there = folder / f"student-{number:06d}" / assignment
        if isinstance(submission, Path):
            shutil.copytree(submission, there)
        else:
            there.mkdir(parents=True)
            nbformat.write(submission, there / f"{assignment}.ipynb")
    return folder
