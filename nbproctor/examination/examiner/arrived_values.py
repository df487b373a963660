"""What comes from the candidate: by which step of the test it came, and the proxies for the objects in it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, NamedTuple

import msgpack

from nbproctor.examination.examiner.arrived_figures import ArrivedFigures
from nbproctor.examination.examiner.plain_instances import UNKNOWN, arrived_instance, is_same_content
from nbproctor.examination.examiner.proxies import (
    Conversation,
    PlainInstance,
    Proxy,
    came_again,
    coroutine,
    key_of,
    origin_of,
    proxy_of,
    proxy_type,
)
from nbproctor.examination.examiner.rehearsal.reference_uses import ITSELF, Origin, UsePolicy
from nbproctor.examination.examiner.sent_objects import PassedObjects
from nbproctor.examination.examiner.student_exceptions import StudentsException
from nbproctor.examination.wire import changed_arguments
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.messages.exam_messages import FIGURE, RETURNED, Applied
from nbproctor.examination.wire.standard_types import BASES, SPECIAL_METHODS, UNCHANGEABLE_BASES
from nbproctor.examination.wire.wire_bounds import WireError


class Arrivals:
    """Reads what comes from the candidate, and writes what goes there.

    Args:
        link: what the proxies ask.
        uses: says where the student's code may give objects.

    Attributes:
        origin: how the test came by the object that it applies an operation to at the moment.
        step: the step from that object to the operation's result.
        has_object: whether an object was in the message that was read last.
        misplaced: the types of the objects in that message that came where only data may come.
        may_differ: whether something came in this test cell that one kernel may find to be something else.
        is_reading: whether a message is being read.
        passed: what the test cell passed.
        figures: the student's figures, drawn again.
        codec: turns values into bytes and back.
    """

    def __init__(self, link: Conversation, uses: UsePolicy) -> None:
        self._link = link
        self._uses = uses
        self._coroutines: dict[int, tuple[Any, Proxy]] = {}
        # By number: what stands for an object that came already in this test cell, so that it is the same again.
        self._known: dict[int, Any] = {}
        self.origin, self.step = Origin.named(""), ITSELF
        self.has_object = False
        self.misplaced: list[str] = []
        self.is_reading = self.may_differ = False
        self.figures = ArrivedFigures()
        self.passed = PassedObjects(self.students_reference)
        self.codec = self.new_codec()

    def new_codec(self) -> Codec:
        """Another codec, for a channel: each encodes one value at a time."""
        return Codec(self._refer, self._resolve)

    def forget(self) -> None:
        """Begin a test cell: the candidate can no longer reach what an earlier one passed."""
        self.passed.forget()
        self.figures.forget()
        self._coroutines.clear()
        self._known.clear()
        self.may_differ = False

    def by(self, origin: Origin, step: str) -> By:
        """Let what comes meanwhile count as come by this step; afterwards, restore all attributes.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        return By(self, origin, step)

    def reading(self) -> Reading:
        """Say that a message is read meanwhile."""
        return Reading(self)

    def decoded(self, content: bytes, origin: Origin, step: str) -> Any:
        """A value inside a message, in which the objects came by this step.

        Args:
            content: the value, encoded.
            origin: how the test came by what the step begins at.
            step: the step.

        Raises:
            WireError: the bytes are no value.
        """
        before = self.origin, self.step
        self.origin, self.step = origin, step
        try:
            with self.reading():
                return self.codec.decode(content)
        finally:
            self.origin, self.step = before

    def change(self, values: list[Any], changed: dict[int, bytes], step: str) -> list[str]:
        """Change parts of arguments, by number, as the candidate changed them.

        Args:
            values: the arguments.
            changed: the new content of each part; of a copied object, which has a number below 0, its new state.
            step: how objects in them come.

        Returns:
            the types of the objects that came where only data may come.

        Raises:
            Exception: whatever comes of filling a frame with what is none.
        """
        parts = {number: content for number, content in changed.items() if type(number) is not int or number >= 0}
        objects = {-1 - number: content for number, content in changed.items() if number not in parts}
        with self.by(self.origin, step):
            self.misplaced = []
            changed_arguments.fill(self.codec, values, parts)
            for number, content in objects.items():
                self.passed.update(number, self.codec.decode(content))
            return self.misplaced

    def reply_ahead(self, reply: Any, step: str) -> Applied:
        """The reply to a call that was made ahead.

        Args:
            reply: what came of it.
            step: the call, as a step from what was called.

        Raises:
            WireError: it is no reply.
        """
        if type(reply) is bytes:  # what the call returned, and it did nothing else
            return Applied(RETURNED, self.decoded(reply, self.origin, step), {}, [])
        match reply:
            case [bytes(content)]:
                return Applied.read(self.decoded(content, self.origin, step))
        raise WireError("a reply does not have the parts that it should have")

    # What comes.

    def _resolve(self, data: bytes, content: Any = UNKNOWN) -> Any:
        """What stands for an object that the candidate refers to.

        Args:
            data: the reference.
            content: what the object holds by its base type, if that came along.
        """
        match msgpack.unpackb(data):
            case [
                int(key),
                str(kind),
                int() | None as hashed,
                bool(is_callable),
                str(base),
                list(own),
                bool(overrides),
            ] if type(key) is int and base in BASES and all(type(method) is str for method in own):
                if overrides:
                    self._may_differ()
                return self._instance(_Told(key, kind, hashed, is_callable), BASES[base], own, content)
            case [int(number)] if content is UNKNOWN:
                return self._passed_object(number)
            case [fixed, int(number), list(place), bytes(form), int(key), str(kind)] if (
                fixed == FIGURE and content is UNKNOWN
            ):
                drawn = self.figures.take(number, place, form, key)
                return self._proxy(_Told(key, kind, key, False)) if drawn is None else drawn
            case [int(key), str(kind)] if type(key) is int and content is UNKNOWN:
                return self._proxy(_Told(key, kind, hash(key), True))
            case [int(key), str(kind), int() | None as hashed, bool(is_callable)] if (
                type(key) is int and content is UNKNOWN
            ):
                return self._proxy(_Told(key, kind, hashed, is_callable))
        raise WireError("a reference does not hold a number and a name")

    def _passed_object(self, number: int) -> Any:
        """The test cell's own object that comes back under its number."""
        try:
            return self.passed[number]
        except LookupError:
            raise WireError("nothing was passed under this number") from None

    def _proxy(self, told: _Told) -> Any:
        self.has_object = True
        origin = self._uses.took(self.origin, self.step, told.kind)
        if origin is None:
            self.misplaced.append(told.kind)
            return None
        if told.kind == "coroutine":
            proxy = told.proxy(self._link, origin)
            stand_in = coroutine(proxy)
            self._coroutines[id(stand_in)] = stand_in, proxy
            return stand_in
        known = self._known.get(told.key)
        if type(known) is proxy_type(told.kind, told.is_callable):
            came_again(known, _joined(origin, known), told.hashed)
            return known
        return self._remembered(told.key, told.proxy(self._link, origin))

    def _instance(self, told: _Told, base: type, own: list[str], content: Any) -> Any:
        """What stands for an instance of a builtin type's subclass: plain data, which may come wherever data may."""
        if content is not UNKNOWN and (base not in UNCHANGEABLE_BASES or type(content) is not base):
            raise WireError("an instance does not hold what its base type holds")
        if content is UNKNOWN:  # which is no list to what looks into it without asking its type
            self._link.keep_back()
        origin = self._uses.took(self.origin, self.step, told.kind)
        if origin is None:
            if own:
                self._may_differ()
            origin = Origin.where_data_is_due(self.origin, self.step)
            return arrived_instance(told.proxy(self._link, origin), base, (), content)
        self.has_object = True
        methods = tuple(sorted(SPECIAL_METHODS.intersection(own)))
        known = self._known.get(told.key)
        if isinstance(known, PlainInstance) and is_same_content(known, base, methods, content):
            came_again(proxy_of(known), _joined(origin, proxy_of(known)), told.hashed)
            return known
        return self._remembered(told.key, arrived_instance(told.proxy(self._link, origin), base, methods, content))

    def _may_differ(self) -> None:
        """Note that one kernel asks a class where its base type is asked here: either may find a test right alone."""
        self.may_differ = True
        self._link.keep_back()

    def _remembered(self, key: int, stands_for: Any) -> Any:
        if len(self._known) < _MOST_KNOWN:
            self._known[key] = stands_for
        return stands_for

    # What goes.

    def _refer(self, value: object) -> bytes:
        reference = self.students_reference(value)
        return self.passed.reference(value) if reference is None else reference

    def students_reference(self, value: object) -> bytes | None:
        """The bytes that stand for a thing of the student's; None for anything else."""
        if not isinstance(value, Proxy):  # as most are
            if (key := self.figures.key(value)) is not None:
                return _packed(key)
            if id(value) in self._coroutines:
                value = self._coroutines[id(value)][1]
            elif isinstance(value, PlainInstance):
                value = proxy_of(value)
            elif isinstance(value, (StudentsException, BaseException)):
                value = value.__dict__.get("examiners_proxy")
            if not isinstance(value, Proxy):
                return None
        return _packed(key_of(value))


def _packed(key: str | int) -> bytes:
    packed: bytes = msgpack.packb(key)
    return packed


_MOST_KNOWN = 10_000
_MOST_PLACES = 16


class _Told(NamedTuple):
    """What the candidate tells of an object: its number, its type's name, its hash, and whether it can be called."""

    key: int
    kind: str
    hashed: int | None
    is_callable: bool

    def proxy(self, link: Conversation, origin: Origin) -> Proxy:
        """A new proxy of the object."""
        return proxy_type(self.kind, self.is_callable)(link, self.key, origin, self.hashed)


def _joined(origin: Origin, known: Proxy) -> Origin:
    """How the test came by an object, this time and earlier; of very many ways, this time's."""
    joined = origin.joined(origin_of(known))
    return joined if len(joined.places) <= _MOST_PLACES else origin


class By:
    """What `Arrivals.by` returns."""

    __slots__ = ("_arrivals", "_before", "_origin", "_step")

    def __init__(self, arrivals: Arrivals, origin: Origin, step: str) -> None:
        self._arrivals, self._origin, self._step = arrivals, origin, step

    def __enter__(self) -> None:
        arrivals = self._arrivals
        self._before = arrivals.origin, arrivals.step, arrivals.has_object, arrivals.misplaced
        arrivals.origin, arrivals.step = self._origin, self._step

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        arrivals = self._arrivals
        arrivals.origin, arrivals.step, arrivals.has_object, arrivals.misplaced = self._before


class Reading:
    """What `Arrivals.reading` returns."""

    __slots__ = ("_arrivals",)

    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals

    def __enter__(self) -> None:
        arrivals = self._arrivals
        arrivals.is_reading, arrivals.has_object, arrivals.misplaced = True, False, []

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._arrivals.is_reading = False


def print_all(outputs: list[Any]) -> None:
    """Print here what the student's code printed there."""
    for output in outputs:
        match output:
            case {"output_type": "stream", "name": name, "text": str(text)}:
                # Not by `print`, which the test cell may have replaced.
                (sys.stderr if name == "stderr" else sys.stdout).write(text)
