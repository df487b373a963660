"""Mutants that are no mistakes: recorded with the reason, and compared with the reference wherever that can be done."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from grading.check.conduct import Ended
from grading.check.exam import Exam
from grading.check.mutants import Mutant
from grading.check.trial import Trial, enter, reference_judges, run_quietly
from grading.check.verdict import Finding, failed, proven
from grading.errors import GradingError

FILE = "solutions/equivalent.toml"
_ALL, _EVERY = 10_000, 23
"""Of more inputs than `_ALL`, every so many is compared; a thorough check compares all."""


@dataclass(frozen=True)
class Comparison:
    """What comparing a mutant with the reference showed: `difference` is a sentence, empty if there was none."""

    compared: int
    total: int
    difference: str = ""


def read_equivalents(exam: Exam) -> dict[tuple[str, str], str]:
    """The recorded reasons, by the mutant's cell and diff.

    Raises:
        GradingError: the file is not as it should be.
    """
    path = exam.folder / FILE
    if not path.exists():
        return {}
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
        return {(entry["cell"], entry["diff"].strip()): entry["reason"] for entry in entries}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise GradingError(
            f"{path}: {type(error).__name__}: {error}; an entry is [[equivalent]] with cell, diff and reason"
        ) from error


def compare(exam: Exam, mutant: Mutant, thorough: bool) -> Comparison:
    """Compare a mutant with the reference, to be called in a process of its own.

    Args:
        exam: the exam.
        mutant: the mutant; the exercise's sampler tells which inputs there can be.
        thorough: compare on all of them, however many there are.
    """
    enter(exam)
    names = exam.shell.user_ns
    judges = reference_judges(exam, mutant.exercise)
    every = [exam.samplers[judge.conf.case_file].all_inputs for judge in judges]
    function = judges[0].conf.func.__name__ if len(judges) == 1 else ""
    if not function or every[0] is None or names.get(function) is not judges[0].conf.func:
        return Comparison(0, 0)
    right = names[function]
    run_quietly(mutant.code, names)
    return _compared(right, names[function], every[0](), thorough)


def _compared(right: Any, wrong: Any, inputs: Iterable[Mapping[str, Any]], thorough: bool) -> Comparison:
    compared = total = 0
    for total, each in enumerate(inputs, 1):
        if thorough or total <= _ALL or total % _EVERY == 0:
            compared += 1
            expected, got = right(**each), wrong(**each)
            if expected != got or type(expected) is not type(got):
                return Comparison(compared, total, f"for {dict(each)!r} it returns {got!r}, the reference {expected!r}")
    return Comparison(compared, total)


def judge_mutant(
    exam: Exam, mutant: Mutant, trial: Trial | Ended, reason: str | None, comparison: Comparison | Ended | None
) -> Finding:
    """A mutant must lose on every seed, or be recorded as equivalent, and then differ from the reference nowhere."""
    subject = f"{mutant.cell}: {mutant.what}"
    lost = isinstance(trial, Ended) or trial.is_lost
    if lost and reason is None:
        return proven("mutants", subject, "is killed")
    if lost:
        return failed("mutants", subject, f"is killed, but {FILE} calls it equivalent: remove it there\n{mutant.diff}")
    if reason is None:
        return failed(
            "mutants",
            subject,
            f"survives: {getattr(trial, 'escapes', '')}. Add to the sampler of {exam.named(mutant.exercise)} a kind of "
            f"case that shows it, or record it in {FILE} with the reason why it is equivalent\n{mutant.diff}",
        )
    return _equivalent(mutant, subject, reason, comparison)


def _equivalent(mutant: Mutant, subject: str, reason: str, comparison: Comparison | Ended | None) -> Finding:
    if isinstance(comparison, Ended):
        return failed("mutants", subject, f"its comparison with the reference came to no end: {comparison.sentence}")
    if comparison is not None and comparison.difference:
        return failed("mutants", subject, f"{FILE} calls it equivalent, but {comparison.difference}\n{mutant.diff}")
    if comparison is None or not comparison.compared:
        return proven("mutants", subject, f"is equivalent: {reason}")
    extent = "all" if comparison.compared == comparison.total else f"{comparison.compared:,} of"
    return proven("mutants", subject, f"is equivalent on {extent} {comparison.total:,} inputs: {reason}")


def unused(reasons: Iterable[tuple[str, str]], mutants: Iterable[Mutant]) -> list[Finding]:
    """Recorded reasons for which there is no mutant any more."""
    made = {(mutant.cell, mutant.diff) for mutant in mutants}
    return [
        failed("mutants", f"{cell} in {FILE}", f"no mutant has this diff any more: remove it\n{diff}")
        for cell, diff in reasons
        if (cell, diff) not in made
    ]
