"""The test cell's objects in the candidate: functions and iterators that the examiner runs, copies of others."""

from __future__ import annotations

import functools
import io
import pickle
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nbproctor.examination.wire import databases
from nbproctor.examination.wire.changed_arguments import state_of
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.exceptions_as_data import Classes
from nbproctor.examination.wire.messages.exam_messages import DATABASE, ERROR, FUNCTION, ITERATOR
from nbproctor.examination.wire.wire_bounds import WireError

CallBack = Callable[[int, tuple[Any, ...], dict[str, Any]], Any]


class ReceivedObjects:
    """The test cell's objects, by the numbers that the examiner gave them.

    Args:
        call_back: lets the examiner call the function that has a number.
        resolve: turns the bytes of a reference inside a copied object into the object that it refers to.
        namespace: the notebook's names.
    """

    def __init__(
        self, call_back: CallBack, resolve: Callable[[bytes], object], namespace: Mapping[str, object]
    ) -> None:
        self._call_back = call_back
        self._resolve = resolve
        self._classes = Classes(namespace)
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._alive: list[Any] = []
        self._in_call: dict[int, Any] = {}  # copies among the arguments of the call that runs

    def is_empty(self) -> bool:
        """Whether the test has passed no object."""
        return not self._objects

    def number(self, value: object) -> int | None:
        """The number under which the examiner knows a value; None for the student's own."""
        number = self._numbers.get(id(value))
        return number if number is not None and self._objects.get(number) is value else None

    def take(self, kind: str, number: int, content: Any = None) -> Any:
        """The object that the examiner passed.

        Args:
            kind: `FUNCTION`, `ITERATOR`, `OBJECT`, `DATABASE` or `ERROR`.
            number: the number that the examiner gave it.
            content: the function's name, or the content of the copied object; None if the copy here is up to date.

        Raises:
            WireError: the object cannot be made here.
        """
        if kind in (FUNCTION, ITERATOR):
            return self._remembered(number, kind, content)
        if kind == ERROR:
            return self.exception(Codec().decode(content), number)
        if content is not None:
            self._remember(number, databases.opened(content) if kind == DATABASE else self._unpickled(content))
        self._in_call[number] = None
        return self._objects[number]

    def exception(self, description: Any, number: int) -> BaseException:
        """An exception that the test's function raised, or that the test passed.

        Args:
            description: the exception in words.
            number: the number that the examiner gave it.
        """
        error = self._classes.exception(description)
        self._remember(number, error)
        return error

    def _remembered(self, number: int, kind: str, name: Any) -> Any:
        """The function or iterator, the same object each time."""
        value = self._objects.get(number)
        if not isinstance(value, (_Iterator, _FUNCTION)) or getattr(value, "__name__", name) != name:
            value = _Iterator(self._call_back, number) if kind == ITERATOR else _function(self._call_back, number, name)
            self._remember(number, value)
        return value

    def _remember(self, number: int, value: Any) -> None:
        self._objects[number] = value
        self._numbers[id(value)] = number
        self._alive.append(value)  # so that no other object gets its id

    def _unpickled(self, content: bytes) -> Any:
        try:
            return _Unpickler(io.BytesIO(content), self._resolve).load()
        except Exception as error:
            raise WireError(
                f"an object of the test cell cannot be passed to your code, which runs in another process: {error}"
            ) from None

    # Objects that a function writes to.

    def begin(self) -> dict[int, Any]:
        """Begin a call; return the copies of the call around it, for `end`."""
        outer, self._in_call = self._in_call, {}
        return outer

    def watch(self) -> None:
        """Remember the state of the copied objects among the call's arguments, once all of these are there."""
        if self._in_call:
            self._in_call = {number: _content(self._objects[number]) for number in self._in_call}

    def end(self, outer: dict[int, Any], codec: Codec) -> dict[int, bytes]:
        """End a call; return the new states, encoded, of the copied objects that it wrote to, by `-1 - number`.

        Args:
            outer: what `begin` returned.
            codec: encodes the states.
        """
        passed, self._in_call = self._in_call, outer
        return {
            -1 - number: codec.encode(_state(self._objects[number]))
            for number, before in passed.items()
            if before is not None and _content(self._objects[number]) != before
        }


def _state(value: Any) -> Any:
    return databases.tables(value) if isinstance(value, sqlite3.Connection) else state_of(value)


def _content(value: Any) -> Any:
    """A value that differs once an object was written to; None if the object's state does not go back."""
    try:
        return databases.version(value) if isinstance(value, sqlite3.Connection) else state_of(value)
    except sqlite3.Error:  # closed
        return None


class _Iterator(Iterator[Any]):
    """An iterator of the test cell's: each item is asked for when it is needed."""

    def __init__(self, call_back: CallBack, number: int) -> None:
        self._next = functools.partial(call_back, number, (), {})

    def __next__(self) -> Any:
        return self._next()


def _function(call_back: CallBack, number: int, name: str) -> Callable[..., Any]:
    def passed(*args: Any, **kwargs: Any) -> Any:
        return call_back(number, args, kwargs)

    passed.__name__ = passed.__qualname__ = name
    return passed


_FUNCTION = type(_function)


class _Unpickler(pickle.Unpickler):
    """Reads what the examiner pickled. What a candidate sends is never unpickled."""

    def __init__(self, file: io.BytesIO, resolve: Callable[[bytes], object]) -> None:
        super().__init__(file)
        self._resolve = resolve

    def persistent_load(self, reference: Any) -> Any:
        return self._resolve(reference)
