"""The runner: runs the submitted notebook in one process, with the instructor's test cells, as nbgrader does.

Nothing in this process is secret. It holds the release, the submission and the inputs of the official cases, but no
expected output and no verdict.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import random
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from nbproctor.examination.outcomes.function_calls import OfficialInputs
from nbproctor.examination.outcomes.outcome import TablesWriter, value_codec
from nbproctor.examination.runner.recording_testers import graded_cell
from nbproctor.examination.runner.runner_setup import CellHooks, confined, put_own_files, report
from nbproctor.examination.sandbox.tiers import Sandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.messages import (
    CellReport,
    PrepareRunners,
    RunCell,
    RunGradedCell,
    RunSuiteCell,
    kind_of,
    know_all_messages,
)
from nbproctor.shell.cell_tracebacks import failed_statement
from nbproctor.shell.kernel_process import take_kernels_arguments, with_working_folder
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import CellRun, Shell
from nbproctor.system.nbgrader_modules import allow_all_imports


@dataclass(frozen=True)
class WarmRunner:
    """What the parent has ready for each runner.

    Args:
        shell: a shell that has run no cell.
        ahead: the modules that the notebook has not imported yet.
        inputs: the official inputs of each case file, after `take_inputs`.
    """

    shell: Shell
    sandbox: Sandbox
    ahead: ImportedAhead
    inputs: dict[str, OfficialInputs] = field(default_factory=dict)


def prepare(sandbox: Sandbox, preparation: object) -> WarmRunner:
    """Warm the parent up: import what the released notebook imports, from the release itself.

    Args:
        preparation: the grader's message, a `PrepareRunners` as it travels.
    """
    request = PrepareRunners.read(preparation)
    sources = request.sources
    allow_all_imports()
    os.chdir(sandbox.release)
    # The release's own modules come before installed ones; no runner can read those of the course, and these tools.
    readable = [Path(path) for path in sandbox.readable]
    sys.path[:] = with_working_folder(
        [path for path in sys.path if any(Path(path).is_relative_to(root) for root in readable)]
    )
    take_kernels_arguments()
    shell = Shell.start(request.output_bytes)
    ask_nobody()
    know_all_messages()
    for source in sources:
        shell.keep(source)
    imports = _imports(shell, sources)
    ahead = ImportedAhead()
    with ahead.importing(), shell.collecting():  # what a module prints must not reach the terminal
        for name, taken in sorted(imports.items()):
            with contextlib.suppress(Exception):
                __import__(name, fromlist=sorted(taken))  # what is taken may be a module as well
        if "tester_fw" in sys.modules:  # the release's own; a graded cell replaces what these hold
            importlib.import_module("tester_fw.testers")
            importlib.import_module("tester_fw.suites")
    with ahead.importing():
        # The student's code may import numpy itself; in the sandbox, this module could not be read any more.
        importlib.import_module("nbproctor.examination.wire.arrays_and_tables")
        importlib.import_module("numpy.random")  # which numpy does when it is first used, in ten milliseconds
    shell.warm_up()
    files = [str(getattr(sys.modules.get(name), "__file__", "")) for name in sorted(imports)]
    shell.keep_for_tracebacks(sources, [file for file in files if Path(file).is_relative_to(sandbox.release)])
    return WarmRunner(shell, sandbox, ahead)


def _imports(shell: Shell, cells: Iterable[str]) -> dict[str, set[str]]:
    """The modules that cells import, and the names that they take from each."""
    imports: dict[str, set[str]] = {}
    for cell in cells:
        with contextlib.suppress(SyntaxError, ValueError):
            for node in ast.walk(ast.parse(shell.as_python(cell))):
                if isinstance(node, ast.Import):
                    for alias in node.names:
                        imports.setdefault(alias.name, set())
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    imports.setdefault(node.module, set()).update(alias.name for alias in node.names)
    return imports


def take_inputs(prepared: WarmRunner, data: bytes) -> None:
    """Keep the official inputs, which are JSON by case file, for the children."""
    prepared.inputs.update({name: OfficialInputs.from_json(inputs) for name, inputs in json.loads(data).items()})


def serve(prepared: WarmRunner, control_socket: Any, tables: int) -> None:
    """Run cells until the grader closes the channel.

    Args:
        tables: the descriptor of the memory for the tables, which is mapped before the sandbox closes it.
    """
    writer = TablesWriter(tables)
    control, start, enforced = confined(prepared.sandbox, control_socket, prepared.shell.collector.limit)
    put_own_files(start.files)
    # A fork repeats its parent's random numbers; a fresh kernel does not.
    random.seed()
    sys.modules["numpy"].random.seed(int.from_bytes(os.urandom(4), "little"))
    prepared.ahead.hide(kept=__name__.partition(".")[0])
    control.send(enforced.parts())
    Runner(prepared, control, writer).run_cells()


class Runner:
    """One submission's process."""

    def __init__(self, prepared: WarmRunner, control: Channel, tables: TablesWriter) -> None:
        self._shell, self._inputs = prepared.shell, prepared.inputs
        self._control, self._tables = control, tables
        self._hooks = CellHooks()

    def run_cells(self) -> None:
        """Run one cell after the other; as in a kernel, only a cell can be interrupted, and nothing in between."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while True:
            request = self._control.receive()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                with self._hooks:
                    run = self._ran(request)
                    statement = failed_statement(run.error) if isinstance(run.error, AssertionError) else ""
            except KeyboardInterrupt as error:  # it came as the cell ended
                run, statement = CellRun([], error, self._shell.execution_count - 1), ""
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            found = CellReport(run.outputs, run.error is None, run.execution_count, statement)
            report(self._control, found, self._shell.collector.limit)

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


class ImportedAhead(MetaPathFinder, Loader):
    """Hides modules until they are imported: a course may ask `sys.modules` whether a task was solved without numpy."""

    def __init__(self) -> None:
        self._imported_with: dict[str, dict[str, ModuleType]] = {}

    @contextmanager
    def importing(self) -> Iterator[None]:
        """Note which modules are imported meanwhile, to hide and restore them together.

        The standard library's stay: importing one of them, as many packages do, would restore all these.
        """
        before = set(sys.modules)
        try:
            yield
        finally:
            come = {
                name: module
                for name, module in sys.modules.items()
                if name not in before and name.partition(".")[0] not in sys.stdlib_module_names
            }
            self._imported_with.update(dict.fromkeys(come, come))

    def hide(self, kept: str) -> None:
        """Hide the modules, except those of the package `kept`."""
        for name in [name for name in self._imported_with if name.partition(".")[0] == kept]:
            del self._imported_with[name]
        for name in self._imported_with:
            del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Claim hidden modules."""
        if fullname not in self._imported_with:
            return None
        own = self._imported_with[fullname][fullname].__spec__
        is_package = own is not None and own.submodule_search_locations is not None
        return ModuleSpec(fullname, self, origin=own.origin if own else None, loader_state=own, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module that was imported ahead."""
        return self._imported_with[spec.name][spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Restore a module as it is, with those that were imported with it."""
        assert module.__spec__ is not None
        come = self._imported_with[module.__spec__.name]
        module.__spec__ = module.__spec__.loader_state
        for name in come:
            if self._imported_with.pop(name, None) is not None:
                sys.modules[name] = come[name]
