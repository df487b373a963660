"""One solution of one exercise against its test cell, on the cases of many seeds.

What is tried here is the instructor's own code, or written for the proof: it runs in a forked process, not in the
sandbox. Instead of running shuffles, the number of cases is found on which the solution fails: a test cell that runs
n of p cases meets one of f failing ones whatever the shuffle exactly if f > p - n.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grading.check.exam import Exam, Pool
from grading.notebook import Exercise
from tester_fw import testers
from tester_fw.conf import fit_to_cases, read_conf

CASE_SECONDS = 0.5
"""Longest processor time for one case; whatever takes longer is taken for endless."""
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
        failure: the first failure, a sentence; empty if there was none.
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


def try_solution(exam: Exam, exercise: Exercise, code: str | None, should_pass: bool, thorough: bool = True) -> Trial:
    """Try a solution; to be called in a process of its own, which it leaves changed.

    Args:
        exam: the exam.
        exercise: the exercise that it solves.
        code: what stands for the exercise's solution cells; `None` for the reference's own.
        should_pass: what is to be proven; the first seed that shows otherwise ends the trial.
        thorough: count all visible cases that fail, not only as many as decide.
    """
    enter(exam)
    names = exam.shell.user_ns
    said = run_instead(exam, exercise, code) if code is not None else ""
    judges, error = _judges(exam, exercise, names)
    if error or not judges:
        count = len(exam.pools)
        lost, passed = (count, 0) if error else (0, count)
        return Trial(lost=lost, passed=passed, seeds=count, failure=error and (said or error))
    return _tried(exam, judges, should_pass, thorough)


def enter(exam: Exam) -> None:
    """Be in the assignment's folder, with its modules first, as a kernel that was started there; never to return."""
    _limit()
    os.chdir(exam.folder)
    sys.path.insert(0, "")


class Judge(testers.Tester):
    """A tester that counts how often the test cell runs it, and runs the cases that it is told to."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
        self.key = key
        self.path = path
        self.conf = read_conf(conf)
        self.iterations = 0
        self.endless = 0
        self._known: dict[tuple[str, str], str] = {}
        self._random = None  # type: ignore[assignment]
        self.runs = 0
        _made.append(self)

    def run_test(self) -> None:
        """Count."""
        self.iterations += 1

    def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Return nothing: no case was run."""
        return {}, {}, {}, {}

    def problem(self, case: dict[str, Any], kind: str) -> str:
        """What is wrong with the solution's answer to a case; empty if nothing is."""
        key = kind, repr(case)
        if key not in self._known:
            self._known[key] = self._problem(case)
        return self._known[key]

    def _problem(self, case: dict[str, Any]) -> str:
        self.conf = fit_to_cases(self.conf, [case])
        self._waiting = [self._split(case)]
        try:
            with _alarm(CASE_SECONDS):
                super().run_test()
        except Endless:
            self.endless += 1
            return f"it took more than {CASE_SECONDS:g} s of processor time"
        except (Exception, SystemExit) as error:
            return f"{type(error).__name__}: {error}"
        return ""


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
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `Endless` in what runs inside, and again if it goes on."""
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _ring(*_: object) -> None:
    raise Endless


def run_quietly(code: str, names: dict[str, Any]) -> str:
    """Run code as a cell; return what it raised, as a sentence."""
    signal.signal(signal.SIGPROF, _ring)
    silence = io.StringIO()
    try:
        with redirect_stdout(silence), redirect_stderr(silence), _alarm(10 * CASE_SECONDS):
            exec(compile(code, "<solution>", "exec"), names)  # noqa: S102 - the instructor's own
    except (Exception, SystemExit, Endless) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def run_instead(exam: Exam, exercise: Exercise, code: str) -> str:
    """Run code instead of an exercise's solution cells; return what it raised, as a sentence.

    What the cells bind is as it was before them. A solution's file that runs to its end may leave out what the cells
    give.
    """
    names = exam.shell.user_ns
    known = dict(names)
    _undo(exam, exercise.solutions, names)
    said = run_quietly(code, names)
    if not said:
        _complete(exam, exercise, names, known)
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
            _complete(exam, exercise, names, known)


def _undo(exam: Exam, cells: Sequence[str], names: dict[str, Any]) -> None:
    for cell in reversed(cells):
        for name in exam.reference.binds.get(cell, {}):
            names.pop(name, None)
        names.update(exam.reference.before.get(cell, {}))


def _complete(exam: Exam, exercise: Exercise, names: dict[str, Any], known: Mapping[str, Any]) -> None:
    """Let names that the exercise's cells bind, and that are not bound, be what they were."""
    bound = {name for cell in exercise.solutions for name in exam.reference.binds.get(cell, {})}
    names.update({name: known[name] for name in bound if name in known and name not in names})


def _judges(exam: Exam, exercise: Exercise, names: dict[str, Any]) -> tuple[list[Judge], str]:
    """Run the test cell; return the testers that it made, and what it raised."""
    _made.clear()
    for name, value in list(names.items()):
        if isinstance(value, type) and issubclass(value, testers.Tester):
            names[name] = Judge  # imported by an earlier cell
    testers.Tester = Judge  # type: ignore[misc]
    error = run_quietly(exam.source_of(exercise.test), names)
    return list(_made), error


def reference_judges(exam: Exam, exercise: Exercise) -> list[Judge]:
    """The testers that an exercise's test cell makes, with the number of iterations, as the notebook stands."""
    return _judges(exam, exercise, exam.shell.user_ns)[0]


def _tried(exam: Exam, judges: Sequence[Judge], should_pass: bool, thorough: bool) -> Trial:
    lost = passed = seeds = 0
    failure = escapes = ""
    kinds: Counter[str] = Counter()
    failing = seconds = 0.0
    likely: dict[Judge, list[int]] = {judge: [] for judge in judges}
    silence = io.StringIO()
    with redirect_stdout(silence), redirect_stderr(silence):
        for seed, pools in exam.pools.items():
            is_visible = seed == exam.visible_seed
            began = time.process_time()
            outcomes = []
            for judge in judges:
                pool = pools[judge.conf.case_file]
                failed = _failing(judge, pool, likely[judge], count_all=thorough and is_visible)
                likely[judge] = list(failed)
                outcomes.append((len(failed), len(pool.cases), min(judge.iterations, len(pool.cases))))
                failure = failure or next(iter(failed.values()), "")
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
    return Trial(
        lost, passed, seeds, escapes, failure, int(failing), sum(one[1] for one in outcomes),
        sum(one[2] for one in outcomes), dict(kinds), seconds,
    )  # fmt: skip


def _failing(judge: Judge, pool: Pool, likely: Sequence[int], count_all: bool) -> dict[int, str]:
    """The places of the cases that fail, with what is wrong: all, or as many as decide.

    The places that failed with the seed before come first: they hold cases of the same kinds.
    """
    size = len(pool.cases)
    enough = size if count_all else size - min(judge.iterations, size) + 1
    found: dict[int, str] = {}
    for place in (*likely, *(place for place in range(size) if place not in set(likely))):
        problem = judge.problem(pool.cases[place], pool.kinds[place])
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
