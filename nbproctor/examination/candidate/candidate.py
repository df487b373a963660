"""The candidate: runs the submitted notebook's cells, and answers the examiner's calls with data.

Nothing in this process is secret. It holds the release, the submission and nothing else, so whatever
the submitted code reads, patches or breaks here is its own.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident
from types import FrameType, TracebackType
from typing import Any

import msgpack

from nbproctor.examination.candidate.operations import OPERATIONS
from nbproctor.examination.candidate.received_objects import ReceivedObjects
from nbproctor.examination.sandbox.tiers import Sandbox
from nbproctor.examination.wire import seeding
from nbproctor.examination.wire.changed_arguments import ArgumentSnapshot, fill
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.codec import Codec, any_container
from nbproctor.examination.wire.exceptions import class_described, described, is_builtin, is_exception_class
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.process_messages import BACK, GONE, NAMES
from nbproctor.examination.wire.wire_error import WireError
from nbproctor.shell.cell_errors import shortened, text_of
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.shell import Shell
from nbproctor.system.left_out_imports import allow_all_imports


@dataclass(frozen=True)
class WarmCandidate:
    """What the parent has ready for each candidate: a shell that has run nothing, and the sandbox."""

    shell: Shell
    sandbox: Sandbox


def prepare(sandbox: Sandbox, sources: list[str], output_bytes: int) -> WarmCandidate:
    """Warm the parent up: import what the released notebook imports, from the release itself.

    Args:
        sandbox: entered already.
        sources: the code cells of the released notebook.
        output_bytes: how much output of one cell is kept.
    """
    allow_all_imports()
    os.chdir(sandbox.release)
    # The release's own modules come first; those of the course, and these tools, no candidate can read.
    readable = [Path(path) for path in sandbox.plan.readable]
    sys.path[:] = ["", *(path for path in sys.path if any(Path(path).is_relative_to(one) for one in readable))]
    shell = Shell.start(output_bytes)
    for source in sources:
        shell.keep(source)
    for name in sorted(_imported(sources)):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    # The student's code may import numpy itself, and then this could not be read any more.
    importlib.import_module("nbproctor.examination.wire.tables")
    importlib.import_module("numpy.random")  # which numpy does when it is first used, in ten milliseconds
    shell.warm_up()
    files = [str(getattr(sys.modules.get(name), "__file__", "")) for name in sorted(_imported(sources))]
    shell.keep_for_tracebacks(sources, [file for file in files if Path(file).is_relative_to(sandbox.release)])
    return WarmCandidate(shell, sandbox)


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


def serve(prepared: WarmCandidate, control_socket: Any, examiner_socket: Any) -> None:
    """Sit the examination: serve the grader and the examiner until the grader closes the channel."""
    _close_standard_streams()
    control = Channel(control_socket, PlainCodec(max_sent=report_bytes(prepared.shell.collector.limit)))
    folder, processor = control.receive()
    if processor is not None:
        os.sched_setaffinity(0, {processor})
    enforced = list(prepared.sandbox.confine(folder, keep=(control.fileno(), examiner_socket.fileno())))
    os.environ.update(HOME=str(Path.cwd()), USER="student", LOGNAME="student")
    os.environ.pop("TMPDIR", None)
    tempfile.tempdir = None
    # A fork repeats its parent's random numbers; a fresh kernel does not.
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(int.from_bytes(os.urandom(4), "little"))
    # A process that the student's code forks is not the candidate: it answers nobody, and keeps no channel open.
    for channel in (control, examiner_socket):
        os.register_at_fork(after_in_child=channel.close)
    control.send(enforced)
    Candidate(prepared.shell, control, examiner_socket).serve()


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
        self._replaced: dict[tuple[str, str], object] = {}
        self._received = ReceivedObjects(self._call_back, self._resolve, shell.user_ns)
        self._codec = Codec(self._refer, self._resolve)
        self._examiner = Channel(examiner_socket, Codec(self._refer, self._resolve))
        self._raised: BaseException | None = None
        self._raised_ahead: dict[int, BaseException | None] = {}
        self._was_called = False
        self._answers: dict[str, Callable[..., list[Any]]] = {
            "names": self._names,
            "apply": self._apply,
            "many": self._apply_many,
            "news": self._learn,
            "traceback": self._traceback,
        }
        self._calling = 0  # the thread that runs a call of the examiner's; 0 if none does

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
                self._answer_examiner(*self._examiner.receive())

    # The grader's requests.

    def _run_cell(self) -> None:
        source = self._control.receive()
        if source is None:  # a test cell that passed officially, and that nothing here looks into
            self._control.send([[], True, self._shell.skip()])
            return
        if self._was_called:
            self._drop_figures()
        run = self._shell.run(source)
        # A debugger's or profiler's hooks would slow down, or break, what the tests call later.
        sys.settrace(None)
        sys.setprofile(None)
        reply = [run.outputs, run.error is None, run.execution_count]
        try:
            self._control.send(reply)
        except WireError:  # a display bundle may hold anything, and a cell may fail many times
            room = report_bytes(self._shell.collector.limit) // 2
            self._control.send([fitting(run.outputs, room), *reply[1:]])

    def _drop_figures(self) -> None:
        """Show here, where nobody looks, what the examiner's calls drew; the next cell would show it as its own."""
        self._was_called = False
        with self._shell.collecting():
            self._shell.events.trigger("post_execute")

    # The examiner's requests.

    def _answer_examiner(self, request: str, *parts: Any) -> None:
        reply = self._answers[request](*parts)
        try:
            self._examiner.send(reply)
        except WireError as error:
            self._examiner.send(["unreadable", str(error), {}, []])

    def _names(self, callables: list[str], data: list[str], errors: list[str]) -> list[Any]:
        """Which of the names exist, the values of those that stand for data, the classes of exceptions."""
        here = self._shell.user_ns
        values = {name: self._sendable(here[name]) for name in data if name in here}
        classes = {name: class_described(here[name]) for name in errors if is_exception_class(here.get(name))}
        return [[name for name in callables if name in here], values, classes]

    def _sendable(self, value: object) -> bytes:
        try:
            return self._codec.encode(value)
        except WireError:
            return self._codec.encode(_Opaque(value))

    def _apply(self, operation: str, operands: bytes, function: str | int | None = None) -> list[Any]:
        """Apply an operation; tell what came of it, what it printed and which arguments it changed.

        Args:
            operation: which.
            operands: the arguments, encoded; only the keyword arguments if `function` is given.
            function: the name or number of what is called with them.
        """
        self._was_called = True
        watched: ArgumentSnapshot | None = None
        before, objects = self._calling, self._received.begin()
        with self._shell.collecting():
            try:
                args, kwargs = self._arguments(operands, function)
                values = [*args, *kwargs.values()]
                if any_container(values):
                    watched = ArgumentSnapshot(self._codec, values, self._handles)
                self._received.watch()
                self._calling = get_ident()
                result = OPERATIONS[operation](*args, **kwargs)
                reply = ["returned", self._told(result) if operation == "make" else result]
            except BaseException as error:
                self._raised = error
                reply = ["raised", self._told(error)]
            finally:
                self._calling = before
        changed = {} if watched is None else watched.changes()
        changed.update(self._received.end(objects, self._codec))
        return [*reply, changed, self._shell.collector.outputs]

    def _apply_many(self, function: str | int | None, inputs: list[bytes], seconds: float) -> list[Any]:
        """Call a function with one set of inputs after the other: until one call fails, or they take long.

        Args:
            function: the name or number of what is called; None if the inputs say it. Then a test's own function
                will make these calls and may expect exceptions, and no failure ends them.
            inputs: the arguments of each call, encoded.
            seconds: when to interrupt a call that is not done; 0 for never.

        Returns:
            for each call what it returned, encoded; or its whole reply, in a list, if it did more than return.
        """
        if seconds:
            with self._interrupting(seconds):
                return self._apply_many(function, inputs, 0)
        replies: list[bytes | list[bytes]] = []
        ends = time.monotonic() + _LONGEST_AHEAD
        self._raised_ahead.clear()
        for position, each in enumerate(inputs):
            reply = self._call_with_scalars(function, each) or self._apply("call", each, function)
            status, content, changed, outputs = reply
            replies.append(self._encoded_reply(reply) if changed or outputs else self._encoded_content(status, content))
            if status != "returned":
                self._raised_ahead[position] = self._raised
            if (status != "returned" and function is not None) or time.monotonic() > ends:
                break
        return [replies]

    @contextlib.contextmanager
    def _interrupting(self, seconds: float) -> Iterator[None]:
        """Interrupt the student's function, not what is around it, once this takes long, and again while it goes on."""

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self._calling and frame is not None and not frame.f_code.co_filename.startswith(_OWN_CODE):
                raise KeyboardInterrupt

        raised, before = self._raised, signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.01)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if isinstance(self._raised, KeyboardInterrupt):  # nobody is told of it
                self._raised = raised

    def _call_with_scalars(self, function: str | int | None, inputs: bytes) -> list[Any] | None:
        """Do as `_apply` does, in half the time, if nothing among the inputs can be changed; else nothing."""
        try:
            (called, *args), kwargs = self._arguments(inputs, function)
        except (WireError, NameError):
            return None  # as `_apply` will say
        if not _UNCHANGEABLE.issuperset(map(type, [*args, *kwargs.values()])):
            return None
        self._was_called = True
        before, self._calling = self._calling, get_ident()
        collector, streams = self._shell.collector, (sys.stdout, sys.stderr)
        sys.stdout, sys.stderr = self._shell.new_streams()
        collector.restart()
        try:
            reply = ["returned", called(*args, **kwargs)]
        except BaseException as error:
            self._raised = error
            reply = ["raised", self._told(error)]
        finally:
            self._calling = before
            collector.finish()
            sys.stdout, sys.stderr = streams
        return [*reply, {}, collector.outputs]

    def _arguments(self, operands: bytes, function: str | int | None) -> tuple[list[Any], dict[str, Any]]:
        if function is None:
            args, kwargs = self._codec.decode(operands)
            return args, kwargs
        return [self._named(function) if isinstance(function, str) else self._handles[function]], self._codec.decode(
            operands
        )

    def _encoded_content(self, status: str, content: Any) -> bytes | list[bytes]:
        if status != "returned":
            return self._encoded_reply([status, content, {}, []])
        try:
            return self._codec.encode(content)
        except WireError as error:
            return self._encoded_reply(["unreadable", str(error), {}, []])

    def _encoded_reply(self, reply: list[Any]) -> list[bytes]:
        try:
            return [self._codec.encode(reply)]
        except WireError as error:
            return [self._codec.encode(["unreadable", str(error), {}, []])]

    def _told(self, error: BaseException) -> list[Any]:
        """An exception of the student's as data and its number; one of the test's own as the number it came with."""
        own = self._received.number(error)
        if own is not None:
            return [None, own]
        if is_builtin(type(error)):
            return [described(error), None]
        self._handles[id(error)] = error
        return [described(error), None, id(error)]

    def _call_back(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Let the examiner call what its test cell passed, while it waits for the answer to a call of its own.

        Raises:
            RuntimeError: the examiner does not wait, or for another thread.
        """
        if self._calling != get_ident():
            raise RuntimeError("a function of the test can be called only while the test waits for yours")
        before, self._calling = self._calling, 0
        collector = self._shell.collector
        collector.finish()
        try:
            self._examiner.send(["callback", number, self._codec.encode([list(args), kwargs]), collector.outputs])
            answer = self._examiner.receive()
            while answer[0] != "answer":
                self._answer_examiner(*answer)
                answer = self._examiner.receive()
        except WireError as error:
            raise TypeError(str(error)) from None
        finally:
            collector.restart()
            self._calling = before
        status, content, changed = self._codec.decode(answer[1])
        fill(self._codec, [*args, *kwargs.values()], changed)
        if status == "raised":
            raise self._received.exception(*content)
        return content

    def _learn(self, content: bytes) -> list[Any]:
        """What the test cell made of the student's names, and the generators that it seeded; a sentence if it fails."""
        try:
            self._rebind(*self._codec.decode(content))
        except (WireError, NameError) as error:
            return [str(error)]
        return [""]

    def _rebind(self, changes: list[Any], seeds: dict[str, Any]) -> None:
        for scope, name, what, value in changes:
            names = self._shell.user_ns if scope == NAMES else vars(builtins)
            self._replaced.setdefault((scope, name), names.get(name, _NOTHING))
            if what == BACK:
                value = self._replaced.pop((scope, name))
            if what == GONE or value is _NOTHING:
                names.pop(name, None)
            else:
                names[name] = value
        seeding.restore(seeds)

    def _traceback(self, position: int | None) -> list[Any]:
        """Where the last exception that the examiner was told of came from, or that of a call ahead."""
        error = self._raised if position is None else self._raised_ahead.get(position)
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
        own = self._received.number(value)
        if own is not None:
            return _packed([own])
        number = id(value)
        self._handles[number] = value
        return _packed([number, type(value).__name__[:200], _hash(value), callable(value)])

    def _resolve(self, data: bytes) -> object:
        key = msgpack.unpackb(data, unicode_errors="surrogatepass")
        if isinstance(key, str):
            return self._named(key)
        return self._handles[key] if isinstance(key, int) else self._received.take(*key)

    def _named(self, name: str) -> object:
        try:
            is_replaced = self._replaced and (NAMES, name) in self._replaced
            value = self._replaced[NAMES, name] if is_replaced else self._shell.user_ns[name]
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None
        self._handles[id(value)] = value
        return value


_NOTHING = object()
_UNCHANGEABLE = frozenset({int, str, float, bool, type(None), bytes})
# How long calls may be made ahead of their turn, in seconds: what they are for may come to nothing.
_LONGEST_AHEAD = 0.05


class _Opaque:
    """Marks a value that cannot be sent, so that a reference to it is."""

    def __init__(self, value: object) -> None:
        self.value = value


def _packed(parts: list[Any]) -> bytes:
    packed: bytes = msgpack.packb(parts)
    return packed


def _hash(value: object) -> int | None:
    """What the student's own code says; None if there is no hash."""
    if type(value).__hash__ is object.__hash__:
        return id(value)
    try:
        return hash(value)
    except BaseException:
        return None


def _students_frames(error: BaseException) -> TracebackType | None:
    """The frames below the last one of the examination's own: none, if no code of the student raised this."""
    frames = each = error.__traceback__
    while each is not None:
        if each.tb_frame.f_code.co_filename.startswith(_OWN_CODE):
            frames = each.tb_next
        each = each.tb_next
    return frames


_OWN_CODE = str(Path(__file__).parents[2]) + os.sep
