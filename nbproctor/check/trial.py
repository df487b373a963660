"""One solution of one exercise against its test cell, on the cases of many seeds.

The code is the instructor's own: it runs in a forked process, not in the sandbox. Shuffles are not run: a test cell
that runs n of p cases meets one of f failing ones, whatever the shuffle, exactly if f > p - n.
"""

from __future__ import annotations

import ast
import io
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from nbproctor.assignment.cases import case_of
from nbproctor.assignment.notebook import Exercise, Role, grade_id, role
from nbproctor.assignment.reference import CALLABLE, DATA, EXCEPTION, IdleTester, replaced_tester
from nbproctor.assignment.sampler import Drawn, Inputs
from nbproctor.check.checked_exam import CheckedExam, Pool
from nbproctor.errors import GradingError
from nbproctor.examination.sandbox import limits
from nbproctor.shell.cell_names import names_in
from tester_fw import messages
from tester_fw.case_files import Case
from tester_fw.conf import fit_to_cases
from tester_fw.smallest import size
from tester_fw.testers import DATA_FOLDER, SplitCase

_SLOWER_THAN_REFERENCE = 20
"""How many times as long as the reference on average a case of a slow exercise may take."""
_LONGER_IF_RIGHT = 10
"""How many times as long a case may take if it should pass: on a busy machine, processor time passes faster."""
_ENDLESS_CASES = 2
"""With so many cases that never end, the solution is lost."""
_MEMORY = 2 << 30
"""How many bytes a trial may take, beside what its process was started with."""


@dataclass(frozen=True)
class Trial:
    """What came of trying a solution.

    The last four are about the visible cases: how many it fails, how many there are, how many of them the test cell
    runs, and the processor time.
    """

    lost: int = 0  # on how many seeds the solution loses its exercise, whatever the shuffle
    passed: int = 0  # on how many seeds it passes, whatever the shuffle
    seeds: int = 0  # how many were tried: no more than can change the result
    escapes: str = ""  # how it can pass, or can fail, against the aim, in a sentence
    failure: str = ""  # what is wrong on the smallest case that fails, in a sentence
    failing: int = 0
    cases: int = 0
    iterations: int = 0
    seconds: float = 0.0

    @property
    def is_lost(self) -> bool:
        """Whether it loses on every seed."""
        return self.seeds == self.lost > 0

    @property
    def is_passed(self) -> bool:
        """Whether it passes on every seed."""
        return self.seeds == self.passed > 0

    @property
    def expected_iterations(self) -> float:
        """How many visible cases the test meets, on average, until the solution fails; infinite if it never does."""
        return (self.cases + 1) / (self.failing + 1) if self.failing else float("inf")


@dataclass(frozen=True)
class Replacement:
    """Code that is tried instead of solution cells of an exercise; `None` for the reference's own.

    Args:
        cells: the `grade_id` of each; `None` for all cells of the exercise.
    """

    exercise: Exercise
    code: str | None = None
    cells: Sequence[str] | None = None

    @property
    def replaced(self) -> Sequence[str]:
        """The cells that the code runs instead of."""
        return self.exercise.solutions if self.cells is None else self.cells


def try_solution(exam: CheckedExam, solution: Replacement, should_pass: bool, thorough: bool = True) -> Trial:
    """Try a solution; to be called in a process of its own, which it leaves changed.

    Args:
        should_pass: the aim; the first seed that shows otherwise ends the trial.
        thorough: count all visible cases that fail, not only as many as decide.
    """
    enter(exam)
    with _as_written(exam, solution) if exam.reference.writes else nullcontext():
        raised = ""
        if solution.code is not None:
            raised = run_instead(exam, solution.replaced, solution.code, is_whole=solution.cells is not None)
        judges, error = _judges(exam, solution.exercise)
        for judge in judges if should_pass else ():
            judge.seconds *= _LONGER_IF_RIGHT
        if error or not judges:
            seeds = len(exam.pools)
            if error:
                return Trial(lost=seeds, seeds=seeds, failure=raised or error)
            return Trial(passed=seeds, seeds=seeds)
        trial, failing = _tried(exam, judges, should_pass, thorough)
        if failing is None or not should_pass:
            return trial
        return replace(trial, failure=_on_small_inputs(exam, solution, *failing, trial.failure))


def enter(exam: CheckedExam) -> None:
    """Be in the assignment's folder, with its modules first, as a kernel that was started there; never to return."""
    limits.limit_memory(limits.size_of_this_process(), _MEMORY)
    limits.limit(resource.RLIMIT_CORE, 0)
    os.chdir(exam.workspace)
    sys.path.insert(0, "")


@contextmanager
def _as_written(exam: CheckedExam, solution: Replacement) -> Iterator[None]:
    """Be in a copy of the source folder with what the cells before the test write there, but for the replaced ones."""
    replaced = () if solution.code is None else solution.replaced
    with tempfile.TemporaryDirectory(dir=exam.workspace.parent) as folder:
        os.chdir(shutil.copytree(exam.folder, Path(folder) / exam.folder.name))
        names = dict(exam.shell.user_ns)
        for cell in exam.assignment.notebook.cells:
            if grade_id(cell) == solution.exercise.test:
                break
            if cell.cell_type == "code" and role(cell) is not Role.TEST and grade_id(cell) not in replaced:
                run_quietly(exam.shell.as_python(cell.source), names)
        try:
            yield
        finally:
            os.chdir(exam.workspace)


class Judge(IdleTester):
    """A tester that counts how often the test cell runs it, and runs only cases that it is given."""

    made: ClassVar[list[Judge]]

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        super().__init__(conf, key, path)
        self.iterations = 0
        self.seconds = CASE_SECONDS
        self.endless = 0
        self._known: dict[tuple[str, bytes, int], str] = {}
        self.made.append(self)

    def run_test(self) -> None:
        """Count."""
        self.iterations += 1

    def rounds(self) -> list[list[SplitCase]]:
        """Return none, and note that a suite is run on all functions."""
        self.iterations = sys.maxsize
        return []

    def problem(self, pool: Pool, place: int) -> str:
        """What is wrong with the solution's answer to a case, counted from 0; empty if nothing is."""
        drawn = list(zip(pool.kinds[: place + 1], pool.keys, strict=False))
        # What was right at first may be wrong when it comes again.
        key = (*drawn[place], drawn[:place].count(drawn[place]))
        if key not in self._known:
            self._known[key] = self.judged(pool.cases[place])
        return self._known[key]

    def judged(self, case: Case) -> str:
        """What is wrong with the answer to one case; empty if nothing is."""
        self.conf = fit_to_cases(self.conf, [case])
        self.take_case(self.split_case(case))
        try:
            with time_limit(self.seconds):
                error: BaseException | None = self.run_case()
        except Endless:
            self.endless += 1
            return f"it took more than {self.seconds:g} s of processor time"
        except (Exception, SystemExit) as leaving:
            error = leaving
        return "" if error is None else f"{type(error).__name__}: {error}"


def _judges(exam: CheckedExam, exercise: Exercise) -> tuple[list[Judge], str]:
    """Run the test cell; return the testers that it made, and what it raised."""
    names, made = exam.shell.user_ns, list[Judge]()
    with replaced_tester(Judge, names, made=made):
        error = run_quietly(exam.source_of(exercise.test), names)
    for judge in made:
        average = exam.seconds_of_a_case(judge.conf.case_file)
        judge.seconds = max(CASE_SECONDS, _SLOWER_THAN_REFERENCE * average)
    return made, error


def reference_judges(exam: CheckedExam, exercise: Exercise) -> list[Judge]:
    """The testers that an exercise's test cell makes, with the number of iterations, as the notebook stands."""
    return _judges(exam, exercise)[0]


def _on_small_inputs(exam: CheckedExam, solution: Replacement, judge: Judge, case: Case, problem_met: str) -> str:
    """What is wrong with the smallest call that steps of the sampler lead to."""
    sampler, file = exam.samplers[judge.conf.case_file], judge.conf.case_file
    cells = solution.exercise.solutions
    reference = exam.sources_of(cells)

    def problem(inputs: Inputs) -> str:
        run_instead(exam, cells, reference)
        try:
            smaller = case_of(exam.reference, file, Drawn("", inputs))
        except GradingError:
            return ""  # the reference refuses these inputs
        run_instead(exam, cells, reference if solution.code is None else solution.code)
        return judge.judged(smaller)

    inputs = {about.name: case[about.name] for about in judge.conf.inputs}
    with silence():
        smallest = sampler.shrunk(inputs, lambda smaller: bool(problem(smaller)))
        sentence = problem(smallest) or problem_met
    return f"{sentence.partition(chr(10))[0]}, for {messages.call_of(messages.name_of(judge.conf.func), smallest)}"


def _tried(
    exam: CheckedExam, judges: Sequence[Judge], should_pass: bool, thorough: bool
) -> tuple[Trial, tuple[Judge, Case] | None]:
    """What came of it, and the smallest failing case, with its judge, of the first seed that has one."""
    lost = passed = seeds = 0
    escapes = failure = ""
    smallest: tuple[Judge, Case] | None = None
    failing = seconds = 0.0
    likely: dict[Judge, list[int]] = {judge: [] for judge in judges}
    with silence():
        for seed, pools in exam.pools.items():
            is_visible = seed == exam.visible_seed
            began = time.process_time()
            outcomes = []
            for judge in judges:
                pool = pools[judge.conf.case_file]
                failed = _failing(judge, pool, likely[judge], count_all=thorough and is_visible)
                likely[judge] = list(failed)
                outcomes.append((len(failed), len(pool.cases), min(judge.iterations, len(pool.cases))))
                if failed and smallest is None:
                    place = min(failed, key=lambda failing_place: size(pool.inputs[failing_place]))
                    smallest, failure = (judge, pool.cases[place]), failed[place]
            if is_visible:
                failing, seconds = sum(wrong for wrong, _, _ in outcomes), time.process_time() - began
            seeds += 1
            lost += any(wrong > total - runs for wrong, total, runs in outcomes)
            passed += not any(wrong for wrong, _, _ in outcomes)
            if (passed if should_pass else lost) < seeds:
                escapes = _escape(seed, is_visible, outcomes, should_pass)
                break
            if any(judge.endless >= _ENDLESS_CASES for judge in judges):
                break
    trial = Trial(
        lost, passed, seeds, escapes, failure, int(failing), sum(total for _, total, _ in outcomes),
        sum(runs for _, _, runs in outcomes), seconds,
    )  # fmt: skip
    return trial, smallest


def _failing(judge: Judge, pool: Pool, likely: Sequence[int], count_all: bool) -> dict[int, str]:
    """The places of the cases that fail, with what is wrong: all, or as many as decide.

    The places that failed with the seed before come first: they hold cases of the same kinds.
    """
    total = len(pool.cases)
    enough = total if count_all else total - min(judge.iterations, total) + 1
    found: dict[int, str] = {}
    for place in dict.fromkeys((*likely, *range(total))):
        problem = judge.problem(pool, place)
        if problem:
            found[place] = problem
        if len(found) >= enough or judge.endless >= _ENDLESS_CASES:
            break
    return found


def _escape(seed: str, is_visible: bool, outcomes: Sequence[tuple[int, int, int]], should_pass: bool) -> str:
    where = "the visible cases" if is_visible else f"the cases of the seed {seed}"
    wrong, total, runs = outcomes[0]
    if should_pass:
        return f"it fails on {where}"
    if not wrong:
        return f"it answers all {total} of {where} correctly"
    return f"it answers {total - wrong} of {where} correctly, but the test cell runs only {runs} of {total}"


CASE_SECONDS = 0.5
"""Longest processor time for one case; what takes longer counts as endless."""


class Endless(BaseException):
    """A case took too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `Endless` in what runs inside after so many seconds of processor time, and again if it goes on."""
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _ring(*_: object) -> None:
    raise Endless


def run_instead(exam: CheckedExam, cells: Sequence[str], code: str, is_whole: bool = False) -> str:
    """Run code instead of solution cells; return what it raised, as a sentence.

    The names that the cells bind are first reset to what they were before. Code that is not whole finds the reference's
    values under the unbound ones, so it may call the right function and change its answer. It keeps them if it runs to
    its end and binds a part of what is asked for: then it may leave out the rest.

    Args:
        is_whole: whether the code binds by itself all that the cells do.
    """
    names = exam.shell.user_ns
    known = dict(names)
    _undo(exam, cells, names)
    bound = set() if is_whole else _bound(exam, cells)
    reference_values = {name: known[name] for name in bound if name in known and name not in names}
    names.update(reference_values)
    raised = run_quietly(code, names)
    asked_for = {name for cell in cells for name in _asked_for(exam, cell)}
    if raised or not asked_for & _assigned(code):
        for name in (name for name, value in reference_values.items() if names.get(name) is value):
            del names[name]
    return raised


def run_in_order(exam: CheckedExam, instead: Mapping[Exercise, Sequence[str]]) -> None:
    """Run all solution cells anew, in the order of the notebook, with other code for some exercises.

    A cell may build on the one before: a class that grows from exercise to exercise.

    Args:
        instead: the code of an exercise, in one or more parts.
    """
    names = exam.shell.user_ns
    known = dict(names)
    _undo(exam, [cell for exercise in exam.written for cell in exercise.solutions], names)
    for exercise in exam.written:
        code = instead.get(exercise, [exam.source_of(cell) for cell in exercise.solutions])
        raised = [run_quietly(part, names) for part in code]
        if not any(raised):  # what its cells bind, and this code does not, is what it was
            bound = _bound(exam, exercise.solutions)
            names.update({name: known[name] for name in bound if name in known and name not in names})


def _undo(exam: CheckedExam, cells: Sequence[str], names: dict[str, Any]) -> None:
    for cell in reversed(cells):
        for name in exam.reference.binds.get(cell, {}):
            names.pop(name, None)
        names.update(exam.reference.before.get(cell, {}))


def _bound(exam: CheckedExam, cells: Sequence[str]) -> set[str]:
    return {name for cell in cells for name in exam.reference.binds.get(cell, {})}


def _asked_for(exam: CheckedExam, cell: str) -> set[str]:
    """The names bound by statements that are, or contain, a solution; the other statements are given."""
    parts = exam.solved_lines(cell)
    statements = [
        statement
        for statement in ast.parse(exam.source_of(cell)).body
        if any(statement.lineno <= last and (statement.end_lineno or 0) >= first for first, last in parts)
    ]
    # A module is there for a test in any case.
    own = {name for name, kind in exam.reference.binds[cell].items() if kind in (CALLABLE, DATA, EXCEPTION)}
    return own & _assigned(ast.unparse(ast.Module(statements, [])))


def _assigned(code: str) -> frozenset[str]:
    names = names_in(code)
    return frozenset() if names is None else names.bound


def run_quietly(code: str, names: dict[str, Any]) -> str:
    """Run code as a cell; return what it raised, as a sentence, or an empty text."""
    signal.signal(signal.SIGPROF, _ring)
    try:
        with silence(), time_limit(10 * CASE_SECONDS):
            exec(compile(code, "<solution>", "exec"), names)  # noqa: S102 - the instructor's own
    except (Exception, SystemExit, Endless) as error:
        return f"{type(error).__name__}: {error}"
    return ""


@contextmanager
def silence() -> Iterator[None]:
    """Let what is printed inside go nowhere."""
    with redirect_stdout(io.StringIO()) as nowhere, redirect_stderr(nowhere):
        yield
