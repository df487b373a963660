"""Values as bytes: plain data as it is, and of anything else what a sentence about it says.

The runner encodes what a function returned; whatever the student's classes do, they do there. The judge decodes bytes
that may come from anybody, to plain data and to stand-ins, and runs no code of the student's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgpack

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError

_MOST_SHOWN = 300
_MOST_NAME = 100
_ADDRESS = re.compile(r" at 0x[0-9a-f]+>")  # which is another one each time
# Of the objects in one value; a class takes some thousand bytes.
_MOST_CLASSES = 1000

# What an instance of a class that derives from a builtin type holds as one of that type, read past its own methods.
_READ: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (tuple, lambda value: tuple.__getitem__(value, slice(None))),
    (list, lambda value: list.__getitem__(value, slice(None))),
    (dict, lambda value: dict(list(dict.items(value)))),
    (str, str.__str__),
    (int, int.__index__),
    (float, float.__float__),
    (complex, complex.__pos__),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))),
    (bytearray, lambda value: bytearray.__getitem__(value, slice(None))),
    (set, set.copy),
    (frozenset, frozenset.copy),
)
_BASES: dict[str, type] = {base.__name__: base for base, _ in _READ}
# As `type` keeps them, whatever a class's own type says.
_mro: Callable[[type], tuple[type, ...]] = vars(type)["__mro__"].__get__
_name: Callable[[type], str] = vars(type)["__name__"].__get__
_module: Callable[[type], Any] = vars(type)["__module__"].__get__


def value_codec() -> Codec:
    """A codec that encodes any value, and decodes what another one has encoded."""
    return Codec(describe=_described, stand_in=_StandIns().stand_in)


def _described(value: object) -> bytes | tuple[bytes, object]:
    """What is told of an object that is no plain data: its class, how it is shown, and what its builtin base holds."""
    kind = type(value)
    module = _module(kind)
    description = [_name(kind)[:_MOST_NAME], module[:_MOST_NAME] if type(module) is str else "", _shown(value)]
    for ancestor in _mro(kind):
        for base, read in _READ:
            if ancestor is base:
                return msgpack.packb([*description, base.__name__], unicode_errors="surrogatepass"), read(value)
    return bytes(msgpack.packb([*description, ""], unicode_errors="surrogatepass"))


def _shown(value: object) -> str:
    try:
        # A repr may be an instance of a subclass of str with ideas of its own; slicing str's way makes it plain.
        text = str.__getitem__(repr(value), slice(0, 10 * _MOST_SHOWN))
    except Exception:  # whatever its class does
        return f"<{_name(type(value))[:_MOST_NAME]} object that cannot be shown>"
    text = _ADDRESS.sub(">", text)
    return " ".join(text.split())[:_MOST_SHOWN] if "\n" in text else text[:_MOST_SHOWN]


_NOTHING = object()


class _StandIns:
    """Makes of each object's description an object that is shown as the student's was, of a class of the same name."""

    def __init__(self) -> None:
        self._classes: dict[tuple[str, str, str], type] = {}

    def stand_in(self, description: bytes, content: Any = _NOTHING) -> Any:
        """An object that is shown as it is described; with a base, it holds what that one held.

        Raises:
            WireError: no runner describes an object so.
        """
        try:
            name, module, shown, base_name = msgpack.unpackb(description, unicode_errors="surrogatepass")
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            raise WireError(f"an object is not described: {type(error).__name__}") from None
        texts = name, module, shown, base_name
        if not all(type(text) is str for text in texts) or max(map(len, texts)) > _MOST_SHOWN or "\0" in name:
            raise WireError("an object is not described by its class and how it is shown")
        base = object if content is _NOTHING else _BASES.get(base_name)
        if base is None or (bool(base_name) if base is object else type(content) is not base):
            raise WireError("an object does not hold what its base type holds")
        kind = self._class(name, module, base)
        made = kind() if base is object else kind(content)
        made.shown = shown
        return made

    def _class(self, name: str, module: str, base: type) -> type:
        key = name, module, base.__name__
        if key not in self._classes:
            if len(self._classes) == _MOST_CLASSES:
                raise WireError("a value holds objects of too many classes")
            self._classes[key] = type(name, (base,), {"__module__": module, "__repr__": lambda self: self.shown})
        return self._classes[key]
