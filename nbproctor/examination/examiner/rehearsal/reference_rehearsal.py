"""The reference sits the examination before any submission does.

It shows which test cells pass with the reference when they run in a process of their own, and records what the tests
use the student's objects for (`Uses`). It happens in forked processes, so that it leaves nothing behind here.
"""

from __future__ import annotations

import copy
import os
import pickle
import select
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.reference import PATIENCE
from nbproctor.errors import GradingError
from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.rehearsal.reference_uses import UseRecorder, Uses
from nbproctor.examination.sandbox import kernel
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.messages.process_messages import CellReport, RunCell, TestReport
from nbproctor.intake.paper import PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.shell.shell import Shell
from nbproctor.system.machine_trouble import sentence_about

Found = TypeVar("Found")


class Tests(Protocol):
    """What runs test cells: an examiner.

    Attributes:
        link: its link to the candidate.
    """

    link: Link

    def test(self, test: str) -> TestReport:
        """Run a test cell, by its `grade_id`."""


@dataclass(frozen=True)
class Rehearsed:
    """What the rehearsal showed.

    Args:
        uses: what the tests use the reference's objects for.
        failing: why each test cell that does not pass in a process of its own does not, by its `grade_id`.
    """

    uses: Uses
    failing: dict[str, str]


MakesExaminer = Callable[[socket.socket, UseRecorder], AbstractContextManager[Tests]]


Examines = Callable[[socket.socket], AbstractContextManager[Tests]]


@dataclass(frozen=True)
class ReferenceSitting:
    """The examination of the reference.

    Args:
        assignment: the source notebook with the reference.
        shell: a shell that has run no cell.
        not_apart: the test cells that are not examined apart.
        cell_seconds: how long one cell may compute; by the clock it may take some times as long.
        folder: the candidate's copy of the release; none is made before there is a process for it.
        writing: the pipe to the process that waits for the end: a byte after each cell, at last what was found.
    """

    assignment: Assignment
    shell: Shell
    not_apart: Container[str]
    cell_seconds: float
    folder: Path = Path()
    writing: int = -1

    @contextmanager
    def examined_by(self, examiner: Examines) -> Iterator[Callable[[Callable[[Tests, str], None]], None]]:
        """Begin; give a function that runs all cells, and for each test that is examined apart what it is given.

        Args:
            examiner: makes an examiner from a socket to the candidate.
        """
        cells = [cell for cell in self.assignment.notebook.cells if cell.cell_type == "code"]
        needed = looked_into(
            [PaperCell(index, role(cell), grade_id(cell), cell.source) for index, cell in enumerate(cells)]
        )
        sock, control = _fork_candidate(self.shell, self.folder)

        def run(test: Callable[[Tests, str], None]) -> None:
            for index, cell in enumerate(cells):
                os.write(self.writing, _PROGRESS)
                if role(cell) is not Role.TEST:
                    _run(self.assignment, cell, control, cell.source)
                    continue
                if grade_id(cell) not in self.not_apart:
                    test(examining, grade_id(cell))
                _run(self.assignment, cell, control, cell.source if index in needed else None)

        with examiner(sock) as examining:
            yield run


def rehearse(sitting: ReferenceSitting, examiner: MakesExaminer) -> Rehearsed:
    """Examine the reference; return what the tests use its objects for, and which of them do not pass.

    If a cell takes too long, no test is examined apart.

    Args:
        sitting: the examination of the reference.
        examiner: makes an examiner from a socket to the candidate and a recorder of uses.

    Raises:
        GradingError: the reference ends the process that it runs in.
    """
    tests = [each.test for each in sitting.assignment.exercises if each.test not in sitting.not_apart]
    if not tests:
        return Rehearsed(Uses(), {})
    rehearsed = in_a_process(sitting, lambda begun: _rehearsed(begun, examiner))
    if rehearsed is None:
        seconds = PATIENCE * sitting.cell_seconds
        reason = f"run in a process of its own, a cell of the solution does not end in {seconds:g} s"
        return Rehearsed(Uses(), dict.fromkeys(tests, reason))
    return rehearsed


def in_a_process(sitting: ReferenceSitting, work: Callable[[ReferenceSitting], Found]) -> Found | None:
    """Have the reference examined in a process of its own; what is found there, or None if a cell takes too long.

    Args:
        sitting: the examination of the reference.
        work: examines it there.

    Raises:
        GradingError: the reference ends the process that it runs in.
    """
    reading, writing = os.pipe()
    # The candidate gets a copy of the release, as each submission does: no file of its own is there for the tests.
    with tempfile.TemporaryDirectory(prefix="rehearsal-", dir=Path.cwd().parent, ignore_cleanup_errors=True) as beside:
        folder = Path(shutil.copytree(".", Path(beside) / "release", symlinks=True))
        begun = replace(sitting, folder=folder, writing=writing)
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            os.setsid()
            _end_with_parent(parent)
            os.close(reading)
            _end_with(writing, lambda: work(begun))
        os.close(writing)
        try:
            content = _read(reading, PATIENCE * sitting.cell_seconds)
        finally:
            os.close(reading)
            os.killpg(pid, signal.SIGKILL)  # its candidate as well
            os.waitpid(pid, 0)
    if content is None:
        return None
    if not content:
        raise GradingError(
            f"{sitting.assignment.path}: the process that examined the reference ended; its message, if it left one, "
            "stands above, or in the log of the cluster's worker; if it left none, the system ended it: try again"
        )
    found, refusal = pickle.loads(content)  # noqa: S301 - of our own child, which ran the instructor's code alone
    if refusal:
        raise GradingError(refusal)
    return found  # type: ignore[no-any-return]


def _end_with_parent(parent: int) -> None:
    with suppress(OSError, AttributeError):  # not Linux
        kernel.end_with_parent(signal.SIGKILL)
    if os.getppid() != parent:  # it ended before
        os._exit(0)


def _read(reading: int, seconds: float) -> bytes | None:
    """What the rehearsal wrote at last; None if nothing has come for so many seconds."""
    content = b""
    while select.select([reading], [], [], seconds)[0]:
        if not (data := os.read(reading, 1 << 20)):
            return content
        content = (content + data).lstrip(_PROGRESS)
    return None


_PROGRESS = b"\0"  # with which no pickle begins


def _end_with(writing: int, result: Callable[[], object]) -> None:
    """Write the result, or why it was refused, and end this process."""
    try:
        try:
            content: tuple[object, str] = result(), ""
        except GradingError as error:
            content = None, str(error)
        except OSError as error:
            if not (sentence := sentence_about(error)):
                raise
            content = None, sentence
        with os.fdopen(writing, "wb") as file:
            file.write(pickle.dumps(content))
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def _rehearsed(sitting: ReferenceSitting, examiner: MakesExaminer) -> Rehearsed:
    recorder = UseRecorder()
    failing: dict[str, str] = {}

    def test(examining: Tests, name: str) -> None:
        uses = copy.deepcopy(recorder.uses)
        recorder.told.clear()
        report = examining.test(name)
        if not report.passed or recorder.told:
            failing[name] = _told(recorder.told[0]) if recorder.told else _reason(report)
            recorder.put_back(uses)

    with sitting.examined_by(lambda sock: examiner(sock, recorder)) as run:
        run(test)
    return Rehearsed(recorder.uses, failing)


def _fork_candidate(shell: Shell, folder: Path) -> tuple[socket.socket, Channel]:
    ours, theirs = socket.socketpair()
    ours_too, control = socket.socketpair()
    parent = os.getpid()
    if os.fork() == 0:
        _end_with_parent(parent)
        ours.close()
        ours_too.close()
        try:
            sys.path.insert(0, "")
            os.chdir(folder)
            Candidate(shell, Channel(control), theirs).serve()
        except ChannelClosed:
            pass  # the rehearsal is over
        except BaseException:
            sys.__excepthook__(*sys.exc_info())
        finally:
            os._exit(0)
    theirs.close()
    control.close()
    return ours, Channel(ours_too)


def _run(assignment: Assignment, cell: NotebookNode, control: Channel, source: str | None) -> CellReport:
    try:
        control.send(RunCell(source).parts())
        return CellReport.read(control.receive())
    except ChannelClosed:
        raise GradingError(f"{assignment.where(cell)}: it ends the process that it runs in") from None


def _told(step: str) -> str:
    """Why a test is not examined apart that would believe an object to which it tells what it expects."""
    return (
        f"its {step} tells an object that a given cell made, and that the solution changes, data of the test's, and "
        "believes the reply: compare what the object gives with the data instead"
    )


def _reason(report: TestReport) -> str:
    """Why a test is not examined apart that does not pass there, and what would change that."""
    failure = f"{report.error}: {report.message}".removesuffix(": ")
    reason = f"run in a process of its own, it does not pass with the solution: {failure}"
    if not report.kept_names:
        return reason
    return (
        f"{reason}. It gives the student's {', '.join(report.kept_names)} a new value, which stays with the test: "
        "it may be the answer. Pass it to the function as an argument"
    )
