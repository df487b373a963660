"""Code that runs in place of solution cells, quietly and for a limited time, in a process that it leaves changed."""

from __future__ import annotations

import ast
import io
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from nbproctor.assignment.notebook import Exercise
from nbproctor.assignment.reference import CALLABLE, DATA, EXCEPTION
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.shell.cell_names import names_in

CASE_SECONDS = 0.5
"""Longest processor time for one case; whatever takes longer is taken for endless."""


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

    The names that the cells bind are first what they were before the cells. Code that is not whole finds under those
    that were not bound the reference's values: so it may call the right function and change its answer. It keeps them
    if it runs to its end and binds a part of what is asked for: then it may leave out the rest.

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
    """Run all solution cells anew, in the order of the notebook, with other code instead of those of some exercises.

    A cell may build on the one before: a class that grows from exercise to exercise.

    Args:
        instead: the code, in one or more parts, that stands for all solution cells of an exercise.
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
    """The names that statements bind of which a part, or all, is a solution; what stands around it is given."""
    source = exam.source_of(cell)
    parts = regions(source)
    statements = [
        statement
        for statement in ast.parse(source).body
        if any(statement.lineno <= last and (statement.end_lineno or 0) >= first for first, last in parts)
    ]
    # A module is there for a test in any case.
    own = {name for name, kind in exam.reference.binds[cell].items() if kind in (CALLABLE, DATA, EXCEPTION)}
    return own & _assigned(ast.unparse(ast.Module(statements, [])))


def _assigned(code: str) -> frozenset[str]:
    names = names_in(code)
    return frozenset() if names is None else names.bound


def regions(source: str) -> list[tuple[int, int]]:
    """The first and last line of each part between the marks of a solution, or of the whole cell."""
    lines = source.splitlines()
    begins = [number for number, line in enumerate(lines, 1) if "BEGIN SOLUTION" in line]
    ends = [number for number, line in enumerate(lines, 1) if "END SOLUTION" in line]
    return list(zip(begins, ends, strict=False)) or [(1, len(lines))]


def run_quietly(code: str, names: dict[str, Any]) -> str:
    """Run code as a cell; return what it raised, as a sentence; empty if it raised nothing."""
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
