"""The examiner's conversation with the candidate: what it asks, and what it believes of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from nbproctor.examination.examiner.arrived_values import Arrivals, print_all
from nbproctor.examination.examiner.callbacks import Callbacks
from nbproctor.examination.examiner.carried_files import CarriedFiles
from nbproctor.examination.examiner.notebook_names.taken_names import TakenNames
from nbproctor.examination.examiner.proxies import CallableProxy, Proxy, key_of, origin_of, proxy_type
from nbproctor.examination.examiner.rehearsal.reference_uses import (
    CALL,
    CALLED_BACK,
    CHANGED,
    ITSELF,
    SWALLOWED,
    Origin,
    UncheckedUses,
    UsePolicy,
    step_of,
)
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone, NotPlainDataError, Refusing
from nbproctor.examination.examiner.sent_objects import holds_no_data
from nbproctor.examination.examiner.student_exceptions import StudentExceptions, ending_no_loop
from nbproctor.examination.wire import changed_arguments
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.generator_states import Seeds, watch
from nbproctor.examination.wire.messages.exam_messages import (
    RAISED,
    RETURNED,
    UNREADABLE,
    Applied,
    AppliedAhead,
    Apply,
    ApplyAhead,
    CallBack,
    CallBackAnswer,
    ChangesTold,
    FilesTaken,
    GiveTraceback,
    LookAgain,
    LookedAgain,
    NamesFound,
    TakeNames,
    TellChanges,
    Traceback,
)
from nbproctor.examination.wire.messages.message import Message, kind_of
from nbproctor.examination.wire.wire_bounds import WireError

# Takes an operation, its operands and whether there was news for the candidate; returns the position of the same call
# made ahead and the reply to it, or None if it was not made ahead.
FirstOperation = Callable[[str, bytes, bool], tuple[int, Any] | None]

Names = Iterable[str]
Reply = TypeVar("Reply", bound=Message)


class Link:
    """The examiner's end of the channel to the candidate.

    Args:
        sock: the socket, or None as long as there is no candidate.
        namespace: the names of the test cells.
        uses: says where the student's code may give objects.

    Attributes:
        uses: says where the student's code may give objects.
        refused: why the first object was refused in this test cell; empty if none was.
        has_kept_back: whether this test cell compared an object with data, or got an instance, and it was not asked.
        heard: what operations gave, if somebody wants to hear it.
        figures: the student's figures, drawn again.
        shared: what travelled as copies in this test cell, and is held by the student's code as well.
        files: the files that the student's code wrote.
        exceptions: makes the exceptions that the student's code raised.
        new_channel: makes the channel to a candidate from a socket and a codec.
    """

    def __init__(
        self, sock: Any = None, namespace: Mapping[str, object] | None = None, uses: UsePolicy | None = None
    ) -> None:
        self.uses = uses or UncheckedUses()
        self.refused, self.has_kept_back, self._has_asked = "", False, False
        self.heard: list[object] | None = None
        self._arrivals = Arrivals(self, self.uses)
        self.figures = self._arrivals.figures
        self.shared = changed_arguments.SharedCopies(self._arrivals.codec)
        self.exceptions = StudentExceptions(self, self.uses, self._arrivals.passed, namespace)
        self._callbacks = Callbacks(self._arrivals, self._take_arguments, self._encoded)
        self.taken = TakenNames(namespace, self._may_go)
        self._seeds = Seeds()
        self.files = CarriedFiles(lambda request: self._ask(request, FilesTaken))
        self._first: FirstOperation | None = None
        # The position of the call ahead that raised the last exception; None if no call ahead did.
        self._raised_ahead: int | None = None
        self.new_channel: Callable[..., Channel] = Channel
        self._channel: Channel | None = None
        self.attach(sock)

    def attach(self, sock: Any) -> None:
        """Talk to another candidate from now on."""
        self.close()
        self._channel = self.new_channel(sock, self._arrivals.new_codec()) if sock is not None else None

    def close(self) -> None:
        """Talk to no candidate any more."""
        if self._channel is not None:
            self._channel.close()
        self._channel = None

    @property
    def is_closed(self) -> bool:
        """Whether there is no candidate to talk to."""
        return self._channel is None

    @property
    def is_reading(self) -> bool:
        """Whether an answer is being read, so that no other question can be asked."""
        return self._arrivals.is_reading

    def allows(self, origin: Origin, step: str) -> bool:
        """Whether the test may tell the student's code data by this step.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        return self.uses.allows(origin, step)

    # A test cell's beginning and end.

    def begin(self) -> None:
        """Begin a test cell: the candidate can no longer reach what an earlier one passed."""
        watch()
        self._arrivals.forget()
        self._callbacks.begin()
        self.refused, self.has_kept_back, self._has_asked = "", False, False
        self.shared.begin()

    def put_back(self) -> None:
        """Restore the student's names that the test cell replaced or deleted."""
        self._send_news(self.taken.put_back(), {})

    @property
    def kept_names(self) -> list[str]:
        """The student's names to which the test cell gave data, which stays here."""
        return sorted(self.taken.kept_names)

    def _may_go(self, value: object) -> bool:
        """Whether the candidate may be told that a name stands for this now."""
        return self._arrivals.students_reference(value) is not None or holds_no_data(value)

    def names(self, callables: Names, data: Names, errors: Names = (), unread: Names = ()) -> dict[str, Any]:
        """What the candidate has under names: proxies, copies of data, classes of exceptions.

        Args:
            callables: the names of functions and classes.
            data: the names of data.
            errors: the names of classes of exceptions.
            unread: names of data that the test does not read.

        Raises:
            CandidateGone: there is no candidate, or it sent no answer.
        """
        callables, data, errors = sorted(callables), sorted(data), sorted(errors)
        answer = self._ask(TakeNames(callables + errors, data, errors, sorted(unread)), NamesFound)
        # Only what was asked for: an answer that brings more names changes nothing here.
        taken = {name: self._copy(name, answer.values[name]) for name in [*callables, *data] if name in answer.values}
        taken |= {name: self._named(name) for name in [*callables, *errors] if name in answer.present}
        taken |= {name: self._class(name, answer.classes[name]) for name in errors if name in answer.classes}
        self.taken.bind(taken)
        self._follow_figures()
        self.shared.hold([value for name, value in taken.items() if name in answer.shared])
        return taken

    def has_changed_copies(self, names: Iterable[str]) -> bool:
        """Whether something has changed that is here and there, and in one kernel only once.

        Args:
            names: names of data that the test may read, beside what passed in calls.

        Raises:
            CandidateGone: there is no candidate, or it sent no answer.
        """
        if self._arrivals.may_differ or self.shared.have_changed():
            return True
        read = sorted(names) if self._has_asked else []
        return bool(read or self.shared) and self._ask(LookAgain(read), LookedAgain).has_changed

    def _named(self, name: str) -> Proxy:
        return proxy_type("function_or_class", is_callable=True)(self, name, Origin.named(name), hash(name))

    def _copy(self, name: str, content: Any) -> Any:
        """A copy of data; an object only where the reference has one."""
        if not isinstance(content, bytes):
            raise self._end_link("a copy is not what it should be")
        origin = Origin.named(name)
        value = self._decoded(content, origin, ITSELF)
        if self._arrivals.misplaced:
            refusal = self.uses.refusal(origin, ITSELF, self._arrivals.misplaced[0])
            return CallableProxy(Refusing(self._refuse, refusal), -1, origin)
        self.uses.gave_data(origin, ITSELF, value)
        return value

    def _class(self, name: str, description: Any) -> Any:
        try:
            return self.exceptions.named_class(description, self._named(name))
        except Exception as error:  # whatever comes of making a class of what is none
            raise self._end_link(f"a class of exceptions is none: {error}") from None

    # Operations.

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate apply an operation, as if it had happened here.

        What it printed is printed here, arguments that it changed are changed here, what it raised is
        raised here.

        Args:
            operation: its name, one of the candidate's operations.
            args: the operands; a proxy is the first.
            kwargs: keyword arguments of a call.

        Raises:
            TypeError: an argument cannot be passed.
            NotPlainDataError: an object came where the test needs plain data.
        """
        __tracebackhide__ = True
        origin = origin_of(args[0]) if isinstance(args[0], Proxy) else Origin.named("")
        has_news = self.has_news()
        operands = self._operands(args, kwargs)
        with self._arrivals.by(origin, step_of(operation, args)):
            foreseen = self._foreseen_reply(operation, operands, has_news)
            reply = foreseen or self._ask(Apply(operation, operands), Applied)
            self._follow_figures()
            return self._result(reply, [*args, *kwargs.values()], operation)

    @contextmanager
    def first_operation(self, answered: FirstOperation) -> Iterator[None]:
        """Let the first operation meanwhile be answered by the same call made ahead, if there is one."""
        self._first = answered
        try:
            yield
        finally:
            self._first = None

    def _foreseen_reply(self, operation: str, operands: bytes, has_news: bool) -> Applied | None:
        """The reply to this operation, if the same call was made ahead; else None."""
        self._raised_ahead, self._has_asked, answered, self._first = None, True, self._first, None
        foreseen = None if answered is None else answered(operation, operands, has_news)
        if foreseen is None:
            return None
        position, content = foreseen
        reply = self._reply_ahead(content)
        self._raised_ahead = position if reply.status == RAISED else None
        return reply

    def has_news(self) -> bool:
        """Whether no call can go ahead: it may depend on what the candidate is yet to be told, write files, or draw."""
        return self.taken.has_news() or self._seeds.has_news() or self.files.after_calls or self.figures.are_followed

    def call_ahead(self, function: Proxy | None, inputs: list[bytes], seconds: float = 0.0) -> list[Any]:
        """Let the candidate call a function with one set of inputs after the other, before their turn.

        Args:
            function: what to call; None if the inputs hold it.
            inputs: the keyword arguments of each call, encoded; without a function, all operands of each.
            seconds: after how long a call is interrupted; 0 for never.

        Returns:
            a reply, for `settle`, to each call that was made: at least to the first, at most to all.
        """
        request = ApplyAhead(None if function is None else key_of(function), inputs, seconds)
        replies = self._ask(request, AppliedAhead).replies
        if not 0 < len(replies) <= len(inputs) or not all(type(reply) in (bytes, list) for reply in replies):
            raise self._end_link("there are not as many replies as there should be")
        return replies

    def settle(self, function: Proxy, reply: Any, kwargs: dict[str, Any]) -> Any:
        """Return or raise here what a call made ahead gave, in its turn, and repeat what it printed and changed.

        Args:
            function: what was called.
            reply: the reply to the call.
            kwargs: the keyword arguments of the call.
        """
        __tracebackhide__ = True
        with self._arrivals.by(origin_of(function), CALL):
            self._raised_ahead, answer = None, self._reply_ahead(reply)
            self._follow_figures()
            return self._result(answer, list(kwargs.values()), "call")

    def _reply_ahead(self, reply: Any) -> Applied:
        try:
            return self._arrivals.reply_ahead(reply, CALL)
        except WireError as error:
            raise self._end_link(str(error)) from None

    def _result(self, reply: Applied, values: list[Any], operation: str) -> Any:
        """Return or raise what an operation gave, once what it printed and changed is printed and changed here."""
        __tracebackhide__ = True
        origin, step = self._arrivals.origin, self._arrivals.step
        has_object, misplaced = self._arrivals.has_object, self._arrivals.misplaced
        if self.heard is not None:
            self.heard.append([reply.status, reply.content])
        print_all(reply.outputs)
        self.files.after_a_call()
        if reply.changed:
            self._update(values, reply.changed)
        if reply.shared:
            self.shared.hold([reply.content, *values])
        if reply.status == RETURNED:
            if misplaced:
                raise self.refusal(origin, step, misplaced[0])
            if not has_object:
                self.uses.gave_data(origin, step, reply.content)
            return reply.content
        if reply.status == UNREADABLE:
            raise TypeError(f"what came back is not data that a test can look at: {reply.content}")
        raise ending_no_loop(self.exceptions.exception(reply.content, origin), operation, origin)

    def _update(self, values: list[Any], changed: dict[int, bytes]) -> None:
        """Change parts of the arguments, by number, as the candidate changed them."""
        try:
            misplaced = self._arrivals.change(values, changed, CHANGED)
        except Exception as error:  # whatever comes of filling a frame with what is none
            raise self._end_link(f"the changed arguments are no arguments: {error}") from None
        if misplaced:
            raise self.refusal(self._arrivals.origin, CHANGED, misplaced[0])

    def make(self, *args: Any, **kwargs: Any) -> BaseException:
        """Let the candidate make an exception of a class of the student's.

        Args:
            args: the class, and the arguments of the exception.
            kwargs: keyword arguments.
        """
        return self.exceptions.exception(self.apply("make", *args, **kwargs), origin_of(args[0]))

    def keep_back(self) -> None:
        """Note that an operator of an object is not asked, as the other operand is the test's data."""
        self.has_kept_back = True

    def may_swallow(self, origin: Origin, error: BaseException) -> bool:
        """Whether the student's context manager may swallow what a test raised: never a verdict, or a refusal.

        Args:
            origin: how the test came by the context manager.
            error: what the test raised.
        """
        if isinstance(error, AssertionError) or not isinstance(error, Exception) or self.refused:
            return False
        self.uses.gave_data(origin, SWALLOWED, True)
        return isinstance(self.uses, UncheckedUses) or self.allows(origin, SWALLOWED)

    def refusal(self, origin: Origin, step: str, kind: str) -> NotPlainDataError:
        """What to raise where an object came, and the reference gave plain data.

        Args:
            origin: how the test came by what the step begins at.
            step: the step that gave the object.
            kind: the object's type, by name.
        """
        return self._refuse(self.uses.refusal(origin, step, kind))

    def _refuse(self, sentence: str) -> NotPlainDataError:
        self.refused = self.refused or sentence
        return NotPlainDataError(sentence)

    def traceback(self) -> list[str]:
        """Where in the student's code the last exception came from, as IPython shows it."""
        told = self._ask(GiveTraceback(self._raised_ahead), Traceback)
        return [line for line in told.lines if isinstance(line, str)]

    def _operands(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
        """The arguments as bytes, after the candidate was told of all changes that a call may depend on."""
        self._send_news(self.taken.changes(), self._seeds.news())
        self.figures.tell_closed(self._ask)
        return self._encoded([list(args), kwargs])

    def _send_news(self, changes: list[Any], seeds: dict[str, Any]) -> None:
        if changes or seeds:
            problem = self._ask(TellChanges(self._encoded([changes, seeds])), ChangesTold).problem
            if problem:
                raise TypeError(problem)

    def _follow_figures(self) -> None:
        try:
            self.figures.follow(self._ask)
        except WireError as error:
            raise self._end_link(str(error)) from None

    def _encoded(self, value: list[Any]) -> bytes:
        try:
            return self._arrivals.codec.encode(value)
        except WireError as error:
            self._arrivals.passed.forget_copies()  # some of them would have been in the message
            raise TypeError(str(error)) from None

    def _decoded(self, content: bytes, origin: Origin, step: str) -> Any:
        try:
            return self._arrivals.decoded(content, origin, step)
        except WireError as error:
            raise self._end_link(str(error)) from None

    def _take_arguments(self, values: list[Any]) -> None:
        """Record the arguments that the student's code calls the test's function with.

        Raises:
            NotPlainDataError: one of them is an object where the reference gave data.
        """
        origin = self._arrivals.origin
        if self._arrivals.misplaced:
            raise self.refusal(origin, CALLED_BACK, self._arrivals.misplaced[0])
        for value in values:
            self.uses.gave_data(origin, CALLED_BACK, value)

    # One question and its answer, with the candidate's own questions between them.

    def _ask(self, request: Message, kind: type[Reply]) -> Reply:
        """Send a request and receive its answer, which has to be of this kind."""
        if self._channel is None:
            raise CandidateGone("there is no candidate")
        if self.is_reading:
            raise self._end_link("a reply cannot be read without another question")
        try:
            self._channel.send(request.parts())
            reply = self._receive()
            while isinstance(request, Apply) and kind_of(reply) == CallBack.kind:
                callback = CallBack.read(reply)
                print_all(callback.outputs)
                self._channel.send(CallBackAnswer(self._callbacks.answer(callback)).parts())
                reply = self._receive()
            return kind.read(reply)
        except (ChannelClosed, WireError) as error:
            raise self._end_link(str(error)) from None

    def _receive(self) -> Any:
        if self._channel is None:  # a callback may have found that the candidate is gone
            raise CandidateGone("there is no candidate")
        with self._arrivals.reading():
            return self._channel.receive()

    def _end_link(self, reason: str) -> CandidateGone:
        """Close the channel and return what to raise: the next answer could belong to an earlier request."""
        self.close()
        return CandidateGone(reason)
