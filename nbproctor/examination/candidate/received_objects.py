"""What a test cell handed to the student's code, in the candidate: functions to call, objects copied."""

from __future__ import annotations

import functools
import io
import pickle
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nbproctor.examination.wire import databases
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.exceptions import Classes
from nbproctor.examination.wire.process_messages import DATABASE, ERROR, FUNCTION, ITERATOR
from nbproctor.examination.wire.stream_states import state_of
from nbproctor.examination.wire.wire_bounds import WireError

CallBack = Callable[[int, tuple[Any, ...], dict[str, Any]], Any]


class ReceivedObjects:
    """The test cell's things by the numbers that the examiner gave them.

    Args:
        call_back: lets the examiner call the function with a number.
        resolve: turns the bytes of a reference inside a copied object into what it refers to.
        namespace: the notebook's names.
    """

    def __init__(
        self, call_back: CallBack, resolve: Callable[[bytes], object], namespace: Mapping[str, object]
    ) -> None:
        self._call_back = call_back
        self._resolve = resolve
        self._classes = Classes(namespace)
        self._things: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []
        self._in_call: dict[int, Any] = {}  # copies among the arguments of the call that runs

    def number(self, value: object) -> int | None:
        """The number under which the examiner knows a value; None for the student's own."""
        number = self._numbers.get(id(value))
        return number if number is not None and self._things.get(number) is value else None

    def take(self, kind: str, number: int, content: Any = None) -> Any:
        """What the examiner passed.

        Args:
            kind: `FUNCTION`, `ITERATOR`, `OBJECT`, `DATABASE` or `ERROR`.
            number: the number that the examiner gave it.
            content: a function's name, or the content of what is copied; None if the copy that is here is still right.

        Raises:
            WireError: it cannot be made here.
        """
        if kind in (FUNCTION, ITERATOR):
            return self._remembered(number, kind, content)
        if kind == ERROR:
            return self.exception(Codec().decode(content), number)
        if content is not None:
            self._remember(number, databases.opened(content) if kind == DATABASE else self._unpickled(content))
        self._in_call[number] = None
        return self._things[number]

    def exception(self, description: Any, number: int) -> BaseException:
        """An exception that the test's function raised, or that the test passed.

        Args:
            description: the exception in words.
            number: the number that the examiner gave it.
        """
        error = self._classes.made(description)
        self._remember(number, error)
        return error

    def _remembered(self, number: int, kind: str, name: Any) -> Any:
        """The function or iterator, the same object each time."""
        made = self._things.get(number)
        if not isinstance(made, (_Iterator, _FUNCTION)) or getattr(made, "__name__", name) != name:
            made = _Iterator(self._call_back, number) if kind == ITERATOR else _function(self._call_back, number, name)
            self._remember(number, made)
        return made

    def _remember(self, number: int, thing: Any) -> None:
        self._things[number] = thing
        self._numbers[id(thing)] = number
        self._kept.append(thing)  # its id stays its own

    def _unpickled(self, content: bytes) -> Any:
        try:
            return _Unpickler(io.BytesIO(content), self._resolve).load()
        except Exception as error:
            raise WireError(
                f"an object of the test cell cannot be passed to your code, which runs in another process: {error}"
            ) from None

    # Objects that a function writes to.

    def begin(self) -> dict[int, Any]:
        """A call begins; return what belongs to the call around it."""
        before, self._in_call = self._in_call, {}
        return before

    def watch(self) -> None:
        """The arguments are there: remember the state of the copied objects among them."""
        if self._in_call:
            self._in_call = {number: _content(self._things[number]) for number in self._in_call}

    def end(self, around: dict[int, Any], codec: Codec) -> dict[int, bytes]:
        """The call is over: the new states of the copied objects that it wrote to, by `-1 - number`.

        Args:
            around: what `begin` returned.
            codec: encodes the states.
        """
        passed, self._in_call = self._in_call, around
        return {
            -1 - number: codec.encode(_state(self._things[number]))
            for number, before in passed.items()
            if before is not None and _content(self._things[number]) != before
        }


def _state(thing: Any) -> Any:
    return databases.tables(thing) if isinstance(thing, sqlite3.Connection) else state_of(thing)


def _content(thing: Any) -> Any:
    """What tells whether an object was written to; None if its state does not go back."""
    try:
        return databases.version(thing) if isinstance(thing, sqlite3.Connection) else state_of(thing)
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
    """Reads what the examiner pickled; nothing that a candidate sent is ever read so."""

    def __init__(self, file: io.BytesIO, resolve: Callable[[bytes], object]) -> None:
        super().__init__(file)
        self._resolve = resolve

    def persistent_load(self, reference: Any) -> Any:
        return self._resolve(reference)
