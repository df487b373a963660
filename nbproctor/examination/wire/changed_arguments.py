"""What a call changed of its arguments: told by the side that made it, done again on the side that asked for it."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Container, Iterable
from typing import Any

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError


def containers(values: Iterable[Any], known: Container[int] = ()) -> list[Any]:
    """What a function could change in place if it was given the values: they, and what they hold.

    A value and its copy on the other side give the same containers in the same order. A tuple is one
    because it may hold a list.

    Args:
        values: the function's arguments.
        known: the `id` of each object that came by reference; it is no copy, and not looked into.
    """
    found: list[Any] = []
    values = list(values)
    if any_container(values):
        for value in values:
            if _is_container(type(value)) and id(value) not in known:
                found += [value, *containers(_items(value), known)]
    return found


def any_container(values: Iterable[Any]) -> bool:
    """Whether one of the values is a container; quick, even for a million numbers."""
    return any(map(_is_container, set(map(type, values))))


MAPPINGS = frozenset({dict, Counter, OrderedDict, defaultdict})
SEQUENCES = frozenset({list, tuple, deque})
_CONTAINERS = MAPPINGS | SEQUENCES | {set, bytearray}


def _is_container(kind: type) -> bool:
    return kind in _CONTAINERS or (
        kind.__name__ in ("ndarray", "Series", "DataFrame") and kind.__module__.partition(".")[0] in ("numpy", "pandas")
    )


def _items(value: Any) -> Iterable[Any]:
    if type(value) in MAPPINGS:
        return value.values()  # type: ignore[no-any-return]
    return value if type(value) in SEQUENCES else ()


class ArgumentSnapshot:
    """The arguments of a call that is about to be made.

    Args:
        codec: how values become bytes.
        values: the arguments.
        known: the `id` of each object that came by reference; see `wire.containers`.
    """

    def __init__(self, codec: Codec, values: Iterable[Any], known: Container[int] = ()) -> None:
        self._codec = codec
        self._parts = containers(values, known)
        self._before = self._contents()

    def changes(self) -> dict[int, bytes]:
        """The new content of each part that is another than before, by the part's number."""
        pairs = zip(self._before, self._contents(), strict=True)
        return {number: now for number, (was, now) in enumerate(pairs) if now and now != was}

    def _contents(self) -> list[bytes]:
        """What each part of the arguments holds; empty if that cannot be told."""
        numbers = {id(part): number for number, part in enumerate(self._parts)}
        return [self._content(part, numbers) for part in self._parts]

    def _content(self, part: Any, numbers: dict[int, int]) -> bytes:
        try:
            return self._codec.encode(_opened(part, numbers))
        except WireError:
            return b""


def _opened(part: Any, numbers: dict[int, int]) -> list[Any]:
    """A part of the arguments with its items, and the numbers of those items that are parts themselves."""
    is_mapping = type(part) in MAPPINGS
    if not is_mapping and type(part) not in SEQUENCES:
        return [part, {}]
    items = list(part.values() if is_mapping else part)
    links = {}
    if any_container(items):
        links = {position: numbers[id(item)] for position, item in enumerate(items) if id(item) in numbers}
    for position in links:
        items[position] = None
    return [[list(part), items] if is_mapping else items, links]


def fill(codec: Codec, values: Iterable[Any], changes: dict[int, bytes], known: Container[int] = ()) -> None:
    """Make parts of the arguments, by number, what the other side made of them; any exception says it cannot be.

    Args:
        codec: decodes the new contents.
        values: the arguments.
        changes: the new content of each changed part, encoded, by the part's number.
        known: the `id` of each object that came by reference; see `containers`.
    """
    parts = containers(values, known)
    for number, content in changes.items():
        items, links = codec.decode(content)
        _fill(parts[number], items, links, parts)


def _fill(old: Any, new: Any, links: dict[int, int], parts: list[Any]) -> None:
    """Give a part of the arguments its new content, without replacing the object or the parts in it."""
    if type(old) is list:
        old[:] = _linked(new, links, parts)
    elif type(old) is deque:
        items = _linked(new, links, parts)
        old.clear()
        old.extend(items)
    elif type(old) in MAPPINGS:
        keys, values = new
        pairs = list(zip(keys, _linked(values, links, parts), strict=True))
        old.clear()
        for key, value in pairs:  # the `update` of a Counter adds
            old[key] = value
    elif type(old) is bytearray:
        old[:] = new
    elif type(old) is set:
        old.clear()
        old.update(new)
    elif type(old) is type(new):
        _fill_table(old, new)


def _linked(items: list[Any], links: dict[int, int], parts: list[Any]) -> list[Any]:
    for position, number in links.items():
        items[position] = parts[number]
    return items


def _fill_table(old: Any, new: Any) -> None:
    if hasattr(old, "_update_inplace"):  # Series and DataFrame: pandas' own way to keep the object
        old._update_inplace(new)
        if old.ndim == 1:
            old.name = new.name
    elif hasattr(old, "flags") and old.shape == new.shape and old.dtype == new.dtype and old.flags.writeable:
        old[...] = new
