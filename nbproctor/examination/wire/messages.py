"""The messages between the grader and the other processes of an examination; the grader asks, they answer.

On a channel a message is the list of its kind and its parts. A runner may send anything, so `Message.read` checks the
kind, the number of parts and the type of each.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from nbproctor.examination.wire.wire_bounds import WireError


class Message:
    """A message; each kind is a dataclass."""

    kind: ClassVar[str]

    def parts(self) -> list[Any]:
        """The list that travels."""
        return [self.kind, *(getattr(self, name) for name in _names(type(self)))]  # type: ignore[arg-type]

    @classmethod
    def read(cls, parts: object) -> Self:
        """The message of this kind that a list represents; a `WireError` if it is none."""
        types = _types(cls)  # type: ignore[arg-type]
        if kind_of(parts) != cls.kind or len(parts) != 1 + len(types):  # type: ignore[arg-type]
            raise WireError(f"this is not a message of the kind {cls.kind!r}")
        values = parts[1:]  # type: ignore[index]
        if not all(kinds is object or type(value) in kinds for value, kinds in zip(values, types, strict=True)):
            raise WireError(f"a message of the kind {cls.kind!r} does not have the parts that it should have")
        return cls(*values)


def kind_of(parts: object) -> str:
    """The kind of message that a list claims to be; empty if it is no such list, whatever its first part equals."""
    return parts[0] if type(parts) is list and parts and type(parts[0]) is str else ""


def know_all_messages() -> None:
    """Look up the types of all messages before the forks, rather than in each child."""
    for kind in filter(is_dataclass, Message.__subclasses__()):
        _types(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _types(kind: Any) -> tuple[Any, ...]:
    """The types that each part may have: exactly these, as JSON makes no other; `object` for any."""
    hints = get_type_hints(kind)
    return tuple(_checked(hints[name]) for name in _names(kind))


def _checked(hint: Any) -> Any:
    if hint is Any:
        return object
    members = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return frozenset(get_origin(member) or member for member in members)


# The number of a process that a warm parent forked, its exit status, or the length of the inputs.
PROCESS_NUMBER = struct.Struct("!q")
# The grader's requests to a warm parent: to fork; how a child ended, with its number; to keep the official inputs for
# its children, with their length.
FORK, EXIT_STATUS, INPUTS = b"f", b"s", b"i"


# Between the grader and a warm parent.


class Preparation(Message):
    """What a warm parent has to prepare for.

    Attributes:
        child: what one of its children is called.
        module: prepares the parent (`prepare`) and serves in its children (`serve`). It is imported by its name, as a
            runners' parent must not hold a judge's modules, nor the other way round.
    """

    child: ClassVar[str]
    module: ClassVar[str]


@dataclass(frozen=True, slots=True)
class PrepareRunners(Preparation):
    """Get ready to fork runners of the code cells of the released notebook."""

    kind = "prepare-runners"
    child = "runner"
    module = "nbproctor.examination.runner.runner"
    sources: list[Any]
    output_bytes: int


@dataclass(frozen=True, slots=True)
class PrepareKernels(Preparation):
    """Get ready to fork runners that run their cells in a kernel of another language, with this `KernelProgram`."""

    kind = "prepare-kernels"
    child = "runner"
    module = "nbproctor.examination.runner.kernel_runner"
    name: str
    specification: dict[str, Any]
    output_bytes: int


@dataclass(frozen=True, slots=True)
class PrepareJudges(Preparation):
    """Get ready to fork judges. It travels through a pipe: no process's arguments or environment show the seed.

    Args:
        path: of its source notebook, for messages.
        notebook: the source notebook as JSON.
        release: a copy of the release folder, in which the reference runs.
        samplers: the path of the assignment's `cases.py`.
        memory_bytes: what a judge may take beyond what it was started with.
    """

    kind = "prepare-judges"
    child = "judge"
    module = "nbproctor.examination.judge.judge_parent"
    name: str
    path: str
    notebook: str
    release: str
    private: list[Any]
    samplers: str
    seed: str = field(repr=False)
    output_bytes: int
    memory_bytes: int
    cell_seconds: int | float


@dataclass(frozen=True, slots=True)
class PrepareAttempts(Preparation):
    """Get ready to fork children that try what is forbidden.

    Args:
        private: the folders that no judge may read; children that are confined as runners do not ask.
        memory_bytes: what a child that is confined as a judge may take beyond what it was started with.
    """

    kind = "prepare-attempts"
    child = "attempt"
    module = "nbproctor.examination.sandbox.escape_attempts"
    private: list[Any]
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class ParentReady(Message):
    """A warm parent can fork.

    Args:
        has_own_folders, owner, refusals: as of the `Sandbox`.
        failures: the cells of the reference that raised, each with its place and what it raised.
        official: the fields of the grader's `Official`, and the `inputs` of the official cases by case file.
    """

    kind = "ready"
    tier: str
    has_own_folders: bool
    owner: int | None
    refusals: list[Any]
    failures: list[Any]
    official: dict[Any, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ParentRefused(Message):
    """A warm parent cannot get ready: the reason in a sentence, and whether every sandbox here is too weak."""

    kind = "refused"
    reason: str
    lacks_sandbox: bool = False


# Between the grader and a runner.


@dataclass(frozen=True, slots=True)
class RunnerStart(Message):
    """Begin.

    Args:
        folder: the runner's copy of the release; empty if its sandbox makes one.
        processor: the number of the processor that it runs on; None for any.
        files: what the student handed in for that folder, with the notebook: the bytes in base64, by their paths.
    """

    kind = "start"
    folder: str
    processor: int | None
    files: dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Enforced(Message):
    """What the runner's sandbox enforces from now on."""

    kind = "enforced"
    protections: list[Any]


@dataclass(frozen=True, slots=True)
class RunCell(Message):
    """Run a cell; without a source, only count one that need not be run."""

    kind = "cell"
    source: str | None


@dataclass(frozen=True, slots=True)
class RunGradedCell(Message):
    """Run a test cell with the official inputs, and write what its functions gave into the shared memory.

    Its testers make no calls where the cell runs again.
    """

    kind = "graded-cell"
    source: str
    makes_calls: bool


@dataclass(frozen=True, slots=True)
class RunSuiteCell(Message):
    """Run a test cell that judges the student's own tests; the socket to the judge follows."""

    kind = "suite-cell"
    source: str


@dataclass(frozen=True, slots=True)
class CellReport(Message):
    """The result of a cell.

    Args:
        passed: whether it ran to its end.
        execution_count: None if it was empty.
        failed_statement: the statement that an `AssertionError` came from, with the values of its names.
    """

    kind = "ran"
    outputs: list[Any]
    passed: bool
    execution_count: int | None
    failed_statement: str = ""


# Between the grader and a judge.


@dataclass(frozen=True, slots=True)
class JudgeTables(Message):
    """Judge the tables of a test cell, which the runner wrote: base64."""

    kind = "judge"
    test: str
    tables: str


@dataclass(frozen=True, slots=True)
class JudgeSuite(Message):
    """Judge the student's own tests of a test cell, with the runner at the other end of the socket that follows."""

    kind = "judge-suite"
    test: str


@dataclass(frozen=True, slots=True)
class Judged(Message):
    """The judgement of a test cell's tables, or of a suite.

    Args:
        error: the class of the error of the smallest case that fails; None if none fails. The runner chooses the name,
            which may be anything.
        asserted: whether the error means that the answer is wrong.
        raised_by_student: whether the student's function raised the error.
        lines: how a notebook shows the error.
        printed: what the call of that case printed.
        is_complete: whether there is an outcome for each case.
        cases: how many outcomes there are.
        marks: a mark for each of some cases, the same for all submissions, separated by blanks: equal marks mean equal
            behaviour on these cases. Empty if no case fails.
        value: the points of a suite; None for tables.
    """

    kind = "judged"
    error: str | None = None
    message: str = ""
    asserted: bool = False
    raised_by_student: bool = False
    lines: list[Any] = field(default_factory=list)
    printed: str = ""
    is_complete: bool = True
    cases: int = 0
    marks: str = ""
    value: int | float | None = None
