"""What a message between the processes of an examination is; `process_messages` has them.

On a channel a message is the list of its kind and its parts. Whatever a runner sends may be anything, so `read`
looks at the kind, the number of parts and the type of each before it makes a message.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from nbproctor.examination.wire.wire_bounds import WireError

CellOutputs = list[Any]
"""The outputs of a cell, as a notebook has them."""


class Message:
    """A message; each kind is a dataclass."""

    kind: ClassVar[str]

    def parts(self) -> list[Any]:
        """The list that travels."""
        return [self.kind, *(getattr(self, name) for name in _names(type(self)))]  # type: ignore[arg-type]

    @classmethod
    def read(cls, parts: object) -> Self:
        """The message of this kind that a list represents.

        Args:
            parts: the list that came.

        Raises:
            WireError: it represents no such message.
        """
        types = _types(cls)  # type: ignore[arg-type]
        if kind_of(parts) != cls.kind or len(parts) != 1 + len(types):  # type: ignore[arg-type]
            raise WireError(f"this is no message {cls.kind!r}")
        values = parts[1:]  # type: ignore[index]
        if not all(map(isinstance, values, types)):
            raise WireError(f"a message {cls.kind!r} does not have the parts that it should have")
        return cls(*values)


def kind_of(parts: object) -> str:
    """The kind that a list claims to be a message of; empty if it is no such list, whatever its first part equals."""
    return parts[0] if type(parts) is list and parts and type(parts[0]) is str else ""


def know_all_messages() -> None:
    """Look up what messages are made of now, before the forks, rather than in each child."""
    for kind in filter(is_dataclass, Message.__subclasses__()):
        _types(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _types(kind: Any) -> tuple[Any, ...]:
    """What `isinstance` is asked of each part."""
    hints = get_type_hints(kind)
    return tuple(_checked(hints[name]) for name in _names(kind))


def _checked(hint: Any) -> Any:
    if hint is Any:
        return object
    if isinstance(hint, UnionType):
        return tuple(_checked(member) for member in get_args(hint))
    return get_origin(hint) or hint
