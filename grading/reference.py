"""The reference: the source notebook run with its solutions, to learn what right answers are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from grading.errors import GradingError
from grading.examination.shell import Shell, text_of
from grading.notebook import Assignment, Role, grade_id, role
from tester_fw import testers
from tester_fw.conf import read_conf

# What a name of a solution cell stands for, in the reference.
CALLABLE, DATA = "callable", "data"


@dataclass(frozen=True)
class Reference:
    """What the reference showed.

    `binds` tells for each solution cell, by its `grade_id`, the names that it binds and what they stand
    for: `CALLABLE`, `DATA`, or the name of a module. `testers` are the testers that test cells made, by
    case file.
    """

    binds: dict[str, dict[str, str]]
    testers: dict[str, testers.Tester]


def run_reference(assignment: Assignment, folder: Path, shell: Shell) -> Reference:
    """Run every code cell in the assignment's folder; test cells make their testers but draw no cases.

    Raises:
        GradingError: a cell raised an exception.
    """
    binds: dict[str, dict[str, str]] = {}
    with _inside(folder), _recording() as made:
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            before = dict(shell.user_ns)
            run = shell.run(cell.source)
            if run.error is not None:
                raise GradingError(f"{assignment.where(cell)}: {type(run.error).__name__}: {text_of(run.error)}")
            if role(cell) is Role.STUDENT:
                binds[grade_id(cell)] = _bound(before, shell.user_ns)
    return Reference(binds, made)


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

    class Recorder(testers.Tester):
        def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
            self.conf = read_conf(conf)
            self.key = key
            self.path = path
            made[self.conf.case_file] = self

        def run_test(self) -> None:
            pass

        def get_test_vars(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
            return {}, {}, {}, {}

    original, testers.Tester = testers.Tester, Recorder  # type: ignore[misc]
    try:
        yield made
    finally:
        testers.Tester = original  # type: ignore[misc]
