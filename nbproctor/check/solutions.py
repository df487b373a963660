"""Solutions, files in `solutions/` that solve one exercise each, and whether they earn what they should.

The reference must earn its points too, and the untouched release none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbproctor.assignment.notebook import Exercise
from nbproctor.assignment.proof_record import FOLDER
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failed, noted, proven
from nbproctor.check.forked_tasks import Ended
from nbproctor.check.trial import Trial
from nbproctor.errors import GradingError

LEAST_RIGHT, LEAST_WRONG = 3, 10


@dataclass(frozen=True)
class Solution:
    """A file that solves one exercise, rightly or not; the other exercises are the reference's."""

    path: Path
    exercise: Exercise
    is_right: bool

    @property
    def name(self) -> str:
        """The file's name with its folder: `wrong/ex3_counts_zeros.py`."""
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def code(self) -> str:
        """Its text."""
        return self.path.read_text(encoding="utf-8")

    @property
    def idea(self) -> str:
        """The first line: the approach, or the misconception."""
        return self.code.partition("\n")[0].strip("# ").rstrip(".")


def read_solutions(exam: CheckedExam) -> list[Solution]:
    """The solutions of an exam's exercises, the right ones first.

    Raises:
        GradingError: a file is named for no exercise, or its first line does not name its idea.
    """
    return [
        _solution(exam, path, kind == "right")
        for kind in ("right", "wrong")
        for path in sorted((exam.folder / FOLDER / kind).glob("*.py"))
    ]


def _solution(exam: CheckedExam, path: Path, is_right: bool) -> Solution:
    candidates = [exercise for exercise in exam.written if path.stem.startswith(f"{exercise.name}_")]
    if not candidates:
        names = ", ".join(exercise.name for exercise in exam.written)
        raise GradingError(f"{path}: the name of a solution must start with an exercise and _ ({names})")
    solution = Solution(path, max(candidates, key=lambda exercise: len(exercise.name)), is_right)
    if not solution.code.startswith("# "):
        idea = "approach" if is_right else "misconception"
        raise GradingError(f"{path}: its first line must be a comment that names the {idea}")
    return solution


def judge_right(solution: Solution, trial: Trial | Ended) -> Finding:
    """A right solution must pass on every seed."""
    proof = "right solutions"
    if isinstance(trial, Ended):
        return failed(proof, solution.name, f"{trial.sentence}; a right solution must pass")
    if trial.is_passed:
        return proven(proof, solution.name, f"passes on {trial.seeds} seeds")
    reason = f"{trial.escapes or 'it fails'}: {trial.failure.strip().partition(chr(10))[0]}"
    cure = "if the solution is right, the test or a sampler requires more than the prompt says"
    return failed(proof, solution.name, f"{reason}; {cure}")


def judge_wrong(exam: CheckedExam, solution: Solution, trial: Trial | Ended) -> Finding:
    """A wrong solution must lose on every seed, whatever the shuffle."""
    proof = "wrong solutions"
    if isinstance(trial, Ended):
        return proven(proof, solution.name, f"loses: {trial.sentence}")
    if trial.is_lost:
        return proven(proof, solution.name, f"loses on {trial.seeds} seeds, whatever the shuffle")
    cure = f"{cure_of_a_mistake(exam, solution.exercise)} this mistake ({solution.idea})"
    return failed(proof, solution.name, f"{trial.escapes}: {cure}")


def cure_of_a_mistake(exam: CheckedExam, exercise: Exercise) -> str:
    """What to do so that the test finds a mistake; `this mistake`, or what shows it, is to follow."""
    has_check = '"check":' in exam.source_of(exercise.test)
    check = "have the check in its conf reject such answers, or " if has_check else ""
    return f"{check}add to the sampler of {exam.named(exercise)} a kind of case that shows"


def judge_untouched(exam: CheckedExam, exercise: Exercise, trial: Trial | Ended) -> Finding:
    """What the release has in place of a solution must lose."""
    name = exam.named(exercise)
    if isinstance(trial, Ended) or trial.is_lost:
        return proven("untouched release", name, "earns nothing")
    sentence = f"the untouched release earns {exercise.points:g} points: make the test call what students must write"
    return failed("untouched release", name, sentence)


def judge_reference(exam: CheckedExam, exercise: Exercise, trial: Trial | Ended) -> Finding:
    """The reference must pass."""
    name = exam.named(exercise)
    if isinstance(trial, Trial) and trial.is_passed:
        return proven("reference", name, f"earns its {exercise.points:g} points on {trial.seeds} seeds")
    reason = trial.sentence if isinstance(trial, Ended) else ": ".join(filter(None, (trial.escapes, trial.failure)))
    return failed("reference", name, f"{name}: the solution in the source does not pass its own test: {reason}")


def count_solutions(exam: CheckedExam, solutions: list[Solution], are_right: bool) -> Iterator[Finding]:
    """A finding for each exercise that has few right, or few wrong, solutions; it fails if there are none."""
    kind, least = ("right", LEAST_RIGHT) if are_right else ("wrong", LEAST_WRONG)
    for exercise in exam.written:
        count = sum(solution.exercise == exercise and solution.is_right == are_right for solution in solutions)
        if count < least:
            subject = exam.named(exercise)
            sentence = f"{subject} has {count} of the {least} {kind} solutions that a meaningful proof needs: add some"
            make = failed if count == 0 else noted
            yield make(f"{kind} solutions", subject, f"{sentence} to solutions/{kind}/")
