"""The reference: the source notebook run with its solutions, to learn what right answers are."""

from __future__ import annotations

import builtins
import os
import signal
import symtable
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.errors import GradingError
from nbproctor.shell.shell import Shell, text_of
from tester_fw import testers
from tester_fw.conf import read_conf

# What a name of a solution cell stands for, in the reference.
CALLABLE, DATA, EXCEPTION = "callable", "data", "exception"
# Cells that students write, whether a test cell or a person grades them.
SOLVED = (Role.STUDENT, Role.MANUAL)


@dataclass(frozen=True)
class Reference:
    """What the reference showed.

    `binds` tells for each solution cell, by its `grade_id`, the names that it binds and what they stand
    for: `CALLABLE`, `DATA`, `EXCEPTION` (a class of them), or the name of a module. `testers` are the testers that
    test cells made, by case file. `before` tells for each solution cell what the names that it binds were before it, as
    far as they were bound. `scored` are the test cells whose last line gives a number: the points, as nbgrader
    has it. `is_complete` says whether every solution cell has its solution.
    """

    binds: dict[str, dict[str, str]]
    testers: dict[str, testers.Tester]
    scored: frozenset[str] = frozenset()
    is_complete: bool = True
    before: dict[str, dict[str, Any]] = field(default_factory=dict)


def run_reference(assignment: Assignment, folder: Path, shell: Shell, cell_seconds: float = 60.0) -> Reference:
    """Run every code cell in the assignment's folder; test cells make their testers but draw no cases.

    nbgrader allows a source without solutions: where something raises `NotImplementedError`, the reference is not
    complete, and whatever fails after that is taken as it is. From a solution cell that raised, the names are taken
    that the instructor's cells read and nobody binds.

    Raises:
        GradingError: a cell raised another exception, or ran too long.
    """
    binds: dict[str, dict[str, str]] = {}
    rebound: dict[str, dict[str, Any]] = {}
    scored: set[str] = set()
    unsolved: list[str] = []
    is_complete = True
    with _inside(folder), _recording() as made:
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            before = dict(shell.user_ns)
            what = role(cell)
            with _alarm(cell_seconds):
                run = shell.run(cell.source)
            is_complete = is_complete and not isinstance(run.error, NotImplementedError)
            if run.error is not None and is_complete:
                raise GradingError(f"{assignment.where(cell)}: {type(run.error).__name__}: {text_of(run.error)}")
            if what in SOLVED:
                binds[grade_id(cell)] = _bound(before, shell.user_ns)
                rebound[grade_id(cell)] = {name: before[name] for name in binds[grade_id(cell)] if name in before}
                unsolved += [grade_id(cell)] if run.error is not None else []
            if what is Role.TEST and number(run.value) is not None:
                scored.add(grade_id(cell))
    for name in unsolved:
        binds[name] |= dict.fromkeys(_read_and_unbound(assignment, shell.user_ns), DATA)
    return Reference(binds, made, frozenset(scored), is_complete, rebound)


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
    found: set[str] = set()
    own: set[str] = set()
    for cell in assignment.notebook.cells:
        if cell.cell_type != "code" or role(cell) not in (Role.TEST, Role.GIVEN):
            continue
        code = TransformerManager().transform_cell(cell.source)
        with suppress(SyntaxError, ValueError):
            table = symtable.symtable(code, "cell", "exec")
            own |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
            found |= set(_globals_read(table))
    return found - own - bound.keys() - set(dir(builtins))


def _globals_read(table: symtable.SymbolTable) -> Iterator[str]:
    top = table.get_type() == "module"
    yield from (one.get_name() for one in table.get_symbols() if one.is_referenced() and (top or one.is_global()))
    for inner in table.get_children():
        yield from _globals_read(inner)


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
def _inside(folder: Path) -> Iterator[None]:
    """In the folder, with its modules first, as a kernel that was started there."""
    before, path = Path.cwd(), list(sys.path)
    os.chdir(folder)
    sys.path.insert(0, "")
    try:
        yield
    finally:
        os.chdir(before)
        sys.path[:] = path


@contextmanager
def _recording() -> Iterator[dict[str, testers.Tester]]:
    """Let test cells make testers that are remembered and test nothing."""
    made: dict[str, testers.Tester] = {}

    class RememberingTester(testers.Tester):
        def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
            self.conf = read_conf(conf)
            self.key = key
            self.path = path
            made[self.conf.case_file] = self

        def run_test(self) -> None:
            pass

        def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
            return {}, {}, {}, {}

    original, testers.Tester = testers.Tester, RememberingTester  # type: ignore[misc]
    try:
        yield made
    finally:
        testers.Tester = original  # type: ignore[misc]
