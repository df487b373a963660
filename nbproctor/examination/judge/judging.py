"""The judge as a function of a test cell's confs, the official cases and the tables that came.

What an answer is compared with, and by which rules, comes from the reference; a submission provides only tables.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from nbproctor.examination.outcomes.outcome import (
    RAISED,
    RETURNED,
    UNREADABLE,
    CaseOutcome,
    Frame,
    read_tables,
    value_codec,
)
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.messages import Judged
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
# The mark of a larger value is that of its bytes as they came: looking through it takes long.
_MOST_CANONICAL_BYTES = 20_000
_codec, _plain_codec = value_codec(), Codec()


@dataclass(frozen=True)
class OwedTable:
    """A table that a test cell owes, as the reference writes it there.

    Args:
        conf: what is tested, and by which rules, fitted to the cases.
        cases: the official cases, in the order in which the runner calls them.
        right: the reference's own outcomes, as bytes; empty if they are not known.
    """

    conf: Conf
    cases: tuple[SplitCase, ...]
    right: tuple[bytes, ...] = ()


def judge(owed: Sequence[OwedTable], data: bytes, mark_key: bytes = b"") -> Judged:
    """Judge the tables of a test cell: it passes if each has an accepted outcome for every case.

    Tables in `data`, which the runner wrote, that come after the owed ones are ignored.
    """
    found, cases, is_complete = Judged(), 0, True
    tables = [*read_tables(data)]
    for place, table in enumerate(owed):
        has_come = place < len(tables) and tables[place][0] == table.conf.case_file
        outcomes = tables[place][1][: len(table.cases)] if has_come else []
        is_complete = is_complete and len(outcomes) == len(table.cases)
        cases += len(outcomes)
        if found.error is None and (wrong := dict(_wrong(table, outcomes))):
            found = replace(_smallest(table, outcomes, wrong), marks=_marks(table, outcomes, wrong, mark_key))
    return replace(found, is_complete=is_complete, cases=cases)


@dataclass(frozen=True)
class _Wrong:
    """An outcome that is not accepted, and why."""

    outcome: CaseOutcome
    problem: BaseException

    @property
    def error(self) -> str:
        """The class name of the error that the student sees."""
        return self.outcome.raised if self.outcome.kind == RAISED else type(self.problem).__name__


def _wrong(table: OwedTable, outcomes: Sequence[bytes]) -> Iterator[tuple[int, _Wrong]]:
    for index, data in enumerate(outcomes):
        # The same bytes as the reference's are right.
        if index < len(table.right) and data == table.right[index]:
            continue
        if (wrong := _compared(table, data, index)) is not None:
            yield index, wrong


def _compared(table: OwedTable, data: bytes, index: int) -> _Wrong | None:
    try:
        outcome = CaseOutcome.from_bytes(data)
    except WireError as problem:
        outcome = CaseOutcome(UNREADABLE, text=str(problem))
    error: object = outcome.text
    if outcome.kind == RETURNED:
        error = _OutcomeTester(table.conf, table.cases[index], outcome).run_case()
        if error is None:
            return None
    if not isinstance(error, WrongAnswerError):  # the bytes hold no value, or one that cannot be compared
        error = WrongAnswerError(f"{_call(table, index)}\n  {error}")
    return _Wrong(outcome, error)


def _failure(table: OwedTable, wrong: _Wrong, index: int) -> Judged:
    outcome, problem = wrong.outcome, wrong.problem
    if outcome.kind == RAISED:
        return _raised(outcome, _call(table, index), table.conf.case_file)
    lines = list(problem._render_traceback_()) if isinstance(problem, WrongAnswerError) else []
    return Judged(wrong.error, str(problem), asserted=True, lines=lines, printed=outcome.printed)


def _call(table: OwedTable, index: int) -> str:
    return messages.call_of(messages.name_of(table.conf.func), table.cases[index].inputs)


class _OutcomeTester(Tester):
    """Runs one case, of which the outcome is known."""

    def __init__(self, conf: Conf, case: SplitCase, outcome: CaseOutcome) -> None:
        self.conf, self.case, self.inputs = conf, case, case.inputs
        self.returned = {}
        self._outcome = outcome

    def call(self) -> Any:
        """Return what the function returned; a `WireError` if the bytes hold no value."""
        return _codec.decode(self._outcome.value)

    def check_inputs(self) -> None:
        """Raise a `ModifiedInputError` if the runner says that the call changed an input that must not change."""
        for about in self.conf.inputs:
            data = self._outcome.changed.get(about.name)
            if not about.check_modified or data is None:
                continue
            was = self.case.inputs[about.name]
            try:
                now = _codec.decode(data)
            except WireError:
                problem: str | None = f"{about.name}: its current value cannot be shown"
                now = None
            else:
                before = contents(open_database(was)) if about.dtype == "db" else was
                problem = difference(before, now, about.name, rules=EXACT)
            if problem is not None:
                name = messages.name_of(self.conf.func)
                call = messages.call_of(name, self.case.inputs)
                culprit = f"{about.name} was changed by {name}"
                raise ModifiedInputError(messages.modified_input(culprit, was, now, problem, call))


def _raised(outcome: CaseOutcome, call: str, case_file: str) -> Judged:
    said = f"{outcome.raised}: {outcome.text}".removesuffix(": ")
    lines = [f"{call} raised {said}", *(line for frame in outcome.frames for line in _frame_lines(frame))]
    message = f"{outcome.text}\nThis came from {call}, a test case of {case_file}."
    return Judged(outcome.raised, message, outcome.is_assertion, True, lines, outcome.printed)


def _frame_lines(frame: Frame) -> Iterator[str]:
    yield f"  {frame.place}, line {frame.line}, in {frame.function}"
    if frame.code:
        yield f"  ---> {frame.line:3} {frame.code}"


def _smallest(table: OwedTable, outcomes: Sequence[bytes], wrong: Mapping[int, _Wrong]) -> Judged:
    """The failure of the smallest case that fails, with how many smaller ones pass."""
    sizes = [size(case.inputs) for case in table.cases]
    smallest = min(wrong, key=lambda index: (sizes[index], index))
    failure = _failure(table, wrong[smallest], smallest)
    if len(table.cases) == 1 or len(outcomes) < len(table.cases):  # a case that was not called may pass or fail
        return failure
    smaller = sum(each < sizes[smallest] for each in sizes)
    sentence = messages.smallest(smaller, len(table.cases))
    return replace(failure, message=f"{failure.message}\n{sentence}", lines=[*failure.lines, sentence])


def _marks(table: OwedTable, outcomes: Sequence[bytes], wrong: Mapping[int, _Wrong], key: bytes) -> str:
    step = max(1, -(-len(table.cases) // _MOST_MARKED_CASES))
    marks = [
        _mark(wrong[index], index, key) if index in wrong else PASSED_MARK for index in range(0, len(outcomes), step)
    ]
    return " ".join(marks) if any(mark != PASSED_MARK for mark in marks) else ""


def _mark(wrong: _Wrong, index: int, key: bytes) -> str:
    kind, content, outcome = wrong.error.encode("utf-8", "surrogatepass"), b"", wrong.outcome
    with suppress(WireError, RecursionError):  # no value, or one that is nested too deep
        if outcome.kind == RETURNED:
            is_large = len(outcome.value) > _MOST_CANONICAL_BYTES
            content = outcome.value if is_large else _canonical(_codec.decode(outcome.value))
            content += b"".join(sorted(outcome.changed.values()))
    said = b"\0".join([str(index).encode(), kind, content])
    return hmac.new(key, said, sha256).hexdigest()[:_MARK_DIGITS]


def _canonical(value: object) -> bytes:
    """Bytes that equal values share, whatever the order of a set, and the last digits of a float."""
    kind = type(value)
    if kind in (list, tuple):
        return _tagged(kind, map(_canonical, value))  # type: ignore[call-overload]
    if kind in (set, frozenset):
        return _tagged(kind, sorted(map(_canonical, value)))  # type: ignore[call-overload]
    if kind is dict:
        return _tagged(kind, sorted(_canonical(item) for item in value.items()))  # type: ignore[attr-defined]
    if kind is float:
        return _tagged(kind, [f"{value:.9g}".encode()])
    try:
        return _tagged(kind, [_plain_codec.encode(value)])
    except WireError:  # an object of a class of the student's
        return b"object"


def _tagged(kind: type, parts: Iterable[bytes]) -> bytes:
    content = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return kind.__name__.encode() + b":" + content
