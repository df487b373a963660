"""The judge as a function: of a test cell's confs, the official cases and the tables that came, and of nothing else.

What an answer is compared with, and by which rules, comes from the reference; from a submission comes a table alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from nbproctor.examination.judge.canonical_values import canonical
from nbproctor.examination.outcomes.outcome import RAISED, RETURNED, UNREADABLE, CaseOutcome, Frame, read_tables
from nbproctor.examination.outcomes.values import value_codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw import messages
from tester_fw.compare import difference
from tester_fw.conf import Conf
from tester_fw.database import contents, open_database
from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.rules import EXACT
from tester_fw.smallest import size
from tester_fw.testers import SplitCase, Tester

PASSED_MARK = "."
"""The mark of a case that passes."""
_MOST_MARKED_CASES = 100
_MARK_DIGITS = 6


@dataclass(frozen=True)
class OwedTable:
    """A table that a test cell owes: the reference makes it there.

    Args:
        conf: what is tested, and by which rules, fitted to the cases.
        cases: the official cases, in the order in which the runner calls them.
    """

    conf: Conf
    cases: tuple[SplitCase, ...]


@dataclass(frozen=True)
class Failure:
    """What is wrong with a case.

    Args:
        error: the class of the error, by name.
        message: what the student is told.
        is_verdict: whether it says that the answer is wrong; if not, the function raised something else.
        by_student: whether the student's function raised it.
        lines: how a notebook shows it.
        printed: what the call printed.
        case: the index of the case.
    """

    error: str
    message: str
    is_verdict: bool
    by_student: bool
    lines: tuple[str, ...]
    printed: str
    case: int


@dataclass(frozen=True)
class Judgement:
    """What came of a test cell's tables.

    Args:
        failure: the smallest case that fails, of the first table that has one; None if none does.
        is_complete: whether each table that is owed has an outcome for every case.
        cases: how many outcomes there are.
        marks: a mark for each of some cases, the same ones for everybody, divided by blanks: two submissions with the
            same marks behave alike on these. Empty if no case fails.
    """

    failure: Failure | None = None
    is_complete: bool = True
    cases: int = 0
    marks: str = ""


def judge(owed: Sequence[OwedTable], data: bytes, mark_key: bytes = b"") -> Judgement:
    """Judge the tables of a test cell: it passes if each has an accepted outcome for every case.

    Args:
        owed: the tables that the reference has there, in order.
        data: what the runner wrote. The first tables count; further ones mean nothing.
        mark_key: the key of the marks.
    """
    found = Judgement()
    tables = [*read_tables(data)]
    for place, table in enumerate(owed):
        has_come = place < len(tables) and tables[place][0] == table.conf.case_file
        outcomes = tables[place][1][: len(table.cases)] if has_come else []
        is_complete = found.is_complete and len(outcomes) == len(table.cases)
        found = replace(found, is_complete=is_complete, cases=found.cases + len(outcomes))
        if found.failure is None:
            failures = dict(_failures(table, outcomes))
            if failures:
                marks = _marks(table, outcomes, failures, mark_key)
                found = replace(found, failure=_smallest(table, outcomes, failures), marks=marks)
    return found


def _failures(table: OwedTable, outcomes: Sequence[bytes]) -> Iterator[tuple[int, Failure]]:
    for index, data in enumerate(outcomes):
        if (failure := _failure(table, data, index)) is not None:
            yield index, failure


def _failure(table: OwedTable, data: bytes, index: int) -> Failure | None:
    case = table.cases[index]
    try:
        outcome = CaseOutcome.from_bytes(data)
    except WireError as problem:
        outcome = CaseOutcome(UNREADABLE, text=str(problem))
    error: object = outcome.text
    if outcome.kind == RETURNED and (error := _OutcomeTester(table.conf, case, outcome).run_case()) is None:
        return None
    call = messages.call_of(messages.name_of(table.conf.func), case.inputs)
    if outcome.kind == RAISED:
        return _raised(outcome, call, table.conf.case_file, index)
    if not isinstance(error, WrongAnswerError):  # the bytes hold no value, or one that cannot be compared
        error = WrongAnswerError(f"{call}\n  {error}")
    lines = error._render_traceback_()
    return Failure(type(error).__name__, str(error), True, False, tuple(lines), outcome.printed, index)


class _OutcomeTester(Tester):
    """Runs one case, of which the outcome is known."""

    def __init__(self, conf: Conf, case: SplitCase, outcome: CaseOutcome) -> None:
        self.conf, self.case, self.inputs = conf, case, case.inputs
        self.returned = {}
        self._outcome = outcome

    def call(self) -> Any:
        """Return what was returned.

        Raises:
            WireError: the bytes hold no value.
        """
        return value_codec().decode(self._outcome.value)

    def check_inputs(self) -> None:
        """Raise a `ModifiedInputError` if the runner says that the call changed an input that must stay."""
        for about in self.conf.inputs:
            data = self._outcome.changed.get(about.name)
            if not about.check_modified or data is None:
                continue
            was = self.case.inputs[about.name]
            try:
                now = value_codec().decode(data)
            except WireError:
                problem: str | None = f"{about.name}: what it holds now cannot be shown"
                now = None
            else:
                before = contents(open_database(was)) if about.dtype == "db" else was
                problem = difference(before, now, about.name, rules=EXACT)
            if problem is not None:
                name = messages.name_of(self.conf.func)
                call = messages.call_of(name, self.case.inputs)
                culprit = f"{about.name} was changed by {name}"
                raise ModifiedInputError(messages.modified_input(culprit, was, now, problem, call))


def _raised(outcome: CaseOutcome, call: str, case_file: str, index: int) -> Failure:
    said = f"{outcome.raised}: {outcome.text}".removesuffix(": ")
    lines = [f"{call} raised {said}", *(line for frame in outcome.frames for line in _frame_lines(frame))]
    message = f"{outcome.text}\nThis came from {call}, a test case of {case_file}."
    return Failure(outcome.raised, message, outcome.is_assertion, True, tuple(lines), outcome.printed, index)


def _frame_lines(frame: Frame) -> Iterator[str]:
    yield f"  {frame.place}, line {frame.line}, in {frame.function}"
    if frame.code:
        yield f"  ---> {frame.line:3} {frame.code}"


def _smallest(table: OwedTable, outcomes: Sequence[bytes], failures: Mapping[int, Failure]) -> Failure:
    """The failure of the smallest case that fails, with how many smaller ones pass."""
    sizes = [size(case.inputs) for case in table.cases]
    smallest = min(failures, key=lambda index: (sizes[index], index))
    failure = failures[smallest]
    if len(table.cases) == 1:
        return failure
    # Of cases that were not called nobody knows whether they pass.
    smaller = [index for index in range(len(outcomes)) if sizes[index] < sizes[smallest]]
    if len(outcomes) < len(table.cases):
        return failure
    sentence = messages.smallest(len(smaller), len(table.cases))
    return replace(failure, message=f"{failure.message}\n{sentence}", lines=(*failure.lines, sentence))


def _marks(table: OwedTable, outcomes: Sequence[bytes], failures: Mapping[int, Failure], key: bytes) -> str:
    step = max(1, -(-len(table.cases) // _MOST_MARKED_CASES))
    marks = [
        _mark(outcomes[index], failures[index], index, key) if index in failures else PASSED_MARK
        for index in range(0, len(outcomes), step)
    ]
    return " ".join(marks) if any(mark != PASSED_MARK for mark in marks) else ""


def _mark(data: bytes, failure: Failure, index: int, key: bytes) -> str:
    kind, content = failure.error.encode("utf-8", "surrogatepass"), b""
    try:
        outcome = CaseOutcome.from_bytes(data)
        if outcome.kind == RETURNED:
            content = canonical(value_codec().decode(outcome.value)) + b"".join(sorted(outcome.changed.values()))
    except (WireError, RecursionError):  # no value, or one that is nested too deep
        pass
    said = b"\0".join([str(index).encode(), kind, content])
    return hmac.new(key, said, sha256).hexdigest()[:_MARK_DIGITS]
