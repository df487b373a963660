"""Looks for inputs on which a surviving mutant differs from the reference, in the cases of other seeds."""

from __future__ import annotations

import time
from collections.abc import Iterator

from nbproctor.assignment.cases import case_of
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.mutation.mutants import Mutant
from nbproctor.check.trial import enter, reference_judges
from nbproctor.check.tried_cells import run_instead, silence
from nbproctor.errors import GradingError
from tester_fw import messages
from tester_fw.case_files import Case

_MORE_SEEDS = 50
"""So many seeds are drawn beside those that every proof tries."""
_SECONDS = 20.0
"""The search ends after so many seconds of processor time."""
_CASES_AT_ONCE = 200


def search(exam: CheckedExam, mutant: Mutant) -> str:
    """Say on which inputs a mutant fails; to be called in a process of its own, which it leaves changed.

    The visible cases and those of the official seeds come first, which are there already; then the exercise's sampler
    draws further ones, and the reference says what is right.

    Returns:
        a sentence on the first inputs that show the mistake; empty if none of those tried does.
    """
    enter(exam)
    ends = time.process_time() + _SECONDS
    run_instead(exam, [mutant.cell], mutant.code)
    for judge in reference_judges(exam, mutant.exercise):
        file = judge.conf.case_file
        for cases in _batches(exam, mutant, file):
            run_instead(exam, [mutant.cell], mutant.code)
            for case in cases:
                with silence():
                    problem = judge.judged(case)
                if problem:
                    inputs = {about.name: case[about.name] for about in judge.conf.inputs}
                    call = messages.call_of(messages.name_of(judge.conf.func), inputs)
                    return f"for {call}: {problem.partition(chr(10))[0]}"
                if time.process_time() > ends:
                    return ""
    return ""


def _batches(exam: CheckedExam, mutant: Mutant, file: str) -> Iterator[list[Case]]:
    """The cases that there are, some at a time, and then those of further seeds."""
    for pools in exam.pools.values():
        yield list(pools[file].cases)
    for number in range(_MORE_SEEDS):
        run_instead(exam, [mutant.cell], exam.source_of(mutant.cell))
        with silence():
            drawn = exam.samplers[file].draw(f"search-{number}/{file}")[:_CASES_AT_ONCE]
            try:
                yield [case_of(exam.reference, file, one) for one in drawn]
            except GradingError:
                return
