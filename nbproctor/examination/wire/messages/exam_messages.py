"""The messages of an examiner to its candidate, and the answers, as plain data.

The last two also go from the grader to the examiner, and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbproctor.examination.wire.messages.message import CellOutputs, Message

# The scopes in which a test cell may replace a name, and what it did with the name there.
NAMES, BUILTINS, REPLACED, DELETED, RESTORED = "names", "builtins", "replaced", "deleted", "restored"

# The kinds of objects that a test cell passes and that are no plain data.
FUNCTION, ITERATOR, OBJECT, DATABASE, ERROR = "function", "iterator", "object", "database", "error"

# What a reference to a figure of the student's, or to a thing in one, begins with.
FIGURE = "figure"

# How an operation ended: it gave a value, it raised an exception, or it gave a value that cannot be sent.
RETURNED, RAISED, UNREADABLE = "returned", "raised", "unreadable"


@dataclass(frozen=True, slots=True)
class TakeNames(Message):
    """Say what there is under these names: things that can be called, data, classes of exceptions.

    Args:
        callables: the names of things to call, and of classes of exceptions.
        data: the names of data.
        errors: the names of classes of exceptions.
        unread: names of data that the test does not read: a figure under them need not be looked at.
    """

    kind = "names"
    callables: list[Any]
    data: list[Any]
    errors: list[Any]
    unread: list[Any]


@dataclass(frozen=True, slots=True)
class NamesFound(Message):
    """What there is under the names that were asked for.

    Args:
        present: those names of things to call that are bound.
        values: the data, encoded, by name.
        classes: the descriptions of the classes of exceptions, by name.
        shared: the names of data that something else of the student's holds as well, or parts of it.
    """

    kind = "taken"
    present: list[Any]
    values: dict[Any, Any]
    classes: dict[Any, Any]
    shared: list[Any]


@dataclass(frozen=True, slots=True)
class TakeFiles(Message):
    """Say what the files at these paths hold, in the candidate's own folder, if that is news."""

    kind = "files"
    paths: list[Any]


@dataclass(frozen=True, slots=True)
class FilesTaken(Message):
    """What is new in files.

    Args:
        changed: the bytes of each file that has changed, or None if it is gone or too large, by its path.
        others: the paths of files in the folder whose content was not sent.
    """

    kind = "files taken"
    changed: dict[Any, Any]
    others: list[Any]


@dataclass(frozen=True, slots=True)
class LookAgain(Message):
    """Say whether data under these names, or any other that travelled as a copy, has changed since."""

    kind = "look-again"
    names: list[Any]


@dataclass(frozen=True, slots=True)
class LookedAgain(Message):
    """Whether any of it has changed."""

    kind = "looked-again"
    has_changed: bool


@dataclass(frozen=True, slots=True)
class Apply(Message):
    """Apply an operation to operands, which are encoded."""

    kind = "apply"
    operation: str
    operands: bytes


@dataclass(frozen=True, slots=True)
class Applied(Message):
    """What came of an operation.

    Args:
        status: `RETURNED`, `RAISED` or `UNREADABLE`.
        content: what it gave, the exception in words, or why it cannot be sent.
        changed: the new content of each part of the arguments that changed, encoded, by the part's number.
        outputs: what was printed.
        shared: whether the student's code still holds what travelled as a copy, there or back.
    """

    kind = "applied"
    status: str
    content: Any
    changed: dict[Any, Any]
    outputs: CellOutputs
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ApplyAhead(Message):
    """Make calls before their turn.

    Args:
        function: the name or number of what is called; None if the inputs hold it.
        inputs: the keyword arguments of each call, encoded; without a function, all operands of each.
        seconds: after how long a call is interrupted; 0 for never.
    """

    kind = "ahead"
    function: str | int | None
    inputs: list[Any]
    seconds: int | float


@dataclass(frozen=True, slots=True)
class AppliedAhead(Message):
    """A reply for each call that was made: the bytes of what it returned, or a list with the bytes of an `Applied`."""

    kind = "applied-ahead"
    replies: list[Any]


@dataclass(frozen=True, slots=True)
class LookAtFigures(Message):
    """Say how figures are now.

    Args:
        known: the numbers of the figures that the examiner has.
        with_open: whether it asks for pyplot's open figures as well.
        closed: the numbers of figures that the test has closed.
    """

    kind = "look-at-figures"
    known: list[Any]
    with_open: bool
    closed: list[Any]


@dataclass(frozen=True, slots=True)
class FiguresSeen(Message):
    """How figures are now.

    Args:
        forms: the forms, encoded, of those that are other than when they were sent last, by number.
        opened: pyplot's open figures, the current one last: for each pyplot's number and the one in `forms`.
    """

    kind = "figures-seen"
    forms: dict[Any, Any]
    opened: list[Any]


@dataclass(frozen=True, slots=True)
class CallBack(Message):
    """From the candidate: call a function that the test cell passed.

    Args:
        number: the number that it was passed under.
        arguments: the arguments, encoded.
        outputs: what the student's code printed before.
    """

    kind = "callback"
    number: Any
    arguments: bytes
    outputs: CellOutputs


@dataclass(frozen=True, slots=True)
class CallBackAnswer(Message):
    """What came of a callback, encoded: its status, what it gave or raised, and which arguments it changed."""

    kind = "answer"
    content: bytes


@dataclass(frozen=True, slots=True)
class TellChanges(Message):
    """How the test cell changed the student's names, and the generators that it seeded, encoded."""

    kind = "changes"
    content: bytes


@dataclass(frozen=True, slots=True)
class ChangesTold(Message):
    """The changes are made; or a sentence why they could not be."""

    kind = "told"
    problem: str


@dataclass(frozen=True, slots=True)
class GiveTraceback(Message):
    """Give the traceback of the last exception; or that of a call made ahead, by the call's position."""

    kind = "traceback"
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Traceback(Message):
    """The traceback of an exception, line by line; empty if there is none."""

    kind = "lines"
    lines: list[Any]
