"""Grades an exam's solutions and mutants both ways, through proxies and by outcomes, and compares every verdict.

    python -m tests.oracle midterm1 [--seeds 3] [--mutants 400]

It runs from the tag `isolating-proxies`, the last commit that has both ways. A submission has one solution or mutant in
each exercise, as far as there are any.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.assignment.official_seed import SEED_VARIABLE
from nbproctor.check.mutation.mutants import mutated
from nbproctor.check.tried_cells import regions
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Result

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Tried:
    """What stands in the solution cells of one exercise.

    Args:
        what: its name.
        cells: the code of each cell, by its `grade_id`.
    """

    what: str
    cells: dict[str, str]


def main() -> None:
    """Compare one exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assignment")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--mutants", type=int, default=400, help="at most so many of each exercise")
    arguments = parser.parse_args()
    course = Course(ROOT)
    assignment = Assignment.read(course.source / arguments.assignment)
    differences = 0
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        names = _write_class(course, assignment, Path(folder) / "submitted", arguments.mutants)
        for number in range(arguments.seeds):
            os.environ[SEED_VARIABLE] = f"oracle seed {number}"
            proxies = _graded(course, assignment.name, Path(folder), outcomes=False)
            outcomes = _graded(course, assignment.name, Path(folder), outcomes=True)
            for student, exercises in sorted(proxies.items()):
                for name, one in exercises.items():
                    other = outcomes[student][name]
                    if (one.outcome, one.earned) != (other.outcome, other.earned):
                        differences += 1
                        print(f"seed {number}, {names[student].get(name, 'the reference')}, {name}:")
                        print(f"  proxies:  {one.outcome} {one.earned:g}  {one.message[:300]!r}")
                        print(f"  outcomes: {other.outcome} {other.earned:g}  {other.message[:300]!r}", flush=True)
            count = sum(map(len, proxies.values()))
            print(f"{assignment.name}, seed {number}: {len(proxies)} submissions, {count} verdicts", flush=True)
    tried = sum(map(len, names.values()))
    print(f"{assignment.name}: {tried} solutions and mutants, {arguments.seeds} seeds, {differences} differences")
    sys.exit(bool(differences))


def _write_class(course: Course, assignment: Assignment, submitted: Path, most: int) -> dict[str, dict[str, str]]:
    """Write the submissions; return what each has in each exercise."""
    sources = {grade_id(cell): cell.source for cell in assignment.notebook.cells}
    waiting = {each.name: iter(list(_tried(assignment, sources, each.name, most))) for each in assignment.exercises}
    names: dict[str, dict[str, str]] = {}
    while drawn := {name: tried for name, found in waiting.items() if (tried := next(found, None))}:
        student = f"student-{len(names):04}"
        names[student] = {name: tried.what for name, tried in drawn.items()}
        code = sources | {cell: text for tried in drawn.values() for cell, text in tried.cells.items()}
        notebook = nbformat.read(course.release / assignment.name / assignment.path.name, as_version=4)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                cell.source = code[cell.metadata.nbgrader.grade_id]
        path = submitted / student / assignment.name / assignment.path.name
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    return names


def _tried(assignment: Assignment, sources: dict[str, str], name: str, most: int) -> Iterator[Tried]:
    exercise = next(each for each in assignment.exercises if each.name == name)
    others = [each.name for each in assignment.exercises if each.name.startswith(name) and each.name != name]
    if not exercise.solutions:
        return
    for path in sorted((assignment.path.parent / "solutions").glob(f"*/{name}_*.py")):
        if not any(path.stem.startswith(f"{other}_") for other in others):
            code = dict.fromkeys(exercise.solutions, "") | {exercise.solutions[0]: path.read_text()}
            yield Tried(f"{path.parent.name}/{path.name}", code)
    found = [
        Tried(f"{name}: {mistake}", {cell: code})
        for cell in exercise.solutions
        for first, last in regions(sources[cell])
        for mistake, _, code in mutated(sources[cell], first, last)
    ]
    yield from found[:: max(1, -(-len(found) // most))]


def _graded(course: Course, name: str, folder: Path, outcomes: bool) -> dict[str, dict[str, ExerciseResult]]:
    course.grading.outcomes, course.grading.probes = outcomes, 0
    course.grading.cell_seconds, course.grading.submission_seconds = 20.0, 600.0
    output = folder / f"graded-{outcomes}"
    shutil.rmtree(output, ignore_errors=True)
    found = {}
    for submission, result in ClassGrading(course, name, folder / "submitted", output).run():
        assert isinstance(result, Result), result
        found[submission.student] = {each.name: each for each in result.exercises}
    return found


if __name__ == "__main__":
    main()
