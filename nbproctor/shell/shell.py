"""An IPython shell without a kernel: runs cells, keeps their outputs as a notebook holds them."""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import io
import operator
import os
import re
import sys
import warnings
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import sha1
from types import CodeType, TracebackType
from typing import Any, cast

from IPython.core import page
from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from stack_data.core import Source
from traitlets.config import Config

from nbproctor.shell.cell_outputs import CellOutput

_CUT = "\n[the rest of this output was cut off]\n"
_LEFT_OUT = "\n[an output that is too large was left out here]\n"


@dataclass
class CellRun:
    """What running a cell gave: its outputs, the exception that ended it, the value of its last line."""

    outputs: list[CellOutput]
    error: BaseException | None
    execution_count: int | None
    value: Any = field(default=None, repr=False)


class Compiler(CachingCompiler):
    """Keeps what a parent has parsed and compiled for its children, statement by statement, as IPython runs a cell.

    As in ipykernel, the name of a cell's code depends on its text only.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._parsed: dict[tuple[Any, ...], ast.Module] = {}
        self._compiled: dict[tuple[Any, ...], CodeType] = {}
        self._awaits: dict[tuple[Any, ...], bool] = {}

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        """The name that stands for the file."""
        digest = sha1(transformed_code.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
        return f"<ipython-input-{digest[:12]}>"

    def cache(self, transformed_code: str, number: int = 0, raw_code: str | None = None) -> str:
        """Keep the text of a cell for tracebacks; return the name that stands for its file."""
        name = super().cache(transformed_code, number, raw_code)
        # What is in no file is of no module: without this, `inspect` looks through all modules for each line that a
        # traceback shows, which is most of the time that it takes.
        inspect.modulesbyfile[name] = inspect.modulesbyfile[os.path.abspath(name)] = ""  # noqa: PTH100 - a sixth
        return name

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """The syntax tree."""
        known = self._parsed.get((source, filename, symbol, self.flags))
        if known is None:
            return super().ast_parse(source, filename, symbol)
        return ast.Module(list(known.body), known.type_ignores)

    def __call__(self, source: Any, filename: str, symbol: str, **options: Any) -> CodeType:
        """The code of a statement."""
        statement = source.body[0] if isinstance(source, (ast.Module, ast.Interactive)) and source.body else source
        known = self._compiled.get((id(statement), filename, symbol, self.flags))
        return known or super().__call__(source, filename, symbol, **options)

    def keep(self, transformed: str, flags: int) -> bool:
        """Parse and compile a cell's code, unless that was done before; return whether it awaits something.

        Raises:
            SyntaxError: it is no Python.
        """
        name = self.get_code_name(transformed, transformed, 0)
        key = transformed, name, "exec", self.flags
        if key not in self._awaits:
            self._parsed[key] = tree = cast(ast.Module, super().ast_parse(transformed, name))
            with self.extra_flags(flags):
                codes = [self._keep_statement(node, name, node is tree.body[-1]) for node in tree.body]
            self._awaits[key] = any(code.co_flags & inspect.CO_COROUTINE for code in codes)
        return self._awaits[key]

    def _keep_statement(self, node: ast.stmt, name: str, is_last: bool) -> CodeType:
        is_shown = is_last and isinstance(node, ast.Expr)
        tree, symbol = (ast.Interactive([node]), "single") if is_shown else (ast.Module([node], []), "exec")
        code: CodeType = compile(tree, name, symbol, self.flags, dont_inherit=True)
        if not code.co_flags & _FUTURE:  # what imports from __future__ changes how the rest is compiled
            self._compiled[id(node), name, symbol, self.flags] = code
        return code

    def forget(self) -> None:
        """Keep nothing."""
        self._parsed.clear()
        self._compiled.clear()
        self._awaits.clear()


_FUTURE = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


class Shell(InteractiveShell):
    """IPython as ipykernel has it, but for the kernel: same magics, same display, same tracebacks."""

    compiler_class = Compiler
    collector: Collector
    transformed: dict[str, str]

    @classmethod
    def start(cls, output_bytes: int) -> Shell:
        """A fresh shell that keeps at most so many bytes of output of one cell."""
        # The history would open a database and start a thread; the editor's hooks would ask a terminal.
        os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
        config = Config()
        config.HistoryManager.enabled = False
        # Colouring is two thirds of the time that a traceback takes, and the reports show none.
        config.InteractiveShell.colors = "nocolor"
        shell = cls.instance(config=config)
        shell.collector = Collector(output_bytes)
        shell.transformed = {}
        shell.input_transformer_manager = _Transformers(shell)
        cast(_Publisher, shell.display_pub).collector = shell.collector
        cast(_Hook, shell.displayhook).collector = shell.collector
        shell.forget()  # IPython keeps one shell a process, which may have run something before
        return shell

    def run(self, source: str) -> CellRun:
        """Run one cell to its end, whatever it raises."""
        with self.collecting() as outputs:
            result = self.run_cell(source, store_history=True, silent=False)  # type: ignore[no-untyped-call]
        error = result.error_before_exec or result.error_in_exec
        return CellRun(outputs, error, result.execution_count, result.result)

    def transform_cell(self, raw_cell: str) -> str:
        """Turn IPython's syntax into Python's; what the parent has turned, its children need not."""
        if raw_cell not in self.transformed:
            self.transformed[raw_cell] = super().transform_cell(raw_cell)  # type: ignore[no-untyped-call]
        return self.transformed[raw_cell]

    def should_run_async(self, raw_cell: str, *, transformed_cell: Any = None, **about: Any) -> bool:
        """Whether it awaits something outside of functions."""
        if self.autoawait and transformed_cell is not None and about.get("preprocessing_exc_tuple") is None:
            with suppress(Exception):
                return self.keep_python(transformed_cell)
        # What warns when it is compiled is compiled to find out, in a kernel twice: ipykernel asks before IPython does.
        super().should_run_async(raw_cell, transformed_cell=transformed_cell, **about)
        return bool(super().should_run_async(raw_cell, transformed_cell=transformed_cell, **about))

    def keep_python(self, transformed: str) -> bool:
        """Parse and compile a cell that is Python and gives no reason to warn; return whether it awaits something."""
        with _warnings_as_errors():
            return cast(Compiler, self.compile).keep(transformed, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)

    def keep(self, source: str) -> None:
        """Transform, parse and compile a cell before the forks, so that no child has to."""
        with suppress(SyntaxError, ValueError):
            self.keep_python(self.transform_cell(source))

    def keep_for_tracebacks(self, cells: Iterable[str], files: Iterable[str]) -> None:
        """Read, as tracebacks do, the code that many of them will show."""
        compiler = cast(Compiler, self.compile)
        for name in [*(compiler.cache(self.transform_cell(cell)) for cell in cells), *files]:
            with suppress(Exception):  # a cell that is no Python, say
                Source.for_filename(name)  # which keeps it

    def transform_ast(self, node: Any) -> Any:
        """What was compiled is of no use where someone changes the syntax trees."""
        if self.ast_transformers:
            cast(Compiler, self.compile).forget()
        return super().transform_ast(node)  # type: ignore[no-untyped-call]

    def _tee(self, channel: str) -> Any:
        # IPython keeps what is printed a second time, for a history that nobody saves from here.
        return nullcontext()

    def forget(self) -> None:
        """Be as fresh as after `start`: no variables, no history, the first cell is number 1."""
        self.reset(new_session=True)  # type: ignore[no-untyped-call]
        self.execution_count = 1

    @contextmanager
    def collecting(self) -> Iterator[list[CellOutput]]:
        """Collect what is printed and displayed meanwhile."""
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self.new_streams()
        try:
            yield self.collector.restart()
        finally:
            self.collector.finish()
            sys.stdout, sys.stderr = before

    def new_streams(self) -> tuple[Stream, Stream]:
        """Streams that nobody has replaced a method of."""
        return Stream("stdout", self.collector), Stream("stderr", self.collector)

    def skip(self) -> int:
        """Count a cell that is not run; return its number."""
        self.execution_count += 1
        return self.execution_count - 1

    def warm_up(self) -> None:
        """Run, before the forks, what every process would otherwise be the first to run; then forget it."""
        for source in _USUAL_CELLS:
            self.run(source)
        inspect.getmodule(sys._getframe())  # `inspect` notes the files of all modules
        self.forget()

    def _format_exception_for_storage(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        # IPython formats each traceback a second time, for a history that nobody saves from here.
        return {}

    def init_hooks(self) -> None:
        """What would open in a pager, as `len?` does, is no output."""
        super().init_hooks()  # type: ignore[no-untyped-call]
        self.set_hook("show_in_pager", page.as_hook(lambda *args, **kwargs: None), 99)  # type: ignore[no-untyped-call]

    def enable_gui(self, gui: Any = None) -> None:
        """There is no event loop to join."""

    def ask_exit(self) -> None:
        """A cell that calls `exit` ends itself, not the shell."""

    def _get_exc_info(self, exc_tuple: Any = None) -> tuple[Any, Any, Any]:
        kind, error, frames = super()._get_exc_info(exc_tuple)  # type: ignore[no-untyped-call]
        return kind, error.with_traceback(shortened(frames)), error.__traceback__

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        error = {
            "output_type": "error",
            "ename": str(getattr(etype, "__name__", etype)),
            "evalue": text_of(evalue),
            "traceback": [str(line) for line in stb],
        }
        self.collector.add(error)


class _Transformers(TransformerManager):
    """Looks for IPython's syntax only where there may be some: to find it, it takes a cell apart into tokens."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._shell = shell
        self._usual = list(self.token_transformers)

    def do_token_transforms(self, lines: list[str]) -> Any:
        if self.token_transformers == self._usual and not any(map(_MAY_BE_IPYTHON.search, lines)):
            with suppress(Exception):  # what is no Python is told of by who takes it apart
                self._shell.keep_python("".join(lines))
                return lines
        return super().do_token_transforms(lines)  # type: ignore[no-untyped-call]


# A magic, a command or a question; or a line that begins as only a call without parentheses does.
_MAY_BE_IPYTHON = re.compile(r"[%!?]|^\s*+[,;/]")

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


def shortened(frames: TracebackType | None) -> TracebackType | None:
    """A traceback's first and last frames: formatting the thousand of an endless recursion takes seconds."""
    kept: list[TracebackType] = []
    while frames is not None:
        kept.append(frames)
        frames = frames.tb_next
    if len(kept) > 2 * _FRAMES_AT_EITHER_END:
        kept[_FRAMES_AT_EITHER_END:-_FRAMES_AT_EITHER_END] = []
    short: TracebackType | None = None
    for each in reversed(kept):
        short = TracebackType(short, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return short


_FRAMES_AT_EITHER_END = 10


def text_of(error: BaseException) -> str:
    """The message of an exception, even of one whose `__str__` raises."""
    try:
        return str.__str__(str(error))  # a subclass of str has ideas of its own
    except BaseException as inner:
        return f"<its message could not be read: {type(inner).__name__}>"


class Collector:
    """Outputs in order, joined where a notebook joins them, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.restart()

    def restart(self) -> list[CellOutput]:
        """Begin anew; return the list that fills from now on."""
        self.used = 0
        self.outputs: list[CellOutput] = []
        self._stream = ""
        self._printed: list[str] = []  # on that stream, since the last output: joined once, not at every print
        self._is_cut = False
        self._clears_next = False
        self._by_display_id: dict[object, list[CellOutput]] = {}
        return self.outputs

    def write(self, stream: str, text: str) -> None:
        """Add printed text."""
        if self._clears_next:
            self.clear()
        if self._is_cut:
            return
        room = self.limit - self.used
        self.used += len(text)
        if len(text) > room:
            self._is_cut = True
            text = text[:room] + _CUT
        if stream != self._stream:
            self.finish()
            self._stream = stream
        self._printed.append(text)

    def add(self, output: CellOutput, display_id: object = None) -> None:
        """Add a displayed value or an error."""
        if self._clears_next:
            self.clear()
        size = len(repr(output))
        if output["output_type"] != "error" and self.used + size > self.limit:
            self.write("stdout", _LEFT_OUT)
            return
        self.finish()
        self.used += size
        self.outputs.append(_shortened(output, self.limit))
        if display_id is not None:
            self._by_display_id.setdefault(display_id, []).append(self.outputs[-1])

    def update(self, output: CellOutput, display_id: object) -> None:
        """Let what was displayed under this name be this from now on."""
        for displayed in self._by_display_id.get(display_id, ()):
            growth = len(repr(output)) - len(repr(displayed))
            if self.used + growth <= self.limit:
                self.used += growth
                displayed.update(output)

    def clear(self, wait: bool = False) -> None:
        """Forget what was collected, at once or with the next output, as `clear_output` asks."""
        self._clears_next = wait
        if not wait:
            self._printed.clear()
            self.outputs.clear()

    def finish(self) -> None:
        """Make an output of what was printed last."""
        if self._printed:
            self.outputs.append({"output_type": "stream", "name": self._stream, "text": "".join(self._printed)})
            self._printed = []


def _shortened(output: CellOutput, limit: int) -> CellOutput:
    if output["output_type"] != "error":
        return output
    evalue, traceback = output["evalue"], output["traceback"]
    if len(evalue) > limit:
        evalue = evalue[:limit] + _CUT
    if sum(map(len, traceback)) > limit:
        traceback = [*traceback[:5], _CUT]
        traceback = [line[: limit // 5] for line in traceback]
    return {**output, "evalue": evalue, "traceback": traceback}


class Stream(io.TextIOBase):
    """Standard output or standard error of a cell."""

    encoding = "UTF-8"

    def __init__(self, name: str, collector: Collector) -> None:
        self.name = name
        self._collector = collector

    def write(self, text: str) -> int:
        """Collect printed text."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self._collector.write(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The process's own stream, for what writes past Python: a child process, or faulthandler."""
        return 1 if self.name == "stdout" else 2


class _Publisher(DisplayPublisher):
    collector: Collector

    def publish(
        self,
        data: Any,
        metadata: Any = None,
        *args: Any,
        transient: Any = None,
        update: bool = False,
        **kwargs: Any,
    ) -> None:
        output = {"output_type": "display_data", "data": _texts(data), "metadata": dict(metadata or {})}
        add = self.collector.update if update else self.collector.add
        add(output, (transient or {}).get("display_id"))

    def clear_output(self, wait: bool = False) -> None:
        self.collector.clear(wait)


class _Hook(DisplayHook):
    collector: Collector

    def start_displayhook(self) -> None:
        pass

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        output = {
            "output_type": "execute_result",
            "execution_count": self.prompt_count,
            "data": _texts(format_dict),
            "metadata": dict(md_dict or {}),
        }
        self.collector.add(output)

    def finish_displayhook(self) -> None:
        pass


def _texts(data: Any) -> dict[str, Any]:
    """A mime bundle with images as base64, as a notebook holds it."""
    return {str(mime): b64encode(value).decode() if isinstance(value, bytes) else value for mime, value in data.items()}


@contextmanager
def _warnings_as_errors() -> Iterator[None]:
    # `warnings.catch_warnings` would let all that has warned once warn again.
    warnings.filters.insert(0, ("error", None, Warning, None, 0))  # type: ignore[attr-defined]
    try:
        yield
    finally:
        del warnings.filters[0]  # type: ignore[attr-defined]


Shell.displayhook_class = _Hook  # type: ignore[assignment]
Shell.display_pub_class = _Publisher  # type: ignore[assignment]

_ANSI = re.compile(r"\x1b\[[0-9;]*+m")


def without_colour(text: str) -> str:
    """Text without the terminal's colour codes."""
    return _ANSI.sub("", text)
