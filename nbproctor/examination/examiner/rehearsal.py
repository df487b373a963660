"""The reference sits the examination before any submission does.

It proves that every test cell passes with the reference when it runs in a process of its own, and records what the
tests use the student's things for (`uses`). It happens in forked processes, so that nothing of it is left.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from nbformat import NotebookNode

from nbproctor.assignment.notebook import SAME_PROCESS, Assignment, Role, grade_id, is_same_process, role
from nbproctor.errors import GradingError
from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.examiner.reference_uses import UseRecorder, Uses
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.process_messages import RunCell, TestReport
from nbproctor.shell.shell import Shell


class Tests(Protocol):
    """What runs test cells: an examiner."""

    def test(self, test: str) -> TestReport:
        """Run a test cell, by its `grade_id`."""


MakesExaminer = Callable[[socket.socket, UseRecorder], AbstractContextManager[Tests]]


def rehearse(assignment: Assignment, shell: Shell, examiner: MakesExaminer) -> Uses:
    """Examine the reference.

    Args:
        assignment: whose source notebook it is.
        shell: one that has run nothing.
        examiner: makes an examiner of a socket to the candidate and what records the uses.

    Raises:
        GradingError: a test cell does not pass.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _end_with(writing, lambda: _uses(assignment, shell, examiner))
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        content = file.read()
    os.waitpid(pid, 0)
    if not content:
        raise GradingError(
            f"{assignment.path}: the process that examined the reference ended; its message, if it left one, stands "
            "above, or in the log of the cluster's worker; if it left none, the system ended it: try again"
        )
    uses, refusal = pickle.loads(content)  # noqa: S301 - of our own child, which ran the instructor's code alone
    if refusal:
        raise GradingError(refusal)
    return uses  # type: ignore[no-any-return]


def _end_with(writing: int, result: Callable[[], Uses]) -> None:
    """Write what came of it, and end this process."""
    try:
        try:
            content = result(), ""
        except GradingError as error:
            content = Uses(), str(error)
        with os.fdopen(writing, "wb") as file:
            file.write(pickle.dumps(content))
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def _uses(assignment: Assignment, shell: Shell, examiner: MakesExaminer) -> Uses:
    recorder = UseRecorder()
    sock, control = _fork_candidate(shell)
    with examiner(sock, recorder) as examining:
        for cell in assignment.notebook.cells:
            if cell.cell_type != "code":
                continue
            if role(cell) is Role.TEST and not is_same_process(cell):
                _require_pass(assignment, cell, examining.test(grade_id(cell)))
                _run(assignment, cell, control, None)
            else:
                _run(assignment, cell, control, cell.source)
    return recorder.uses


def _fork_candidate(shell: Shell) -> tuple[socket.socket, Channel]:
    ours, theirs = socket.socketpair()
    ours_too, control = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        ours_too.close()
        try:
            sys.path.insert(0, "")
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


def _run(assignment: Assignment, cell: NotebookNode, control: Channel, source: str | None) -> None:
    try:
        control.send(RunCell(source).parts())
        control.receive()  # that no cell raises was seen when the reference was run
    except ChannelClosed:
        raise GradingError(f"{assignment.where(cell)}: it ends the process that it runs in") from None


def _require_pass(assignment: Assignment, cell: NotebookNode, report: TestReport) -> None:
    if report.passed:
        return
    said = f"{report.error}: {report.message}".removesuffix(": ")
    raise GradingError(
        f"{assignment.where(cell)}: run in a process of its own, the test does not pass with the solution: {said}. "
        f'{_cure(report.kept)}, or give the cell the tag "{SAME_PROCESS}": then it runs where the student\'s code '
        "runs, and its verdict is that process's word"
    )


def _cure(kept: list[str]) -> str:
    if not kept:
        return "Mend the test"
    return (
        f"The test cell gives the student's {', '.join(kept)} a new value, which stays with the test, since it may be "
        "the answer: pass it to the function as an argument"
    )
