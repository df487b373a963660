"""The reference: the source notebook run with its solutions, to learn the right answers."""

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
    """Meanwhile, replace `Tester`, as cells import it or have imported it, by a subclass of the stand-in of this name.

    Args:
        names: the namespace in which the cells run. A `Tester` in it, and any class derived from one, is replaced too.
        shared: attributes of the subclass, which its instances share.
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
    """Those that should have run cases, in that order."""

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        super().__init__(conf, key, path)
        self.remembered[self.conf.case_file] = self

    def run_test(self) -> None:
        """Note that cases should be run; run nothing."""
        if self not in self.run:
            self.run.append(self)

    def rounds(self) -> list[list[SplitCase]]:
        """Return none: a suite is run on no function."""
        return []


@dataclass
class Reference:
    """What the reference showed. Cells are named by their `grade_id`.

    Args:
        binds: for each solution cell, the names that it binds and what they stand for: `CALLABLE`, `DATA`, `EXCEPTION`
            (a class of them), or the name of a module.
        before: for each solution cell, the values that these names had before it, if they had any.
        testers: the testers that test cells made, by case file.
        tests: for each test cell, the testers that should have run cases, in that order.
        suites: for each test cell that judges a student's tests, the names of the functions that these test.
        scored: the test cells whose last line gives a number, which nbgrader takes for points.
        failures: for each cell that raised and is not tagged so, its place and what it raised.
        writes: whether a solution or test cell writes files.
    """

    binds: dict[str, dict[str, str]] = field(default_factory=dict)
    before: dict[str, dict[str, Any]] = field(default_factory=dict)
    testers: dict[str, Tester] = field(default_factory=dict)
    tests: dict[str, tuple[Tester, ...]] = field(default_factory=dict)
    suites: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scored: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    writes: bool = False

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
        shell: one that has run nothing; it keeps what the cells bind.
    """
    found = Reference()
    has_run: list[Tester] = []
    remembering = replaced_tester(RememberingTester, shell.user_ns, remembered=found.testers, run=has_run)
    with chdir(folder), _own_modules_first(), remembering:
        state = folder_state(folder)
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            before, made_before = dict(shell.user_ns), set(found.testers)
            has_run.clear()
            name, cell_role = grade_id(cell), role(cell)
            with _alarm(cell_seconds):
                run = shell.run(cell.source)
            # The tag lets students run all cells; but a solved cell must pass.
            if run.error is not None and not (cell_role is Role.GIVEN and has_tag(cell, RAISES_EXCEPTION)):
                failure = f"{type(run.error).__name__}: {text_of(run.error)}".removesuffix(": ")
                found.failures.append(f"{assignment.where(cell)}: {failure}")
            if cell_role in SOLVED:
                found.binds[name] = _bound(before, shell.user_ns)
                found.before[name] = {bound: before[bound] for bound in found.binds[name] if bound in before}
            # Files of a given cell are there for both student and test.
            state_before, state = state, folder_state(folder)
            found.writes |= state != state_before and cell_role is not Role.GIVEN
            if cell_role is not Role.TEST:
                continue
            if number(run.value) is not None:
                found.scored.add(name)
            made = [tester for file, tester in found.testers.items() if file not in made_before]
            if judged := tuple(function for tester in made for function in tester.judged_names):
                found.suites[name] = judged
            elif has_run:
                found.tests[name] = tuple(has_run)
    return found


def number(value: object) -> float | None:
    """The value of a test cell's last line, if it is a number of points: no bool, and no student's object."""
    if type(value) not in (int, float) and type(value).__module__ != "numpy":
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


# On a busy machine, a second of computing takes several by the clock; waiting is allowed as many.
PATIENCE = 10


class _CellTooLong(TimeoutError):
    pass


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
