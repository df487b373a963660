"""All proofs about an assignment, at once on as many processors as there are."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from grading.build import make
from grading.cases import read_proofs, read_samplers
from grading.check.conduct import Ended, conduct
from grading.check.equivalent import Comparison, compare, judge_mutant, read_equivalents, unused
from grading.check.exam import SEEDS, Exam, prepare
from grading.check.fairness import (
    judge_alone,
    note_agreement,
    note_catching,
    note_length,
    prove_points,
    prove_times,
)
from grading.check.kinds import Drawing, prove_kept, prove_kinds
from grading.check.knowledge import judge_reference, judge_untouched, prove_unlearnable
from grading.check.leaks import prove_no_leaks
from grading.check.mutants import Mutant, make_mutants
from grading.check.record import asks_for_proof, fingerprint, forget_record, recorded_kinds, write_record
from grading.check.solutions import Solution, count_solutions, judge_right, judge_wrong, read_solutions
from grading.check.trial import Trial, enter, reference_judges, run_in_order, try_solution
from grading.check.verdict import Finding, Verdict, failed, failures, proven
from grading.config import Course
from grading.errors import GradingError
from grading.notebook import Exercise, grade_id, read_notebook
from grading.proof import Proof

Progress = Callable[[str, int, int], object]
"""Called with what is being done, how much of it is done, and how much there is."""


_TIMES = 20
"""A proof may take so many times as long as the reference takes for all cases of an exercise."""


@dataclass(frozen=True)
class _Task:
    """Something to run in a process of its own, and what its outcome proves."""

    run: Callable[[], Any]
    judge: Callable[[Any], Iterable[Finding]]


def prove(
    course: Course,
    name: str,
    workers: int,
    progress: Progress = lambda what, done, total: None,
    seeds: int = SEEDS,
    thorough: bool = False,
) -> list[Finding]:
    """Prove what can be proven about an assignment.

    Args:
        course: the course.
        name: the assignment's name.
        workers: how many processes to use at once.
        progress: told how far it is.
        seeds: how many official seeds to try.
        thorough: compare equivalent mutants with the reference on all inputs, which may take minutes.

    Returns:
        the findings, in the order of the proofs.

    Raises:
        GradingError: the source is wrong, so that there is nothing to prove.
    """
    with tempfile.TemporaryDirectory(prefix="course-check-") as folder:
        staged, release = make(course, name, Path(folder))
        wanted = fingerprint(course, name, staged)  # before solutions may write there
        drawn = _Count(progress, "Drawing cases", seeds + 1)
        findings = [
            finding
            for exam in prepare(course, name, seeds, drawn.step, staged)
            for finding in _Proving(exam, release, workers, progress, thorough).findings()
        ]
    _record(course.source / name, wanted, findings)
    order = list(dict.fromkeys(finding.proof for finding in findings))
    return sorted(findings, key=lambda finding: (order.index(finding.proof), finding.verdict is not Verdict.FAILED))


def _record(source: Path, wanted: str, findings: list[Finding]) -> None:
    """Keep the proof where a build finds it; an assignment without solutions is built without."""
    if failures(findings):
        forget_record(source)
    elif asks_for_proof(source):
        kinds = {name: sampler.kinds for name, sampler in sorted(read_samplers(source / "cases.py").items())}
        write_record(source, wanted, findings, kinds)


class _Count:
    def __init__(self, progress: Progress, what: str, total: int) -> None:
        self.progress, self.what, self.total, self.done = progress, what, total, 0

    def step(self) -> None:
        self.done += 1
        self.progress(self.what, self.done, self.total)


class _Proving:
    """The proofs about one notebook."""

    def __init__(self, exam: Exam, release: Path, workers: int, progress: Progress, thorough: bool) -> None:
        self.exam, self.release, self.workers, self.progress, self.thorough = exam, release, workers, progress, thorough
        self.stubs = _stubs(exam, release)
        self.solutions = read_solutions(exam)
        self.tried: list[tuple[Solution, Trial]] = []
        self.references: dict[Exercise, Trial] = {}

    def findings(self) -> Iterator[Finding]:
        """What is found, proof by proof."""
        drawings = self._drawings()
        tasks = [
            *self._references(),
            *self._right(),
            *self._wrong(),
            *self._mutants(),
            *(self._about_cases(drawing) for drawing in drawings),
            *self._own_proofs(),
            *self._alone(),
            _Task(partial(prove_no_leaks, self.exam, self.release), partial(_as_found, "leaks")),
        ]
        done = _Count(self.progress, "Proving", len(tasks))
        found: dict[int, list[Finding]] = {}
        running = conduct({place: task.run for place, task in enumerate(tasks)}, self.workers, self._seconds)
        for place, outcome in running:
            found[place] = _judged(tasks[place], outcome)
            done.step()
        for place in sorted(found):
            yield from found[place]
        yield from self._fairness()

    @property
    def _seconds(self) -> float:
        # By the clock, on a machine that may be busy; solutions that search take half a minute for all seeds.
        reference = max(self.exam.seconds.values(), default=0.0)
        return (900.0 if self.thorough else 300.0) + _TIMES * reference

    def _drawings(self) -> list[Drawing]:
        """What each test cell draws from, and how many cases it runs."""
        tasks = {exercise: partial(drawings, self.exam, exercise) for exercise in self.exam.exercises}
        found = dict(conduct(tasks, self.workers))
        for exercise, outcome in found.items():
            if isinstance(outcome, Ended):
                where = f"{self.exam.assignment.path}, the test cell of {self.exam.named(exercise)}"
                raise GradingError(f"{where}: {outcome.sentence}")
        return [each for exercise in tasks for each in found[exercise]]  # type: ignore[union-attr]

    def _references(self) -> Iterator[_Task]:
        for exercise in self.exam.exercises:
            yield _Task(partial(try_solution, self.exam, exercise, None, True), partial(self._reference, exercise))
        for exercise in self.exam.written:
            stub = self._stub(exercise)
            run = partial(try_solution, self.exam, exercise, stub, should_pass=False)
            yield _Task(run, partial(_alone, partial(judge_untouched, self.exam, exercise)))

    def _reference(self, exercise: Exercise, trial: Trial | Ended) -> list[Finding]:
        if isinstance(trial, Trial):
            self.references[exercise] = trial
        return [judge_reference(self.exam, exercise, trial)]

    def _right(self) -> Iterator[_Task]:
        yield _Task(list, lambda _: self._counted("right solutions"))
        for solution in (one for one in self.solutions if one.is_right):
            yield _Task(self._attempt(solution), partial(self._solution, solution))

    def _wrong(self) -> Iterator[_Task]:
        yield _Task(list, lambda _: self._counted("wrong solutions"))
        for solution in (one for one in self.solutions if not one.is_right):
            yield _Task(self._attempt(solution), partial(self._solution, solution))

    def _counted(self, proof: str) -> list[Finding]:
        return [finding for finding in count_solutions(self.exam, self.solutions) if finding.proof == proof]

    def _attempt(self, solution: Solution) -> Callable[[], Trial]:
        return partial(try_solution, self.exam, solution.exercise, solution.code, solution.is_right)

    def _solution(self, solution: Solution, trial: Trial | Ended) -> list[Finding]:
        if isinstance(trial, Trial):
            self.tried.append((solution, trial))
        return [judge_right(solution, trial) if solution.is_right else judge_wrong(self.exam, solution, trial)]

    def _mutants(self) -> Iterator[_Task]:
        mutants, reasons = make_mutants(self.exam), read_equivalents(self.exam)
        yield _Task(list, lambda _: unused(reasons, mutants))
        for mutant in mutants:
            reason = reasons.get((mutant.cell, mutant.diff))
            run = partial(_try_mutant, self.exam, mutant, reason is not None, self.thorough)
            yield _Task(run, partial(self._mutant, mutant, reason))

    def _mutant(
        self, mutant: Mutant, reason: str | None, outcome: tuple[Comparison | None, Trial] | Ended
    ) -> list[Finding]:
        comparison, trial = (None, outcome) if isinstance(outcome, Ended) else outcome
        return [judge_mutant(self.exam, mutant, trial, reason, comparison)]

    def _about_cases(self, drawing: Drawing) -> _Task:
        def run() -> list[Finding]:
            kept = prove_kept(self.exam, drawing, recorded_kinds(self.exam.folder).get(drawing.case_file, []))
            return [*prove_kinds(self.exam, drawing), *kept, *prove_unlearnable(self.exam, drawing)]

        return _Task(run, partial(_as_found, "kinds"))

    def _own_proofs(self) -> Iterator[_Task]:
        for own in read_proofs(self.exam.folder / "cases.py"):
            yield _Task(partial(_run_proof, self.exam, own, None), partial(_as_found, own.name))
            for solution in self.solutions:
                if solution.is_right and solution.exercise.name in own.exercises:
                    run = partial(_run_proof, self.exam, own, solution)
                    yield _Task(run, partial(_as_found, own.name))

    def _alone(self) -> Iterator[_Task]:
        for exercise in self.exam.written:
            judge = partial(judge_alone, self.exam, exercise)
            yield _Task(partial(_needs, self.exam, exercise, self.stubs), partial(_alone, judge))

    def _stub(self, exercise: Exercise) -> str:
        return "\n".join(self.stubs[name] for name in exercise.solutions)

    def _fairness(self) -> Iterator[Finding]:
        yield from prove_points(self.exam)
        for exercise in self.exam.written:
            right = [one for one in self.tried if one[0].exercise == exercise and one[0].is_right]
            if exercise in self.references:
                yield prove_times(self.exam, exercise, self.references[exercise], right)
        for exercise in self.exam.written:
            wrong = [one for one in self.tried if one[0].exercise == exercise and not one[0].is_right]
            yield from note_catching(self.exam, exercise, wrong)
        yield note_agreement(self.tried)
        yield from note_length(self.exam)


def _judged(task: _Task, outcome: Any) -> list[Finding]:
    """What an outcome proves; nothing, if the process was ended from outside."""
    findings = list(task.judge(outcome))
    if isinstance(outcome, Ended) and not outcome.is_verdict:
        return [replace(finding, verdict=Verdict.FAILED, sentence=outcome.sentence) for finding in findings]
    return findings


def _as_found(proof: str, outcome: list[Finding] | Ended) -> list[Finding]:
    return [failed(proof, "the proof", outcome.sentence)] if isinstance(outcome, Ended) else outcome


def _alone(judge: Callable[[Any], Finding], outcome: Any) -> list[Finding]:
    return [judge(outcome)]


def drawings(exam: Exam, exercise: Exercise) -> list[Drawing]:
    """What an exercise's test cell draws from; to be called in a process of its own, which it leaves changed."""
    enter(exam)
    return [
        Drawing(exercise, judge.conf.case_file, min(judge.iterations, exam.samplers[judge.conf.case_file].count))
        for judge in reference_judges(exam, exercise)
    ]


def _stubs(exam: Exam, release: Path) -> dict[str, str]:
    """What the release has for each solution cell."""
    notebook = read_notebook(release / exam.assignment.path.name)
    return {
        grade_id(cell): exam.shell.transform_cell(cell.source) for cell in notebook.cells if cell.cell_type == "code"
    }


def _try_mutant(exam: Exam, mutant: Mutant, is_recorded: bool, thorough: bool) -> tuple[Comparison | None, Trial]:
    """Compare a recorded mutant with the reference, and one that survives: perhaps there is an input that tells."""
    cells = [mutant.cell]
    comparison = compare(exam, mutant.exercise, cells, mutant.code, thorough) if is_recorded else None
    trial = try_solution(exam, mutant.exercise, mutant.code, should_pass=False, thorough=False, cells=cells)
    if comparison is None and not trial.is_lost:
        comparison = compare(exam, mutant.exercise, cells, mutant.code)
    return comparison, trial


def _run_proof(exam: Exam, own: Proof, solution: Solution | None) -> list[Finding]:
    enter(exam)
    names, subject = exam.shell.user_ns, solution.name if solution else "the reference"
    if solution:
        run_in_order(exam, {solution.exercise: [solution.code]})
    try:
        problems = list(own.prove(names))
    except Exception as error:
        problems = [f"{type(error).__name__}: {error}"]
    return [failed(own.name, subject, problem) for problem in problems] or [proven(own.name, subject, "holds")]


def _needs(exam: Exam, exercise: Exercise, stubs: dict[str, str]) -> list[Exercise] | None:
    """The exercises without which one does not pass; `None` if they are not enough. Leaves the process changed."""
    enter(exam)
    others = [other for other in exam.written if other != exercise]
    if _passes(exam, exercise, others, stubs):
        return []
    needed = [other for other in others if not _passes(exam, exercise, [other], stubs)]
    return needed if _passes(exam, exercise, [one for one in others if one not in needed], stubs) else None


def _passes(exam: Exam, exercise: Exercise, without: list[Exercise], stubs: dict[str, str]) -> bool:
    run_in_order(exam, {one: [stubs[cell] for cell in one.solutions] for one in without})
    return try_solution(exam, exercise, None, should_pass=True).passed > 0
