"""What changed of data that travelled as a copy: what a call changed of its arguments, and of what both ends hold."""

from __future__ import annotations

import io
import marshal
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Container, Iterable
from contextlib import suppress
from typing import Any

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.drawn_figures import can_draw, draw
from nbproctor.examination.wire.figures.figure_forms import (
    UnheldError,
    decoded_form,
    encoded_form,
    is_loaded,
    place_of,
)
from nbproctor.examination.wire.standard_types import is_sent_in_order
from nbproctor.examination.wire.wire_bounds import WireError


def containers(values: Iterable[Any], reference_ids: Container[int] = ()) -> list[Any]:
    """The containers among some values and inside them: what a function could change in place if it was given them.

    A value and its copy on the other side give the same containers in the same order. A tuple counts as a
    container because it may hold a list.

    Args:
        values: the function's arguments.
        reference_ids: the `id` of each object that came by reference; it is no copy, and not looked into.
    """
    parts: list[Any] = []
    values = list(values)
    if any_container(values):
        for value in values:
            if is_container(type(value)) and id(value) not in reference_ids:
                parts += [value, *containers(_items(value), reference_ids)]
    return parts


def any_container(values: Iterable[Any]) -> bool:
    """Whether one of the values is a container; quick, even for a million numbers."""
    return any(map(is_container, set(map(type, values))))


MAPPINGS = frozenset({dict, Counter, OrderedDict, defaultdict})
SEQUENCES = frozenset({list, tuple, deque})
_CONTAINERS = MAPPINGS | SEQUENCES | {set, bytearray}


def is_container(kind: type) -> bool:
    """Whether values of a type count as containers."""
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
        reference_ids: the `id` of each object that came by reference; see `containers`.
    """

    def __init__(self, codec: Codec, values: Iterable[Any], reference_ids: Container[int] = ()) -> None:
        self._codec = codec
        self._values = list(values)
        self._reference_ids = reference_ids
        self._parts = containers(self._values, reference_ids)
        # Most arguments are plain data that no call changes: that much is seen in a tenth of the time.
        self._plain = self._marshalled() if _is_plain(self._copied()) else b""
        self._before = [] if self._plain else _contents(self._codec, self._parts)

    @property
    def size(self) -> int:
        """How many bytes are remembered."""
        return len(self._plain) + sum(map(len, self._before))

    def changes(self) -> dict[int, bytes]:
        """The new content of each part that changed, encoded, by the part's number."""
        if self._plain and self._marshalled() == self._plain:
            if self._holds_no_others():
                return {}
            now = containers(self._values, self._reference_ids)
            if all(map(operator.is_, now, self._parts)):
                return {}
        earlier = containers(marshal.loads(self._plain)) if self._plain else []  # noqa: S302 - bytes of our own
        before = self._before or _contents(self._codec, earlier)
        pairs = zip(before, _contents(self._codec, self._parts), strict=True)
        return {number: after for number, (before, after) in enumerate(pairs) if after and after != before}

    def _holds_no_others(self) -> bool:
        """Whether nothing but the arguments themselves can be changed in place: no other can have taken its place."""
        return len([part for part in self._parts if type(part) is not tuple]) == len(
            [value for value in self._copied() if type(value) is not tuple]
        )

    def _copied(self) -> list[Any]:
        """Those of the values that are containers, and no references."""
        return [value for value in self._values if is_container(type(value)) and id(value) not in self._reference_ids]

    def _marshalled(self) -> bytes:
        """The bytes of plain data, without a look at what is shared in it; empty if it has become other data."""
        try:
            return marshal.dumps(self._copied(), 2)
        except ValueError:
            return b""


def _is_plain(values: Iterable[Any]) -> bool:
    """Whether values are of types that `marshal` tells apart, and whose copy has the same order of items.

    Bytes, say, it takes for what they are a copy of. The copy of a set may be run through in another order: that is no
    matter where its items are sent in an order of their own.
    """
    waiting: list[Iterable[Any]] = [values]
    while waiting:
        items = waiting.pop()
        kinds = set(map(type, items))
        if kinds <= _SCALARS:
            continue
        if not kinds <= _PLAIN:
            return False
        for item in items:
            if type(item) is dict:
                waiting += [item.keys(), item.values()]
            elif type(item) in _SETS:
                if not is_sent_in_order(item):
                    return False
            elif type(item) not in _SCALARS:
                waiting.append(item)
    return True


_SCALARS = frozenset({int, float, complex, str, bool, type(None)})
_SETS = frozenset({set, frozenset})
_PLAIN = _SCALARS | _SETS | {list, tuple, dict}


def _contents(codec: Codec, parts: list[Any]) -> list[bytes]:
    """What each part of some arguments holds; empty if that cannot be told."""
    numbers = {id(part): number for number, part in enumerate(parts)}
    return [_content(codec, part, numbers) for part in parts]


def _content(codec: Codec, part: Any, numbers: dict[int, int]) -> bytes:
    try:
        return codec.encode(_opened(part, numbers))
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


def fill(codec: Codec, values: Iterable[Any], changes: dict[int, bytes], reference_ids: Container[int] = ()) -> None:
    """Give parts of the arguments, by number, the content that the other side gave them.

    Any exception means that this cannot be done.

    Args:
        codec: decodes the new contents.
        values: the arguments.
        changes: the new content of each changed part, encoded, by the part's number.
        reference_ids: the `id` of each object that came by reference; see `containers`.
    """
    parts = containers(values, reference_ids)
    for number, content in changes.items():
        items, links = codec.decode(content)
        _fill(parts[number], items, links, parts)


def _fill(part: Any, content: Any, links: dict[int, int], parts: list[Any]) -> None:
    """Give a part of the arguments its new content, without replacing the object or the parts in it."""
    if type(part) is list:
        part[:] = _linked(content, links, parts)
    elif type(part) is deque:
        items = _linked(content, links, parts)
        part.clear()
        part.extend(items)
    elif type(part) in MAPPINGS:
        keys, values = content
        pairs = list(zip(keys, _linked(values, links, parts), strict=True))
        part.clear()
        for key, value in pairs:  # the `update` of a Counter adds
            part[key] = value
    elif type(part) is bytearray:
        part[:] = content
    elif type(part) is set:
        part.clear()
        part.update(content)
    elif type(part) is type(content):
        _fill_table(part, content)


def _linked(items: list[Any], links: dict[int, int], parts: list[Any]) -> list[Any]:
    for position, number in links.items():
        items[position] = parts[number]
    return items


def _fill_table(table: Any, content: Any) -> None:
    if hasattr(table, "_update_inplace"):  # Series and DataFrame: pandas' own way to keep the object
        table._update_inplace(content)
        if table.ndim == 1:
            table.name = content.name
    elif (
        hasattr(table, "flags")
        and table.shape == content.shape
        and table.dtype == content.dtype
        and table.flags.writeable
    ):
        table[...] = content


# So many are looked at again, and so many bytes of them; where there is more, all may have changed.
_MOST_SHARED, _MOST_SHARED_BYTES = 1000, 16 << 20


class SharedCopies:
    """What travelled as copies in one test cell, and is held at the other end as well: one kernel has it only once.

    Either end notices whether what it holds has changed since. A change that was undone meanwhile is not noticed.

    Args:
        codec: how values become bytes.
    """

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self.begin()

    def begin(self) -> None:
        """Begin a test cell: nothing is shared."""
        self._held: list[ArgumentSnapshot] = []
        self._bytes = 0
        self._is_certain = False  # that one kernel may show something else

    def __bool__(self) -> bool:
        return self._is_certain or bool(self._held)

    def hold(self, values: list[Any]) -> None:
        """Remember what values hold. A container that is among them twice arrives as two.

        Args:
            values: what the other end holds as well.
        """
        if self._is_certain or not values:
            return
        try:
            parts = [part for part in containers(values) if type(part) is not tuple]
            snapshot = ArgumentSnapshot(self._codec, values)
        except RecursionError:  # a list that holds itself
            self._is_certain = True
            return
        self._held.append(snapshot)
        self._bytes += snapshot.size
        is_too_much = len(self._held) > _MOST_SHARED or self._bytes > _MOST_SHARED_BYTES
        self._is_certain = is_too_much or len(set(map(id, parts))) < len(parts)
        if self._is_certain:  # nothing of it has to be looked at again
            self._held.clear()

    def have_changed(self) -> bool:
        """Whether anything that was held is another now, or may well be."""
        return self._is_certain or any(held.changes() for held in self._held)


# Streams that a function wrote to, and figures that it drew in.


def state_of(value: object) -> Any:
    """The state that comes back of a copied object; None for an object whose state does not."""
    if type(value) in (io.StringIO, io.BytesIO) and not value.closed:  # type: ignore[attr-defined]
        return [value.getvalue(), value.tell()]  # type: ignore[attr-defined]
    if is_loaded() and (place := place_of(value)) is not None:
        with suppress(UnheldError):
            return encoded_form(place[0])
    return None


def refill(value: Any, state: Any) -> None:
    """Give a stream, or the figure of axes, another content.

    Args:
        value: the stream, or what is in the figure.
        state: the content and the position of a stream, or the form of a figure.

    Raises:
        ValueError: it is neither, or that is no content for it.
        WireError: that is no form of a figure.
    """
    match state:
        case bytes() if can_draw() and (place := place_of(value)) is not None:
            draw(place[0], decoded_form(state))
        case [str() | bytes() as content, int(position)] if isinstance(value, (io.StringIO, io.BytesIO)):
            value.seek(0)
            value.truncate()
            value.write(content)  # type: ignore[arg-type]
            value.seek(min(max(position, 0), len(content)))
        case _:
            raise ValueError("not the state of a stream")
