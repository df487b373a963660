"""What comes from the candidate: by which step of the test it came, and the proxies for the objects in it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

import msgpack

from nbproctor.examination.examiner.proxies import Conversation, Proxy, coroutine, key_of, proxy_type
from nbproctor.examination.examiner.rehearsal.reference_uses import ITSELF, Origin, UsePolicy
from nbproctor.examination.examiner.sent_objects import PassedObjects
from nbproctor.examination.examiner.student_exceptions import StudentsException
from nbproctor.examination.wire.codec import Codec
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
        is_reading: whether a message is being read.
        passed: what the test cell passed.
        codec: turns values into bytes and back.
    """

    def __init__(self, link: Conversation, uses: UsePolicy) -> None:
        self._link = link
        self._uses = uses
        self._coroutines: dict[int, tuple[Any, Proxy]] = {}
        self.origin, self.step = Origin.named(""), ITSELF
        self.has_object = False
        self.misplaced: list[str] = []
        self.is_reading = False
        self.passed = PassedObjects(self.students_reference)
        self.codec = self.new_codec()

    def new_codec(self) -> Codec:
        """Another codec, for a channel: each encodes one value at a time."""
        return Codec(self._refer, self._resolve)

    def forget(self) -> None:
        """Begin a test cell: the candidate can no longer reach what an earlier one passed."""
        self.passed.forget()
        self._coroutines.clear()

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

    # What comes.

    def _resolve(self, data: bytes) -> Any:
        """What stands for an object that the candidate refers to."""
        match msgpack.unpackb(data):
            case [int(number)]:
                return self._passed_object(number)
            case [int(key), str(kind)] if type(key) is int:
                return self._proxy(key, kind, hash(key), is_callable=True)
            case [int(key), str(kind), int() | None as hashed, bool(is_callable)] if type(key) is int:
                return self._proxy(key, kind, hashed, is_callable)
        raise WireError("a reference does not hold a number and a name")

    def _passed_object(self, number: int) -> Any:
        """The test cell's own object that comes back under its number."""
        try:
            return self.passed[number]
        except LookupError:
            raise WireError("nothing was passed under this number") from None

    def _proxy(self, key: int, kind: str, hashed: int | None, is_callable: bool) -> Any:
        self.has_object = True
        origin = self._uses.took(self.origin, self.step, kind)
        if origin is None:
            self.misplaced.append(kind)
            return None
        proxy = proxy_type(kind, is_callable)(self._link, key, origin, hashed)
        if kind != "coroutine":
            return proxy
        stand_in = coroutine(proxy)
        self._coroutines[id(stand_in)] = stand_in, proxy
        return stand_in

    # What goes.

    def _refer(self, value: object) -> bytes:
        reference = self.students_reference(value)
        return self.passed.reference(value) if reference is None else reference

    def students_reference(self, value: object) -> bytes | None:
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
