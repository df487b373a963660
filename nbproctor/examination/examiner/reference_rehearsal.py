"""The reference sits the examination before any submission does.

It proves that every test cell passes with the reference when it runs in a process of its own, and records what the
tests use the student's objects for (`Uses`). It happens in forked processes, so that it leaves nothing behind here.
"""

from __future__ import annotations

import os
import pickle
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Container
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from nbformat import NotebookNode

from nbproctor.assignment.notebook import SAME_PROCESS, Assignment, Role, grade_id, is_same_process, role
from nbproctor.errors import GradingError
from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.examiner.reference_uses import UseRecorder, Uses
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.process_messages import CellReport, RunCell, TestReport
from nbproctor.intake.paper import PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.shell.shell import Shell
from nbproctor.system.machine_trouble import sentence_about


class Tests(Protocol):
    """What runs test cells: an examiner."""

    def test(self, test: str) -> TestReport:
        """Run a test cell, by its `grade_id`."""


MakesExaminer = Callable[[socket.socket, UseRecorder], AbstractContextManager[Tests]]


@dataclass(frozen=True)
class _Rehearsal:
    """The examination of the reference.

    Args:
        assignment: the source notebook with the reference.
        shell: a shell that has run no cell.
        examiner: makes an examiner from a socket to the candidate and a recorder of uses.
        in_candidate: the names of the test cells that run where the student's code runs.
        folder: the candidate's copy of the release.
    """

    assignment: Assignment
    shell: Shell
    examiner: MakesExaminer
    in_candidate: Container[str]
    folder: Path


def rehearse(assignment: Assignment, shell: Shell, examiner: MakesExaminer, not_apart: Container[str]) -> Uses:
    """Examine the reference; return what the tests use its objects for.

    Args:
        assignment: the source notebook with the reference.
        shell: a shell that has run no cell.
        examiner: makes an examiner from a socket to the candidate and a recorder of uses.
        not_apart: the test cells that run where the student's code runs, beside those that are tagged.

    Raises:
        GradingError: a test cell does not pass.
    """
    in_candidate = {name for cell in assignment.notebook.cells if (name := _runs_in_candidate(cell, not_apart))}
    reading, writing = os.pipe()
    # The candidate gets a copy of the release, as each submission does: no file of its own is there for the tests.
    with tempfile.TemporaryDirectory(prefix="rehearsal-", dir=Path.cwd().parent, ignore_cleanup_errors=True) as beside:
        folder = Path(shutil.copytree(".", Path(beside) / "release", symlinks=True))
        rehearsal = _Rehearsal(assignment, shell, examiner, in_candidate, folder)
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _end_with(writing, lambda: _uses(rehearsal))
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
    """Write the result, or why it was refused, and end this process."""
    try:
        try:
            content = result(), ""
        except GradingError as error:
            content = Uses(), str(error)
        except OSError as error:
            if not (sentence := sentence_about(error)):
                raise
            content = Uses(), sentence
        with os.fdopen(writing, "wb") as file:
            file.write(pickle.dumps(content))
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def _runs_in_candidate(cell: NotebookNode, not_apart: Container[str]) -> str:
    """The name of a test cell that runs where the student's code runs; empty for any other cell."""
    runs_in_candidate = role(cell) is Role.TEST and (is_same_process(cell) or grade_id(cell) in not_apart)
    return grade_id(cell) if runs_in_candidate else ""


def _uses(rehearsal: _Rehearsal) -> Uses:
    assignment, in_candidate = rehearsal.assignment, rehearsal.in_candidate
    recorder = UseRecorder()
    cells = [cell for cell in assignment.notebook.cells if cell.cell_type == "code"]
    papers = [PaperCell(index, role(cell), grade_id(cell), cell.source) for index, cell in enumerate(cells)]
    needed = looked_into(papers, in_candidate)
    sock, control = _fork_candidate(rehearsal.shell, rehearsal.folder)
    with rehearsal.examiner(sock, recorder) as examining:
        for index, cell in enumerate(cells):
            if role(cell) is Role.TEST and grade_id(cell) not in in_candidate:
                _require_pass(assignment, cell, examining.test(grade_id(cell)))
                _run(assignment, cell, control, cell.source if index in needed else None)
            else:
                report = _run(assignment, cell, control, cell.source)
                if grade_id(cell) in in_candidate and not report.passed:
                    _refuse(assignment, cell, report.outputs)
    return recorder.uses


def _fork_candidate(shell: Shell, folder: Path) -> tuple[socket.socket, Channel]:
    ours, theirs = socket.socketpair()
    ours_too, control = socket.socketpair()
    if os.fork() == 0:
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


def _require_pass(assignment: Assignment, cell: NotebookNode, report: TestReport) -> None:
    if report.passed:
        return
    reason = f"{report.error}: {report.message}".removesuffix(": ")
    cure = _cure(report.kept_names)
    raise GradingError(
        f"{assignment.where(cell)}: run in a process of its own, the test does not pass with the solution: {reason}. "
        f'{cure}, or give the cell the tag "{SAME_PROCESS}": then it runs where the student\'s code '
        "runs, and its verdict is that process's word"
    )


def _refuse(assignment: Assignment, cell: NotebookNode, outputs: list[Any]) -> None:
    """Refuse a test cell that does not pass where the student's code runs; the reference's run was in one process."""
    errors = [output for output in outputs if output["output_type"] == "error"]
    reason = f"{errors[-1]['ename']}: {errors[-1]['evalue']}" if errors else ""
    raise GradingError(
        f"{assignment.where(cell)}: run where the student's code runs, the test does not pass with the solution: "
        f"{reason}. The test cells before it may run in another process: let it make itself what it needs of theirs"
    )


def _cure(names: list[str]) -> str:
    if not names:
        return "Mend the test"
    return (
        f"The test cell gives the student's {', '.join(names)} a new value, which stays with the test, since it may be "
        "the answer: pass it to the function as an argument"
    )
