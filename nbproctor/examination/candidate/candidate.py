"""The candidate: runs the submitted notebook's cells, and answers the examiner's calls with data.

Nothing in this process is secret. It holds the release, the submission and nothing else, so whatever
the submitted code reads, patches or breaks here is its own.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import get_ident
from types import FrameType, TracebackType
from typing import Any

from nbproctor.examination.candidate.operations import OPERATIONS
from nbproctor.examination.candidate.student_objects import StudentObjects
from nbproctor.examination.wire import seeding
from nbproctor.examination.wire.changed_arguments import ArgumentSnapshot, any_container, fill
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.exceptions import class_described, is_exception_class
from nbproctor.examination.wire.json_codec import report_bytes
from nbproctor.examination.wire.process_messages import (
    BACK,
    GONE,
    NAMES,
    RAISED,
    RETURNED,
    UNREADABLE,
    Applied,
    AppliedAhead,
    Apply,
    ApplyAhead,
    CallBack,
    CallBackAnswer,
    CellReport,
    ChangesTold,
    GiveTraceback,
    Message,
    NamesTaken,
    RunCell,
    TakeNames,
    TellChanges,
    Traceback,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_errors import shortened, text_of
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.shell import Shell


class Candidate:
    """One submission's process.

    Args:
        shell: runs the cells.
        control: the channel to the grader.
        examiner_socket: the socket to the examiner.
    """

    def __init__(self, shell: Shell, control: Channel, examiner_socket: Any) -> None:
        self._shell = shell
        self._control = control
        self._objects = StudentObjects(shell.user_ns, self._call_back)
        self._codec = self._objects.codec
        self._examiner = Channel(examiner_socket, self._objects.new_codec())
        self._raised: BaseException | None = None
        self._raised_ahead: dict[int, BaseException | None] = {}
        self._was_called = False
        self._answers: dict[str, tuple[type[Message], Callable[[Any], Message]]] = {
            TakeNames.kind: (TakeNames, self._names),
            Apply.kind: (Apply, self._apply),
            ApplyAhead.kind: (ApplyAhead, self._apply_ahead),
            TellChanges.kind: (TellChanges, self._learn),
            GiveTraceback.kind: (GiveTraceback, self._traceback),
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
                self._answer_examiner(self._examiner.receive())

    # The grader's requests.

    def _run_cell(self) -> None:
        source = RunCell.read(self._control.receive()).source
        if source is None:  # a test cell that passed officially, and that nothing here looks into
            self._control.send(CellReport([], True, self._shell.skip()).parts())
            return
        if self._was_called:
            self._drop_figures()
        run = self._shell.run(source)
        # A debugger's or profiler's hooks would slow down, or break, what the tests call later.
        sys.settrace(None)
        sys.setprofile(None)
        passed, count = run.error is None, run.execution_count
        try:
            self._control.send(CellReport(run.outputs, passed, count).parts())
        except WireError:  # a display bundle may hold anything, and a cell may fail many times
            room = report_bytes(self._shell.collector.limit) // 2
            self._control.send(CellReport(fitting(run.outputs, room), passed, count).parts())

    def _drop_figures(self) -> None:
        """Show here, where nobody looks, what the examiner's calls drew; the next cell would show it as its own."""
        self._was_called = False
        with self._shell.collecting():
            self._shell.events.trigger("post_execute")

    # The examiner's requests.

    def _answer_examiner(self, request: list[Any]) -> None:
        kind, answer = self._answers[request[0]]
        reply = answer(kind.read(request))
        try:
            self._examiner.send(reply.parts())
        except WireError as error:
            self._examiner.send(Applied(UNREADABLE, str(error), {}, []).parts())

    def _names(self, request: TakeNames) -> NamesTaken:
        """Which of the names exist, the values of those that stand for data, the classes of exceptions."""
        here = self._shell.user_ns
        values = {name: self._objects.encoded(here[name]) for name in request.data if name in here}
        classes = {name: class_described(here[name]) for name in request.errors if is_exception_class(here.get(name))}
        return NamesTaken([name for name in request.callables if name in here], values, classes)

    def _apply(self, request: Apply) -> Applied:
        """Apply an operation; tell what came of it, what it printed and which arguments it changed."""
        return self._applied(request.operation, request.operands, None)

    def _applied(self, operation: str, operands: bytes, function: str | int | None) -> Applied:
        """What came of an operation.

        Args:
            operation: its name.
            operands: the arguments, encoded; only the keyword arguments if `function` is given.
            function: the name or number of what is called with them; None if the operands say it.
        """
        self._was_called = True
        snapshot: ArgumentSnapshot | None = None
        received = self._objects.received
        before, passed = self._calling, received.begin()
        with self._shell.collecting():
            try:
                args, kwargs = self._arguments(operands, function)
                values = [*args, *kwargs.values()]
                if any_container(values):
                    snapshot = ArgumentSnapshot(self._codec, values, self._objects.numbered)
                received.watch()
                self._calling = get_ident()
                result = OPERATIONS[operation](*args, **kwargs)
                status, content = RETURNED, self._objects.told(result) if operation == "make" else result
            except BaseException as error:
                self._raised = error
                status, content = RAISED, self._objects.told(error)
            finally:
                self._calling = before
        changed = {} if snapshot is None else snapshot.changes()
        changed.update(received.end(passed, self._codec))
        return Applied(status, content, changed, self._shell.collector.outputs)

    def _apply_ahead(self, request: ApplyAhead) -> AppliedAhead:
        """Make calls before their turn: until one fails, or they take long.

        Where the inputs say what is called, a test's own function will make these calls and may expect exceptions, and
        no failure ends them.
        """
        if not request.seconds:
            return self._applied_ahead(request)
        with self._interrupting(request.seconds):
            return self._applied_ahead(request)

    def _applied_ahead(self, request: ApplyAhead) -> AppliedAhead:
        replies: list[bytes | list[bytes]] = []
        ends = time.monotonic() + _LONGEST_AHEAD_SECONDS
        self._raised_ahead.clear()
        for position, inputs in enumerate(request.inputs):
            reply = self._call_with_scalars(request.function, inputs)
            reply = reply or self._applied("call", inputs, request.function)
            replies.append(self._encoded(reply))
            if reply.status != RETURNED:
                self._raised_ahead[position] = self._raised
            if (reply.status != RETURNED and request.function is not None) or time.monotonic() > ends:
                break
        return AppliedAhead(replies)

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

    def _call_with_scalars(self, function: str | int | None, inputs: bytes) -> Applied | None:
        """Do as `_applied` does, in half the time, if nothing among the inputs can be changed; else nothing."""
        try:
            (called, *args), kwargs = self._arguments(inputs, function)
        except (WireError, NameError):
            return None  # as `_applied` will say
        if not _UNCHANGEABLE.issuperset(map(type, [*args, *kwargs.values()])):
            return None
        self._was_called = True
        before, self._calling = self._calling, get_ident()
        collector, streams = self._shell.collector, (sys.stdout, sys.stderr)
        sys.stdout, sys.stderr = self._shell.new_streams()
        collector.restart()
        try:
            status, content = RETURNED, called(*args, **kwargs)
        except BaseException as error:
            self._raised = error
            status, content = RAISED, self._objects.told(error)
        finally:
            self._calling = before
            collector.finish()
            sys.stdout, sys.stderr = streams
        return Applied(status, content, {}, collector.outputs)

    def _arguments(self, operands: bytes, function: str | int | None) -> tuple[list[Any], dict[str, Any]]:
        if function is None:
            args, kwargs = self._codec.decode(operands)
            return args, kwargs
        return [self._objects.called(function)], self._codec.decode(operands)

    def _encoded(self, reply: Applied) -> bytes | list[bytes]:
        """What a call returned, encoded; the whole reply, in a list, if it did more than return."""
        try:
            if reply.status == RETURNED and not reply.changed and not reply.outputs:
                return self._codec.encode(reply.content)
            return [self._codec.encode(reply.parts())]
        except WireError as error:
            return [self._codec.encode(Applied(UNREADABLE, str(error), {}, []).parts())]

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
            arguments = self._codec.encode([list(args), kwargs])
            self._examiner.send(CallBack(number, arguments, collector.outputs).parts())
            answer = self._examiner.receive()
            while answer[0] != CallBackAnswer.kind:
                self._answer_examiner(answer)
                answer = self._examiner.receive()
        except WireError as error:
            raise TypeError(str(error)) from None
        finally:
            collector.restart()
            self._calling = before
        status, content, changed = self._codec.decode(CallBackAnswer.read(answer).content)
        fill(self._codec, [*args, *kwargs.values()], changed)
        if status == RAISED:
            raise self._objects.received.exception(*content)
        return content

    def _learn(self, request: TellChanges) -> ChangesTold:
        """Make of the student's names what the test cell made of them, and seed the generators that it seeded."""
        try:
            self._rebind(*self._codec.decode(request.content))
        except (WireError, NameError) as error:
            return ChangesTold(str(error))
        return ChangesTold("")

    def _rebind(self, changes: list[Any], seeds: dict[str, Any]) -> None:
        for scope, name, what, value in changes:
            names = self._shell.user_ns if scope == NAMES else vars(builtins)
            self._objects.replaced.setdefault((scope, name), names.get(name, _NOTHING))
            if what == BACK:
                value = self._objects.replaced.pop((scope, name))
            if what == GONE or value is _NOTHING:
                names.pop(name, None)
            else:
                names[name] = value
        seeding.restore(seeds)

    def _traceback(self, request: GiveTraceback) -> Traceback:
        """Where the last exception that the examiner was told of came from, or that of a call ahead."""
        error = self._raised if request.position is None else self._raised_ahead.get(request.position)
        if error is None:
            return Traceback([])
        short = shortened(_students_frames(error))
        try:
            lines = self._shell.InteractiveTB.structured_traceback(type(error), error, short, tb_offset=0)
        except BaseException:  # it asks the exception what it says
            lines = [f"{type(error).__name__}: {text_of(error)}"]
        return Traceback([line[:10_000] for line in lines[:100]])


_NOTHING = object()
_UNCHANGEABLE = frozenset({int, str, float, bool, type(None), bytes})
# How long calls may be made ahead of their turn, in seconds: what they are for may come to nothing.
_LONGEST_AHEAD_SECONDS = 0.05


def _students_frames(error: BaseException) -> TracebackType | None:
    """The frames below the last one of the examination's own: none, if no code of the student raised this."""
    frames = each = error.__traceback__
    while each is not None:
        if each.tb_frame.f_code.co_filename.startswith(_OWN_CODE):
            frames = each.tb_next
        each = each.tb_next
    return frames


_OWN_CODE = str(Path(__file__).parents[2]) + os.sep
