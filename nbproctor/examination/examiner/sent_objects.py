"""What a test cell hands to the student's code that is no plain data: functions, iterators, objects, exceptions.

Functions and iterators stay in the examiner: the candidate gets a number that it may call, and nothing else, for
whoever may look at a function's attributes can look at the whole process. Other objects go as copies, pickled:
toward the candidate only, since whoever unpickles runs what the pickle says.
"""

from __future__ import annotations

import io
import pickle
import sqlite3
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import msgpack

from nbproctor.examination.wire import databases
from nbproctor.examination.wire.changed_arguments import refill
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.exceptions_as_data import described
from nbproctor.examination.wire.messages.exam_messages import DATABASE, ERROR, FUNCTION, ITERATOR, OBJECT
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError


class PassedObjects:
    """The objects that the test cell passed to the student's code, by number.

    Args:
        refer: gives the bytes of a reference to an object of the student's, and None for anything else.
    """

    def __init__(self, refer: Callable[[object], bytes | None]) -> None:
        self._refer = refer
        self._first_number = 0  # grows, so that no number means another object in a later test cell
        self._by_number: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._sent_copies: dict[int, bytes] = {}

    def forget(self) -> None:
        """Begin a new test cell: no number of the last one means anything any more."""
        self._first_number += len(self._by_number)
        self._by_number.clear()
        self._numbers.clear()
        self._sent_copies.clear()

    def forget_copies(self) -> None:
        """Send a copy of each object again when it is passed again."""
        self._sent_copies.clear()

    def __getitem__(self, number: object) -> Any:
        """The object with a number.

        Raises:
            LookupError: no object has it.
        """
        if type(number) is not int or not 0 <= number - self._first_number < len(self._by_number):
            raise LookupError("the test cell that passed this function is over")
        return self._by_number[number - self._first_number]

    def number(self, value: object) -> int:
        """The number of a value, the same each time."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = self._first_number + len(self._by_number)
            self._by_number.append(value)  # kept, so that no other object gets its id
        return number

    def reference(self, value: object) -> bytes:
        """The bytes that stand for a value of the test cell's own.

        Raises:
            WireError: the value can be neither called nor copied.
        """
        number = self.number(value)
        if isinstance(value, BaseException):
            return _packed([ERROR, number, Codec().encode(harmless(value))])
        if isinstance(value, sqlite3.Connection):
            return self._copy(DATABASE, number, databases.serialised(value))
        if _is_called_here(value):
            return _packed([FUNCTION, number, _name(value)])
        if isinstance(value, Iterator) and not isinstance(value, io.IOBase):
            return _packed([ITERATOR, number])
        return self._copy(OBJECT, number, self._pickled(value))

    def update(self, number: int, state: Any) -> None:
        """Give a copied object the state that the candidate's copy of it has.

        Args:
            number: the object's number.
            state: the new state, plain data.
        """
        value = self[number]
        if isinstance(value, sqlite3.Connection):
            databases.restore(value, state)
            self._sent_copies[number] = databases.serialised(value)
        else:
            refill(value, state)
            self._sent_copies[number] = self._pickled(value)

    def _copy(self, kind: str, number: int, content: bytes) -> bytes:
        """The object's number and content; the number alone if the candidate's copy has this content already."""
        if self._sent_copies.get(number) == content:
            return _packed([kind, number, None])
        self._sent_copies[number] = content
        return _packed([kind, number, content])

    def _pickled(self, value: object) -> bytes:
        pickled = io.BytesIO()
        try:
            _Pickler(pickled, self).dump(value)
        except Exception:
            raise WireError(
                f"a {type(value).__name__} of the test cell cannot be passed to the student's code, which runs in "
                "another process: pass plain data or a function, or give the cell the tag same-process"
            ) from None
        return pickled.getvalue()

    def persistent(self, value: object) -> bytes | None:
        """The reference to a part of a pickled object that is not copied: the student's object, or a function."""
        reference = self._refer(value)
        if reference is None and isinstance(value, types.FunctionType) and not _is_importable(value):
            return self.reference(value)
        return reference


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, passed: PassedObjects) -> None:
        super().__init__(file, protocol=5)
        self._passed = passed

    def persistent_id(self, value: Any) -> bytes | None:
        return self._passed.persistent(value)


def _packed(parts: list[Any]) -> bytes:
    packed: bytes = msgpack.packb(parts, unicode_errors="surrogatepass")
    if len(packed) > MAX_BYTES:
        raise WireError("an object of the test cell is too large to be passed to the student's code")
    return packed


def holds_no_data(value: object) -> bool:
    """Whether what the candidate gets of a value is a number to call, or a name that its libraries have as well."""
    if isinstance(value, (BaseException, sqlite3.Connection, io.IOBase)):
        return False
    if callable(value):
        return _is_called_here(value) or isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType))
    return isinstance(value, Iterator)


def _is_called_here(value: object) -> bool:
    """Whether a value is called here: a function, but for those that the candidate's libraries have as well."""
    return callable(value) and not _is_importable(value)


def _is_importable(value: object) -> bool:
    """Whether a value is a function or class of a library, which any process can import."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module.partition(".")[0] in _OURS:
        return False
    return getattr(sys.modules.get(module), name, None) is value


_OURS = ("__main__", "nbproctor", "tester_fw")


def _name(value: object) -> str:
    name = getattr(value, "__name__", None)
    return name[:200] if isinstance(name, str) else type(value).__name__[:200]


def harmless(error: BaseException) -> list[Any]:
    """An exception of the test's, as the student's code may see it: a verdict only by its class.

    The message of a failed assertion may hold what was expected, so it is left out.
    """
    content = described(error, causes=0)
    if not isinstance(error, Exception) or isinstance(error, AssertionError):
        content[1:] = ["", [], {}, None]
    return content
