"""The reference: the source notebook run with its solutions, to learn what right answers are."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from nbproctor.assignment.notebook import RAISES_EXCEPTION, Assignment, Role, grade_id, has_tag, role
from nbproctor.errors import GradingError
from nbproctor.shell.cell_tracebacks import text_of
from nbproctor.shell.kernel_process import with_working_folder
from nbproctor.shell.shell import Shell
from nbproctor.system.folder_state import folder_state
from tester_fw import testers
from tester_fw.case_files import Case
from tester_fw.conf import Conf
from tester_fw.testers import DATA_FOLDER, SplitCase, Tester


class IdleTester(testers.Tester):
    """A tester that loads no cases: the case file need not be there."""

    def load_cases(self) -> list[Case]:
        """Return none."""
        return []

    def fit_conf(self, cases: list[Case]) -> Conf:
        """Return the conf as the test cell has it."""
        return self.conf


@contextmanager
def replaced_tester(stand_in: type[testers.Tester], names: dict[str, Any], **shared: Any) -> Iterator[None]:
    """Meanwhile, what cells import as `Tester`, or have imported, is a class of this kind; then it is put back.

    Args:
        stand_in: the class; a subclass of it is made that is called `Tester`, as in the notebooks.
        names: the namespace in which the cells run. A `Tester` in it, and any class derived from one, gives way too.
        shared: attributes of that subclass: what its instances share.
    """
    original = testers.Tester
    replacement = type("Tester", (stand_in,), shared)
    replaced = {name: value for name, value in names.items() if isinstance(value, type) and issubclass(value, original)}
    testers.Tester = replacement  # type: ignore[assignment, misc]
    names.update(dict.fromkeys(replaced, replacement))
    try:
        yield
    finally:
        testers.Tester = original  # type: ignore[misc]
        bound = [name for name, value in names.items() if value is replacement]
        names.update({name: replaced.get(name, original) for name in bound})


# What a name of a solution cell stands for, in the reference.
CALLABLE, DATA, EXCEPTION = "callable", "data", "exception"
# Cells that students write, whether a test cell or a person grades them.
SOLVED = (Role.STUDENT, Role.MANUAL)


class RememberingTester(IdleTester):
    """A tester that is remembered by its case file, and tests nothing."""

    remembered: ClassVar[dict[str, Tester]]
    run: ClassVar[list[Tester]] = []
    """Those that were to run cases, in that order."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        super().__init__(conf, key, path)
        self.remembered[self.conf.case_file] = self

    def run_test(self) -> None:
        """Note that cases were to be run; run nothing."""
        if self not in self.run:
            self.run.append(self)

    def rounds(self) -> list[list[SplitCase]]:
        """Return none: a suite is run on no function."""
        return []


@dataclass(frozen=True)
class Reference:
    """What the reference showed.

    `binds` tells for each solution cell, by its `grade_id`, the names that it binds and what they stand
    for: `CALLABLE`, `DATA`, `EXCEPTION` (a class of them), or the name of a module. `testers` are the testers that
    test cells made, by case file. `before` tells for each solution cell what the names that it binds were before it, as
    far as they were bound. `scored` are the test cells whose last line gives a number: the points, as nbgrader
    has it. `failures` are the cells that raised and are not tagged so, each with its place and what it
    raised. `writes` says whether a solution or test cell writes files. `suites` tells for each test cell that judges a
    student's tests which names stand for the functions that these test. `tests` are the testers that each test cell
    had run cases, in that order.
    """

    binds: dict[str, dict[str, str]]
    testers: dict[str, Tester]
    scored: frozenset[str] = frozenset()
    failures: tuple[str, ...] = ()
    before: dict[str, dict[str, Any]] = field(default_factory=dict)
    writes: bool = False
    suites: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tests: dict[str, tuple[Tester, ...]] = field(default_factory=dict)

    def require_success(self) -> None:
        """Require that no cell raised anything.

        Raises:
            GradingError: one did.
        """
        if self.failures:
            raise GradingError(self.failures[0])


def run_reference(assignment: Assignment, folder: Path, shell: Shell, cell_seconds: float = 60.0) -> Reference:
    """Run every code cell in the assignment's folder; test cells make their testers but draw no cases.

    A cell that raises, or runs too long, does not stop the cells after it, as in nbgrader. What the cells write stays
    in the folder: `put_back_after`.

    Args:
        folder: the assignment's, in which the cells run.
        shell: one that has run nothing; it is left with what the cells bound.
    """
    binds: dict[str, dict[str, str]] = {}
    rebound: dict[str, dict[str, Any]] = {}
    scored: set[str] = set()
    failures: list[str] = []
    writes = False
    made: dict[str, Tester] = {}
    suites: dict[str, tuple[str, ...]] = {}
    tests: dict[str, tuple[Tester, ...]] = {}
    has_run: list[Tester] = []
    remembering = replaced_tester(RememberingTester, shell.user_ns, remembered=made, run=has_run)
    with chdir(folder), _own_modules_first(), remembering:
        state = folder_state(folder)
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            before, made_before = dict(shell.user_ns), set(made)
            has_run.clear()
            cell_role = role(cell)
            with _alarm(cell_seconds):
                run = shell.run(cell.source)
            failure = (
                "" if run.error is None else f"{type(run.error).__name__}: {text_of(run.error)}".removesuffix(": ")
            )
            # The tag lets students run all cells; but what is solved is to pass.
            if failure and not (cell_role is Role.GIVEN and has_tag(cell, RAISES_EXCEPTION)):
                failures.append(f"{assignment.where(cell)}: {failure}")
            if cell_role in SOLVED:
                binds[grade_id(cell)] = _bound(before, shell.user_ns)
                rebound[grade_id(cell)] = {name: before[name] for name in binds[grade_id(cell)] if name in before}
            # What a given cell writes is there for student and test alike.
            state_before, state = state, folder_state(folder)
            writes |= state != state_before and cell_role is not Role.GIVEN
            if cell_role is not Role.TEST:
                continue
            if number(run.value) is not None:
                scored.add(grade_id(cell))
            if judged := [name for file in made.keys() - made_before for name in made[file].judged_names]:
                suites[grade_id(cell)] = tuple(judged)
            elif has_run:
                tests[grade_id(cell)] = tuple(has_run)
    return Reference(binds, made, frozenset(scored), tuple(failures), rebound, writes, suites, tests)


def number(value: object) -> float | None:
    """The value of a test cell's last line, if it is a number of points: not a bool, and no student's object."""
    if type(value) not in (int, float) and type(value).__module__ != "numpy":
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


# On a busy machine, what computes for a second takes several by the clock; what only waits is given as many.
PATIENCE = 10


class _CellTooLong(TimeoutError):
    """A cell took more time than one may."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Let what runs inside raise `_CellTooLong` after so many seconds of processor time; only a main thread can."""

    def ring(*_: object) -> None:
        raise _CellTooLong(
            f"it ran longer than {seconds:g} seconds, the time limit of one cell (c.Grading.cell_seconds)"
        )

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    alarms = {signal.SIGPROF: (signal.ITIMER_PROF, seconds), signal.SIGALRM: (signal.ITIMER_REAL, PATIENCE * seconds)}
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
    """Import modules from the working directory before installed ones, as a kernel does that was started there."""
    before = list(sys.path)
    sys.path[:] = with_working_folder(before)
    try:
        yield
    finally:
        sys.path[:] = before
