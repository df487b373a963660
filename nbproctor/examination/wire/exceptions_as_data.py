"""Exceptions as plain data, with their classes, messages and attributes; and exceptions made of such data again."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_tracebacks import text_of

MAX_TEXT = 10_000  # characters of a message, and bytes of the arguments and attributes
MAX_CLASSES = 1_000
_MOST_CAUSES = 3  # how many causes of a chain of causes are described

# Libraries whose exceptions arrive as themselves. None whose exceptions a test framework takes for a verdict.
_LIBRARIES = frozenset(
    {"ast", "asyncio", "binascii", "configparser", "copy", "csv", "dataclasses", "decimal", "graphlib", "json", "numpy"}
    | {"pandas", "queue", "re", "shutil", "sqlite3", "statistics", "struct", "subprocess", "tokenize", "xml", "zlib"}
)


def is_exception_class(value: object) -> bool:
    """Whether the value is a class of exceptions."""
    return isinstance(value, type) and issubclass(value, BaseException)


# From an exception to plain data.


def described(error: BaseException, causes: int = _MOST_CAUSES) -> list[Any]:
    """An exception as data: its class, message, arguments, attributes and cause.

    Args:
        error: the exception.
        causes: how many exceptions of its chain of causes are described.
    """
    cause = error.__cause__
    return [
        class_described(type(error)),
        text_of(error)[:MAX_TEXT],
        _plain_arguments(error),
        _plain_attributes(error),
        described(cause, causes - 1) if cause is not None and causes else None,
    ]


def class_described(kind: type) -> Any:
    """A class of exceptions: its name if it is Python's own, otherwise with its module and what it derives from."""
    if getattr(builtins, kind.__name__, None) is kind:
        return kind.__name__
    bases = [class_described(base) for base in kind.__bases__ if is_exception_class(base)]
    return [kind.__name__[:200], kind.__module__ if isinstance(kind.__module__, str) else "", bases]


def is_builtin(kind: type) -> bool:
    """Whether a class is one of Python's own."""
    return getattr(builtins, kind.__name__, None) is kind


def _plain_arguments(error: BaseException) -> list[Any] | None:
    """The exception's arguments, if they are plain data and short; else None."""
    args = list(error.args)
    if isinstance(error, OSError) and error.filename is not None:
        args[2:] = [error.filename]  # Python takes it out of the arguments
    return args if _is_plain(args) else None


def _plain_attributes(error: BaseException) -> dict[str, Any]:
    return {
        name: value
        for name, value in getattr(error, "__dict__", {}).items()
        if type(name) is str and not name.startswith("__") and name not in _TOOLS_ATTRIBUTES and _is_plain(value)
    }


def _is_plain(value: object) -> bool:
    try:
        return len(Codec().encode(value)) <= MAX_TEXT
    except WireError:
        return False


# From plain data to an exception.

_TOOLS_ATTRIBUTES = ("from_candidate", "examiners_text", "examiners_proxy")


class Classes:
    """The classes of exceptions that were described; a class that is not found is made once.

    Args:
        namespace: where a class that both sides define by the same cell is found by its name.
        kind: makes a class that is not found; called as `type` is.
    """

    def __init__(self, namespace: Mapping[str, object], kind: Callable[..., Any] = type) -> None:
        self._namespace = namespace
        self._kind = kind
        self._derived_classes: dict[tuple[object, ...], type[BaseException]] = {}

    def exception(self, description: Any) -> BaseException:
        """The exception that was described; a `RuntimeError` if nothing sensible was."""
        match description:
            case [kind, str(text), list() | None as args, dict(attributes), list() | None as cause]:
                pass
            case _:
                return RuntimeError("an exception that could not be read")
        try:
            error = self._instance(self.find(kind), text, args, attributes)
        except Exception:
            name = kind if isinstance(kind, str) else "an exception that could not be made"
            return RuntimeError(f"{name}: {text}")
        if cause is not None:
            error.__cause__ = self.exception(cause)
        return error

    def find(self, description: Any) -> type[BaseException]:
        """The class that was described.

        Raises:
            ValueError: the description is none of a class of exceptions.
        """
        match description:
            case str(name):
                return _builtin(name)
            case [str(name), str(module), [*bases]] if bases and "\0" not in name:
                existing = self._existing(name, module)
                return existing if existing is not None else self._derived(name, tuple(map(self.find, bases)))
        raise ValueError("not the description of an exception's class")

    def _existing(self, name: str, module: str) -> type[BaseException] | None:
        if module == "__main__":
            value = self._namespace.get(name)
            is_ours = (
                is_exception_class(value)
                and value.__module__ == "__main__"
                and value not in self._derived_classes.values()
            )
        else:
            value = getattr(sys.modules.get(module), name, None) if module.partition(".")[0] in _LIBRARIES else None
            is_ours = is_exception_class(value)
        return cast(type[BaseException], value) if is_ours else None

    def _derived(self, name: str, bases: tuple[type[BaseException], ...]) -> type[BaseException]:
        key = (name, *bases)
        if key not in self._derived_classes:
            if len(self._derived_classes) >= MAX_CLASSES:
                raise ValueError("too many classes of exceptions")
            self._derived_classes[key] = self._kind(name, bases, {"__module__": "__main__", **_METHODS})
        return self._derived_classes[key]

    def _instance(
        self, kind: type[BaseException], text: str, args: list[Any] | None, attributes: dict[Any, Any]
    ) -> BaseException:
        if is_builtin(kind):
            init_args = args if args is not None else [text]
            if issubclass(kind, SyntaxError):
                init_args = init_args[:1]  # its traceback would quote the place that it names, from whatever file
            error = kind(*init_args)
        else:
            error = kind.__new__(kind)
            error.args = tuple(args if args is not None else [text])
            error.examiners_text = text  # type: ignore[attr-defined]
        for name, value in attributes.items():
            if type(name) is str and not name.startswith("__") and name not in _TOOLS_ATTRIBUTES:
                error.__dict__[name] = value
        return error


def _builtin(name: str) -> type[BaseException]:
    kind = getattr(builtins, name, None)
    if not is_exception_class(kind):
        raise ValueError(f"{name} is no exception of Python's own")
    return cast(type[BaseException], kind)


def _text(error: BaseException) -> str:
    """The exception's message where it was raised, which its base class might not make of its arguments."""
    text = error.__dict__.get("examiners_text")
    return text if isinstance(text, str) else BaseException.__str__(error)


def _attribute(error: BaseException, name: str) -> Any:
    """An attribute that did not travel, being no plain data, a method or a property: the candidate is asked for it."""
    proxy = error.__dict__.get("examiners_proxy")
    if proxy is None or name.startswith("__"):
        raise AttributeError(f"{type(error).__name__!r} object has no attribute {name!r}")
    return getattr(proxy, name)


_METHODS = {"__init__": BaseException.__init__, "__str__": _text, "__getattr__": _attribute}
