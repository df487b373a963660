"""What earns points without the work: an untouched release, and the visible cases learnt by heart."""

from __future__ import annotations

from collections.abc import Iterator

from nbproctor.assignment.notebook import Exercise
from nbproctor.check.case_kinds import Drawing
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failed, proven
from nbproctor.check.forked_tasks import Ended
from nbproctor.check.trial import Trial


def judge_untouched(exam: CheckedExam, exercise: Exercise, trial: Trial | Ended) -> Finding:
    """What the release has for a solution must lose."""
    name = exam.named(exercise)
    if isinstance(trial, Ended) or trial.is_lost:
        return proven("untouched release", name, "earns nothing")
    sentence = f"the untouched release earns {exercise.points:g} points: let the test call what is to be solved"
    return failed("untouched release", name, sentence)


def judge_reference(exam: CheckedExam, exercise: Exercise, trial: Trial | Ended) -> Finding:
    """The reference must pass."""
    name = exam.named(exercise)
    if isinstance(trial, Trial) and trial.is_passed:
        return proven("reference", name, f"earns its {exercise.points:g} points on {trial.seeds} seeds")
    reason = trial.sentence if isinstance(trial, Ended) else f"{trial.escapes} {trial.failure}".strip()
    return failed("reference", name, f"{name}: the solution in the source does not pass its own test: {reason}")


def prove_unlearnable(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """A solution that knows the visible cases by heart, and nothing else, must lose on every seed."""
    name = exam.named(drawing.exercise)
    seeds = iter(exam.pools.items())
    visible = set(next(seeds)[1][drawing.case_file].keys)
    fewest = None
    for seed, pools in seeds:
        keys = pools[drawing.case_file].keys
        unknown = sum(key not in visible for key in keys)
        if unknown <= len(keys) - drawing.iterations:
            sentence = (
                f"whoever knows the visible cases of {name} by heart can pass with the seed {seed}: {unknown} of "
                f"{len(keys)} official cases differ from them; draw more from rng, or run more cases"
            )
            yield failed("by heart", name, sentence)
            return
        fewest = min(unknown, fewest if fewest is not None else unknown)
    if fewest is not None:
        yield proven("by heart", name, f"at least {fewest} official cases differ from every visible one")
