"""The operations that the examiner may ask the candidate to apply to the student's objects."""

from __future__ import annotations

import asyncio
import copy
import inspect
import operator
from collections.abc import Callable, Coroutine
from typing import Any

from nbproctor.examination.candidate.base_contents import KindsOfInstances, content_of


def _call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _make(kind: Any, /, *args: Any, **kwargs: Any) -> BaseException:
    error = kind(*args, **kwargs)
    if not isinstance(error, BaseException):
        raise TypeError(f"{kind!r} made no exception but a {type(error).__name__}")
    return error


def _exit(manager: Any, error: BaseException | None) -> bool:
    kind, frames = (type(error), error.__traceback__) if error is not None else (None, None)
    return bool(type(manager).__exit__(manager, kind, error, frames))


async def _aexit(manager: Any, error: BaseException | None) -> bool:
    kind, frames = (type(error), error.__traceback__) if error is not None else (None, None)
    return bool(await type(manager).__aexit__(manager, kind, error, frames))


def _to_the_end(awaitable: Any) -> Any:
    """Run a coroutine to its end, on the loop on which the notebook's own cells wait."""
    from IPython.core.async_helpers import get_asyncio_loop

    async def wait() -> Any:
        return await awaitable

    running: Coroutine[Any, Any, Any] = wait()
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return get_asyncio_loop().run_until_complete(running)
    running.close()
    raise RuntimeError("the test's function cannot wait for a coroutine that yours is waiting in")


def _signature(function: Any) -> list[list[Any]]:
    """The parameters of a function: name, kind, default and annotation if there are any."""
    empty = inspect.Parameter.empty
    return [
        [
            parameter.name,
            parameter.kind.name,
            [] if parameter.default is empty else [parameter.default],
            [] if parameter.annotation is empty else [parameter.annotation],
        ]
        for parameter in inspect.signature(function).parameters.values()
    ]


def _content(value: Any) -> Any:
    """What an instance of a builtin type's subclass holds."""
    kind = KindsOfInstances().of(type(value))
    if kind is None:
        raise TypeError(f"a {type(value).__name__} has no content of a builtin type")
    return content_of(value, kind.base)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": _call,
    "make": _make,
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "isinstance": lambda kind, value: isinstance(value, kind),
    "issubclass": lambda kind, value: issubclass(value, kind),
    "signature": _signature,
    "vars": lambda value: dict(vars(value)),
    "enter": lambda manager: type(manager).__enter__(manager),
    "exit": _exit,
    "await": _to_the_end,
    "aiter": aiter,
    "anext": lambda iterator: _to_the_end(anext(iterator)),
    "aenter": lambda manager: _to_the_end(type(manager).__aenter__(manager)),
    "aexit": lambda manager, error: _to_the_end(_aexit(manager, error)),
    "content": _content,
    "missing": lambda mapping, key: type(mapping).__missing__(mapping, key),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "contains": operator.contains,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    **{
        builtin.__name__: builtin
        for builtin in (
            *(iter, next, reversed, len, hash, dir, format, round, divmod),
            *(str, repr, bool, int, float, complex),
        )
    },
    **{
        name: getattr(operator, name)
        for name in (
            *("eq", "ne", "lt", "le", "gt", "ge"),
            *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"),
            *("iadd", "isub", "imul", "iand", "ior", "ixor"),
            *("and_", "or_", "xor", "lshift", "rshift", "neg", "pos", "abs", "invert"),
        )
    },
}


def _reflected(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda right, left: operate(left, right)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor"):
    OPERATIONS[f"r{_name.rstrip('_')}"] = _reflected(OPERATIONS[_name])
