"""Mutants: the reference's solutions with one small mistake each, made on the syntax tree.

mutmut and cosmic-ray make the same mistakes in the modules of a package, and run its test suite for each. Here a
solution is a part of a notebook's cell, and is tested with cases that are drawn anew for every seed: so `trial` runs
the mutants.
"""

from __future__ import annotations

import ast
import difflib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nbproctor.assignment.notebook import Exercise
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.mutation.dropped_checks import dropped_checks, pairs_of_mistakes
from nbproctor.check.mutation.operators import mutations
from nbproctor.check.tried_cells import regions


@dataclass(frozen=True)
class Mutant:
    """A solution cell with one mistake.

    Args:
        cell: the `grade_id` of the solution cell.
        mistake: the mistake in words: `== becomes !=`.
        diff: the changed lines, as a diff shows them. Where the same change can be made in several places of a cell, a
            line with the place comes first, so that each mutant of a cell has a diff of its own.
    """

    exercise: Exercise
    cell: str
    mistake: str
    diff: str
    code: str


def make_mutants(exam: CheckedExam) -> list[Mutant]:
    """All mutants of all solutions, without those that are written alike."""
    return [
        mutant for exercise in exam.written for cell in exercise.solutions for mutant in _of_cell(exam, exercise, cell)
    ]


def _of_cell(exam: CheckedExam, exercise: Exercise, cell: str) -> Iterator[Mutant]:
    source = exam.source_of(cell)
    made = (mutant for region in regions(source) for mutant in mutated(source, *region))
    for mistake, diff, code in told_apart(made):
        yield Mutant(exercise, cell, mistake, diff, code)


def told_apart(made: Iterable[tuple[str, list[str], str]]) -> Iterator[tuple[str, str, str]]:
    """The mutants of a cell, each code once: with their diffs as texts, which have places where they need them."""
    found: dict[str, tuple[str, list[str]]] = {}
    for mistake, diff, code in made:
        found.setdefault(code, (mistake, diff))
    changes = Counter(_changes(diff) for _, diff in found.values())
    for code, (mistake, diff) in found.items():
        yield mistake, "\n".join(diff if changes[_changes(diff)] > 1 else _changes(diff)), code


def _changes(diff: Iterable[str]) -> tuple[str, ...]:
    """The changed lines of a diff, without their places."""
    return tuple(line for line in diff if not line.startswith("@@"))


def mutated(source: str, first: int, last: int) -> Iterator[tuple[str, list[str], str]]:
    """All mutants of some code that compile: of each the mistake, the lines of its diff, and the whole code."""
    tree = ast.parse(source)
    before = ast.unparse(tree)
    mistakes = (make(tree, first, last) for make in (mutations, dropped_checks, pairs_of_mistakes))
    for mistake, changed in itertools.chain.from_iterable(mistakes):
        code = ast.unparse(ast.fix_missing_locations(changed))
        if code != before and _compiles(code):
            yield mistake, _diff(before, code), code


def _diff(before: str, after: str) -> list[str]:
    _, _, *lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line if line.startswith("@@") else f"{line[0]} {line[1:].strip()}" for line in lines]


def _compiles(code: str) -> bool:
    try:
        compile(code, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
