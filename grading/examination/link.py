"""The examiner's conversation with the candidate: what it asks, and what it believes of the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgpack

from grading.examination import arguments
from grading.examination.channel import Channel, ChannelClosed
from grading.examination.exceptions import Classes, is_builtin
from grading.examination.names import Taken
from grading.examination.passing import Passed, harmless, holds_no_data
from grading.examination.proxies import CallableProxy, Proxy, coroutine, key_of, origin_of, proxy_type
from grading.examination.seeding import Seeds, watch
from grading.examination.uses import (
    CALL,
    CALLED_BACK,
    CHANGED,
    ITEM,
    ITSELF,
    RAISED,
    SWALLOWED,
    Checker,
    Origin,
    Recorder,
    Unchecked,
)
from grading.examination.wire import Codec, WireError

# Is told an operation, its operands and whether the candidate had news with it; gives the position of a call that was
# made ahead and the reply to it, or None.
FirstOperation = Callable[[str, bytes, bool], tuple[int, Any] | None]

MAX_CALLBACK_DEPTH = 50
MAX_CALLBACKS = 200_000  # in one test cell


class CandidateGone(BaseException):
    """The candidate ended, or sent what is not data.

    Not an `Exception`, so that a test cell which expects exceptions does not take it for one.
    """


class NotPlainDataError(TypeError):
    """The student's code gave an object where a test needs plain data."""


class Link:
    """The examiner's end of the channel to the candidate.

    Args:
        sock: the socket, or None as long as there is no candidate.
        namespace: the names of the test cells.
        uses: what the student's things are used for.
    """

    def __init__(
        self,
        sock: Any = None,
        namespace: Mapping[str, object] | None = None,
        uses: Recorder | Checker | Unchecked | None = None,
    ) -> None:
        self.uses = uses or Unchecked()
        self.allows = self.uses.allows
        self.refused = ""  # why the first object was refused in this test cell, if one was
        self.is_reading = False
        self._taken = Taken(namespace, self._may_go)
        self._seeds = Seeds()
        self._passed = Passed(self._students)
        self._classes = Classes({} if namespace is None else namespace, StudentsException)
        self._coroutines: dict[int, tuple[Any, Proxy]] = {}
        self._codec = Codec(self._refer, self._resolve)
        self._context = Origin.named(""), ITSELF
        self._objects: list[str] = []  # the types of those that came where only data may come
        self._saw_object = False
        self._callbacks = self._depth = 0
        self._first: FirstOperation | None = None
        self._raised_ahead: int | None = None  # which of the calls ahead raised what was raised last, if one did
        self._channel: Channel | None = None
        self.attach(sock)

    def attach(self, sock: Any) -> None:
        """Talk to another candidate from now on."""
        self.close()
        self._channel = Channel(sock, Codec(self._refer, self._resolve)) if sock is not None else None

    def close(self) -> None:
        """Talk to no candidate any more."""
        if self._channel is not None:
            self._channel.close()
        self._channel = None

    @property
    def is_closed(self) -> bool:
        """Whether there is no candidate to talk to."""
        return self._channel is None

    # A test cell's beginning and end.

    def begin(self) -> None:
        """Begin a test cell: what an earlier one passed is out of the candidate's reach."""
        watch()
        self._passed.forget()
        self._coroutines.clear()
        self._callbacks = self._depth = 0
        self.refused = ""

    def put_back(self) -> None:
        """Put back what the test cell replaced or deleted of the student's names."""
        self._send_news(self._taken.put_back(), {})

    @property
    def kept(self) -> list[str]:
        """The names of the student's to which the test cell gave data, which stays here."""
        return sorted(self._taken.kept)

    def _may_go(self, value: object) -> bool:
        """Whether the candidate may be told that a name stands for this now."""
        return self._students(value) is not None or holds_no_data(value)

    def names(self, callables: Iterable[str], data: Iterable[str], errors: Iterable[str] = ()) -> dict[str, Any]:
        """What the candidate has under these names: proxies, copies of data, classes of exceptions."""
        callables, data, errors = sorted(callables), sorted(data), sorted(errors)
        present, values, classes = self._ask(["names", callables + errors, data, errors], list, dict, dict)
        # Only what was asked for: an answer that brings more names changes nothing here.
        taken = {name: self._copy(name, values[name]) for name in data if name in values}
        taken |= {name: self._named(name) for name in [*callables, *errors] if name in present}
        taken |= {name: self._class(name, classes[name]) for name in errors if name in classes}
        self._taken.bind(taken)
        return taken

    def _named(self, name: str) -> Proxy:
        return proxy_type("function_or_class", is_callable=True)(self, name, Origin.named(name), hash(name))

    def _copy(self, name: str, content: Any) -> Any:
        """A copy of data; an object only where the reference has one."""
        if not isinstance(content, bytes):
            raise self._gone("a copy is not what it should be")
        origin = Origin.named(name)
        value = self._decoded(content, origin, ITSELF)
        if self._objects:
            refusal = self.uses.refusal(origin, ITSELF, self._objects[0])
            return CallableProxy(_Refusing(self, refusal), -1, origin)
        self._note(origin, ITSELF, value)
        return value

    def _class(self, name: str, description: Any) -> Any:
        try:
            kind = self._classes.find(description)
        except Exception as error:  # whatever comes of making a class of what is none
            raise self._gone(f"a class of exceptions is none: {error}") from None
        if isinstance(kind, StudentsException):
            type.__setattr__(kind, "examiners_proxy", self._named(name))
        return kind

    # Operations.

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate apply an operation, as if it had happened here.

        What it printed is printed here, arguments that it changed are changed here, what it raised is
        raised here.

        Raises:
            TypeError: an argument cannot be passed.
            NotPlainDataError: an object came where the test needs plain data.
        """
        __tracebackhide__ = True
        origin = origin_of(args[0]) if isinstance(args[0], Proxy) else Origin.named("")
        step = _step(operation, args)
        has_news = self.has_news()
        operands = self._operands(args, kwargs)
        before = self._enter(origin, step)
        try:
            reply = self._known_reply(operation, operands, has_news, origin)
            if reply is None:
                reply = self._ask(["apply", operation, operands], str, object, dict, list)
            return self._result(reply, [*args, *kwargs.values()], origin, operation, step)
        finally:
            self._context, self._saw_object, self._objects = before

    @contextmanager
    def first_operation(self, answered: FirstOperation) -> Iterator[None]:
        """Meanwhile, let the first operation be answered by a call that was made ahead, if there is one."""
        self._first = answered
        try:
            yield
        finally:
            self._first = None

    def _known_reply(self, operation: str, operands: bytes, has_news: bool, origin: Origin) -> list[Any] | None:
        """The parts of the reply to this operation, if it was made ahead."""
        self._raised_ahead, answered, self._first = None, self._first, None
        known = None if answered is None else answered(operation, operands, has_news)
        if known is None:
            return None
        position, reply = known
        parts = self._parts(reply, origin)
        self._raised_ahead = position if parts[0] == "raised" else None
        return parts

    def has_news(self) -> bool:
        """Whether the candidate has yet to be told of something that a call may depend on."""
        return self._taken.has_news() or self._seeds.has_news()

    def call_ahead(self, function: Proxy | None, inputs: list[bytes], seconds: float = 0.0) -> list[Any]:
        """Let the candidate call a function with one set of inputs after the other, before their turn.

        Args:
            function: what to call; None if the inputs say it.
            inputs: the keyword arguments of each call, encoded; without a function, all operands of each.
            seconds: a call that is not done by then is interrupted; 0 for none.

        Returns:
            a reply for each call that was made: for the first few, at least one; for `settle`.
        """
        replies: list[Any]
        (replies,) = self._ask(["many", None if function is None else key_of(function), inputs, seconds], list)
        if not 0 < len(replies) <= len(inputs) or not all(type(reply) in (bytes, list) for reply in replies):
            raise self._gone("there are not as many replies as there should be")
        return replies

    def settle(self, function: Proxy, reply: Any, kwargs: dict[str, Any]) -> Any:
        """Make what a call that was made ahead brought about happen here, in its turn."""
        __tracebackhide__ = True
        origin = origin_of(function)
        before = self._enter(origin, CALL)
        try:
            parts, self._raised_ahead = self._parts(reply, origin), None
            return self._result(parts, list(kwargs.values()), origin, "call", CALL)
        finally:
            self._context, self._saw_object, self._objects = before

    def _parts(self, reply: Any, origin: Origin) -> list[Any]:
        if type(reply) is bytes:  # what the call returned, and it did nothing else
            return ["returned", self._decoded(reply, origin, CALL), {}, []]
        return self._whole(reply, origin)

    def _whole(self, reply: Any, origin: Origin) -> list[Any]:
        match reply:
            case [bytes(content)]:
                match self._decoded(content, origin, CALL):
                    case [str(status), result, dict(changed), list(outputs)]:
                        return [status, result, changed, outputs]
        raise self._gone("a reply does not have the parts that it should have")

    def _result(self, reply: list[Any], values: list[Any], origin: Origin, operation: str, step: str) -> Any:
        """What an operation gave, or raise what it raised; and what it did to its arguments and printed."""
        __tracebackhide__ = True
        status, content, changed, outputs = reply
        is_object, objects = self._saw_object, self._objects
        if outputs:
            print_all(outputs)
        if changed:
            self._update(values, changed)
        if status == "returned":
            if objects:
                raise self.refusal(origin, step, objects[0])
            if not is_object:
                self._note(origin, step, content)
            return content
        if status == "unreadable":
            raise TypeError(f"what came back is not data that a test can look at: {content}")
        raise _ending_no_loop(self._exception(content, origin), operation, origin)

    def make(self, *args: Any, **kwargs: Any) -> BaseException:
        """Let the candidate make an exception of a class of the student's."""
        return self._exception(self.apply("make", *args, **kwargs), origin_of(args[0]))

    def may_swallow(self, origin: Origin, error: BaseException) -> bool:
        """Whether the student's context manager may swallow what a test raised: never a verdict, or a refusal."""
        if isinstance(error, AssertionError) or not isinstance(error, Exception) or self.refused:
            return False
        self.uses.gave_data(origin, SWALLOWED, True)
        return isinstance(self.uses, Unchecked) or self.allows(origin, SWALLOWED)

    def refusal(self, origin: Origin, step: str, kind: str) -> NotPlainDataError:
        """What to raise where an object came, and the reference gave plain data."""
        sentence = self.uses.refusal(origin, step, kind)
        self.refused = self.refused or sentence
        return NotPlainDataError(sentence)

    def traceback(self) -> list[str]:
        """Where in the student's code the last exception came from, as IPython shows it."""
        (lines,) = self._ask(["traceback", self._raised_ahead], list)
        return [line for line in lines if isinstance(line, str)]

    def _operands(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
        """The arguments as bytes, after the candidate was told of what they may depend on."""
        changes, seeds = self._taken.changes(), self._seeds.news()
        if changes or seeds:
            self._send_news(changes, seeds)
        return self._encoded([list(args), kwargs])

    def _send_news(self, changes: list[Any], seeds: dict[str, Any]) -> None:
        if changes or seeds:
            (problem,) = self._ask(["news", self._encoded([changes, seeds])], str)
            if problem:
                raise TypeError(problem)

    def _encoded(self, value: list[Any]) -> bytes:
        try:
            return self._codec.encode(value)
        except WireError as error:
            self._passed.forget_copies()  # those that are in no message now
            raise TypeError(str(error)) from None

    # One question and its answer, with the candidate's own questions between them.

    def _ask(self, request: list[Any], *types: type) -> list[Any]:
        """Send a request and receive its answer: a list of values of these types."""
        if self._channel is None:
            raise CandidateGone("there is no candidate")
        if self.is_reading:
            raise self._gone("a reply cannot be read without another question")
        try:
            self._channel.send(request)
            reply = self._receive()
            while request[0] == "apply" and type(reply) is list and len(reply) == 4 and reply[0] == "callback":
                self._channel.send(["answer", self._answer(*reply[1:])])
                reply = self._receive()
            if type(reply) is not list or len(reply) != len(types) or not all(map(isinstance, reply, types)):
                raise WireError("a reply does not have the parts that it should have")
        except (ChannelClosed, WireError) as error:
            raise self._gone(str(error)) from None
        return reply

    def _receive(self) -> Any:
        if self._channel is None:  # a callback may have found that the candidate is gone
            raise CandidateGone("there is no candidate")
        self.is_reading, self._saw_object, self._objects = True, False, []
        try:
            return self._channel.receive()
        finally:
            self.is_reading = False

    def _gone(self, reason: str) -> CandidateGone:
        """Close: after something that is not an answer, the next one could belong to an earlier request."""
        self.close()
        return CandidateGone(reason)

    # Calls of the test cell's functions.

    def _answer(self, number: Any, content: Any, outputs: Any) -> bytes:
        """Call what the test cell passed, for the candidate; what comes of it, as bytes."""
        if type(content) is not bytes or type(outputs) is not list:
            raise WireError("a callback does not have the parts that it should have")
        print_all(outputs)
        origin, _ = self._context
        try:
            function = self._passed[number]
            self._require_callbacks()
            args, kwargs = self._arguments(content, origin)
            watched = arguments.Watched(self._codec, [*args, *kwargs.values()])
        except (LookupError, RecursionError, TypeError) as error:
            return self._encoded_answer("raised", self._told(error), {})
        before = self._enter(origin, CALLED_BACK)
        self._depth += 1
        try:
            status, result = "returned", _called(function, args, kwargs)
        except CandidateGone:
            raise
        except BaseException as error:
            status, result = "raised", self._told(error)
        finally:
            self._depth -= 1
            self._context, self._saw_object, self._objects = before
        return self._encoded_answer(status, result, watched.changes())

    def _arguments(self, content: bytes, origin: Origin) -> tuple[list[Any], dict[str, Any]]:
        """What the student's code calls the test's function with.

        Raises:
            NotPlainDataError: an object is among it where the reference gave data.
        """
        match self._decoded(content, origin, CALLED_BACK):
            case [list(args), dict(kwargs)] if all(type(name) is str for name in kwargs):
                pass
            case _:
                raise WireError("a callback does not have the arguments that it should have")
        if self._objects:
            raise self.refusal(origin, CALLED_BACK, self._objects[0])
        for value in [*args, *kwargs.values()]:
            self._note(origin, CALLED_BACK, value)
        return args, kwargs

    def _require_callbacks(self) -> None:
        self._callbacks += 1
        if self._depth >= MAX_CALLBACK_DEPTH:
            raise RecursionError("the test's functions and yours call each other too deep")
        if self._callbacks > MAX_CALLBACKS:
            raise RecursionError(f"the test's functions are called more than {MAX_CALLBACKS:,} times")

    def _told(self, error: BaseException) -> list[Any]:
        """An exception of the test's for the candidate, with the number under which it comes back as itself."""
        return [harmless(error), self._passed.number(error)]

    def _encoded_answer(self, *parts: Any) -> bytes:
        try:
            return self._encoded(list(parts))
        except TypeError as error:
            return self._encoded(["raised", self._told(error), {}])

    # What comes.

    def _enter(self, origin: Origin, step: str) -> tuple[Any, bool, list[str]]:
        before = self._context, self._saw_object, self._objects
        self._context = origin, step
        return before

    def _decoded(self, content: bytes, origin: Origin, step: str) -> Any:
        """A value inside a message; what objects it has came by this step."""
        before = self._enter(origin, step)
        self.is_reading, self._saw_object, self._objects = True, False, []
        try:
            return self._codec.decode(content)
        except WireError as error:
            raise self._gone(str(error)) from None
        finally:
            self.is_reading, self._context = False, before[0]

    def _note(self, origin: Origin, step: str, value: object) -> None:
        self.uses.gave_data(origin, step, value)

    def _resolve(self, data: bytes) -> Any:
        """What stands for an object that the candidate refers to."""
        match msgpack.unpackb(data):
            case [int(number)]:
                return self._own(number)
            case [int(key), str(kind)] if type(key) is int:
                return self._proxy(key, kind, hash(key), is_callable=True)
            case [int(key), str(kind), int() | None as hashed, bool(is_callable)] if type(key) is int:
                return self._proxy(key, kind, hashed, is_callable)
        raise WireError("a reference does not hold a number and a name")

    def _own(self, number: int) -> Any:
        """What the test cell passed, come back."""
        try:
            return self._passed[number]
        except LookupError:
            raise WireError("nothing was passed under this number") from None

    def _proxy(self, key: int, kind: str, hashed: int | None, is_callable: bool) -> Any:
        self._saw_object = True
        origin = self.uses.took(*self._context, kind)
        if origin is None:
            self._objects.append(kind)
            return None
        proxy = proxy_type(kind, is_callable)(self, key, origin, hashed)
        if kind != "coroutine":
            return proxy
        made = coroutine(proxy)
        self._coroutines[id(made)] = made, proxy
        return made

    def _update(self, values: list[Any], changed: dict[int, bytes]) -> None:
        """Make parts of the arguments, by number, what the candidate made of them."""
        origin, _ = self._context
        parts = {number: content for number, content in changed.items() if type(number) is not int or number >= 0}
        objects = {-1 - number: content for number, content in changed.items() if number not in parts}
        self._context = origin, CHANGED
        self._objects = []
        try:
            arguments.fill(self._codec, values, parts)
            for number, content in objects.items():
                self._passed.update(number, self._codec.decode(content))
        except Exception as error:  # whatever comes of filling a frame with what is none
            raise self._gone(f"the changed arguments are no arguments: {error}") from None
        if self._objects:
            raise self.refusal(origin, CHANGED, self._objects[0])

    def _exception(self, content: Any, origin: Origin) -> BaseException:
        """The exception that the student's code raised, or one of the test's own that came back."""
        match content:
            case [_, int(own)]:
                return self._own_exception(own)
            case [description, None]:
                error = self._classes.made(description)
            case [description, None, int(key)]:
                error = self._classes.made(description)
                self._add_proxy(error, key, origin)
            case _:
                error = RuntimeError("an exception that could not be read")
        error.from_candidate = True  # type: ignore[attr-defined]
        return error

    def _own_exception(self, number: int) -> BaseException:
        try:
            error = self._passed[number]
        except LookupError:
            error = None
        return error if isinstance(error, BaseException) else RuntimeError("an exception that could not be read")

    def _add_proxy(self, error: BaseException, key: int, origin: Origin) -> None:
        """Let attributes that are no plain data, and methods, come from where the exception was raised."""
        kind = type(error)
        if type(key) is not int or is_builtin(kind):
            return
        place = self.uses.took(origin, RAISED, kind.__name__)
        if place is not None:
            error.__dict__["examiners_proxy"] = proxy_type(kind.__name__, is_callable=False)(self, key, place, key)

    # What goes.

    def _refer(self, value: object) -> bytes:
        reference = self._students(value)
        return self._passed.reference(value) if reference is None else reference

    def _students(self, value: object) -> bytes | None:
        """The bytes that stand for a thing of the student's; None for anything else."""
        if not isinstance(value, Proxy):  # as most are
            if id(value) in self._coroutines:
                value = self._coroutines[id(value)][1]
            elif isinstance(value, (StudentsException, BaseException)):
                value = value.__dict__.get("examiners_proxy")
            if not isinstance(value, Proxy):
                return None
        packed: bytes = msgpack.packb(key_of(value))
        return packed


class StudentsException(type):
    """The class of the student's classes of exceptions: what is not known of them here, the candidate is asked."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate make the exception, as the student's code does."""
        proxy = cls.__dict__.get("examiners_proxy")
        if proxy is None:
            return super().__call__(*args, **kwargs)
        return object.__getattribute__(proxy, "_examiners_link").make(proxy, *args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        proxy = cls.__dict__.get("examiners_proxy")
        if proxy is None or name.startswith("__"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return getattr(proxy, name)


class _Refusing:
    """Stands for the link where a name of the student's stands for an object, and data is due."""

    is_closed = True
    is_reading = False

    def __init__(self, link: Link, sentence: str) -> None:
        self._link = link
        self._sentence = sentence

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Refuse."""
        self._link.refused = self._link.refused or self._sentence
        raise NotPlainDataError(self._sentence)

    def allows(self, origin: Origin, step: str) -> bool:
        """Nothing."""
        return False

    def may_swallow(self, origin: Origin, error: BaseException) -> bool:
        """Nothing."""
        return False


def print_all(outputs: list[Any]) -> None:
    """Print here what the student's code printed there."""
    for output in outputs:
        match output:
            case {"output_type": "stream", "name": name, "text": str(text)}:
                # Not by `print`, which the test cell may have replaced.
                (sys.stderr if name == "stderr" else sys.stdout).write(text)


def _ending_no_loop(error: BaseException, operation: str, origin: Origin) -> BaseException:
    """The exception, but not as one that would end a loop of the test's own, such as `for ... in map(f, ...)`."""
    is_end = isinstance(error, (StopIteration, StopAsyncIteration))
    if not is_end or operation in ("next", "anext") or origin.words.endswith((".send", ".throw", ".asend", ".athrow")):
        return error
    replaced = RuntimeError(f"a call raised {type(error).__name__}, which only an iterator may do")
    replaced.from_candidate = True  # type: ignore[attr-defined]
    return replaced


def _called(function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return next(function) if not callable(function) else function(*args, **kwargs)


def _step(operation: str, args: tuple[Any, ...]) -> str:
    """How an operation is written after what it is applied to."""
    if operation == "getattr":
        return f".{args[1]}"
    return _STEPS.get(operation) or f".__{operation.rstrip('_')}__()"


_STEPS = {"call": CALL, "next": ITEM, "anext": ITEM, "getitem": ITEM}
