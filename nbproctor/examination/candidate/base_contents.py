"""What an instance of a student's class holds by its base type: read by that type's functions, never by the class's.

A namedtuple is a tuple, a member of an `IntEnum` an int, whatever else its class says of it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from nbproctor.examination.wire.changed_arguments import is_container
from nbproctor.examination.wire.standard_types import (
    BASES,
    CHANGING_METHODS,
    SPECIAL_METHODS,
    TEXT_METHODS,
    UNCHANGEABLE_BASES,
    base_has,
    factory_name,
)


class KindOfInstance(NamedTuple):
    """What is known of a student's class that derives from a builtin type.

    Args:
        base: the builtin type, one of `BASES`.
        own: the special methods that the class has and its base lacks, and those that give a text.
        overrides: whether the class has another method, for looking at an instance, in place of one of its base's.
    """

    base: type
    own: list[str]
    overrides: bool


class KindsOfInstances:
    """Finds out what kind of instance a value is, once for each class."""

    def __init__(self) -> None:
        # By the class's `id`, as its own type may answer for its hash; with the class, so that it lives on.
        self._known: dict[int, tuple[type, KindOfInstance | None]] = {}

    def of(self, kind: type) -> KindOfInstance | None:
        """What is known of a class; None if it derives from no builtin type, or from a library's.

        Args:
            kind: the class.
        """
        known = self._known.get(id(kind))
        if known is None:
            known = self._known[id(kind)] = kind, _looked_up(kind)
        return known[1]


def _looked_up(kind: type) -> KindOfInstance | None:
    base = _base(kind)
    if base is None:
        return None
    own = [method for method in sorted(SPECIAL_METHODS) if _is_own(method, kind, base)]
    overrides = any(_definer(name, kind) not in _mro(base) for name in dir(base) if name not in _NEVER_LOOKED_AT)
    return KindOfInstance(base, own, overrides)


_NEVER_LOOKED_AT = (
    TEXT_METHODS
    | CHANGING_METHODS
    | {f"__{name}__" for name in ("new", "init", "init_subclass", "class", "doc", "module", "dict", "dir", "sizeof")}
    | {f"__{name}__" for name in ("reduce", "reduce_ex", "getnewargs", "getstate", "setattr", "delattr", "weakref")}
)


def _base(kind: type) -> type | None:
    for ancestor in _mro(kind)[1:]:
        if BASES.get(ancestor.__name__) is ancestor:
            return ancestor
        if not ancestor.__flags__ & _MADE_BY_A_CLASS_STATEMENT:  # a type of a library's, as numpy's float64
            return None
    return None


_MADE_BY_A_CLASS_STATEMENT = 1 << 9  # Py_TPFLAGS_HEAPTYPE


def _is_own(method: str, kind: type, base: type) -> bool:
    definer = _definer(method, kind)
    if definer in _mro(base) or vars(definer).get(method) is None:
        return False
    return method in TEXT_METHODS or not base_has(base, method)


def _definer(name: str, kind: type) -> type:
    return next((ancestor for ancestor in _mro(kind) if name in vars(ancestor)), object)


# As `type` keeps them, whatever the class's own type says.
_mro: Callable[[type], tuple[type, ...]] = vars(type)["__mro__"].__get__


def content_of(value: Any, base: type) -> Any:
    """What a value holds by its base type, as a value of exactly that type.

    Args:
        value: an instance of a class that derives from the base.
        base: one of `BASES`.
    """
    return _READERS[base](value)


def is_unchangeable(content: Any) -> bool:
    """Whether a copy of a content can never differ from the original: it holds nothing that can be changed in place.

    Args:
        content: what `content_of` returned.
    """
    if type(content) not in (tuple, frozenset):
        return type(content) in UNCHANGEABLE_BASES
    kinds = set(map(type, content))
    if any(kind is not tuple and is_container(kind) for kind in kinds):
        return False
    return kinds.isdisjoint((tuple, frozenset)) or all(
        is_unchangeable(item) for item in content if type(item) in (tuple, frozenset)
    )


def has_content(value: Any, base: type) -> bool:
    """Whether what a value holds by its base type can travel; not that of a defaultdict with a function of its own.

    Args:
        value: an instance of a class that derives from the base.
        base: one of `BASES`.
    """
    return base is not defaultdict or factory_name(_FACTORY(value)) is not None


_FACTORY: Callable[[Any], Any] = vars(defaultdict)["default_factory"].__get__


def _mapped(value: Any) -> dict[Any, Any]:
    # Not by `dict.copy`, which asks a class that has an `__iter__` of its own for its items.
    return dict(list(dict.items(value)))


def _default(value: Any) -> Any:
    return defaultdict(_FACTORY(value), _mapped(value))


def _counted(value: Any) -> Any:
    content: Counter[Any] = Counter()
    dict.update(content, _mapped(value))
    return content


_ALL = slice(None)
_READERS: dict[type, Callable[[Any], Any]] = {
    int: int.__index__,
    float: float.__float__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, _ALL),
    tuple: lambda value: tuple.__getitem__(value, _ALL),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
    list: lambda value: list.__getitem__(value, _ALL),
    dict: _mapped,
    set: lambda value: set(set.__iter__(value)),
    bytearray: lambda value: bytearray.__getitem__(value, _ALL),
    deque: lambda value: deque(deque.__iter__(value), vars(deque)["maxlen"].__get__(value)),
    Counter: _counted,
    OrderedDict: lambda value: OrderedDict(list(OrderedDict.items(value))),
    defaultdict: _default,
}
