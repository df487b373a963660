"""The runner: runs the submitted notebook in one process, the instructor's test cells among its own, as nbgrader does.

Nothing in this process is secret. It holds the release, the submission and the inputs of the official cases; what is
expected never enters it, nor does a verdict.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbproctor.examination.candidate import warm_candidate
from nbproctor.examination.candidate.own_files import put_own_files
from nbproctor.examination.candidate.own_process import be_the_student, close_standard_streams
from nbproctor.examination.candidate.runner_tester import graded_cell
from nbproctor.examination.candidate.warm_candidate import WarmCandidate
from nbproctor.examination.outcomes.calls import OfficialInputs
from nbproctor.examination.outcomes.outcome import TablesWriter
from nbproctor.examination.outcomes.values import value_codec
from nbproctor.examination.sandbox.tiers import Sandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages.message import kind_of
from nbproctor.examination.wire.messages.process_messages import (
    CandidateStart,
    CellReport,
    Enforced,
    PrepareCandidates,
    PrepareRunners,
    RunCell,
    RunGradedCell,
    RunSuiteCell,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.shell import CellRun


@dataclass(frozen=True)
class WarmRunner:
    """What the parent has ready for each runner.

    Args:
        warm: the shell and the sandbox.
        inputs: the official inputs of each case file, once they have come.
    """

    warm: WarmCandidate
    inputs: dict[str, OfficialInputs] = field(default_factory=dict)


def prepare(sandbox: Sandbox, preparation: object) -> WarmRunner:
    """Warm the parent up: import what the released notebook imports, from the release itself.

    Args:
        sandbox: entered already.
        preparation: the grader's message, a `PrepareRunners` as it travels.
    """
    request = PrepareRunners.read(preparation)
    return WarmRunner(warm_candidate.prepare(sandbox, PrepareCandidates(request.sources, request.output_bytes).parts()))


def take_inputs(prepared: WarmRunner, data: bytes) -> None:
    """Keep the official inputs for the children.

    Args:
        prepared: what `prepare` returned.
        data: the inputs by case file, as JSON.
    """
    told: Mapping[str, Any] = json.loads(data)
    for name, one in told.items():
        cases = tuple(b64decode(case) for case in one["cases"])
        prepared.inputs[name] = OfficialInputs(cases, tuple(one["databases"]), tuple(one["watched"]))


def serve(prepared: WarmRunner, control_socket: Any, tables: int) -> None:
    """Run cells until the grader closes the channel.

    Args:
        prepared: what `prepare` returned.
        control_socket: the socket to the grader.
        tables: the descriptor of the memory for the tables.
    """
    close_standard_streams()
    shell, sandbox = prepared.warm.shell, prepared.warm.sandbox
    control = Channel(control_socket, PlainCodec(max_sent_bytes=report_bytes(shell.collector.limit)))
    writer = TablesWriter(tables)
    start = CandidateStart.read(control.receive())
    if start.processor is not None:
        os.sched_setaffinity(0, {start.processor})
    enforced = list(sandbox.confine(start.folder, keep=(control.fileno(),)))
    put_own_files(start.files)
    be_the_student()
    # A fork repeats its parent's random numbers; a fresh kernel does not.
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(int.from_bytes(os.urandom(4), "little"))
    # A process that the student's code forks is not the runner: it answers nobody.
    os.register_at_fork(after_in_child=control.close)
    control.send(Enforced(enforced).parts())
    Runner(prepared, control, writer).serve()


class Runner:
    """One submission's process.

    Args:
        prepared: what its parent has ready.
        control: the channel to the grader.
        tables: where tables go.
    """

    def __init__(self, prepared: WarmRunner, control: Channel, tables: TablesWriter) -> None:
        self._shell, self._inputs = prepared.warm.shell, prepared.inputs
        self._control, self._tables = control, tables

    def serve(self) -> None:
        """Run one cell after the other; as in a kernel, an interrupt reaches a cell, and nothing in between."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while True:
            request = self._control.receive()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                run = self._ran(request)
            except KeyboardInterrupt as error:  # it came as the cell ended
                run = CellRun([], error, self._shell.execution_count - 1)
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            self._report(run)

    def _ran(self, request: Any) -> CellRun:
        match kind_of(request):
            case RunGradedCell.kind:
                graded = RunGradedCell.read(request)
                with graded_cell(self._shell.user_ns, self._inputs, self._tables if graded.makes_calls else None):
                    return self._shell.run(graded.source)
            case RunSuiteCell.kind:
                suite = RunSuiteCell.read(request)
                judge = Channel(self._control.receive_socket(), value_codec())
                try:
                    with graded_cell(self._shell.user_ns, self._inputs, None, judge):
                        return self._shell.run(suite.source)
                finally:
                    judge.close()
            case _:
                source = RunCell.read(request).source
                if source is None:  # a cell that is only counted
                    return CellRun([], None, self._shell.skip())
                return self._shell.run(source)

    def _report(self, run: CellRun) -> None:
        # A debugger's or profiler's hooks would slow down, or break, what the tests call later.
        sys.settrace(None)
        sys.setprofile(None)
        passed, count = run.error is None, run.execution_count
        try:
            self._control.send(CellReport(run.outputs, passed, count).parts())
        except WireError:  # a display bundle may hold anything, and a cell may fail many times
            room = report_bytes(self._shell.collector.limit) // 2
            self._control.send(CellReport(fitting(run.outputs, room), passed, count).parts())
