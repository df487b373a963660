"""The classes whose submissions are graded in the benchmarks, each the same in every run."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id

ROOT = Path(__file__).parents[1]
RIGHT_SHARE = 0.85
_SEED = "a class"


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
    """Notebooks in which each exercise is right with a probability of `RIGHT_SHARE`, without end.

    Solutions are drawn from the proof set: the reference or another right one, or a wrong one.
    """
    source = Assignment.read(ROOT / "source" / assignment)
    reference = {grade_id(cell): cell.source for cell in source.notebook.cells}
    pools: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for exercise in source.exercises:
        cell = exercise.name
        pools[cell, True] = [reference[cell]] if cell in reference else []
        for kind in ("right", "wrong"):
            files = sorted((source.path.parent / "solutions" / kind).glob(f"{cell}_*.py"))
            pools[cell, kind == "right"] += [file.read_text() for file in files]
    release = nbformat.read(ROOT / "release" / assignment / f"{assignment}.ipynb", as_version=4)
    draws = random.Random(_SEED)
    while True:
        notebook = copy.deepcopy(release)
        for cell in notebook.cells:
            if pools.get((grade_id(cell), True)):
                cell.source = draws.choice(pools[grade_id(cell), draws.random() < RIGHT_SHARE])
        yield notebook


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
        there = folder / f"student-{number:03d}" / assignment
        if isinstance(submission, Path):
            shutil.copytree(submission, there)
        else:
            there.mkdir(parents=True)
            nbformat.write(submission, there / f"{assignment}.ipynb")
    return folder
