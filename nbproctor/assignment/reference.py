"""The reference: the source notebook run with its solutions, to learn what right answers are."""

from __future__ import annotations

import builtins
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from IPython.core.inputtransformer2 import TransformerManager

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.replaced_tester import replaced_tester
from nbproctor.errors import GradingError
from nbproctor.shell.cell_tracebacks import text_of
from nbproctor.shell.shell import Shell
from nbproctor.shell.symbols import names_in
from nbproctor.system.written_files import WrittenFiles
from tester_fw.case_files import Case
from tester_fw.conf import Conf
from tester_fw.testers import DATA_FOLDER, Tester

# What a name of a solution cell stands for, in the reference.
CALLABLE, DATA, EXCEPTION = "callable", "data", "exception"
# Cells that students write, whether a test cell or a person grades them.
SOLVED = (Role.STUDENT, Role.MANUAL)


class RememberingTester(Tester):
    """A tester that is remembered by its case file, and tests nothing."""

    remembered: ClassVar[dict[str, Tester]]

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        super().__init__(conf, key, path)
        self.remembered[self.conf.case_file] = self

    def load_cases(self) -> list[Case]:
        """Return none: the case file need not be there yet."""
        return []

    def fit_conf(self, cases: list[Case]) -> Conf:
        """Return the conf as the test cell has it."""
        return self.conf

    def run_test(self) -> None:
        """Run nothing."""


@dataclass(frozen=True)
class Reference:
    """What the reference showed.

    `binds` tells for each solution cell, by its `grade_id`, the names that it binds and what they stand
    for: `CALLABLE`, `DATA`, `EXCEPTION` (a class of them), or the name of a module. `testers` are the testers that
    test cells made, by case file. `before` tells for each solution cell what the names that it binds were before it, as
    far as they were bound. `scored` are the test cells whose last line gives a number: the points, as nbgrader
    has it. `is_complete` says whether every solution cell has its solution. `not_apart` tells for each test cell that
    cannot be examined apart from the student's code why: a cell before it, or it itself, writes files.
    """

    binds: dict[str, dict[str, str]]
    testers: dict[str, Tester]
    scored: frozenset[str] = frozenset()
    is_complete: bool = True
    before: dict[str, dict[str, Any]] = field(default_factory=dict)
    not_apart: dict[str, str] = field(default_factory=dict)


def run_reference(assignment: Assignment, folder: Path, shell: Shell, cell_seconds: float = 60.0) -> Reference:
    """Run every code cell in the assignment's folder; test cells make their testers but draw no cases.

    nbgrader allows a source without solutions: where something raises `NotImplementedError`, the reference is not
    complete, and whatever fails after that is taken as it is. From a solution cell that raised, the names are taken
    that the instructor's cells read and nobody binds. What the cells write stays in the folder: `put_back_after`.

    Args:
        assignment: whose source notebook is run.
        folder: the assignment's, in which the cells run.
        shell: one that has run nothing; it is left with what the cells bound.
        cell_seconds: the longest that a cell may run.

    Raises:
        GradingError: a cell raised another exception, or ran too long.
    """
    binds: dict[str, dict[str, str]] = {}
    rebound: dict[str, dict[str, Any]] = {}
    scored: set[str] = set()
    unsolved: list[str] = []
    not_apart: dict[str, str] = {}
    is_complete, reason = True, ""
    made: dict[str, Tester] = {}
    remembering = replaced_tester(RememberingTester, shell.user_ns, remembered=made)
    with chdir(folder), _own_modules_first(), remembering:
        written_files = WrittenFiles(folder)
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            before = dict(shell.user_ns)
            cell_role = role(cell)
            with written_files.of_a_cell() as written, _alarm(cell_seconds):
                run = shell.run(cell.source)
            is_complete = is_complete and not isinstance(run.error, NotImplementedError)
            if run.error is not None and is_complete:
                raise GradingError(f"{assignment.where(cell)}: {type(run.error).__name__}: {text_of(run.error)}")
            if cell_role in SOLVED:
                binds[grade_id(cell)] = _bound(before, shell.user_ns)
                rebound[grade_id(cell)] = {name: before[name] for name in binds[grade_id(cell)] if name in before}
                unsolved += [grade_id(cell)] if run.error is not None else []
            if written and cell_role is not Role.GIVEN:  # a given cell writes for student and test alike
                reason = reason or f'the cell "{grade_id(cell)}" writes {written[0]}'
            if cell_role is Role.TEST and reason:
                not_apart[grade_id(cell)] = reason
            if cell_role is Role.TEST and number(run.value) is not None:
                scored.add(grade_id(cell))
    for name in unsolved:
        binds[name] |= dict.fromkeys(_read_and_unbound(assignment, shell.user_ns), DATA)
    return Reference(binds, made, frozenset(scored), is_complete, rebound, not_apart)


def number(value: object) -> float | None:
    """The value of a test cell's last line, if it is a number of points: not a bool, and no student's object."""
    if type(value) not in (int, float) and type(value).__module__ != "numpy":
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def _read_and_unbound(assignment: Assignment, bound: Mapping[str, Any]) -> set[str]:
    """The names that the instructor's cells read, and that neither they nor Python bind."""
    read: set[str] = set()
    own: set[str] = set()
    for cell in assignment.notebook.cells:
        if cell.cell_type == "code" and role(cell) in (Role.TEST, Role.GIVEN):
            names = names_in(TransformerManager().transform_cell(cell.source))
            if names is not None:
                read |= names.read
                own |= names.bound
    return read - own - bound.keys() - set(dir(builtins))


# On a busy machine, what computes for a second takes several by the clock; what only waits is given as many.
_PATIENCE = 10


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Let what runs inside raise `TimeoutError` after so many seconds of processor time; only a main thread can."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"it ran longer than {seconds:g} seconds, the longest that one cell may take")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    alarms = {signal.SIGPROF: (signal.ITIMER_PROF, seconds), signal.SIGALRM: (signal.ITIMER_REAL, _PATIENCE * seconds)}
    before = {number: signal.signal(number, ring) for number in alarms}
    for timer, longest in alarms.values():
        signal.setitimer(timer, longest)
    try:
        yield
    finally:
        for number, (timer, _) in alarms.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])


def _bound(before: dict[str, Any], after: dict[str, Any]) -> dict[str, str]:
    return {
        name: _stands_for(value)
        for name, value in after.items()
        if not name.startswith("_")
        and name not in ("In", "Out", "exit", "quit", "get_ipython")
        and (name not in before or before[name] is not value)
    }


def _stands_for(value: object) -> str:
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type) and issubclass(value, BaseException):
        return EXCEPTION
    return CALLABLE if callable(value) else DATA


@contextmanager
def _own_modules_first() -> Iterator[None]:
    """Import modules from the working directory first, as a kernel does that was started there."""
    before = list(sys.path)
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path[:] = before
