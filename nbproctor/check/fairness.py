"""Whether an assignment is fair: points, length, the time that right work takes, how soon wrong work is caught."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nbproctor.assignment.notebook import Exercise, Role, grade_id, role
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failed, noted, proven
from nbproctor.check.forked_tasks import Ended
from nbproctor.check.solutions import Solution
from nbproctor.check.trial import Trial

_FREE_POINTS = 1.0
"""How many points may need no work."""
_SHARE_OF_CELL_TIME = 0.5
"""The share of a cell's time that the slowest right solution may take: the sandbox and other machines are slower."""


def prove_points(exam: CheckedExam) -> Iterator[Finding]:
    """Points are in balance, and the text says the same as the metadata."""
    exercises = exam.assignment.exercises
    free = sum(exercise.points for exercise in exam.exercises if not exercise.solutions)
    if free > _FREE_POINTS:
        yield failed(
            "points", "free points", f"{free:g} points can be earned without any work: leave at most {_FREE_POINTS:g}"
        )
    available = exam.assignment.points
    hardest = max((exercise.points for exercise in exercises), default=0.0)
    cap = exam.course.cap(exam.assignment.name, available)
    if cap < available and available - hardest < cap:
        without = f"without one exercise of {hardest:g} points, only {available - hardest:g} points are left"
        cure = "lower the cap in grading_config.py, or add exercises"
        yield failed("points", "cap", f"{without}, but 100% needs {cap:g}: {cure}")
    yield from _announced(exam, available, cap)
    values = sorted({exercise.points for exercise in exercises})
    shares = {each: sum(one.points for one in exercises if one.points == each) / (available or 1.0) for each in values}
    listed = ", ".join(f"{share:.0%} in exercises of {points:g}" for points, share in shares.items())
    yield proven("points", "balance", f"{available:g} points, {cap:g} make 100%, {free:g} free; {listed}")


def _announced(exam: CheckedExam, available: float, cap: float) -> Iterator[Finding]:
    """Points that a heading or the text announces, against the metadata."""
    for exercise in exam.assignment.exercises:
        for announced in re.findall(r"^#+ .*\((\d+(?:\.\d+)?) points?\)", prompt_of(exam, exercise), re.MULTILINE):
            if float(announced) != exercise.points:
                sentence = (
                    f"its heading says {announced} points, its test cell has {exercise.points:g}: make them equal"
                )
                yield failed("points", exam.named(exercise), sentence)
    for pattern, value, meaning in (
        (r"(\d+(?:\.\d+)?) points make 100%", cap, "make 100%"),
        (r"(\d+(?:\.\d+)?) points in all", available, "there are in all"),
    ):
        for announced in re.findall(pattern, _text(exam)):
            if float(announced) != value:
                sentence = f"the text says {announced}, the configuration {value:g}: make them equal"
                yield failed("points", f"points that {meaning}", sentence)


def _text(exam: CheckedExam) -> str:
    return "\n".join(cell.source for cell in exam.assignment.notebook.cells if cell.cell_type == "markdown")


def prompt_of(exam: CheckedExam, exercise: Exercise) -> str:
    """The text of an exercise: all text between the test cell before it and its own."""
    texts: list[str] = []
    for cell in exam.assignment.notebook.cells:
        if cell.cell_type == "markdown":
            texts.append(cell.source)
        if grade_id(cell) == exercise.test:
            return "\n".join(texts)
        if role(cell) is Role.TEST:
            texts = []
    return ""


def note_length(exam: CheckedExam) -> Iterator[Finding]:
    """How many words a student reads for each exercise."""
    words = {exam.named(exercise): len(prompt_of(exam, exercise).split()) for exercise in exam.assignment.exercises}
    longest = max(words, key=lambda name: words[name], default="")
    if longest:
        listed = ", ".join(f"{count:,} for {name}" for name, count in words.items())
        yield noted("reading", "prompts", f"{sum(words.values()):,} words: {listed}")


def prove_times(
    exam: CheckedExam, exercise: Exercise, reference: Trial, right: Sequence[tuple[Solution, Trial]]
) -> Finding:
    """The slowest right solution has time to spare."""
    name, limit = exam.named(exercise), exam.course.grading.cell_seconds
    slowest = max(right, key=lambda tried: tried[1].seconds, default=None)
    seconds = max(reference.seconds, slowest[1].seconds if slowest else 0.0)
    times = f"the reference takes {1000 * reference.seconds:.0f} ms for {reference.cases} cases"
    if slowest:
        times += f", the slowest right solution {1000 * slowest[1].seconds:.0f} ms ({slowest[0].name})"
    if seconds > _SHARE_OF_CELL_TIME * limit:
        return failed("time", name, f"{times}, and a cell may run {limit:g} s: run fewer cases or raise cell_seconds")
    return proven("time", name, times)


def note_catching(exam: CheckedExam, exercise: Exercise, wrong: Sequence[tuple[Solution, Trial]]) -> Iterator[Finding]:
    """How many cases a test meets, on average, until a wrong solution fails."""
    caught = [(solution, trial) for solution, trial in wrong if trial.failing]
    if caught:
        latest, trial = max(caught, key=lambda tried: tried[1].expected_iterations)
        average = sum(trial.expected_iterations for _, trial in caught) / len(caught)
        sentence = (
            f"{len(caught)} wrong solutions are caught after {average:.1f} cases on average; the last one after "
            f"{trial.expected_iterations:.0f} of {trial.cases} ({latest.name})"
        )
        yield noted("catching", exam.named(exercise), sentence)


def note_agreement(trials: Sequence[tuple[Solution, Trial]]) -> Finding:
    """Whether a solution that passes the visible cases passes the official ones, and the other way round."""
    differing = [solution.name for solution, trial in trials if bool(trial.failing) != bool(trial.lost) and trial.cases]
    if differing:
        sentence = f"the verdicts differ for {', '.join(differing)}: draw each kind in both"
        return failed("agreement", "visible and official", sentence)
    return proven("agreement", "visible and official", f"the verdicts agree for all {len(trials)} solutions")


def judge_alone(exam: CheckedExam, exercise: Exercise, needs: Sequence[Exercise] | Ended | None) -> Finding:
    """An exercise is solved without the others, or the notebook says which it needs.

    Args:
        needs: the exercises without which it does not pass; `None` if it does not pass even with these.
    """
    name = exam.named(exercise)
    if needs is None or isinstance(needs, Ended):
        sentence = "passes neither alone nor with the exercises that it seems to need: provide what it calls"
        return failed("independence", name, sentence)
    if not needs:
        return proven("independence", name, "passes without any other exercise")
    sentences = re.split(r"(?<=[.:!?])\s|\n", _text(exam))
    about = "\n".join(each for each in sentences if re.search(rf"\b{name}\b", each, re.IGNORECASE))
    unmentioned = [other for other in map(exam.named, needs) if not re.search(rf"\b{other}\b", about)]
    if unmentioned:
        others = ", ".join(unmentioned)
        return failed("independence", name, f"needs {others}, but no sentence of the notebook names both: add one")
    return proven("independence", name, f"needs {', '.join(map(exam.named, needs))}, and the notebook says so")
