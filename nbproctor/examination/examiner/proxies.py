"""Proxies of the student's objects: operations on them go to the candidate, and data comes back."""

from __future__ import annotations

import inspect
import types
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Any, Protocol

from nbproctor.examination.examiner.rehearsal.reference_uses import Origin


class Conversation(Protocol):
    """What a proxy asks: the link to the candidate, or an object that refuses in its place."""

    @property
    def is_closed(self) -> bool:
        """Whether there is nobody to ask."""

    @property
    def is_reading(self) -> bool:
        """Whether an answer is being read, so that no other question can be asked."""

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """What the operation gives."""

    def allows(self, origin: Origin, step: str) -> bool:
        """Whether the test may tell the student's code data by this step.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """

    def keep_back(self) -> None:
        """Note that an operator of an object is not asked, as the other operand is the test's data."""

    def may_swallow(self, origin: Origin, error: BaseException) -> bool:
        """Whether the student's context manager may swallow an exception of the test's.

        Args:
            origin: how the test came by the context manager.
            error: the exception.
        """


class Proxy:
    """Stands for an object of the student's: a function or class by its name, any other object by its number.

    It never equals plain data, whatever its own `__eq__` would say. For the same reason its other operators
    apply to other proxies only, unless the test used the reference's operators with data there.
    """

    __array_ufunc__ = None  # so that numpy leaves `array == proxy` to the proxy
    __slots__ = ("_examiners_hash", "_examiners_key", "_examiners_link", "_examiners_origin")

    def __init__(self, link: Conversation, key: str | int, origin: Origin, hashed: int | None = 0) -> None:
        for name, value in zip(sorted(Proxy.__slots__), (hashed, key, link, origin), strict=True):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        key = key_of(self)
        if isinstance(key, str):
            return key
        if _link(self).is_closed:
            return f"<{type(self).__name__} object>"
        return _apply("repr", self)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        __tracebackhide__ = True
        if name == "__signature__":
            return _signature(self)
        if name.startswith("__") and name.endswith("__") and name not in _ATTRIBUTES:
            raise AttributeError(name)  # Python's own protocols are those below and no others
        return _apply("getattr", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        __tracebackhide__ = True
        _apply("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        __tracebackhide__ = True
        _apply("delattr", self, name)

    def __dir__(self) -> Any:
        return _apply("dir", self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, type) and issubclass(other, (Proxy, PlainInstance)):  # `type(x) == Card`
            return key_of(self) == other.__name__
        if not isinstance(other, Proxy):
            _link(self).keep_back()
            return False
        if _link(self).is_reading:  # a set of them: no two are equal where it comes from
            return key_of(self) == key_of(other)
        return _apply("eq", self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Proxy) or _link(self).allows(origin_of(self), ".__contains__()"):
            return _apply("contains", self, item) is True
        _link(self).keep_back()
        return any(item == member for member in self)

    def __hash__(self) -> int:
        hashed: int | None = _HASH(self)
        if _link(self).is_reading or hashed == hash(key_of(self)):  # a set of them; an object without a hash of its own
            return hash(hashed)
        return _apply("hash", self)  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        return _apply("bool", self) is True

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return _apply("vars", self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} of the student's cannot be pickled by a test")

    def __copy__(self) -> Any:
        return _apply("copy", self)

    def __deepcopy__(self, memo: Any) -> Any:
        return _apply("deepcopy", self)

    def __format__(self, spec: str) -> str:
        return _apply("format", self, spec) if spec else str(self)

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, (Proxy, PlainInstance)) and _apply("isinstance", self, instance) is True

    def __subclasscheck__(self, subclass: object) -> bool:
        return isinstance(subclass, Proxy) and _apply("issubclass", self, subclass) is True

    # Iteration and contexts.

    def __iter__(self) -> Iterator[Any]:
        iterator = _apply("iter", self)
        if not isinstance(iterator, Proxy):
            raise TypeError(f"iter() returned non-iterator of type {type(iterator).__name__!r}")
        while True:
            try:
                item = _apply("next", iterator)
            except StopIteration:
                return
            yield item

    def __enter__(self) -> Any:
        return _apply("enter", self)

    def __exit__(self, kind: type | None, error: BaseException | None, frames: types.TracebackType | None) -> bool:
        is_swallowed = _apply("exit", self, error) is True
        return is_swallowed and error is not None and _link(self).may_swallow(origin_of(self), error)

    def __aiter__(self) -> AsyncIterator[Any]:
        return _items(_apply("aiter", self))

    async def __anext__(self) -> Any:
        return _apply("anext", self)

    async def __aenter__(self) -> Any:
        return _apply("aenter", self)

    async def __aexit__(
        self, kind: type | None, error: BaseException | None, frames: types.TracebackType | None
    ) -> bool:
        is_swallowed = _apply("aexit", self, error) is True
        return is_swallowed and error is not None and _link(self).may_swallow(origin_of(self), error)


class CallableProxy(Proxy):
    """Stands for an object that can be called, or for a name under which the reference has such an object."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate call it."""
        __tracebackhide__ = True
        return _apply("call", self, *args, **kwargs)


class PlainInstance:
    """Stands for an instance of a builtin type's subclass: as that type does, with what the instance holds."""

    __slots__ = ()


def proxy_of(instance: PlainInstance) -> Proxy:
    """The proxy that is asked for whatever an instance's base type lacks."""
    return object.__getattribute__(instance, "_examiners_proxy")  # type: ignore[no-any-return]


# Attributes with special names that tests read, and that Python itself does not call.
_ATTRIBUTES = frozenset(
    {"__name__", "__qualname__", "__annotations__", "__defaults__", "__kwdefaults__", "__code__", "__closure__"}
    | {"__self__", "__func__", "__slots__", "__members__", "__dataclass_fields__", "__match_args__", "__notes__"}
)

# The classes, beyond their own, that `isinstance` may find the student's objects to be of.
_CLASSES: dict[str, type] = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "generator": types.GeneratorType,
    "async_generator": types.AsyncGeneratorType,
}


def _class(proxy: Proxy) -> type:
    return _CLASSES.get(type(proxy).__name__, type(proxy))


# A candidate may make up names without end, of any length.
_MOST_PROXY_TYPES, _MOST_NAME_CHARACTERS = 1000, 200


@lru_cache(_MOST_PROXY_TYPES)
def proxy_type(name: str, is_callable: bool) -> type[Proxy]:
    """A class of proxies that has the name of the student's own type, as messages show it.

    Args:
        name: the type's name; a long one is cut.
        is_callable: whether it can be called.
    """
    base = CallableProxy if is_callable else Proxy
    return type(name[:_MOST_NAME_CHARACTERS], (base,), {"__module__": "__main__", "__slots__": (), **_PROPERTIES})


def key_of(proxy: Proxy) -> str | int:
    """The name or number of what a proxy stands for."""
    return _KEY(proxy)  # type: ignore[no-any-return]


def origin_of(proxy: Proxy) -> Origin:
    """How the test came by what a proxy stands for."""
    return _ORIGIN(proxy)  # type: ignore[no-any-return]


def came_again(proxy: Proxy, origin: Origin, hashed: int | None) -> None:
    """Note that what a proxy stands for came once more.

    Args:
        proxy: the proxy.
        origin: how the test came by it, this time or earlier.
        hashed: its hash now.
    """
    object.__setattr__(proxy, "_examiners_origin", origin)
    object.__setattr__(proxy, "_examiners_hash", hashed)


def is_reading(proxy: Proxy) -> bool:
    """Whether an answer is being read, so that the candidate cannot be asked."""
    return _link(proxy).is_reading


def _link(proxy: Proxy) -> Conversation:
    return _LINK(proxy)  # type: ignore[no-any-return]


# The slots' own descriptors: no attribute of the student's is looked at.
_HASH, _KEY, _LINK, _ORIGIN = (vars(Proxy)[name].__get__ for name in sorted(Proxy.__slots__))


def ask(operation: str, proxy: Proxy, /, *args: Any) -> Any:
    """What an operation on a proxy gives that has no method here.

    Args:
        operation: its name.
        proxy: what it is applied to.
        args: its other operands.
    """
    __tracebackhide__ = True
    return _apply(operation, proxy, *args)


def _apply(operation: str, proxy: Proxy, /, *args: Any, **kwargs: Any) -> Any:
    __tracebackhide__ = True
    return _LINK(proxy).apply(operation, proxy, *args, **kwargs)


def _signature(proxy: Proxy) -> inspect.Signature:
    """The signature of a function, from its parameters as plain data."""
    empty = inspect.Parameter.empty
    parameters = [
        inspect.Parameter(
            name,
            _KINDS[kind],
            default=default[0] if default else empty,
            annotation=annotation[0] if annotation else empty,
        )
        for name, kind, default, annotation in _apply("signature", proxy)
    ]
    return inspect.Signature(parameters)


_KINDS = {kind.name: kind for kind in type(inspect.Parameter("a", inspect.Parameter.POSITIONAL_ONLY).kind)}


def coroutine(proxy: Proxy) -> Any:
    """A coroutine of the examiner's own: the candidate runs the student's to its end."""
    awaited: Any = _awaited(proxy)
    awaited.__name__ = awaited.__qualname__ = type(proxy).__name__
    return awaited


async def _awaited(proxy: Proxy) -> Any:
    return _apply("await", proxy)


async def _items(iterator: Any) -> AsyncIterator[Any]:
    if not isinstance(iterator, Proxy):
        raise TypeError(f"'async for' received an object of type {type(iterator).__name__!r}")
    while True:
        try:
            item = _apply("anext", iterator)
        except StopAsyncIteration:
            return
        yield item


_PROPERTIES = {
    "__doc__": property(lambda proxy: _apply("getattr", proxy, "__doc__")),
    "__class__": property(_class),
}


def _forward(operation: str) -> None:
    def forward(self: Proxy, *args: Any) -> Any:
        __tracebackhide__ = True
        return _apply(operation, self, *args)

    setattr(Proxy, f"__{operation}__", forward)


def _forward_between_proxies(operation: str) -> None:
    """Forward an operator between two proxies; between a proxy and data, where the test did so with the reference."""
    name = f"__{operation.rstrip('_')}__"

    def forward(self: Proxy, other: object) -> Any:
        __tracebackhide__ = True
        if isinstance(other, Proxy) or _link(self).allows(origin_of(self), f".{name}()"):
            return _apply(operation, self, other)
        _link(self).keep_back()
        return NotImplemented

    setattr(Proxy, name, forward)


for _operation in (
    *("getitem", "setitem", "delitem", "len", "str", "int", "float", "complex", "next", "reversed", "round"),
    *("neg", "pos", "abs", "invert"),
):
    _forward(_operation)
for _operation in (
    *("lt", "le", "gt", "ge", "and_", "or_", "xor", "lshift", "rshift"),
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "divmod"),
    *("radd", "rsub", "rmul", "rtruediv", "rfloordiv", "rmod", "rpow", "rand", "ror", "rxor"),
    *("iadd", "isub", "imul", "iand", "ior", "ixor"),
):
    _forward_between_proxies(_operation)
