"""One solution of one exercise against its test cell, on the cases of many seeds.

What is tried here is the instructor's own code, or written for the proof: it runs in a forked process, not in the
sandbox. Instead of running shuffles, the number of cases is found on which the solution fails: a test cell that runs
n of p cases meets one of f failing ones whatever the shuffle exactly if f > p - n.
"""

from __future__ import annotations

import ast
import io
import os
import resource
import shutil
import signal
import symtable
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grading.cases import Case, case_of
from grading.check.exam import Exam, Pool
from grading.errors import GradingError
from grading.notebook import Exercise, Role, grade_id, role
from grading.reference import CALLABLE, DATA, EXCEPTION
from grading.sampler import Drawn, Inputs
from tester_fw import messages, testers
from tester_fw.conf import fit_to_cases, read_conf
from tester_fw.smallest import size

CASE_SECONDS = 0.5
"""Longest processor time for one case; whatever takes longer is taken for endless."""
_TIMES = 20
"""Where the reference takes long, the longest time is so many times what it takes on average."""
_ENDLESS_CASES = 2
"""So many cases that never end, and the solution is lost."""
_MEMORY = 2 << 30


@dataclass(frozen=True)
class Trial:
    """What came of trying a solution.

    Args:
        lost: on how many seeds the solution loses its exercise, whatever the shuffle.
        passed: on how many seeds it passes, whatever the shuffle.
        seeds: how many seeds were tried; fewer than there are if the rest could change nothing.
        escapes: how it can pass, or can fail, against the aim: a sentence; empty if it cannot.
        failure: what is wrong on the smallest case that fails, a sentence; empty if none does.
        failing: how many visible cases it fails.
        cases: how many visible cases there are.
        iterations: how many of them the test cell runs.
        kinds: the kinds of visible cases that it fails, with the number of each.
        seconds: what the visible cases took, in seconds of processor time.
    """

    lost: int = 0
    passed: int = 0
    seeds: int = 0
    escapes: str = ""
    failure: str = ""
    failing: int = 0
    cases: int = 0
    iterations: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def is_lost(self) -> bool:
        """Whether it loses on every seed, whatever the shuffle."""
        return self.seeds == self.lost > 0

    @property
    def is_passed(self) -> bool:
        """Whether it passes on every seed, whatever the shuffle."""
        return self.seeds == self.passed > 0

    @property
    def expected_iterations(self) -> float:
        """How many visible cases the test meets, on average, until the solution fails; infinite if it never does."""
        return (self.cases + 1) / (self.failing + 1) if self.failing else float("inf")


def try_solution(
    exam: Exam,
    exercise: Exercise,
    code: str | None,
    should_pass: bool,
    thorough: bool = True,
    cells: Sequence[str] | None = None,
) -> Trial:
    """Try a solution; to be called in a process of its own, which it leaves changed.

    Args:
        exam: the exam.
        exercise: the exercise that it solves.
        code: what stands for solution cells; `None` for the reference's own.
        should_pass: what is to be proven; the first seed that shows otherwise ends the trial.
        thorough: count all visible cases that fail, not only as many as decide.
        cells: for which cells the code stands; `None` for all of the exercise's.
    """
    enter(exam)
    instead = exercise.solutions if cells is None else cells
    if not exam.reference.not_apart:
        return _trial(exam, exercise, code, instead, (should_pass, thorough, cells is not None))
    with _as_written(exam, exercise, () if code is None else instead):
        return _trial(exam, exercise, code, instead, (should_pass, thorough, cells is not None))


def _trial(
    exam: Exam, exercise: Exercise, code: str | None, instead: Sequence[str], how: tuple[bool, bool, bool]
) -> Trial:
    should_pass, thorough, is_whole = how
    names = exam.shell.user_ns
    said = "" if code is None else run_instead(exam, instead, code, is_whole)
    judges, error = _judges(exam, exercise, names)
    if error or not judges:
        count = len(exam.pools)
        lost, passed = (count, 0) if error else (0, count)
        return Trial(lost=lost, passed=passed, seeds=count, failure=error and (said or error))
    trial, failing = _tried(exam, judges, should_pass, thorough)
    if failing is None or not should_pass:
        return trial
    return replace(trial, failure=_on_small_inputs(exam, exercise.solutions, code, *failing, trial.failure))


def enter(exam: Exam) -> None:
    """Be in the assignment's folder, with its modules first, as a kernel that was started there; never to return."""
    _limit()
    os.chdir(exam.desk)
    sys.path.insert(0, "")


@contextmanager
def _as_written(exam: Exam, exercise: Exercise, without: Sequence[str]) -> Iterator[None]:
    """Be in a copy of the source folder with what cells before the test write there: all of them but these."""
    with tempfile.TemporaryDirectory(dir=exam.desk.parent) as folder:
        os.chdir(shutil.copytree(exam.folder, Path(folder) / exam.folder.name))
        names = dict(exam.shell.user_ns)
        for cell in exam.assignment.notebook.cells:
            if grade_id(cell) == exercise.test:
                break
            if cell.cell_type == "code" and role(cell) is not Role.TEST and grade_id(cell) not in without:
                run_quietly(exam.shell.transform_cell(cell.source), names)
        try:
            yield
        finally:
            os.chdir(exam.desk)


class Judge(testers.Tester):
    """A tester that counts how often the test cell runs it, and runs the cases that it is told to."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
        self.key = key
        self.path = path
        self.conf = read_conf(conf)
        self.iterations = 0
        self.seconds = CASE_SECONDS
        self.endless = 0
        self._known: dict[tuple[str, bytes], str] = {}
        self._random = None  # type: ignore[assignment]
        self.runs = 0
        _made.append(self)

    def run_test(self) -> None:
        """Count."""
        self.iterations += 1

    def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Return nothing: no case was run."""
        return {}, {}, {}, {}

    def problem(self, pool: Pool, place: int) -> str:
        """What is wrong with the solution's answer to a case; empty if nothing is."""
        key = pool.kinds[place], pool.keys[place]
        if key not in self._known:
            self._known[key] = self.judged(pool.cases[place])
        return self._known[key]

    def judged(self, case: Case) -> str:
        """What is wrong with the answer to one case; empty if nothing is."""
        self.conf = fit_to_cases(self.conf, [case])
        self._waiting = [self._split(case)]
        self._draw()
        try:
            with time_limit(self.seconds):
                error: BaseException | None = self._failure()
        except Endless:
            self.endless += 1
            return f"it took more than {self.seconds:g} s of processor time"
        except (Exception, SystemExit) as leaving:
            error = leaving
        return "" if error is None else f"{type(error).__name__}: {error}"


_made: list[Judge] = []


class Endless(BaseException):
    """A case took too long."""


def _limit() -> None:
    """Bound the memory of this process, and leave no core file."""
    if sys.platform == "linux" and resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + _MEMORY, size + _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `Endless` in what runs inside, and again if it goes on."""
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _ring(*_: object) -> None:
    raise Endless


def run_instead(exam: Exam, cells: Sequence[str], code: str, is_whole: bool = False) -> str:
    """Run code instead of solution cells; return what it raised, as a sentence.

    What the cells bind is as it was before them. Unless the code `is_whole`, what was nothing then is lent: a
    solution may change what the right one returns. If it runs to its end, and binds a part of what is asked for, it may
    leave out the rest.
    """
    names = exam.shell.user_ns
    known = dict(names)
    _undo(exam, cells, names)
    bound = set() if is_whole else _bound(exam, cells)
    lent = {name: known[name] for name in bound if name in known and name not in names}
    names.update(lent)
    said = run_quietly(code, names)
    solved = {name for cell in cells for name in _solved(exam, cell)}
    if said or not solved & _assigned(code):
        for name in (name for name, value in lent.items() if names.get(name) is value):
            del names[name]
    return said


def run_in_order(exam: Exam, instead: Mapping[Exercise, Sequence[str]]) -> None:
    """Run all solution cells anew, in the order of the notebook, with other code instead of those of some exercises.

    A cell may build on the one before: a class that grows from exercise to exercise.
    """
    names = exam.shell.user_ns
    known = dict(names)
    _undo(exam, [cell for exercise in exam.written for cell in exercise.solutions], names)
    for exercise in exam.written:
        code = instead.get(exercise, [exam.source_of(cell) for cell in exercise.solutions])
        said = [run_quietly(each, names) for each in code]
        if not any(said):
            _complete(exam, exercise.solutions, names, known)


def _undo(exam: Exam, cells: Sequence[str], names: dict[str, Any]) -> None:
    for cell in reversed(cells):
        for name in exam.reference.binds.get(cell, {}):
            names.pop(name, None)
        names.update(exam.reference.before.get(cell, {}))


def _complete(exam: Exam, cells: Sequence[str], names: dict[str, Any], known: Mapping[str, Any]) -> None:
    """Let names that the cells bind, and that are not bound, be what they were."""
    names.update({name: known[name] for name in _bound(exam, cells) if name in known and name not in names})


def _bound(exam: Exam, cells: Sequence[str]) -> set[str]:
    return {name for cell in cells for name in exam.reference.binds.get(cell, {})}


def _solved(exam: Exam, cell: str) -> set[str]:
    """The names that statements bind of which a part, or all, is a solution; what stands around it is given."""
    source = exam.source_of(cell)
    parts = regions(source)
    statements = [one for one in ast.parse(source).body if any(_meets(one, first, last) for first, last in parts)]
    binds = exam.reference.binds[cell]
    # A module is there for a test in any case.
    things = {name for name, what in binds.items() if what in (CALLABLE, DATA, EXCEPTION)}
    return things & _assigned(ast.unparse(ast.Module(statements, [])))


def _meets(statement: ast.stmt, first: int, last: int) -> bool:
    return statement.lineno <= last and (statement.end_lineno or 0) >= first


def _assigned(code: str) -> set[str]:
    table = symtable.symtable(code, "cell", "exec")
    return {each.get_name() for each in table.get_symbols() if each.is_assigned() or each.is_imported()}


def regions(source: str) -> list[tuple[int, int]]:
    """The first and last line of each part between the marks of a solution, or of the whole cell."""
    lines = source.splitlines()
    begins = [number for number, line in enumerate(lines, 1) if "BEGIN SOLUTION" in line]
    ends = [number for number, line in enumerate(lines, 1) if "END SOLUTION" in line]
    return list(zip(begins, ends, strict=False)) or [(1, len(lines))]


def run_quietly(code: str, names: dict[str, Any]) -> str:
    """Run code as a cell; return what it raised, as a sentence."""
    signal.signal(signal.SIGPROF, _ring)
    try:
        with _silence(), time_limit(10 * CASE_SECONDS):
            exec(compile(code, "<solution>", "exec"), names)  # noqa: S102 - the instructor's own
    except (Exception, SystemExit, Endless) as error:
        return f"{type(error).__name__}: {error}"
    return ""


@contextmanager
def _silence() -> Iterator[None]:
    with redirect_stdout(io.StringIO()) as nowhere, redirect_stderr(nowhere):
        yield


def _judges(exam: Exam, exercise: Exercise, names: dict[str, Any]) -> tuple[list[Judge], str]:
    """Run the test cell; return the testers that it made, and what it raised."""
    _made.clear()
    for name, value in list(names.items()):
        if isinstance(value, type) and issubclass(value, testers.Tester):
            names[name] = Judge  # imported by an earlier cell
    testers.Tester = Judge  # type: ignore[misc]
    error = run_quietly(exam.source_of(exercise.test), names)
    for judge in _made:
        judge.seconds = max(CASE_SECONDS, _TIMES * exam.seconds_of_a_case(judge.conf.case_file))
    return list(_made), error


def reference_judges(exam: Exam, exercise: Exercise) -> list[Judge]:
    """The testers that an exercise's test cell makes, with the number of iterations, as the notebook stands."""
    return _judges(exam, exercise, exam.shell.user_ns)[0]


def _on_small_inputs(exam: Exam, cells: Sequence[str], code: str | None, judge: Judge, case: Case, said: str) -> str:
    """What is wrong, and with which call: the smallest that steps of the sampler lead to."""
    sampler, file = exam.samplers[judge.conf.case_file], judge.conf.case_file
    reference = "\n".join(map(exam.source_of, cells))

    def problem(inputs: Inputs) -> str:
        run_instead(exam, cells, reference)
        try:
            smaller = case_of(exam.reference, file, Drawn("", inputs))
        except GradingError:
            return ""  # the reference refuses these inputs
        run_instead(exam, cells, reference if code is None else code)
        return judge.judged(smaller)

    inputs = {each.name: case[each.name] for each in judge.conf.inputs}
    with _silence():
        smallest = sampler.shrunk(inputs, lambda one: bool(problem(one)))
        said = problem(smallest) or said
    return f"{said.partition(chr(10))[0]}, for {messages.call_of(messages.name_of(judge.conf.func), smallest)}"


def _tried(
    exam: Exam, judges: Sequence[Judge], should_pass: bool, thorough: bool
) -> tuple[Trial, tuple[Judge, Case] | None]:
    """What came of it, and the smallest case that fails, with its judge, of the first seed on which one does."""
    lost = passed = seeds = 0
    escapes = failure = ""
    smallest: tuple[Judge, Case] | None = None
    kinds: Counter[str] = Counter()
    failing = seconds = 0.0
    likely: dict[Judge, list[int]] = {judge: [] for judge in judges}
    with _silence():
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
                    place = min(failed, key=lambda one: size(pool.inputs[one]))
                    smallest, failure = (judge, pool.cases[place]), failed[place]
                if is_visible:
                    kinds.update(pool.kinds[place] for place in failed)
            if is_visible:
                failing, seconds = sum(one[0] for one in outcomes), time.process_time() - began
            seeds += 1
            lost += any(wrong > size - runs for wrong, size, runs in outcomes)
            passed += not any(wrong for wrong, _, _ in outcomes)
            if (passed if should_pass else lost) < seeds:
                escapes = _escape(seed, is_visible, outcomes, should_pass)
                break
            if any(judge.endless >= _ENDLESS_CASES for judge in judges):
                break
    trial = Trial(
        lost, passed, seeds, escapes, failure, int(failing), sum(one[1] for one in outcomes),
        sum(one[2] for one in outcomes), dict(kinds), seconds,
    )  # fmt: skip
    return trial, smallest


def _failing(judge: Judge, pool: Pool, likely: Sequence[int], count_all: bool) -> dict[int, str]:
    """The places of the cases that fail, with what is wrong: all, or as many as decide.

    The places that failed with the seed before come first: they hold cases of the same kinds.
    """
    size = len(pool.cases)
    enough = size if count_all else size - min(judge.iterations, size) + 1
    found: dict[int, str] = {}
    for place in (*likely, *(place for place in range(size) if place not in set(likely))):
        problem = judge.problem(pool, place)
        if problem:
            found[place] = problem
        if len(found) >= enough or judge.endless >= _ENDLESS_CASES:
            break
    return found


def _escape(seed: str, is_visible: bool, outcomes: Sequence[tuple[int, int, int]], should_pass: bool) -> str:
    where = "the visible cases" if is_visible else f"the cases of the seed {seed}"
    wrong, size, runs = outcomes[0]
    if should_pass:
        return f"it fails on {where}"
    if not wrong:
        return f"it answers all {size} of {where} rightly"
    return f"it answers {size - wrong} of {where} rightly, and the test cell runs only {runs} of {size}"
