"""The candidate: runs the submitted notebook's cells, and answers the examiner's calls with data.

Nothing in this process is secret. It holds the release, the submission and nothing else, so whatever
the submitted code reads, patches or breaks here is its own.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import json
import operator
import os
import random
import select
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgpack

from grading.examination import sandbox
from grading.examination.channel import Channel
from grading.examination.shell import Shell, shortened, text_of
from grading.examination.wire import Codec, WireError, any_container, containers


def prepare(course: str, release: str, sources: list[str], output_bytes: int) -> Shell:
    """Warm the parent up: import what the released notebook imports, from the release itself.

    Args:
        course: the course's folder, which candidates must not import from.
        release: a copy of the release folder; it stays where it is while candidates run.
        sources: the code cells of the released notebook.
        output_bytes: how much output of one cell is kept.
    """
    os.chdir(release)
    # The release's own modules come first; nothing that holds the course, or these tools, is readable.
    sys.path[:] = ["", *(path for path in sys.path if path and not _holds(path, course))]
    shell = Shell.start(output_bytes)
    for source in sources:
        shell.transform_cell(source)
    for name in sorted(_imported(sources)):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    shell.warm_up()
    return shell


def _holds(path: str, course: str) -> bool:
    tools = Path(__file__).resolve().parents[2]
    if tools.name in ("site-packages", "dist-packages"):  # installed among what students need as well
        return Path(course).is_relative_to(path)
    return any(folder.is_relative_to(path) for folder in (Path(course), tools))


def _imported(sources: Iterable[str]) -> set[str]:
    names: set[str] = set()
    for source in sources:
        with contextlib.suppress(SyntaxError):
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Import):
                    names.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names.add(node.module)
    return names


def serve(shell: Shell, control: Channel, examiner_socket: Any) -> None:
    """Sit the examination: serve the grader and the examiner until the grader closes the channel."""
    _close_standard_streams()
    folder, readable, processor = control.receive()
    os.sched_setaffinity(0, {processor})
    os.chdir(folder)
    os.environ["HOME"] = os.environ["TMPDIR"] = folder
    # A fork repeats its parent's random numbers; a fresh kernel does not.
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    control.send(list(sandbox.enter(readable=readable, writable=[folder])))
    Candidate(shell, control, examiner_socket).serve()


def _close_standard_streams() -> None:
    """What bypasses Python's own streams goes nowhere, least of all into the grader's terminal."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


class Candidate:
    """One submission's process."""

    def __init__(self, shell: Shell, control: Channel, examiner_socket: Any) -> None:
        self._shell = shell
        self._control = control
        self._handles: dict[int, object] = {}
        self._codec = Codec(self._refer, self._resolve)
        self._examiner = Channel(examiner_socket, Codec(self._refer, self._resolve))
        self._raised: BaseException | None = None
        self._was_called = False

    def serve(self) -> None:
        """Answer one request after the other."""
        waiting = select.poll()
        waiting.register(self._control, select.POLLIN)
        waiting.register(self._examiner, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in waiting.poll()}
            if self._control.fileno() in ready:
                self._run_cell()
            else:
                self._answer_examiner()

    # The grader's requests.

    def _run_cell(self) -> None:
        source = self._control.receive()
        if source is None:  # a test cell that passed officially, and that nothing here looks into
            self._control.send([[], True, self._shell.skip()])
            return
        if self._was_called:
            self._drop_figures()
        run = self._shell.run(source)
        reply = [run.outputs, run.error is None, run.execution_count]
        try:
            self._control.send(reply)
        except WireError:  # a display bundle may hold anything
            self._control.send(json.loads(json.dumps(reply, default=repr, skipkeys=True)))

    def _drop_figures(self) -> None:
        """Show here, where nobody looks, what the examiner's calls drew; the next cell would show it as its own."""
        self._was_called = False
        with self._shell.collecting():
            self._shell.events.trigger("post_execute")

    # The examiner's requests.

    def _answer_examiner(self) -> None:
        request, *parts = self._examiner.receive()
        answers: dict[str, Callable[..., list[Any]]] = {
            "names": self._names,
            "apply": self._apply,
            "traceback": self._traceback,
        }
        reply = answers[request](*parts)
        try:
            self._examiner.send(reply)
        except WireError as error:
            self._examiner.send(["unreadable", str(error), None, []])

    def _names(self, callables: list[str], data: list[str]) -> list[Any]:
        """Which of the names exist, and the values of those that stand for data."""
        here = self._shell.user_ns
        values = {name: self._sendable(here[name]) for name in data if name in here}
        return [[name for name in callables if name in here], values]

    def _sendable(self, value: object) -> object:
        try:
            self._codec.encode(value)
        except WireError:
            return _Opaque(value)
        return value

    def _apply(self, operation: str, operands: bytes) -> list[Any]:
        """Apply an operation; tell what came of it, what it printed and which arguments it changed."""
        self._was_called = True
        parts: list[Any] = []
        before: list[bytes] = []
        with self._shell.collecting() as outputs:
            try:
                args, kwargs = self._codec.decode(operands)
                parts = containers([*args, *kwargs.values()], self._handles)
                before = self._contents(parts)
                reply = ["returned", OPERATIONS[operation](*args, **kwargs)]
            except BaseException as error:
                self._raised = error
                reply = ["raised", _described(error)]
        pairs = zip(before, self._contents(parts), strict=False)  # no `before`, if the operands made no sense
        return [*reply, {number: now for number, (was, now) in enumerate(pairs) if now and now != was}, outputs]

    def _contents(self, parts: list[Any]) -> list[bytes]:
        """What each part of the arguments holds; empty if that cannot be told."""
        numbers = {id(part): number for number, part in enumerate(parts)}
        return [self._content(part, numbers) for part in parts]

    def _content(self, part: Any, numbers: dict[int, int]) -> bytes:
        try:
            return self._codec.encode(_opened(part, numbers))
        except WireError:
            return b""

    def _traceback(self) -> list[Any]:
        """Where the last exception that the examiner was told of came from."""
        error = self._raised
        if error is None:
            return [[]]
        short = shortened(_students_frames(error))
        try:
            lines = self._shell.InteractiveTB.structured_traceback(type(error), error, short, tb_offset=0)
        except BaseException:  # it asks the exception what it says
            lines = [f"{type(error).__name__}: {text_of(error)}"]
        return [[line[:10_000] for line in lines[:100]]]

    # What is not plain data travels as a number, under which it is kept here.

    def _refer(self, value: object) -> bytes:
        value = value.value if isinstance(value, _Opaque) else value
        number = id(value)
        self._handles[number] = value
        packed: bytes = msgpack.packb([number, type(value).__name__[:200]])
        return packed

    def _resolve(self, data: bytes) -> object:
        key = msgpack.unpackb(data)
        if isinstance(key, int):
            return self._handles[key]
        try:
            value = self._shell.user_ns[key]
        except KeyError:
            raise NameError(f"name {key!r} is not defined") from None
        self._handles[id(value)] = value
        return value


class _Opaque:
    """Marks a value that cannot be sent, so that a reference to it is."""

    def __init__(self, value: object) -> None:
        self.value = value


def _opened(part: Any, numbers: dict[int, int]) -> list[Any]:
    """A part of the arguments with its items, and the numbers of those items that are parts themselves."""
    if type(part) not in (list, tuple, dict):
        return [part, {}]
    items = list(part.values() if type(part) is dict else part)
    links = {}
    if any_container(items):
        links = {position: numbers[id(item)] for position, item in enumerate(items) if id(item) in numbers}
    for position in links:
        items[position] = None
    return [[list(part), items] if type(part) is dict else items, links]


def _students_frames(error: BaseException) -> TracebackType | None:
    """The frames below the last one of the examination's own: none, if no code of the student raised this."""
    frames = each = error.__traceback__
    while each is not None:
        if each.tb_frame.f_code.co_filename.startswith(_OWN_CODE):
            frames = each.tb_next
        each = each.tb_next
    return frames


_OWN_CODE = str(Path(__file__).parent) + os.sep


def _described(error: BaseException) -> list[Any]:
    """An exception as data: its name, the builtin it is or derives from, and what it says."""
    kind = type(error)
    builtin = next(base for base in kind.__mro__ if getattr(builtins, base.__name__, None) is base)
    args = _plain_arguments(error) if kind is builtin else None
    return [kind.__name__[:200], builtin.__name__, [text_of(error)[:10_000]] if args is None else args]


def _plain_arguments(error: BaseException) -> list[Any] | None:
    """What the exception was made with, if that is plain data and not much."""
    args = list(error.args)
    if isinstance(error, OSError) and error.filename is not None:
        args[2:] = [error.filename]  # Python takes it out of the arguments
    try:
        return args if len(Codec().encode(args)) <= 10_000 else None
    except WireError:
        return None


OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": lambda function, /, *args, **kwargs: function(*args, **kwargs),
    "getattr": getattr,
    "setattr": setattr,
    "iter": iter,
    "next": next,
    "len": len,
    "str": str,
    "repr": repr,
    "bool": bool,
    "int": int,
    "float": float,
    "contains": operator.contains,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    **{
        name: getattr(operator, name)
        for name in (
            *("eq", "ne", "lt", "le", "gt", "ge"),
            *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"),
            *("and_", "or_", "xor", "lshift", "rshift", "neg", "pos", "abs", "invert"),
        )
    },
}
