"""Whether the inputs of all cases lie in the bounds that the sampler declares, and whether the prompt says so."""

from __future__ import annotations

from collections.abc import Iterator

from nbproctor.assignment.sampler import Bound
from nbproctor.check.case_kinds import Drawing
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.fairness import prompt_of
from nbproctor.check.findings import Finding, failed, proven


def prove_bounds(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """No case goes beyond a bound, and students read every bound."""
    name, bounds = exam.named(drawing.exercise), exam.samplers[drawing.case_file].bounds
    prompt = " ".join(prompt_of(exam, drawing.exercise).split())
    problems = [problem for bound in bounds for problem in _problems(exam, drawing, bound, prompt)]
    for problem in problems:
        yield failed("bounds", name, problem)
    if bounds and not problems:
        listed = ", ".join(bound.input for bound in bounds)
        yield proven("bounds", name, f"{listed}: within what the prompt says, on {len(exam.pools)} seeds")


def _problems(exam: CheckedExam, drawing: Drawing, bound: Bound, prompt: str) -> Iterator[str]:
    if bound.words not in prompt:
        yield f"the prompt does not say {bound.words!r}, as the bound of {bound.input} does: write it there"
    for seed, pools in exam.pools.items():
        pool = pools[drawing.case_file]
        for kind, inputs in zip(pool.kinds, pool.inputs, strict=True):
            if bound.input not in inputs:
                yield f"a bound is declared for {bound.input!r}, which is no input of {drawing.case_file}: correct it"
                return
            if not bound.least <= (size := bound.size(inputs[bound.input])) <= bound.most:
                yield (
                    f"with the seed {seed}, a case of the kind {kind!r} has {size:,} for {bound.input}, beyond "
                    f"{bound.words!r}: draw less, or say more in the bound and in the prompt"
                )
                return
