"""The warm parent of runners whose cells run in a Jupyter kernel of another language, and such a runner.

Each starts a kernel of its own, inside the sandbox: a kernel that has run somebody's code is nobody else's any more.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.examination.runner.kernels.kernel_cells import KernelCells
from nbproctor.examination.runner.own_process import be_the_student, close_standard_streams, put_own_files, report
from nbproctor.examination.sandbox.file_system import TEMPORARY
from nbproctor.examination.sandbox.tiers import Sandbox, Tier
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages import CellReport, Enforced, PrepareKernels, RunCell, RunnerStart

_MOST_ERROR_BYTES = 2000


@dataclass(frozen=True)
class WarmKernelRunner:
    """What the parent has ready for each runner."""

    kernel: PrepareKernels
    sandbox: Sandbox


def prepare(sandbox: Sandbox, preparation: object) -> WarmKernelRunner:
    """Require that the kernel starts in the sandbox; where that lets no process start, none is tried, nor asked for.

    Args:
        preparation: the grader's message, a `PrepareKernels` as it travels.

    Raises:
        GradingError: it does not start.
    """
    prepared = WarmKernelRunner(PrepareKernels.read(preparation), sandbox)
    os.chdir(sandbox.release)
    if sandbox.tier is not Tier.C:
        _require_start(prepared)
    return prepared


def serve(prepared: WarmKernelRunner, control_socket: Any, tables: int) -> None:
    """Start a kernel, and run cells in it until the grader closes the channel.

    The kernel has started before the student's own files are there: none of them can hold up its start.

    Args:
        tables: the descriptor of memory that no kernel of another language needs; the sandbox closes it.
    """
    close_standard_streams()
    output_bytes = prepared.kernel.output_bytes
    control = Channel(control_socket, PlainCodec(max_sent_bytes=report_bytes(output_bytes)))
    start = RunnerStart.read(control.receive())
    if start.processor is not None:
        os.sched_setaffinity(0, {start.processor})
    enforced = list(prepared.sandbox.confine(start.folder, keep=(control.fileno(),)))
    be_the_student()
    os.register_at_fork(after_in_child=control.close)
    cells = KernelCells(prepared.kernel, _place(prepared.sandbox))
    cells.start()
    put_own_files(start.files)
    control.send(Enforced(enforced).parts())
    while True:
        source = RunCell.read(control.receive()).source
        report(control, CellReport(*cells.run(source or "")), report_bytes(output_bytes) // 2)


def _place(sandbox: Sandbox) -> str:
    """Where the kernel keeps what only it needs: beside the runner's folder, if that has such a place of its own."""
    return TEMPORARY if sandbox.has_own_folders else str(Path.cwd())


def _require_start(prepared: WarmKernelRunner) -> None:
    """Start a kernel in a child that is confined as all later ones will be.

    Raises:
        GradingError: it does not start; the message has the last line of what it wrote to the error stream.
    """
    reading, writing = os.pipe()
    child = prepared.sandbox.fork()
    if child == 0:
        _try_to_start(prepared, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        problem = source.read().decode(errors="replace")
    os.waitpid(child, 0)
    if problem != _STARTED:
        raise GradingError(
            f"the kernel {prepared.kernel.name!r} does not start in tier {prepared.sandbox.tier} of the sandbox: "
            f"{problem or 'its process ended'}; if it reads other files, name them in c.Grading.kernel_files"
        )


_STARTED = "started"


def _try_to_start(prepared: WarmKernelRunner, writing: int) -> None:
    said, problem = Path(".kernel-said"), ""
    try:
        list(prepared.sandbox.confine(prepared.sandbox.home, keep=(writing,)))
        be_the_student()
        errors = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        KernelCells(prepared.kernel, _place(prepared.sandbox)).start(errors)
        problem = _STARTED
    except BaseException as error:
        lines = [f"{type(error).__name__}: {error}"]
        with suppress(OSError):
            lines += said.read_text(errors="replace")[-_MOST_ERROR_BYTES:].strip().splitlines()
        problem = lines[-1]
    finally:
        os.write(writing, problem.encode(errors="replace"))
        os._exit(0)
