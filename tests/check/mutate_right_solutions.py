"""Lists the mutants of right solutions that lose on some official seeds and pass on others.

Such a mutant is surely wrong, and a student who hands it in loses by chance: the sampler needs a kind of case that
shows the mistake. Run `python tests/check/mutate_right_solutions.py midterm1`. The exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from nbproctor.check.checked_exam import CheckedExam, prepare
from nbproctor.check.forked_tasks import Ended, conduct
from nbproctor.check.mutants import mutated
from nbproctor.check.solutions import Solution, read_solutions
from nbproctor.check.trial import Replacement, Trial, try_solution
from nbproctor.config import Course

_WORKERS = 2


@dataclass(frozen=True)
class _Mutant:
    """A right solution with one mistake, and how a diff shows it."""

    solution: Solution
    mistake: str
    diff: str
    code: str


def _drawn(exam: CheckedExam, most: int) -> Iterator[_Mutant]:
    """So many mutants of each right solution, drawn by chance: the same ones each time."""
    draws = random.Random(exam.assignment.name)
    for solution in read_solutions(exam):
        if solution.is_right:
            made = {code: (mistake, diff) for mistake, diff, code in mutated(solution.code, 1, sys.maxsize)}
            for code in draws.sample(list(made), min(most, len(made))):
                yield _Mutant(solution, *made[code], code)


def _tried(exam: CheckedExam, mutants: list[_Mutant], should_pass: bool) -> Iterator[tuple[_Mutant, Trial]]:
    """What came of trying each mutant, each in a process of its own; not of one that did not come to its end."""
    tasks = {
        number: partial(
            try_solution, exam, Replacement(mutant.solution.exercise, mutant.code), should_pass, thorough=False
        )
        for number, mutant in enumerate(mutants)
    }
    for number, trial in conduct(tasks, _WORKERS):
        if not isinstance(trial, Ended):
            yield mutants[number], trial


def _by_chance(exam: CheckedExam, most: int) -> Iterator[tuple[_Mutant, str]]:
    """The mutants that lose on some seeds and pass on others, each with what shows it."""
    pass_somewhere = []
    for mutant, trial in _tried(exam, list(_drawn(exam, most)), should_pass=False):
        if trial.lost and not trial.is_lost:
            yield mutant, trial.escapes
        elif not trial.lost:
            pass_somewhere.append(mutant)
    for mutant, trial in _tried(exam, pass_somewhere, should_pass=True):
        if not trial.is_passed:
            yield mutant, trial.failure


def main(name: str, seeds: int, most: int) -> int:
    """Mutate the right solutions of an assignment; return 1 if a mutant loses by chance."""
    count = 0
    for exam in prepare(Course.find(), name, seeds):
        for mutant, shown in _by_chance(exam, most):
            count += 1
            print(f"{mutant.solution.name}: {mutant.mistake}: {shown}\n{mutant.diff}", flush=True)
    print(f"{count} mutants of right solutions lose by chance")
    return 1 if count else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignment")
    parser.add_argument("--seeds", type=int, default=100, help="how many official seeds to draw cases for")
    parser.add_argument("--mutants", type=int, default=8, help="how many mutants of each solution to draw")
    arguments = parser.parse_args()
    sys.exit(main(arguments.assignment, arguments.seeds, arguments.mutants))
