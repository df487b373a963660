"""An IPython shell without a kernel: runs cells, keeps their outputs as a notebook holds them."""

from __future__ import annotations

import ast
import asyncio
import codecs
import fnmatch
import inspect
import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any, cast

from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.async_helpers import _asyncio_runner
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult
from IPython.core.magic import Magics, line_magic, magics_class
from stack_data.core import Source
from traitlets import Type
from traitlets.config import Config

from nbproctor.shell.cell_loop import CellLoop, cancelled_by_interrupt, let_others_go_on
from nbproctor.shell.cell_outputs import CellOutput
from nbproctor.shell.cell_tracebacks import shortened, text_of
from nbproctor.shell.compiler import KeepingCompiler
from nbproctor.shell.no_input import asking_nobody
from nbproctor.shell.output_collector import CollectingHook, CollectingPublisher, CollectingStream, Collector


@dataclass
class CellRun:
    """The result of a cell: its outputs, the exception that ended it, the value of its last line."""

    outputs: list[CellOutput]
    error: BaseException | None
    execution_count: int | None
    value: Any = field(default=None, repr=False)


class Shell(ZMQInteractiveShell):
    """IPython as in ipykernel, without the kernel: same magics, same display, same tracebacks."""

    compiler_class = Type(KeepingCompiler)
    display_pub_class = Type(CollectingPublisher)  # type: ignore[assignment]
    displayhook_class = Type(CollectingHook)  # type: ignore[assignment]
    collector: Collector
    transformed: dict[str, str]
    _just_transformed: tuple[str | None, str] = (None, "")
    _loop: CellLoop
    _streams: tuple[Any, Any]

    @classmethod
    def start(cls, output_bytes: int) -> Shell:
        """A fresh shell that keeps at most so many bytes of output of one cell."""
        os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
        config = Config()
        config.HistoryManager.hist_file = ":memory:"  # as nbgrader's kernels have it; no thread writes it to a file
        config.IPKernelApp.connection_file = ""  # by this section, code sees that it runs in a notebook
        # Colouring is two thirds of the time that a traceback takes, and the reports show none.
        config.InteractiveShell.colors = "nocolor"
        shell = cls.instance(config=config)
        shell.collector = Collector(output_bytes, is_cells=True)
        shell.transformed = {}
        shell._loop = CellLoop()
        shell.input_transformer_manager = _Transformers(shell)
        cast(Any, shell.extension_manager).load_extension("storemagic")
        cast(CollectingPublisher, shell.display_pub).collector = shell.collector
        cast(CollectingHook, shell.displayhook).collector = shell.collector
        shell.forget()  # IPython keeps one shell a process, which may have run something before
        os.register_at_fork(after_in_child=shell._forget_parents)
        return shell

    def _forget_parents(self) -> None:
        """In a forked child: cells need their own loop, and `%%bash` and the like their own thread."""
        self._loop.forget()
        if (scripts := self.magics_manager.registry.get("ScriptMagics")) is not None:
            scripts.event_loop = None

    def run(self, source: str) -> CellRun:
        """Run one cell to its end, whatever it raises."""
        with self.collecting() as outputs, asking_nobody():
            try:
                result = self._loop.run(self._executed(source))
            except BaseException as raised:  # while the cell waited for something, by a signal's handler say
                self.collector.outputs = outputs
                result = self._broken_off(source, raised)
        error = result.error_before_exec or result.error_in_exec
        count = result.execution_count
        if count is None and source.strip():  # IPython broke it off
            count = self.execution_count - 1
        return CellRun(outputs, error, count, result.result)

    async def _executed(self, source: str) -> ExecutionResult:
        """Run a cell; as in ipykernel, one that awaits nothing runs at once, within the loop."""
        await let_others_go_on()
        try:
            return await self._executed_within(source)
        finally:
            self.collector.end_cell()
            cast(Any, self.payload_manager).clear_payload()  # what a pager or an editor would show

    async def _executed_within(self, source: str) -> ExecutionResult:
        cell, problem = source, None
        try:
            cell = self.transform_cell(source)
        except Exception:  # whatever a transformation of input raises, as in ipykernel
            problem = sys.exc_info()
        # As in ipykernel, IPython asks the same once more: compiling the cell gives its warnings twice.
        if self.loop_runner is not _asyncio_runner or not self.should_run_async(
            source, transformed_cell=cell, preprocessing_exc_tuple=problem
        ):
            self._just_transformed = (None, "") if problem else (source, cell)
            return cast(ExecutionResult, self.run_cell(source, store_history=True))  # type: ignore[no-untyped-call]
        running = asyncio.ensure_future(self.run_cell_async(source, store_history=True, transformed_cell=cell))
        result = None
        with cancelled_by_interrupt(running):
            try:
                result = await running
            finally:
                self.events.trigger("post_execute")
                self.events.trigger("post_run_cell", result)
        return result

    def _broken_off(self, source: str, error: BaseException) -> ExecutionResult:
        result = ExecutionResult(ExecutionInfo(source, True, False, True, None))
        result.error_in_exec = error
        self.showtraceback((type(error), error, error.__traceback__))
        return result

    def transform_cell(self, raw_cell: str) -> str:
        """Turn IPython's syntax into Python's, once for all children of the parent that did it.

        Not so a single line, whose first word counts: `save(5)` is a magic until something is bound to the name.
        """
        if raw_cell in self.transformed:
            return self.transformed[raw_cell]
        if self._just_transformed[0] is raw_cell:
            self._just_transformed, (_, just_transformed) = (None, ""), self._just_transformed
            return just_transformed
        transformed: str = super().transform_cell(raw_cell)  # type: ignore[no-untyped-call]
        if len(transformed.splitlines()) > 1:
            self.transformed[raw_cell] = transformed
        return transformed

    def as_python(self, source: str) -> str:
        """A cell without IPython's syntax; unchanged, if it is no Python without that either."""
        with suppress(SyntaxError, ValueError):  # `transform_cell` lets IPython show these
            return self.transform_cell(source)
        return source

    def should_run_async(self, raw_cell: str, *, transformed_cell: Any = None, **about: Any) -> bool:
        """Whether a cell awaits something outside of functions."""
        if self.autoawait and transformed_cell is not None and about.get("preprocessing_exc_tuple") is None:
            with suppress(Exception):
                return self.keep_python(transformed_cell)
        return bool(super().should_run_async(raw_cell, transformed_cell=transformed_cell, **about))

    def keep_python(self, transformed_code: str) -> bool:
        """Parse and compile a cell, if Python does not warn about it; return whether it awaits something."""
        with _warnings_as_errors():
            return cast(KeepingCompiler, self.compile).keep(transformed_code, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)

    def keep(self, source: str) -> None:
        """Transform, parse and compile a cell before the forks, so that no child has to."""
        with suppress(SyntaxError, ValueError):
            self.keep_python(self.as_python(source))

    def keep_for_tracebacks(self, cells: Iterable[str], files: Iterable[str]) -> None:
        """Read, as tracebacks do, the code of cells and modules that many of them will show."""
        compiler = cast(KeepingCompiler, self.compile)
        for name in [*(compiler.cache(self.as_python(cell)) for cell in cells), *files]:
            with suppress(Exception):  # a cell that is no Python, say
                Source.for_filename(name)  # which keeps it

    def transform_ast(self, node: Any) -> Any:
        """Let the registered transformers change a syntax tree, and forget kept code, which is then useless."""
        if self.ast_transformers:
            cast(KeepingCompiler, self.compile).forget()
        return super().transform_ast(node)  # type: ignore[no-untyped-call]

    def _tee(self, channel: str) -> Any:
        # IPython keeps what is printed a second time, for a history that is never saved here.
        return nullcontext()

    def forget(self) -> None:
        """Return to the state after `start`: no variables, no history, the first cell is number 1."""
        self._loop.close()
        self.configurables.remove(cast(Any, self.history_manager))
        self.init_history()  # type: ignore[no-untyped-call]
        self.reset(new_session=False)  # type: ignore[no-untyped-call]
        self.execution_count = 1
        fresh, _ = self.prepare_user_module()  # type: ignore[no-untyped-call]
        self.user_ns.update(vars(fresh))  # such as `__spec__`, which multiprocessing reads
        self.db = StoredValues()
        self._streams = CollectingStream("stdout", self.collector), CollectingStream("stderr", self.collector)
        for name in ("last_type", "last_value", "last_traceback", "last_exc"):  # what `%debug` and `%tb` would show
            vars(sys).pop(name, None)

    @contextmanager
    def collecting(self) -> Iterator[list[CellOutput]]:
        """Collect what is printed and displayed meanwhile. Streams that a cell puts in place of these stay."""
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self._streams
        try:
            yield self.collector.begin_cell()
        finally:
            self.collector.finish()
            self._streams = sys.stdout, sys.stderr
            sys.stdout, sys.stderr = before

    def system_piped(self, cmd: str) -> None:
        """Run a command of the system's, as `!` does.

        Raises:
            OSError: it should run in the background, which no kernel supports, or no process can be started.
        """
        if cmd.rstrip().endswith("&"):
            raise OSError("Background processes not supported.")
        self.user_ns["_exit_code"] = run_shown(self.var_expand(cmd, depth=1))  # type: ignore[no-untyped-call]

    system = system_piped

    def skip(self) -> int:
        """Count a cell that is not run; return its number."""
        self.execution_count += 1
        return self.execution_count - 1

    def warm_up(self) -> None:
        """Before the forks, run what every child would otherwise run for the first time; then forget it."""
        for source in _USUAL_CELLS:
            self.run(source)
        inspect.getmodule(sys._getframe())  # `inspect` notes the files of all modules
        self.forget()

    def _format_exception_for_storage(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        # IPython formats each traceback a second time, for a history that is never saved here.
        return {}

    def init_environment(self) -> None:
        """Leave the environment as it is: runners are started with a kernel's."""

    def init_magics(self) -> None:
        """A kernel's magics, except those that look for its sockets."""
        super().init_magics()  # type: ignore[no-untyped-call]
        self.register_magics(SocketMagics)

    def enable_gui(self, gui: Any = None) -> None:
        """There is no event loop to join."""

    def ask_exit(self) -> None:
        """A cell that calls `exit` ends itself, not the shell."""

    def _get_exc_info(self, exc_tuple: Any = None) -> tuple[Any, Any, Any]:
        kind, error, frames = super()._get_exc_info(exc_tuple)  # type: ignore[no-untyped-call]
        return kind, error.with_traceback(shortened(frames)), error.__traceback__

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        name, lines = str(getattr(etype, "__name__", etype)), [str(line) for line in stb]
        self.collector.add({"output_type": "error", "ename": name, "evalue": text_of(evalue), "traceback": lines})


# Code that asks which shell it runs in looks at these names.
Shell.__name__ = Shell.__qualname__ = "ZMQInteractiveShell"
Shell.__module__ = "ipykernel.zmqshell"


class _Transformers(TransformerManager):
    """Looks for IPython's syntax only where there may be some, as it splits a cell into tokens to find it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._shell = shell
        self._usual = list(self.token_transformers)
        self._usual_for_lines = self.cleanup_transforms + self.line_transforms

    def transform_cell(self, cell: str) -> str:
        """A cell as Python: unchanged, if it is Python and no line can be anything else."""
        is_usual = self.cleanup_transforms + self.line_transforms == self._usual_for_lines
        if is_usual and self.token_transformers == self._usual and not _MAY_BE_CHANGED.search(cell):
            ended = cell if cell.endswith("\n") else cell + "\n"
            with suppress(Exception):
                self._shell.keep_python(ended)
                return ended
        return str(super().transform_cell(cell))

    def do_token_transforms(self, lines: list[str]) -> Any:
        if self.token_transformers == self._usual and not any(map(_MAY_BE_IPYTHON.search, lines)):
            with suppress(Exception):  # the token transformers say what is wrong with code that is no Python
                self._shell.keep_python("".join(lines))
                return lines
        return super().do_token_transforms(lines)  # type: ignore[no-untyped-call]


# A magic, a command or a question; or a line that begins as only a call without parentheses does.
_MAY_BE_IPYTHON = re.compile(r"[%!?]|^\s*+[,;/]")
# The same in a whole cell; or a prompt, blanks that IPython takes away, the end of a line that is none for `^`.
_MAY_BE_CHANGED = re.compile(
    r"\A\s|[%!?\r\v\f\x1c-\x1e\x85\u2028\u2029]|^[ \t]*+(?:[,;/]|>>>|\.\.|In \[|\[(?:nav|ins)\] )|^[ \t]+$",
    re.MULTILINE,
)

# Values of all sorts, and tracebacks through code of all sorts: formatting them compiles highlighters.
_USUAL_CELLS = (
    "1 + 1",
    "[{'a': (1.5, None)}]",
    """\
import math as m
from math import floor as f


class A:
    "A docstring with an escape\\n."

    @property
    def b(self) -> int:
        return self.c(0x1f, *[1e5, 'd'], **{'e': f"{m.pi:.2f}" + r'\\w' + b'g'.decode()})

    def c(self, *args, **kwargs):
        # A comment.
        for _ in range(3):
            try:
                assert not kwargs, f'got {kwargs!r}'
            except AssertionError as error:
                raise ValueError('no') from error


lambda: A() if True and not False else None
A().b
""",
    "def broken(:",
)


@contextmanager
def _warnings_as_errors() -> Iterator[None]:
    # `warnings.catch_warnings` would let all that has warned once warn again.
    warnings.filters.insert(0, ("error", None, Warning, None, 0))  # type: ignore[attr-defined]
    try:
        yield
    finally:
        del warnings.filters[0]  # type: ignore[attr-defined]


@magics_class
class SocketMagics(Magics):
    """Magics about a kernel's sockets, without sockets."""

    @line_magic
    def connect_info(self, line: str) -> None:
        """Say how to connect to the kernel."""
        print("{}\n\nNothing can connect to this notebook.")

    @line_magic
    def qtconsole(self, line: str) -> None:
        """Open a window that is connected to the kernel: there is none."""

    @line_magic
    def subshell(self, line: str) -> None:
        """List the subshells: there are none."""
        thread, main = threading.current_thread().ident, threading.main_thread().ident
        print(f"subshell id: None\nthread id: {thread}\nmain thread id: {main}\npid: {os.getpid()}")
        print(f"thread count: {threading.active_count()}\nsubshell list: []")


class StoredValues(dict[str, bytes]):
    """What `%store`, `%bookmark` and `%cd` keep, for this process alone: IPython would keep it in the user's home."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, pickle.dumps(value, protocol=2))

    def __getitem__(self, name: str) -> Any:
        return pickle.loads(super().__getitem__(name))  # noqa: S301 - this process's own

    def __delitem__(self, name: str) -> None:
        self.pop(name, None)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name."""
        return self[name] if name in self else default  # noqa: SIM401 - this is that method

    def keys(self, pattern: str | None = None) -> Any:
        """The names that match a pattern of the shell's."""
        return list(self) if pattern is None else fnmatch.filter(self, pattern)


_LINE_END = "\r\n"
_SIGNALLED = 128  # a shell adds it to the number of the signal that ended a command


def run_shown(command: str) -> int:
    """Run a command in the user's shell, and print what it prints, also to its error stream.

    A kernel would give it a terminal; the sandbox has none. Lines end as they would there. Returns the exit status, or
    the negative number of the signal that ended it; raises an OSError if no process can be started.
    """
    shell = shutil.which(os.environ.get("SHELL", "sh")) or "/bin/sh"
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with subprocess.Popen(  # noqa: S603 - the cell's own command
        [shell, "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
    ) as process:
        assert process.stdout is not None
        try:
            while piece := process.stdout.read(1 << 16):
                print(decoder.decode(piece).replace("\n", _LINE_END), end="", flush=True)
        except BaseException:  # the cell is interrupted, say
            process.kill()
            raise
    status = process.returncode
    return status if status <= _SIGNALLED else _SIGNALLED - status
