"""The student's objects that are no plain data: they stay here, and travel as numbers.

With the number of an instance of a builtin type's subclass goes what it holds by that type, unless it may change: then
the examiner asks for it whenever it looks.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MethodType
from typing import Any

import msgpack

from nbproctor.examination.candidate.base_contents import (
    KindsOfInstances,
    content_of,
    has_content,
    is_unchangeable,
)
from nbproctor.examination.candidate.received_objects import CallBack, ReceivedObjects
from nbproctor.examination.candidate.sent_figures import SentFigures
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.exceptions_as_data import described, is_builtin
from nbproctor.examination.wire.messages.exam_messages import FIGURE, NAMES
from nbproctor.examination.wire.standard_types import UNCHANGEABLE_BASES
from nbproctor.examination.wire.wire_bounds import WireError

Scope = tuple[str, str]


class StudentObjects:
    """The objects that the examiner may refer to: the student's by number or name, and those of the test cell.

    Args:
        names: the notebook's names.
        call_back: lets the examiner call a function that the test cell passed.

    Attributes:
        received: the objects that the test cell passed.
        figures: the student's figures, which travel as data.
        replaced: the student's own value of each name that the test cell replaced, by scope and name; the examiner
            means this one as long as it is replaced.
        codec: turns values into bytes and back; these objects, into references.
    """

    def __init__(self, names: Mapping[str, object], call_back: CallBack) -> None:
        self._names = names
        self._by_number: dict[int, object] = {}  # kept, so that no other object gets the id
        self._numbers: dict[int, int] = {}
        self._kinds = KindsOfInstances()
        self.replaced: dict[Scope, object] = {}
        self.figures = SentFigures()
        self.received = ReceivedObjects(call_back, self._resolve, names)
        self.codec = self.new_codec()

    def new_codec(self) -> Codec:
        """Another codec, for another channel: each encodes one value at a time."""
        return Codec(self._refer, self._resolve)

    @property
    def numbered_ids(self) -> Container[int]:
        """The `id` of each object that the examiner knows by number."""
        return self._numbers

    def encoded(self, value: object) -> bytes:
        """A value, or a reference to it where it cannot be sent."""
        try:
            return self.codec.encode(value)
        except WireError:
            return self.codec.encode(_Unsendable(value))

    def callee(self, function: str | int) -> object:
        """The function with a name or number.

        Raises:
            NameError: nothing has the name.
        """
        return self.named(function) if isinstance(function, str) else self._by_number[function]

    def named(self, name: str) -> object:
        """The student's own value of a name, also while the test cell has replaced it.

        Raises:
            NameError: nothing has the name.
        """
        try:
            is_replaced = self.replaced and (NAMES, name) in self.replaced
            value = self.replaced[NAMES, name] if is_replaced else self._names[name]
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None
        self._number(value)
        return value

    def _number(self, value: object) -> int:
        """The number of an object: its place in the order in which they are told, the same in every process."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self._numbers) + 1
            self._by_number[number] = value
        return number

    def error_data(self, error: BaseException) -> list[Any]:
        """An exception as data: the student's with a number of its own, the test's as the number that it came with."""
        tests_number = self.received.number(error)
        if tests_number is not None:
            return [None, tests_number]
        if is_builtin(type(error)):
            return [described(error), None]
        return [described(error), None, self._number(error)]

    def _refer(self, value: object) -> bytes | tuple[bytes, object]:
        is_sendable = not isinstance(value, _Unsendable)
        value = value.value if isinstance(value, _Unsendable) else value
        tests_number = self.received.number(value)
        if tests_number is not None:
            return _packed([tests_number])
        number = self._number(value)
        if is_sendable and (sent := self.figures.sent(value)) is not None:
            return _packed([FIGURE, *sent, number, type(value).__name__])
        name = type(value).__name__[:200]
        kind = self._kinds.of(type(value)) if is_sendable else None
        if kind is None or not has_content(value, kind.base):
            return _packed([number, name, self._hash(value), callable(value)])
        hashed = self._hash(value) if "__hash__" in kind.own else None
        reference = _packed([number, name, hashed, callable(value), kind.base.__name__, kind.own, kind.overrides])
        if kind.base not in UNCHANGEABLE_BASES:
            return reference
        content = content_of(value, kind.base)
        return (reference, content) if is_unchangeable(content) else reference

    def _hash(self, value: object) -> int | None:
        """The hash, for which the student's code may be asked; None if there is none."""
        if type(value).__hash__ is object.__hash__:
            return self._number(value)
        if type(value) is MethodType:
            return hash((self._number(value.__self__), self._number(value.__func__)))
        try:
            return hash(value)
        except BaseException:
            return None

    def _resolve(self, data: bytes) -> object:
        key = msgpack.unpackb(data, unicode_errors="surrogatepass")
        if isinstance(key, str):
            return self.named(key)
        return self._by_number[key] if isinstance(key, int) else self.received.take(*key)


class _Unsendable:
    """Marks a value that cannot be sent, so that a reference to it is."""

    def __init__(self, value: object) -> None:
        self.value = value


def _packed(parts: list[Any]) -> bytes:
    packed: bytes = msgpack.packb(parts)
    return packed
