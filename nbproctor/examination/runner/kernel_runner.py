"""Runners whose cells run in a Jupyter kernel of another language, and their warm parent.

The kernel runs the submitted code, so that anything it sends may be forged, endless or no message at all. What is no
message ends the runner, and the grader reports that the cell ended it. Each runner starts its own kernel inside the
sandbox: no two submissions share one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete
from nbformat.v4 import output_from_msg

from nbproctor.errors import GradingError
from nbproctor.examination.runner.runner_setup import be_the_student, confined, put_own_files, report
from nbproctor.examination.sandbox.c_library import end_with_parent
from nbproctor.examination.sandbox.file_system import TEMPORARY
from nbproctor.examination.sandbox.tiers import Sandbox, Tier
from nbproctor.examination.wire.messages import CellReport, PrepareKernels, RunCell
from nbproctor.shell.cell_outputs import CellOutput
from nbproctor.shell.output_collector import Collector

START_SECONDS = 50
"""How long a kernel may take to start: less than the grader waits for its runner."""


class KernelCells:
    """A kernel that runs one cell after the other; its sockets and temporary files are in the folder `place`."""

    def __init__(self, kernel: PrepareKernels, place: str) -> None:
        self.collector = Collector(kernel.output_bytes)
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        folder = Path(tempfile.mkdtemp(prefix=".kernel-", dir=place))
        os.environ.update(JUPYTER_RUNTIME_DIR=str(folder), TMPDIR=place)
        manager = AsyncKernelManager(
            kernel_name=kernel.name,
            kernel_spec_manager=_OneSpecification(KernelSpec(**kernel.specification)),
            transport="ipc",
            ip=str(folder / "socket"),
            connection_file=str(folder / "connection.json"),
        )
        notebook = nbformat.v4.new_notebook()
        self._client = _BoundedClient(
            notebook, manager, collector=self.collector, timeout=None, startup_timeout=START_SECONDS, allow_errors=True
        )

    def start(self, errors: int | None = None) -> None:
        """Start the kernel, in the working folder, and wait until it answers.

        Args:
            errors: a file descriptor for its error stream.

        Raises:
            Exception: it did not start; of any class.
        """
        # The kernel may send signals here; this one must not end the process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        start = self._client.async_start_new_kernel(preexec_fn=_before_the_kernel, stderr=errors)
        self._loop.run_until_complete(start)
        self._loop.run_until_complete(self._client.async_start_new_kernel_client())

    def run(self, source: str) -> tuple[list[CellOutput], bool, int | None]:
        """Run a cell; return its outputs, whether it ended without an error, and its number.

        Raises:
            Exception: the kernel has ended, or sent what is no message; of any class.
        """
        cell = nbformat.v4.new_code_cell(source)
        outputs = self.collector.restart()
        notebook = self._client.nb
        notebook.cells = [cell]
        self._client.status = "ok"
        self._loop.run_until_complete(self._client.async_execute_cell(cell, 0))
        self.collector.finish()
        failed = any(output["output_type"] == "error" for output in outputs)
        count = cell.get("execution_count")
        return outputs, self._client.status == "ok" and not failed, count if type(count) is int else None


def _before_the_kernel() -> None:
    """In the process that becomes the kernel: the usual SIGINT, and the same end as the runner's."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(OSError):  # where the filter refuses it, the kernel cannot outlive the runner anyway
        end_with_parent(signal.SIGKILL)


class _OneSpecification(KernelSpecManager):
    """Knows only the specification that the grader found."""

    def __init__(self, specification: KernelSpec) -> None:
        super().__init__()
        self._specification = specification

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """The specification, for any name."""
        return self._specification


class _BoundedClient(NotebookClient):
    """nbclient with outputs up to a size, and without widgets."""

    def __init__(self, notebook: Any, manager: Any, collector: Collector, **settings: Any) -> None:
        super().__init__(notebook, manager, **settings)
        self.status = "ok"
        self._collector = collector
        self.on_cell_executed = self._note_reply
        self._take: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], None]] = {
            "stream": lambda message, content: collector.write(
                "stderr" if content["name"] == "stderr" else "stdout", str(content["text"])
            ),
            "clear_output": lambda message, content: collector.clear(bool(content.get("wait"))),
            "error": self._add,
            "execute_result": self._add,
            "display_data": self._add,
            "update_display_data": self._update,
        }

    def process_message(self, msg: dict[str, Any], cell: Any, cell_index: int) -> None:
        """Take one message of the kernel's about the cell; the last one raises `CellExecutionComplete`."""
        kind, content = msg["msg_type"], msg["content"]
        if "execution_count" in content:
            cell["execution_count"] = content["execution_count"]
        if kind == "status" and content["execution_state"] == "idle":
            raise CellExecutionComplete
        take = self._take.get(kind)
        if take is not None:
            take(msg, content)

    def _add(self, message: Mapping[str, Any], content: Mapping[str, Any]) -> None:
        self._collector.add(_output(message), _display_id(content))

    def _update(self, message: Mapping[str, Any], content: Mapping[str, Any]) -> None:
        self._collector.update(_output({**message, "header": {"msg_type": "display_data"}}), _display_id(content))

    def _note_reply(self, cell: Any, cell_index: int, execute_reply: Mapping[str, Any]) -> None:
        """As nbgrader does: an error that is only in the kernel's reply becomes an output."""
        content = execute_reply["content"]
        self.status = str(content["status"])
        name = str(content.get("ename", ""))
        known = (output for output in self._collector.outputs if output["output_type"] == "error")
        if self.status == "error" and not any(output["ename"] == name for output in known):
            lines = [str(line) for line in content.get("traceback", ())]
            evalue = str(content.get("evalue", ""))
            self._collector.add({"output_type": "error", "ename": name, "evalue": evalue, "traceback": lines})


def _display_id(content: Mapping[str, Any]) -> object:
    return (content.get("transient") or {}).get("display_id")


def _output(message: Mapping[str, Any]) -> CellOutput:
    output: CellOutput = dict(output_from_msg(message))
    if output["output_type"] == "error":
        lines = [str(line) for line in output["traceback"]]
        return {**output, "ename": str(output["ename"]), "evalue": str(output["evalue"]), "traceback": lines}
    return output


_MOST_ERROR_BYTES = 2000


@dataclass(frozen=True)
class WarmKernelRunner:
    """What the parent has ready for each runner."""

    kernel: PrepareKernels
    sandbox: Sandbox


def prepare(sandbox: Sandbox, preparation: object) -> WarmKernelRunner:
    """Require that the kernel starts in the sandbox, unless that lets no process start: then no runner is asked for.

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

    The student's own files come after that, so that none of them can delay the start.

    Args:
        tables: the descriptor of memory that only Python's runners need; the sandbox closes it.
    """
    output_bytes = prepared.kernel.output_bytes
    control, start, enforced = confined(prepared.sandbox, control_socket, output_bytes)
    cells = KernelCells(prepared.kernel, _place(prepared.sandbox))
    cells.start()
    put_own_files(start.files)
    control.send(enforced.parts())
    while True:
        source = RunCell.read(control.receive()).source
        report(control, CellReport(*cells.run(source or "")), output_bytes)


def _place(sandbox: Sandbox) -> str:
    """The folder for the kernel's own files: not the student's, if the sandbox provides another one."""
    return TEMPORARY if sandbox.has_own_folders else str(Path.cwd())


def _require_start(prepared: WarmKernelRunner) -> None:
    """Start a kernel in a child that is confined as all later ones will be.

    Raises:
        GradingError: it does not start; the message has the last line of its error stream.
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
