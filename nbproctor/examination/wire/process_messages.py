"""The messages between the processes of an examination: which there are, and what each has.

Who sends which, and how it is answered, stands in docs/architecture.md; the order here is by who sends and receives.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nbproctor.examination.wire.message import Message

# The number of a process that a warm parent forked, or how one has ended.
PROCESS_NUMBER = struct.Struct("!q")
# What the grader asks a warm parent for, each with the number of a child but the first: to fork, and how a child ended.
FORK, EXIT_STATUS = b"f", b"s"

# The scopes in which a test cell may replace a name, and what it did with the name there.
NAMES, BUILTINS, REPLACED, DELETED, RESTORED = "names", "builtins", "replaced", "deleted", "restored"

# The kinds of objects that a test cell passes and that are no plain data.
FUNCTION, ITERATOR, OBJECT, DATABASE, ERROR = "function", "iterator", "object", "database", "error"

# What a reference to a figure of the student's, or to a thing in one, begins with.
FIGURE = "figure"

# How an operation ended: it gave a value, it raised an exception, or it gave a value that cannot be sent.
RETURNED, RAISED, UNREADABLE = "returned", "raised", "unreadable"

CellOutputs = list[Any]


# Between the grader and a warm parent, in JSON.


class Preparation(Message):
    """What a warm parent is to get ready for; `child` is what one of its children is."""

    child: ClassVar[str]


@dataclass(frozen=True, slots=True)
class PrepareCandidates(Preparation):
    """Get ready to fork candidates.

    Args:
        sources: the code cells of the released notebook.
        output_bytes: how much output of one cell is kept, in bytes.
    """

    kind = "prepare-candidates"
    child = "candidate"
    sources: list[Any]
    output_bytes: int


@dataclass(frozen=True, slots=True)
class PrepareExaminers(Preparation):
    """Get ready to fork examiners. It travels through a pipe: no process's arguments or environment show the seed.

    Args:
        name: the name of the assignment.
        path: where its source notebook lies, for messages.
        notebook: the source notebook as JSON, which the grader has looked through.
        release: a copy of the release folder, in which the instructor's cells run.
        private: the folders that no examiner may read.
        folders: where examiners have folders of their own.
        samplers: the path of its `cases.py`.
        seed: the secret seed.
        output_bytes: how much output of one cell is kept, in bytes.
        memory_bytes: how much memory an examiner may take, beyond what it was started with.
        file_bytes: how large a file may be that it writes.
        cell_seconds: the longest that a cell of the reference may run, in seconds.
    """

    kind = "prepare-examiners"
    child = "examiner"
    name: str
    path: str
    notebook: str
    release: str
    private: list[Any]
    folders: str
    samplers: str
    seed: str = field(repr=False)
    output_bytes: int
    memory_bytes: int
    file_bytes: int
    cell_seconds: int | float


@dataclass(frozen=True, slots=True)
class PrepareAttempts(Preparation):
    """Get ready to fork children that try what is forbidden.

    Args:
        private: the folders that no examiner may read.
        folders: where the folders of children lie that are confined as examiners; empty if they are as candidates.
        memory_bytes: how much memory such a child may take beyond what it was started with.
        file_bytes: how large a file may be that it writes.
    """

    kind = "prepare-attempts"
    child = "attempt"
    private: list[Any]
    folders: str
    memory_bytes: int
    file_bytes: int


@dataclass(frozen=True, slots=True)
class ParentReady(Message):
    """A warm parent can fork.

    Args:
        tier: the tier of its sandbox.
        has_own_folders: whether a child's copy of the release comes with the sandbox.
        owner: the number of the user who must own that copy; None if its maker may go on owning it.
        refusals: why stronger tiers are not available.
        not_apart: the reason for each test cell that is not examined apart from the student's code, by `grade_id`.
        failures: the cells of the reference that raised, each with its place and what it raised.
    """

    kind = "ready"
    tier: str
    has_own_folders: bool
    owner: int | None
    refusals: list[Any]
    not_apart: dict[Any, Any]
    failures: list[Any]


@dataclass(frozen=True, slots=True)
class ParentRefused(Message):
    """A warm parent cannot get ready: a sentence why."""

    kind = "refused"
    reason: str


# Between the grader and a candidate, in JSON.


@dataclass(frozen=True, slots=True)
class CandidateStart(Message):
    """Begin.

    Args:
        folder: the candidate's copy of the release; empty if its sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        files: what the student handed in for that folder: the bytes of files in base64, by their paths.
    """

    kind = "start"
    folder: str
    processor: int | None
    files: dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Enforced(Message):
    """What the candidate's sandbox enforces from now on."""

    kind = "enforced"
    protections: list[Any]


@dataclass(frozen=True, slots=True)
class RunCell(Message):
    """Run a cell; without a source, only count one that need not be run."""

    kind = "cell"
    source: str | None


@dataclass(frozen=True, slots=True)
class CellReport(Message):
    """What became of a cell.

    Args:
        outputs: its outputs, as a notebook has them.
        passed: whether it ran to its end.
        execution_count: its number; None if it was empty.
    """

    kind = "ran"
    outputs: CellOutputs
    passed: bool
    execution_count: int | None


# Between the grader and an examiner, in JSON.


@dataclass(frozen=True, slots=True)
class ExaminerStart(Message):
    """Begin.

    Args:
        folder: the examiner's own copy of the release; empty if no test cell needs one.
        processor: the number of the processor that it runs on; None for any.
    """

    kind = "start"
    folder: str
    processor: int | None


@dataclass(frozen=True, slots=True)
class AttachCandidate(Message):
    """Talk to another candidate from now on: its socket follows."""

    kind = "attach"


@dataclass(frozen=True, slots=True)
class RunTest(Message):
    """Run a test cell, by its `grade_id`."""

    kind = "test"
    test: str


@dataclass(frozen=True, slots=True)
class TestReport(Message):
    """What became of a test cell.

    Args:
        outputs: its outputs, as a notebook has them.
        passed: whether it ran to its end.
        error: the name of the class of the exception that ended it; empty if none did.
        asserted: whether the exception is a verdict: the test found the answer wrong.
        message: what the exception says.
        cases: how many official cases ran.
        raised_by_student: whether the student's code raised it.
        value: the points that its last line gave; None if it gave none.
        kept_names: the student's names to which the cell gave data, which stays in the examiner.
        candidate_ended: whether the candidate had ended.
        refused: whether points are lost for what one kernel might take: an object where data is due, or no number.
        shared: whether it passed with copies, where one kernel, which copies nothing, might take points.
    """

    __test__ = False  # its name begins with "Test", and pytest would take it for a class of tests
    kind = "tested"
    outputs: CellOutputs
    passed: bool
    error: str
    asserted: bool
    message: str
    cases: int
    raised_by_student: bool
    value: int | float | None
    kept_names: list[Any]
    candidate_ended: bool
    refused: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class TellMistakes(Message):
    """Say which mistakes these failed test cells show; all verdicts are reached."""

    kind = "mistakes"
    tests: list[Any]


@dataclass(frozen=True, slots=True)
class MistakesTold(Message):
    """The marks of the mistake that each of these test cells shows, by `grade_id`; none of what shows none."""

    kind = "mistakes told"
    marks: dict[str, Any]


# Between an examiner and its candidate, as plain data; the last two of these also from the grader to the examiner.


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
