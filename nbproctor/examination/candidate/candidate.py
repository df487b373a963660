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

from nbproctor.examination.candidate.files_for_tests import FilesForTests
from nbproctor.examination.candidate.operations import OPERATIONS
from nbproctor.examination.candidate.shared_containers import are_shared
from nbproctor.examination.candidate.student_objects import StudentObjects
from nbproctor.examination.wire import generator_states
from nbproctor.examination.wire.changed_arguments import ArgumentSnapshot, SharedCopies, any_container, fill
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.exceptions_as_data import class_described, is_exception_class
from nbproctor.examination.wire.json_codec import report_bytes
from nbproctor.examination.wire.messages.exam_messages import (
    DELETED,
    NAMES,
    RAISED,
    RESTORED,
    RETURNED,
    UNREADABLE,
    Applied,
    AppliedAhead,
    Apply,
    ApplyAhead,
    CallBack,
    CallBackAnswer,
    ChangesTold,
    GiveTraceback,
    LookAgain,
    LookAtFigures,
    LookedAgain,
    NamesFound,
    TakeFiles,
    TakeNames,
    TellChanges,
    Traceback,
)
from nbproctor.examination.wire.messages.message import Message
from nbproctor.examination.wire.messages.process_messages import CellReport, RunCell
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.cell_tracebacks import shortened, text_of
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
        self._raised: BaseException | None = None  # the last exception that the examiner was told of
        self._raised_ahead: dict[int, BaseException | None] = {}
        # When a call that may be interrupted began, by the clock and of the processor.
        self._call_begun = 0.0, 0.0
        self._was_called = False
        self._taken: dict[str, bytes] = {}
        self._shared = SharedCopies(self._codec)
        self._answers: dict[str, tuple[type[Message], Callable[[Any], Message]]] = {
            TakeNames.kind: (TakeNames, self._names),
            TakeFiles.kind: (TakeFiles, FilesForTests().taken),
            LookAgain.kind: (LookAgain, self._look_again),
            Apply.kind: (Apply, self._apply),
            ApplyAhead.kind: (ApplyAhead, self._apply_ahead),
            LookAtFigures.kind: (LookAtFigures, self._objects.figures.look),
            TellChanges.kind: (TellChanges, self._learn),
            GiveTraceback.kind: (GiveTraceback, self._traceback),
        }
        self._decoded: tuple[list[Any], dict[str, Any]] | None = None  # the operands of the call that is made next
        self._calling_thread = 0  # the number of the thread that runs a call of the examiner's; 0 if none does

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
        """Discard the figures that the examiner's calls drew; the next cell would show them as its own."""
        self._was_called = False
        self._objects.figures.begin()  # closed, they are not drawn for nobody
        with self._shell.collecting():
            self._shell.events.trigger("post_execute")

    # The examiner's requests.

    def _answer_examiner(self, request: list[Any]) -> None:
        kind, answer = self._answers[request[0]]
        self._objects.figures.code_ran()
        reply = answer(kind.read(request))
        try:
            self._examiner.send(reply.parts())
        except WireError as error:
            self._examiner.send(Applied(UNREADABLE, str(error), {}, []).parts())

    def _names(self, request: TakeNames) -> NamesFound:
        """Which of the names exist, the values of those for data, and the classes of those for exceptions.

        What cannot be called is data, whatever is expected under its name.
        """
        self._objects.figures.begin()
        namespace = self._shell.user_ns
        bound = [name for name in request.callables if name in namespace]
        present = [name for name in bound if callable(namespace[name])]
        data = [*(name for name in request.data if name in namespace), *(name for name in bound if name not in present)]
        values = {name: self._objects.encoded(namespace[name]) for name in data if name not in request.unread}
        with self._objects.figures.not_looking():
            values |= {name: self._objects.encoded(namespace[name]) for name in data if name not in values}
        self._taken = values
        self._shared.begin()
        shared = [name for name in data if are_shared([namespace[name]], holders=1)]
        self._shared.hold([namespace[name] for name in shared])
        errors = [name for name in request.errors if is_exception_class(namespace.get(name))]
        classes = {name: class_described(namespace[name]) for name in errors}
        return NamesFound(present, values, classes, shared)

    def _look_again(self, request: LookAgain) -> LookedAgain:
        """Whether data that was taken under these names is another now, or what is held of other copies has changed."""
        values = [self._shell.user_ns.get(name) for name in request.names]
        taken = [self._taken.get(name) for name in request.names]
        return LookedAgain(self._shared.have_changed() or [self._objects.encoded(value) for value in values] != taken)

    def _apply(self, request: Apply) -> Applied:
        """Apply an operation; reply with its result, what it printed and which arguments it changed."""
        return self._applied(request.operation, request.operands, None)

    def _applied(self, operation: str, operands: bytes, function: str | int | None) -> Applied:
        """Apply an operation.

        Args:
            operation: its name.
            operands: the arguments, encoded; only the keyword arguments if there is a `function`.
            function: the name or number of what is called with them; None if the operands hold what is called.
        """
        self._was_called = True
        snapshot: ArgumentSnapshot | None = None
        is_shared = False
        received = self._objects.received
        outer_thread, outer_copies = self._calling_thread, received.begin()
        with self._shell.collecting():
            try:
                args, kwargs = self._decoded or self._arguments(operands, function)
                self._decoded = None
                values = [*args, *kwargs.values()]
                if any_container(values):
                    snapshot = ArgumentSnapshot(self._codec, values, self._objects.numbered_ids)
                received.watch()
                self._calling_thread = get_ident()
                results = [OPERATIONS[operation](*args, **kwargs)]
                # Of a function that is called with case after case, only what it returns is looked at.
                is_shared = function is None and are_shared(results)
                content = results.pop()
                status, content = RETURNED, self._objects.error_data(content) if operation == "make" else content
            except BaseException as error:
                self._raised = error
                status, content = RAISED, self._objects.error_data(error)
            finally:
                self._calling_thread = outer_thread
                self._objects.figures.code_ran()
        changed: dict[int, bytes] = {}
        if snapshot is not None:
            changed = snapshot.changes()
            if function is None and status == RETURNED:
                del args, kwargs, snapshot  # only `values` holds what was passed
                is_shared = is_shared or are_shared(values)
        if is_shared:
            self._shared.hold([content, *values])
        changed.update(received.end(outer_copies, self._codec))
        return Applied(status, content, changed, self._shell.collector.outputs, is_shared)

    def _apply_ahead(self, request: ApplyAhead) -> AppliedAhead:
        """Make calls before their turn, until one fails or they have taken long enough.

        Where the request names no function, a test's own function will make these calls. It may expect exceptions, so
        that none of them ends the calls.
        """
        if not request.seconds:
            return self._applied_ahead(request)
        with self._interrupting(request.seconds):
            return self._applied_ahead(request)

    def _applied_ahead(self, request: ApplyAhead) -> AppliedAhead:
        replies: list[bytes | list[bytes]] = []
        begun = time.monotonic(), time.process_time()
        self._raised_ahead.clear()
        for position, inputs in enumerate(request.inputs):
            if request.seconds:
                self._call_begun = time.monotonic(), time.process_time()
            reply = self._call_with_scalars(request.function, inputs)
            if isinstance(reply, bytes):
                replies.append(reply)
            else:
                reply = reply or self._applied("call", inputs, request.function)
                replies.append(self._encoded(reply))
                if reply.status != RETURNED:
                    self._raised_ahead[position] = self._raised
                    if request.function is not None:
                        break
            if _is_long(*begun):
                break
        return AppliedAhead(replies)

    @contextlib.contextmanager
    def _interrupting(self, seconds: float) -> Iterator[None]:
        """Interrupt a call of the student's function that takes so long, and again while it goes on; no code around it.

        Args:
            seconds: of the processor; by the clock, as on a busy machine, `_CLOCK_TIMES` as many.
        """

        def interrupt(number: int, frame: FrameType | None) -> None:
            begun, computed = self._call_begun
            if time.process_time() - computed < seconds and time.monotonic() - begun < _CLOCK_TIMES * seconds:
                return
            if self._calling_thread and frame is not None and not frame.f_code.co_filename.startswith(_TOOLS_FOLDER):
                raise KeyboardInterrupt

        raised, before = self._raised, signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.01)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if isinstance(self._raised, KeyboardInterrupt):  # the examiner is not told of the interrupt
                self._raised = raised

    def _call_with_scalars(self, function: str | int | None, inputs: bytes) -> Applied | bytes | None:
        """Call as `_applied` does, in a fraction of the time; no call, and None, if one of the inputs can be changed.

        Returns:
            what it returned, encoded; if it did more than return, the whole reply.
        """
        try:
            operands, kwargs = self._arguments(inputs, function)
            callee, *args = operands
        except (WireError, NameError):
            return None  # `_applied` will find the same, and reply with it
        if not _UNCHANGEABLE.issuperset(map(type, (*args, *kwargs.values()))):
            if self._objects.received.is_empty():
                self._decoded = operands, kwargs
            return None
        self._was_called = True
        is_shared = False
        outer_thread, self._calling_thread = self._calling_thread, get_ident()
        collector, streams = self._shell.collector, (sys.stdout, sys.stderr)
        sys.stdout, sys.stderr = self._shell.clean_streams()
        if not collector.is_untouched():
            collector.restart()
        try:
            results = [callee(*args, **kwargs)]
            is_shared = function is None and are_shared(results)
            status, content = RETURNED, results.pop()
        except BaseException as error:
            self._raised = error
            status, content = RAISED, self._objects.error_data(error)
        finally:
            self._calling_thread = outer_thread
            self._objects.figures.code_ran()
            sys.stdout, sys.stderr = streams
        if collector.is_untouched() and status == RETURNED and not is_shared:
            with contextlib.suppress(WireError):  # which `_encoded` puts into words
                return self._codec.encode(content)
        collector.finish()
        if is_shared:
            self._shared.hold([content])
        return Applied(status, content, {}, collector.outputs, is_shared)

    def _arguments(self, operands: bytes, function: str | int | None) -> tuple[list[Any], dict[str, Any]]:
        if function is None:
            args, kwargs = self._codec.decode(operands)
            return args, kwargs
        return [self._objects.callee(function)], self._codec.decode(operands)

    def _encoded(self, reply: Applied) -> bytes | list[bytes]:
        """What a call returned, encoded; if it did more than return, the whole reply, encoded, in a list."""
        try:
            if reply.status == RETURNED and not (reply.changed or reply.outputs or reply.shared):
                return self._codec.encode(reply.content)
            return [self._codec.encode(reply.parts())]
        except WireError as error:
            return [self._codec.encode(Applied(UNREADABLE, str(error), {}, []).parts())]

    def _call_back(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Let the examiner call what its test cell passed, while it waits for the answer to a call of its own.

        Raises:
            RuntimeError: the examiner does not wait for a call, or waits for one in another thread.
        """
        if self._calling_thread != get_ident():
            raise RuntimeError("a function of the test can be called only while the test waits for yours")
        outer_thread, self._calling_thread = self._calling_thread, 0
        collector = self._shell.collector
        collector.finish()
        self._objects.figures.code_ran()
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
            self._calling_thread = outer_thread
        status, content, changed = self._codec.decode(CallBackAnswer.read(answer).content)
        fill(self._codec, [*args, *kwargs.values()], changed)
        if status == RAISED:
            raise self._objects.received.exception(*content)
        return content

    def _learn(self, request: TellChanges) -> ChangesTold:
        """Change the student's names as the test cell changed them, and seed the generators that it seeded."""
        try:
            self._rebind(*self._codec.decode(request.content))
        except (WireError, NameError) as error:
            return ChangesTold(str(error))
        return ChangesTold("")

    def _rebind(self, changes: list[Any], seeds: dict[str, Any]) -> None:
        for scope, name, change, value in changes:
            names = self._shell.user_ns if scope == NAMES else vars(builtins)
            self._objects.replaced.setdefault((scope, name), names.get(name, _NOTHING))
            if change == RESTORED:
                value = self._objects.replaced.pop((scope, name))
            if change == DELETED or value is _NOTHING:
                names.pop(name, None)
            else:
                names[name] = value
        generator_states.restore(seeds)

    def _traceback(self, request: GiveTraceback) -> Traceback:
        """The frames of the last exception that the examiner was told of, or of the one that a call ahead raised."""
        error = self._raised if request.position is None else self._raised_ahead.get(request.position)
        if error is None:
            return Traceback([])
        short = shortened(_students_frames(error))
        try:
            lines = self._shell.InteractiveTB.structured_traceback(type(error), error, short, tb_offset=0)
        except BaseException:  # the exception's own code may run, and raise anything
            lines = [f"{type(error).__name__}: {text_of(error)}"]
        return Traceback([line[:10_000] for line in lines[:100]])


_NOTHING = object()
_UNCHANGEABLE = frozenset({int, str, float, bool, type(None), bytes})
# For how long calls may compute ahead of their turn: the test may end before it needs them. On a busy machine that is
# longer by the clock: how many are made has to be the same each time, for the reply to be the reference's.
_LONGEST_AHEAD_SECONDS, _LONGEST_AHEAD_BY_THE_CLOCK = 0.2, 1.0
# A call that may be interrupted has so many times longer by the clock than of the processor.
_CLOCK_TIMES = 4


def _is_long(begun: float, computed: float) -> bool:
    """Whether calls have been made ahead for long enough, since these times by the clock and of the processor."""
    seconds = time.monotonic() - begun
    if seconds < _LONGEST_AHEAD_SECONDS:
        return False  # to ask for the processor's time costs more
    return seconds > _LONGEST_AHEAD_BY_THE_CLOCK or time.process_time() - computed > _LONGEST_AHEAD_SECONDS


def _students_frames(error: BaseException) -> TracebackType | None:
    """The frames below the last one of these tools' own; None if the student's code did not raise the exception."""
    frames = frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename.startswith(_TOOLS_FOLDER):
            frames = frame.tb_next
        frame = frame.tb_next
    return frames


_TOOLS_FOLDER = str(Path(__file__).parents[2]) + os.sep
