"""Instances of the student's subclasses of builtin types: namedtuples, members of an `IntEnum`, lists with methods.

What such an instance holds by its base type is plain data, and the base type's own operations apply to it here: `==`,
`<`, `+`, `len`, indexing, iteration. The class's own are never asked, but for those that give a text. Names that the
base type lacks go to the candidate, and so does what changes the instance.

What cannot change comes at once, as an object of a class that derives from the base type. A list that has methods of
the student's may change with each of their calls, so it is asked for what it holds whenever the test looks at it.
"""

from __future__ import annotations

import copy
import operator
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from nbproctor.examination.examiner.proxies import (
    CallableProxy,
    PlainInstance,
    Proxy,
    ask,
    is_reading,
    key_of,
    origin_of,
    proxy_of,
)
from nbproctor.examination.wire.standard_types import CHANGING_METHODS
from tester_fw.families import READERS

UNKNOWN = object()
"""In place of a content that did not come along."""

# A candidate may make up names without end.
_MOST_TYPES, _MOST_NAME_CHARACTERS = 1000, 200


def arrived_instance(proxy: Proxy, base: type, methods: tuple[str, ...], content: Any) -> PlainInstance:
    """What stands for an instance.

    Args:
        proxy: is asked for what the base type lacks; its type's name is that of the student's class.
        base: the base type.
        methods: the special methods of the class's own that are asked.
        content: what it holds, if that cannot change; or else `UNKNOWN`.
    """
    name = type(proxy).__name__
    if content is UNKNOWN:
        instance: Any = object.__new__(_changing_type(name, base, methods))
    else:
        instance = base.__new__(_type(name, base, methods), content)
    object.__setattr__(instance, "_examiners_proxy", proxy)
    return instance  # type: ignore[no-any-return]


def is_same_content(instance: PlainInstance, base: type, methods: tuple[str, ...], content: Any) -> bool:
    """Whether an instance that came earlier may stand for one with this content as well.

    Args:
        instance: what came earlier for an object with the same number.
        base: the base type.
        methods: the special methods of the class's own that are asked.
        content: what it holds, or `UNKNOWN`.
    """
    name = type(proxy_of(instance)).__name__
    if content is UNKNOWN:
        return type(instance) is _changing_type(name, base, methods)
    return type(instance) is _type(name, base, methods) and _content(instance) == content


def _is_data_alone(instance: PlainInstance) -> bool:
    """Whether it came where the reference gave plain data: then nothing of the student's is asked."""
    return not origin_of(proxy_of(instance)).places


class _Instance(PlainInstance):
    """What all instances have in common: the names that their base type lacks."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        __tracebackhide__ = True
        if _is_data_alone(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return Proxy.__getattr__(proxy_of(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        __tracebackhide__ = True
        Proxy.__setattr__(proxy_of(self), name, value)

    def __delattr__(self, name: str) -> None:
        __tracebackhide__ = True
        Proxy.__delattr__(proxy_of(self), name)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return Proxy.__reduce_ex__(proxy_of(self), protocol)

    def __copy__(self) -> Any:
        return _content(self) if _is_data_alone(self) else Proxy.__copy__(proxy_of(self))

    def __deepcopy__(self, memo: Any) -> Any:
        return copy.deepcopy(_content(self), memo) if _is_data_alone(self) else Proxy.__deepcopy__(proxy_of(self), memo)


class _ChangingInstance(_Instance):
    """One that may change: its class has no part in the base type."""

    __slots__ = ("_examiners_proxy",)


def _content(instance: Any) -> Any:
    """What an instance holds now, as a value of exactly its base type."""
    __tracebackhide__ = True
    base = _base(instance)
    if not isinstance(instance, _ChangingInstance):
        return _COPIED[base](instance)
    content = ask("content", proxy_of(instance))
    if type(content) is not base:
        raise TypeError(f"a {type(instance).__name__} does not hold what a {base.__name__} holds")
    return content


_COPIED: dict[type, Callable[[Any], Any]] = {
    int: int.__index__,
    float: float.__float__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}


READERS.append((_ChangingInstance, _content))  # how `tester_fw` compares it


def _base(instance: Any) -> type:
    return vars(type(instance))["_examiners_base"]  # type: ignore[no-any-return]


@lru_cache(_MOST_TYPES)
def _type(name: str, base: type, methods: tuple[str, ...]) -> type:
    """The class of instances that cannot change: it derives from the base type."""
    return type(name[:_MOST_NAME_CHARACTERS], (_Instance, base), _members(base, methods))


@lru_cache(_MOST_TYPES)
def _changing_type(name: str, base: type, methods: tuple[str, ...]) -> type:
    """The class of instances that may change: whatever looks at one asks for its content first."""
    members = {
        **{method: _looking(base, method) for method in _LOOKING if hasattr(base, method)},
        **({"__radd__": _looking(base, "__radd__")} if hasattr(base, "__add__") else {}),
        **{method: _asking(method) for method in CHANGING_METHODS if method[0] == "_" and hasattr(base, method)},
        **_members(base, methods),
        "__class__": property(partial(_class, like=_type(name, base, methods))),
        "__getattr__": _getattr,
        "__slots__": (),
    }
    if "__hash__" not in methods:
        members["__hash__"] = _hash
    if "__bool__" not in methods:
        members["__bool__"] = lambda instance: bool(_content(instance))
    if "__repr__" not in methods:
        members["__repr__"] = _repr
    if hasattr(base, "keys"):
        members["__getitem__"] = _item
    return type(name[:_MOST_NAME_CHARACTERS], (_ChangingInstance,), members)


def _members(base: type, methods: tuple[str, ...]) -> dict[str, Any]:
    return {
        **{method: _asking(method) for method in methods if hasattr(CallableProxy, method)},
        "_examiners_base": base,
        "_examiners_methods": methods,
        "__module__": "__main__",
        "__doc__": property(lambda instance: ask("getattr", proxy_of(instance), "__doc__")),
        "__dict__": property(lambda instance: ask("vars", proxy_of(instance))),
    }


def _asking(method: str) -> Callable[..., Any]:
    """A method that the candidate is asked for, as it would be of any object."""
    of_proxies = getattr(CallableProxy, method)

    def asking(self: PlainInstance, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return of_proxies(proxy_of(self), *args, **kwargs)

    return asking


def _looking(base: type, method: str) -> Callable[..., Any]:
    """A method of the base type's, applied to what the instance holds at the moment."""
    of_base = _OPERATORS.get(method) or getattr(base, method)

    def looking(self: Any, *args: Any) -> Any:
        __tracebackhide__ = True
        if is_reading(proxy_of(self)):  # a set of them: no two are equal where it comes from
            return NotImplemented if not args else _is_same(self, args[0])
        return of_base(_content(self), *[_held(arg) for arg in args])

    return looking


def _is_same(one: PlainInstance, other: object) -> bool:
    return isinstance(other, PlainInstance) and key_of(proxy_of(one)) == key_of(proxy_of(other))


def _held(value: Any) -> Any:
    return _content(value) if isinstance(value, _ChangingInstance) else value


def _class(instance: Any, like: type) -> type:
    """The class that it is of to a test: one that derives from the base type. To what reads an answer it is no list."""
    return type(instance) if is_reading(proxy_of(instance)) else like


def _hash(instance: Any) -> int:
    proxy = proxy_of(instance)
    return hash(key_of(proxy)) if is_reading(proxy) else hash(_content(instance))


def _repr(instance: Any) -> str:
    """As the base type shows its subclasses: all but a list and a dict with the class's name."""
    content, name, base_name = _content(instance), type(instance).__name__, _base(instance).__name__
    shown = repr(content)
    if type(content) is set and content:
        return f"{name}({shown})"
    return name + shown.removeprefix(base_name) if shown.startswith(f"{base_name}(") else shown


def _item(instance: Any, key: object) -> Any:
    """The item of a mapping; of one that says itself what is missing, its answer."""
    __tracebackhide__ = True
    content = _content(instance)
    says_itself = type(content) is defaultdict or "__missing__" in vars(type(instance))["_examiners_methods"]
    if says_itself and key not in content and not _is_data_alone(instance):
        return ask("missing", proxy_of(instance), key)
    return content[key]


def _getattr(instance: Any, name: str) -> Any:
    __tracebackhide__ = True
    if name in CHANGING_METHODS:
        return Proxy.__getattr__(proxy_of(instance), name)
    if not name.startswith("__") and hasattr(_base(instance), name):
        return getattr(_content(instance), name)
    return _Instance.__getattr__(instance, name)


def _reflected(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda right, left: operate(left, right)


# Operators of two operands: the other one's type has a say as well.
_OPERATORS: dict[str, Callable[..., Any]] = {
    **{
        f"__{name.rstrip('_')}__": getattr(operator, name)
        for name in ("eq", "ne", "lt", "le", "gt", "ge", "add", "mul", "mod", "and_", "or_", "sub", "xor")
    },
    **{
        f"__r{name.rstrip('_')}__": _reflected(getattr(operator, name))
        for name in ("add", "mul", "mod", "and_", "or_", "sub", "xor")
    },
}
_LOOKING = [
    *_OPERATORS,
    *(f"__{name}__" for name in ("len", "getitem", "iter", "reversed", "contains", "pos", "neg")),
]
