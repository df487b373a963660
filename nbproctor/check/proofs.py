"""All proofs about an assignment, at once on as many processors as there are."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from nbproctor.assignment.cases_file import CASES, Proof, read_proofs, read_samplers
from nbproctor.assignment.notebook import Exercise, grade_id, read_notebook
from nbproctor.assignment.proof_record import asks_for_proof, fingerprint, forget_record, recorded_kinds, write_record
from nbproctor.assignment.release import make_release
from nbproctor.check.case_kinds import Drawing, find_unlike, prove_bounds, prove_kept, prove_kinds, prove_unlearnable
from nbproctor.check.checked_exam import SEEDS, CheckedExam, prepare
from nbproctor.check.fairness import judge_alone, note_agreement, note_catching, note_length, prove_points, prove_times
from nbproctor.check.findings import Finding, Verdict, failed, failures, proven
from nbproctor.check.forked_tasks import Ended, conduct
from nbproctor.check.leaks import prove_no_leaks
from nbproctor.check.mutants import Mutant, make_mutants
from nbproctor.check.solutions import (
    Solution,
    count_solutions,
    judge_reference,
    judge_right,
    judge_untouched,
    judge_wrong,
    read_solutions,
)
from nbproctor.check.surviving_mutants import (
    Comparison,
    compare,
    judge_mutant,
    read_equivalents,
    reason_for,
    search,
    unused,
)
from nbproctor.check.trial import Replacement, Trial, enter, reference_judges, run_in_order, try_solution
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.system.memory import gather_in_large_pages

Progress = Callable[[str, int, int], object]
"""Called with the name of a step, how many of its parts are done, and how many there are."""

_TASK_SECONDS, _THOROUGH_TASK_SECONDS = 300.0, 900.0
"""Processor time that a task has: solutions that search take half a minute for all seeds."""
_REFERENCE_TIMES = 20
"""A task has in addition so many times the time that the reference takes for all cases of an exercise."""


@dataclass(frozen=True)
class ProofOptions:
    """How much is tried to prove an assignment.

    Args:
        thorough: compare equivalent mutants with the reference on all inputs, which may take minutes.
    """

    workers: int
    seeds: int = SEEDS
    thorough: bool = False


@dataclass(frozen=True)
class _Task:
    """A function to run in a process of its own, and what its outcome proves."""

    run: Callable[[], Any]
    judge: Callable[[Any], Finding | Iterable[Finding]]


def prove(
    course: Course,
    name: str,
    options: ProofOptions,
    progress: Progress = lambda step, done, total: None,
) -> list[Finding]:
    """Prove what can be proven about an assignment; the findings are in the order of the proofs.

    Raises:
        GradingError: the source is wrong, so that there is nothing to prove.
    """
    with tempfile.TemporaryDirectory(prefix="course-check-") as folder:
        staged, release, _ = make_release(course, name, Path(folder))
        current = fingerprint(course, name, staged)  # before solutions may write there
        drawing = _Step(progress, "Drawing cases", options.seeds + 1)
        findings = [
            finding
            for exam in prepare(course, name, options.seeds, drawing.count, staged)
            for finding in _Proving(exam, release, options, progress).findings()
        ]
    _record(course.source / name, current, findings)
    order = list(dict.fromkeys(finding.proof for finding in findings))
    return sorted(findings, key=lambda finding: (order.index(finding.proof), finding.verdict is not Verdict.FAILED))


def _record(source: Path, current: str, findings: list[Finding]) -> None:
    """Record the proof for `course build`; an assignment without solutions is built without one."""
    if failures(findings):
        forget_record(source)
    elif asks_for_proof(source):
        kinds = {name: sampler.kinds for name, sampler in sorted(read_samplers(source / CASES).items())}
        write_record(source, current, Counter(finding.proof for finding in findings), kinds)


class _Step:
    """A step of the work, of so many parts, as progress shows it."""

    def __init__(self, progress: Progress, name: str, total: int) -> None:
        self.progress, self.name, self.total, self.done = progress, name, total, 0

    def count(self) -> None:
        self.done += 1
        self.progress(self.name, self.done, self.total)


class _Proving:
    """The proofs about one notebook. `stubs` has the released code of each cell, by its `grade_id`."""

    def __init__(self, exam: CheckedExam, release: Path, options: ProofOptions, progress: Progress) -> None:
        self.exam, self.release, self.options, self.progress = exam, release, options, progress
        cells = read_notebook(release / exam.assignment.path.name).cells
        self.stubs = {grade_id(cell): exam.shell.as_python(cell.source) for cell in cells if cell.cell_type == "code"}
        self.solutions = read_solutions(exam)
        self.solution_trials: list[tuple[Solution, Trial]] = []
        self.reference_trials: dict[Exercise, Trial] = {}

    def findings(self) -> Iterator[Finding]:
        drawings = self._drawings()
        tasks = [
            *self._references(),
            *self._attempts(are_right=True),
            *self._attempts(are_right=False),
            *self._mutants(),
            *(self._about_cases(drawing) for drawing in drawings),
            *self._author_proofs(),
            *self._alone(),
            _Task(partial(prove_no_leaks, self.exam, self.release), partial(_as_found, "leaks")),
        ]
        proving = _Step(self.progress, "Proving", len(tasks))
        findings: dict[int, list[Finding]] = {}
        functions = {place: task.run for place, task in enumerate(tasks)}
        seconds = _THOROUGH_TASK_SECONDS if self.options.thorough else _TASK_SECONDS
        seconds += _REFERENCE_TIMES * max(self.exam.seconds.values(), default=0.0)
        gather_in_large_pages()
        for place, outcome in conduct(functions, self.options.workers, seconds):
            findings[place] = _judged(tasks[place], outcome)
            proving.count()
        for place in sorted(findings):
            yield from findings[place]
        yield from self._fairness()

    def _drawings(self) -> list[Drawing]:
        tasks = {exercise: partial(drawings, self.exam, exercise) for exercise in self.exam.exercises}
        drawn: dict[Exercise, list[Drawing]] = {}
        for exercise, outcome in list(conduct(tasks, self.options.workers)):  # all of them end
            if isinstance(outcome, Ended):
                where = f"{self.exam.assignment.path}, the test cell of {self.exam.named(exercise)}"
                raise GradingError(f"{where}: {outcome.sentence}")
            drawn[exercise] = outcome
        return [drawing for exercise in tasks for drawing in drawn[exercise]]

    def _references(self) -> Iterator[_Task]:
        for exercise in self.exam.exercises:
            yield _Task(
                partial(try_solution, self.exam, Replacement(exercise), should_pass=True),
                partial(self._reference, exercise),
            )
        for exercise in self.exam.written:
            stub = "\n".join(self.stubs[name] for name in exercise.solutions)
            run = partial(try_solution, self.exam, Replacement(exercise, stub), should_pass=False)
            yield _Task(run, partial(judge_untouched, self.exam, exercise))

    def _reference(self, exercise: Exercise, trial: Trial | Ended) -> Finding:
        if isinstance(trial, Trial):
            self.reference_trials[exercise] = trial
        return judge_reference(self.exam, exercise, trial)

    def _attempts(self, are_right: bool) -> Iterator[_Task]:
        yield _Task(list, lambda _: count_solutions(self.exam, self.solutions, are_right))
        for solution in self.solutions:
            if solution.is_right == are_right:
                run = partial(try_solution, self.exam, Replacement(solution.exercise, solution.code), are_right)
                yield _Task(run, partial(self._solution, solution))

    def _solution(self, solution: Solution, trial: Trial | Ended) -> Finding:
        if isinstance(trial, Trial):
            self.solution_trials.append((solution, trial))
        return judge_right(solution, trial) if solution.is_right else judge_wrong(self.exam, solution, trial)

    def _mutants(self) -> Iterator[_Task]:
        mutants, reasons = make_mutants(self.exam), read_equivalents(self.exam)
        yield _Task(list, lambda _: unused(reasons, mutants))
        for mutant in mutants:
            reason = reason_for(mutant, reasons)
            run = partial(_try_mutant, self.exam, mutant, reason is not None, self.options.thorough)
            yield _Task(run, partial(self._mutant, mutant, reason))

    def _mutant(self, mutant: Mutant, reason: str | None, outcome: tuple[Comparison | None, Trial] | Ended) -> Finding:
        comparison, trial = (None, outcome) if isinstance(outcome, Ended) else outcome
        return judge_mutant(self.exam, mutant, trial, reason, comparison)

    def _about_cases(self, drawing: Drawing) -> _Task:
        def run() -> list[Finding]:
            is_released = (self.exam.course.release / self.exam.assignment.name).is_dir()
            recorded = recorded_kinds(self.exam.folder).get(drawing.case_file, []) if is_released else []
            kept = prove_kept(self.exam, drawing, recorded)
            found = [*prove_kinds(self.exam, drawing), *kept, *prove_unlearnable(self.exam, drawing)]
            return [*found, *prove_bounds(self.exam, drawing), *find_unlike(self.exam, drawing)]

        return _Task(run, partial(_as_found, "kinds"))

    def _author_proofs(self) -> Iterator[_Task]:
        for proof in read_proofs(self.exam.folder / CASES):
            yield _Task(partial(_run_proof, self.exam, proof, None), partial(_as_found, proof.name))
            for solution in self.solutions:
                if solution.is_right and solution.exercise.name in proof.exercises:
                    run = partial(_run_proof, self.exam, proof, solution)
                    yield _Task(run, partial(_as_found, proof.name))

    def _alone(self) -> Iterator[_Task]:
        for exercise in self.exam.written:
            yield _Task(partial(_needs, self.exam, exercise, self.stubs), partial(judge_alone, self.exam, exercise))

    def _fairness(self) -> Iterator[Finding]:
        yield from prove_points(self.exam)
        for exercise in self.exam.written:
            if exercise in self.reference_trials:
                right = self._trials_of(exercise, is_right=True)
                yield prove_times(self.exam, exercise, self.reference_trials[exercise], right)
        for exercise in self.exam.written:
            yield from note_catching(self.exam, exercise, self._trials_of(exercise, is_right=False))
        yield note_agreement(self.solution_trials)
        yield from note_length(self.exam)

    def _trials_of(self, exercise: Exercise, is_right: bool) -> list[tuple[Solution, Trial]]:
        return [
            (solution, trial)
            for solution, trial in self.solution_trials
            if solution.exercise == exercise and solution.is_right == is_right
        ]


def _judged(task: _Task, outcome: Any) -> list[Finding]:
    """What an outcome proves; nothing, if the process was ended from outside."""
    judged = task.judge(outcome)
    findings = [judged] if isinstance(judged, Finding) else list(judged)
    if isinstance(outcome, Ended) and not outcome.is_verdict:
        return [replace(finding, verdict=Verdict.FAILED, sentence=outcome.sentence) for finding in findings]
    return findings


def _as_found(proof: str, outcome: list[Finding] | Ended) -> list[Finding]:
    return [failed(proof, "the proof", outcome.sentence)] if isinstance(outcome, Ended) else outcome


def drawings(exam: CheckedExam, exercise: Exercise) -> list[Drawing]:
    """What an exercise's test cell draws from; to be called in a process of its own, which it leaves changed."""
    enter(exam)
    return [
        Drawing(exercise, judge.conf.case_file, min(judge.iterations, exam.samplers[judge.conf.case_file].count))
        for judge in reference_judges(exam, exercise)
    ]


def _try_mutant(
    exam: CheckedExam, mutant: Mutant, is_recorded: bool, thorough: bool
) -> tuple[Comparison | None, Trial]:
    """Try a mutant; compare it with the reference if it is recorded as equivalent, or if it survives.

    An input on which a surviving mutant differs shows which kind of case is missing.
    """
    cells = [mutant.cell]
    comparison = compare(exam, mutant.exercise, cells, mutant.code, thorough) if is_recorded else None
    tried = Replacement(mutant.exercise, mutant.code, cells)
    trial = try_solution(exam, tried, should_pass=False, thorough=False)
    if comparison is None and not trial.is_lost:
        comparison = compare(exam, mutant.exercise, cells, mutant.code)
        if not comparison.difference:
            comparison = replace(comparison, difference=search(exam, mutant))
    return comparison, trial


def _run_proof(exam: CheckedExam, proof: Proof, solution: Solution | None) -> list[Finding]:
    enter(exam)
    names, subject = exam.shell.user_ns, solution.name if solution else "the reference"
    if solution:
        run_in_order(exam, {solution.exercise: [solution.code]})
    try:
        problems = list(proof.prove(names))
    except Exception as error:  # whatever an author's proof raises
        problems = [f"{type(error).__name__}: {error}"]
    return [failed(proof.name, subject, problem) for problem in problems] or [proven(proof.name, subject, "holds")]


def _needs(exam: CheckedExam, exercise: Exercise, stubs: dict[str, str]) -> list[Exercise] | None:
    """The exercises without which one does not pass; `None` if they are not enough. Leaves the process changed."""
    enter(exam)
    others = [other for other in exam.written if other != exercise]
    if _passes(exam, exercise, others, stubs):
        return []
    needed = [other for other in others if not _passes(exam, exercise, [other], stubs)]
    return needed if _passes(exam, exercise, [other for other in others if other not in needed], stubs) else None


def _passes(exam: CheckedExam, exercise: Exercise, without: list[Exercise], stubs: dict[str, str]) -> bool:
    run_in_order(exam, {other: [stubs[cell] for cell in other.solutions] for other in without})
    return try_solution(exam, Replacement(exercise), should_pass=True).passed > 0
