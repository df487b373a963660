"""The sample submissions of an assignment, graded once for all tests that look at them; one way and both ways.

Such a test is in the group `samples of` its assignment, so that one worker has all of them, and is marked
`started_programs`, since hashes are then the recorded ones.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.assignment.official_seed import SEED_VARIABLE
from nbproctor.config import Course
from nbproctor.results import Result
from tests.examination.both_ways import Compared, both_ways, graded, graded_both_ways
from tests.made_once import made_once

ROOT = Path(__file__).parents[2]
SUBMITTED = ROOT / "examples" / "submitted"
ASSIGNMENTS = sorted(path.name for path in (ROOT / "source").iterdir())
# Their samples are of most kinds, and some of their tests need an examiner in any case.
_BOTH_WAYS = ("midterm1", "challenge1")


def _marks(name: str) -> list[pytest.MarkDecorator]:
    group = pytest.mark.xdist_group(f"samples of {name}")
    return [group] if name in _BOTH_WAYS else [group, pytest.mark.soak]


EXAMS_BOTH_WAYS = [pytest.param(name, marks=_marks(name)) for name in ASSIGNMENTS]
"""The assignments, as parameters of tests that look at what both ways found; all but two are for `make soak`."""
# Seconds for a cell, on a busy machine: a sample that never ends takes them all, others compute long.
_QUICK_CELL_SECONDS, _SLOW_CELL_SECONDS = 4.0, 60.0
_SUBMISSION_SECONDS = 300.0
# A busy machine sends a long test to an examiner; so the reference may be graded so often.
_MOST_TIMES = 3
# How many tests of an exam need an examiner even so: they judge a suite, look at arrays, or come after one that does.
_EXAMINED = {"lesson1": 1, "challenge1": 4, "lookup1": 1}


@dataclass(frozen=True)
class GradedSamples:
    """What came of an assignment's samples.

    Args:
        folder: the folder that they were graded into.
        results: the result of each sample, by its name.
        compared: what both ways found of them.
    """

    folder: Path
    results: Mapping[str, Result]
    compared: Compared


@dataclass(frozen=True)
class GradedReference:
    """What came of an assignment's reference, handed in.

    Args:
        result: its result.
        compared: what both ways found of it.
    """

    result: Result
    compared: Compared


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where they lie until the tests end."""
    return tempfile.TemporaryDirectory(prefix="graded-samples-")


@made_once
def graded_samples(name: str) -> GradedSamples:
    """Grade the samples of an assignment."""
    return _graded(name, "one-way", Compared())


@made_once
def compared_samples(name: str) -> GradedSamples:
    """Grade the samples of an assignment both ways."""
    with both_ways() as compared:
        return _graded(name, "both-ways", compared)


def _graded(name: str, ways: str, compared: Compared) -> GradedSamples:
    folder = Path(_folder().name) / name / ways
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SEED_VARIABLE, "samples")
        results = graded(_course(name, folder), name, SUBMITTED, folder / "graded")
    return GradedSamples(folder / "graded", results, compared)


@made_once
def graded_reference(name: str) -> GradedReference:
    """Grade the reference of an assignment both ways."""
    folder = Path(_folder().name) / name
    course = _course(name, folder)
    assignment = Assignment.read(course.source / name)
    released = nbformat.read(course.release / name / assignment.path.name, as_version=4)
    handed_in = folder / "reference" / "submitted"
    submit(course, assignment, answered(assignment, released, {}), handed_in / "student-001")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SEED_VARIABLE, "samples")
        for again in range(_MOST_TIMES):
            output = folder / "reference" / f"graded-{again}"
            compared, results = graded_both_ways(course, name, handed_in, output)
            if compared.short >= short_tests(assignment):
                break
    return GradedReference(results["student-001"], compared)


def _course(name: str, folder: Path) -> Course:
    """The course, with settings for an assignment's samples; what is recorded over its reference is kept."""
    course = Course(ROOT)
    course.grading.official_seed_file = str(folder / "secret" / "official_seed")
    course.grading.cell_seconds = _QUICK_CELL_SECONDS if name == "midterm1" else _SLOW_CELL_SECONDS
    course.grading.submission_seconds = _SUBMISSION_SECONDS
    course.grading.probes = 0  # tests/agreement compares both ways
    return course


def short_tests(assignment: Assignment) -> int:
    """How many tests of a reference go the short way, where calls that compute long come to their end in time."""
    return len(assignment.exercises) - _EXAMINED.get(assignment.name, 0)


def answered(assignment: Assignment, release: NotebookNode, answers: Mapping[str, str | None]) -> NotebookNode:
    """The reference, with other solutions of some exercises.

    Args:
        assignment: the source.
        release: what is released of it.
        answers: the solutions, by exercise; without one, or with None, an exercise has the reference's.
    """
    notebook = nbformat.from_dict(json.loads(nbformat.writes(release)))
    sources = {grade_id(cell): cell.source for cell in assignment.notebook.cells}
    for exercise in assignment.exercises:
        if answer := answers.get(exercise.name):
            sources |= dict.fromkeys(exercise.solutions, "") | {exercise.solutions[0]: answer}
    solutions = {cell for exercise in assignment.exercises for cell in exercise.solutions}
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) in solutions:
            cell.source = sources[grade_id(cell)]
    return notebook


def submit(course: Course, assignment: Assignment, notebook: NotebookNode, student: Path) -> None:
    """Write a submission to a student's folder, with the files of the release."""
    folder = student / assignment.name
    shutil.copytree(course.release / assignment.name, folder)
    nbformat.write(notebook, folder / assignment.path.name)
