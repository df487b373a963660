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
from collections.abc import Callable, Container
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.reference import PATIENCE
from nbproctor.errors import GradingError
from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.examiner.rehearsal.reference_uses import UseRecorder, Uses
from nbproctor.examination.sandbox import kernel
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.messages.process_messages import CellReport, RunCell, TestReport
from nbproctor.intake.paper import PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.shell.shell import Shell
from nbproctor.system.machine_trouble import sentence_about


class Tests(Protocol):
    """What runs test cells: an examiner."""

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


@dataclass(frozen=True)
class _Rehearsal:
    """The examination of the reference.

    Args:
        assignment: the source notebook with the reference.
        shell: a shell that has run no cell.
        examiner: makes an examiner from a socket to the candidate and a recorder of uses.
        not_apart: the test cells that are not examined apart.
        folder: the candidate's copy of the release.
        writing: the pipe to the process that waits for the end: a byte after each cell, at last what was found.
    """

    assignment: Assignment
    shell: Shell
    examiner: MakesExaminer
    not_apart: Container[str]
    folder: Path
    writing: int


def rehearse(
    assignment: Assignment, shell: Shell, examiner: MakesExaminer, not_apart: Container[str], cell_seconds: float
) -> Rehearsed:
    """Examine the reference; return what the tests use its objects for, and which of them do not pass.

    Args:
        assignment: the source notebook with the reference.
        shell: a shell that has run no cell.
        examiner: makes an examiner from a socket to the candidate and a recorder of uses.
        not_apart: the test cells that are not examined apart.
        cell_seconds: how long one cell may compute; by the clock it may take some times as long. If one takes longer,
            no test is examined apart.

    Raises:
        GradingError: the reference ends the process that it runs in.
    """
    if all(each.test in not_apart for each in assignment.exercises):
        return Rehearsed(Uses(), {})
    reading, writing = os.pipe()
    # The candidate gets a copy of the release, as each submission does: no file of its own is there for the tests.
    with tempfile.TemporaryDirectory(prefix="rehearsal-", dir=Path.cwd().parent, ignore_cleanup_errors=True) as beside:
        folder = Path(shutil.copytree(".", Path(beside) / "release", symlinks=True))
        rehearsal = _Rehearsal(assignment, shell, examiner, not_apart, folder, writing)
        pid = os.fork()
        if pid == 0:
            os.setsid()
            _end_with_parent()
            os.close(reading)
            _end_with(writing, lambda: _rehearsed(rehearsal))
        os.close(writing)
        try:
            content = _read(reading, PATIENCE * cell_seconds)
        finally:
            os.close(reading)
            os.killpg(pid, signal.SIGKILL)  # its candidate as well
            os.waitpid(pid, 0)
    if content is None:
        reason = f"run in a process of its own, a cell of the solution does not end in {PATIENCE * cell_seconds:g} s"
        return Rehearsed(Uses(), {each.test: reason for each in assignment.exercises if each.test not in not_apart})
    if not content:
        raise GradingError(
            f"{assignment.path}: the process that examined the reference ended; its message, if it left one, stands "
            "above, or in the log of the cluster's worker; if it left none, the system ended it: try again"
        )
    rehearsed, refusal = pickle.loads(content)  # noqa: S301 - of our own child, which ran the instructor's code alone
    if refusal:
        raise GradingError(refusal)
    return rehearsed  # type: ignore[no-any-return]


def _end_with_parent() -> None:
    with suppress(OSError, AttributeError):  # not Linux
        kernel.end_with_parent(signal.SIGKILL)


def _read(reading: int, seconds: float) -> bytes | None:
    """What the rehearsal wrote at last; None if nothing has come for so many seconds."""
    content = b""
    while select.select([reading], [], [], seconds)[0]:
        if not (data := os.read(reading, 1 << 20)):
            return content
        content = (content + data).lstrip(_PROGRESS)
    return None


_PROGRESS = b"\0"  # with which no pickle begins


def _end_with(writing: int, result: Callable[[], Rehearsed]) -> None:
    """Write the result, or why it was refused, and end this process."""
    try:
        try:
            content = result(), ""
        except GradingError as error:
            content = Rehearsed(Uses(), {}), str(error)
        except OSError as error:
            if not (sentence := sentence_about(error)):
                raise
            content = Rehearsed(Uses(), {}), sentence
        with os.fdopen(writing, "wb") as file:
            file.write(pickle.dumps(content))
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def _rehearsed(rehearsal: _Rehearsal) -> Rehearsed:
    assignment = rehearsal.assignment
    recorder = UseRecorder()
    failing: dict[str, str] = {}
    cells = [cell for cell in assignment.notebook.cells if cell.cell_type == "code"]
    needed = looked_into(
        [PaperCell(index, role(cell), grade_id(cell), cell.source) for index, cell in enumerate(cells)]
    )
    sock, control = _fork_candidate(rehearsal.shell, rehearsal.folder)
    with rehearsal.examiner(sock, recorder) as examining:
        for index, cell in enumerate(cells):
            os.write(rehearsal.writing, _PROGRESS)
            if role(cell) is not Role.TEST:
                _run(assignment, cell, control, cell.source)
                continue
            if grade_id(cell) not in rehearsal.not_apart:
                uses = copy.deepcopy(recorder.uses)
                recorder.told.clear()
                report = examining.test(grade_id(cell))
                if not report.passed or recorder.told:
                    failing[grade_id(cell)] = _told(recorder.told[0]) if recorder.told else _reason(report)
                    recorder.put_back(uses)
            _run(assignment, cell, control, cell.source if index in needed else None)
    return Rehearsed(recorder.uses, failing)


def _fork_candidate(shell: Shell, folder: Path) -> tuple[socket.socket, Channel]:
    ours, theirs = socket.socketpair()
    ours_too, control = socket.socketpair()
    if os.fork() == 0:
        _end_with_parent()
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
