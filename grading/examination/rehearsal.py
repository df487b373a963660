"""The reference sits the examination before any submission does.

It proves that every test cell passes with the reference when it runs in a process of its own, and records what the
tests use the student's things for (`uses`). It happens in forked processes, so that nothing of it is left.
"""

from __future__ import annotations

import os
import pickle
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any, Protocol

from nbformat import NotebookNode

from grading.errors import GradingError
from grading.examination.candidate import Candidate
from grading.examination.channel import Channel, ChannelClosed
from grading.examination.shell import Shell
from grading.examination.uses import Recorder, Uses
from grading.examination.visible import looked_into
from grading.notebook import SAME_PROCESS, Assignment, Role, grade_id, is_same_process, role
from grading.submission import PaperCell


class Tests(Protocol):
    """What runs test cells: an examiner."""

    def test(self, test: str) -> dict[str, Any]:
        """Run a test cell, by its `grade_id`."""


def rehearse(
    assignment: Assignment,
    shell: Shell,
    examiner: Callable[[socket.socket, Recorder], Tests],
    not_apart: Container[str],
) -> Uses:
    """Examine the reference.

    Args:
        assignment: whose source notebook it is.
        shell: one that has run nothing.
        examiner: makes an examiner of a socket to the candidate and what records the uses.
        not_apart: the test cells that run where the student's code runs, beside those that are tagged.

    Raises:
        GradingError: a test cell does not pass.
    """
    here = {name for cell in assignment.notebook.cells if (name := _runs_in_candidate(cell, not_apart))}
    reading, writing = os.pipe()
    # The candidate gets a copy of the release, as each submission does: no file of its own is there for the tests.
    with tempfile.TemporaryDirectory(prefix="rehearsal-", dir=Path.cwd().parent, ignore_cleanup_errors=True) as beside:
        folder = shutil.copytree(".", Path(beside) / "release", symlinks=True)
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _end_with(writing, lambda: _uses(assignment, shell, examiner, here, folder))
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


def _runs_in_candidate(cell: NotebookNode, not_apart: Container[str]) -> str:
    """The name of a test cell that runs where the student's code runs; empty for any other cell."""
    is_one = role(cell) is Role.TEST and (is_same_process(cell) or grade_id(cell) in not_apart)
    return grade_id(cell) if is_one else ""


def _uses(
    assignment: Assignment,
    shell: Shell,
    examiner: Callable[[socket.socket, Recorder], Tests],
    here: Container[str],
    folder: Path,
) -> Uses:
    recorder = Recorder()
    cells = [cell for cell in assignment.notebook.cells if cell.cell_type == "code"]
    papers = [PaperCell(index, role(cell), grade_id(cell), cell.source) for index, cell in enumerate(cells)]
    needed = looked_into(papers, here)
    sock, control = _fork_candidate(shell, folder)
    examining = examiner(sock, recorder)
    for index, cell in enumerate(cells):
        if role(cell) is Role.TEST and grade_id(cell) not in here:
            _require_pass(assignment, cell, examining.test(grade_id(cell)))
            _run(assignment, cell, control, cell.source if index in needed else None)
        else:
            outputs, passed, _ = _run(assignment, cell, control, cell.source)
            if grade_id(cell) in here and not passed:
                _refuse(assignment, cell, outputs)
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


def _run(assignment: Assignment, cell: NotebookNode, control: Channel, source: str | None) -> list[Any]:
    try:
        control.send(source)
        return control.receive()  # type: ignore[no-any-return]
    except ChannelClosed:
        raise GradingError(f"{assignment.where(cell)}: it ends the process that it runs in") from None


def _require_pass(assignment: Assignment, cell: NotebookNode, report: dict[str, Any]) -> None:
    if report["passed"]:
        return
    said = f"{report['error']}: {report['message']}".removesuffix(": ")
    raise GradingError(
        f"{assignment.where(cell)}: run in a process of its own, the test does not pass with the solution: {said}. "
        f'{_cure(report["kept"])}, or give the cell the tag "{SAME_PROCESS}": then it runs where the student\'s code '
        "runs, and its verdict is that process's word"
    )


def _refuse(assignment: Assignment, cell: NotebookNode, outputs: list[Any]) -> None:
    """Refuse a test cell that does not pass where the student's code runs; the reference's run was in one process."""
    said = next((f"{one['ename']}: {one['evalue']}" for one in reversed(outputs) if one["output_type"] == "error"), "")
    raise GradingError(
        f"{assignment.where(cell)}: run where the student's code runs, the test does not pass with the solution: "
        f"{said}. The test cells before it may run in another process: let it make itself what it needs of theirs"
    )


def _cure(kept: list[str]) -> str:
    if not kept:
        return "Mend the test"
    return (
        f"The test cell gives the student's {', '.join(kept)} a new value, which stays with the test, since it may be "
        "the answer: pass it to the function as an argument"
    )
