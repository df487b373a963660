"""The outcome of one case, and a table of them: how values and outcomes travel, and how they are read again.

The runner encodes what a function returned, where the student's classes may do anything. The judge decodes bytes from
an untrusted source to plain data and stand-ins, and runs no code of the student's. A table lies in memory that a runner
shares with the grader, so that what was done before the runner ended is judged.
"""

from __future__ import annotations

import mmap
import os
import re
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
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
    """The description of an object that is no plain data: its class, its repr, and what its builtin base holds."""
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
    """Turns each description of an object into an object with the same repr, of a class of the same name."""

    def __init__(self) -> None:
        self._classes: dict[tuple[str, str, str], type] = {}

    def stand_in(self, description: bytes, content: Any = _NOTHING) -> Any:
        """An object with the described repr, and with the content of its builtin base if there is one.

        Raises:
            WireError: the description is not one that a runner makes.
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


TABLES_BYTES = 8 << 20
"""What the tables of one test cell may hold together."""
_MOST_TEXT = 2000
_MOST_FRAMES = 12
_MOST_CODE = 200
# A runner keeps less of what a call prints (`calls`).
_MOST_PRINTED = 50_000
# Of the parts of an outcome, or of one of its lists: msgpack makes room for as many as a header announces.
_MOST_PARTS = 100
_COMMITTED, _LENGTH = struct.Struct("<Q"), struct.Struct("<I")

RETURNED, RAISED, UNREADABLE = "returned", "raised", "unreadable"
_TABLE = "table"
_packer = msgpack.Packer(unicode_errors="surrogatepass")  # making one takes longer than packing an outcome


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of the student's code in a traceback; its place is such as `Cell In[3]` or `File helper.py`."""

    place: str
    line: int
    function: str
    code: str


@dataclass(slots=True)
class CaseOutcome:
    """What the function gave for one case.

    Args:
        kind: `RETURNED`, `RAISED`, or `UNREADABLE` if what it returned cannot travel.
        value: what it returned, encoded.
        raised: the name of the class of the exception.
        text: its message; of an unreadable value, why.
        frames: where in the student's code it was raised, the outermost first.
        changed: the inputs that it should not have changed, encoded.
    """

    kind: str
    value: bytes = b""
    raised: str = ""
    text: str = ""
    is_assertion: bool = False
    frames: tuple[Frame, ...] = ()
    printed: str = ""
    changed: Mapping[str, bytes] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """The outcome as bytes; only `from_bytes` reads them."""
        raised: list[Any] = []
        text = self.text[:_MOST_TEXT]
        if self.raised:
            frames = [[each.place, each.line, each.function, each.code] for each in self.frames[-_MOST_FRAMES:]]
            raised, text = [self.raised[:_MOST_TEXT], text, self.is_assertion, frames], ""
        return bytes(_packer.pack([self.kind, self.value, text, raised, self.printed, dict(self.changed)]))

    @classmethod
    def from_bytes(cls, data: bytes) -> CaseOutcome:
        """The outcome in bytes from an untrusted source; a `WireError` if there is none."""
        match _unpacked(data):
            case [str(kind), bytes(value), str(text), list(raised), str(printed), dict(changed)] if kind in _KINDS:
                is_named = bool(raised) == (kind == RAISED)
                if is_named and all(type(name) is str and type(now) is bytes for name, now in changed.items()):
                    return cls(kind, value, *_raised(raised, text), printed[:_MOST_PRINTED], changed)
        raise WireError("what this call returned cannot be read")


_KINDS = frozenset({RETURNED, RAISED, UNREADABLE})


def _unpacked(data: bytes) -> Any:
    try:
        return msgpack.unpackb(data, unicode_errors="surrogatepass", max_array_len=_MOST_PARTS, max_map_len=_MOST_PARTS)
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError, MemoryError) as error:
        raise WireError(f"not an outcome: {type(error).__name__}") from None


def _raised(parts: list[Any], text: str) -> tuple[str, str, bool, tuple[Frame, ...]]:
    match parts:
        case []:
            return "", text[:_MOST_TEXT], False, ()
        case [str(name), str(said), bool(is_assertion), list(frames)] if name and len(frames) <= _MOST_FRAMES:
            return name[:_MOST_TEXT], said[:_MOST_TEXT], is_assertion, tuple(map(_frame, frames))
    raise WireError("an outcome does not say what was raised")


def _frame(parts: Any) -> Frame:
    match parts:
        case [str(place), int(line), str(function), str(code)]:
            return Frame(place[:_MOST_CODE], line, function[:_MOST_CODE], code[:_MOST_CODE])
    raise WireError("a frame is invalid")


class TablesMemory:
    """The memory that a runner writes the tables of a test cell to, as the grader holds it."""

    def __init__(self) -> None:
        self.descriptor = _descriptor()

    def fileno(self) -> int:
        """Its file descriptor."""
        return self.descriptor

    def take(self) -> bytes:
        """What was written since the last time; it is overwritten from now on."""
        (committed,) = _COMMITTED.unpack(os.pread(self.descriptor, _COMMITTED.size, 0))
        data = os.pread(self.descriptor, min(committed, TABLES_BYTES), _COMMITTED.size)
        os.pwrite(self.descriptor, _COMMITTED.pack(0), 0)
        return data

    def close(self) -> None:
        """Free the memory."""
        os.close(self.descriptor)


def _descriptor() -> int:
    size = _COMMITTED.size + TABLES_BYTES
    if sys.platform == "linux":
        import fcntl

        descriptor = os.memfd_create("tables", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(descriptor, size)
        # A runner that made it shorter would end the processes that have it in memory.
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
        return descriptor
    with tempfile.TemporaryFile() as file:
        file.truncate(size)
        return os.dup(file.fileno())


class TablesWriter:
    """Writes tables into the memory that is shared with the grader, whose descriptor is closed here."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, _COMMITTED.size + TABLES_BYTES)
        os.close(descriptor)

    def begin(self, name: str) -> None:
        """Begin the table of a case file."""
        self._add(bytes(msgpack.packb([_TABLE, name])))

    def add(self, outcome: CaseOutcome) -> None:
        """Add the outcome of the next case, or a note that it was too large.

        Without room for that either, no outcome is added any more: after a gap, it would count as another case's.
        """
        self._add(outcome.to_bytes(), reserved=_LENGTH.size + len(TOO_LARGE)) or self._add(TOO_LARGE)

    def _add(self, data: bytes, reserved: int = 0) -> bool:
        (committed,) = _COMMITTED.unpack_from(self._memory)
        part = _LENGTH.pack(len(data)) + data
        ends = committed + len(part)
        if ends + reserved > TABLES_BYTES:
            return False
        self._memory[_COMMITTED.size + committed : _COMMITTED.size + ends] = part
        _COMMITTED.pack_into(self._memory, 0, ends)  # last: what is written half does not count
        return True


class TablesBuffer(TablesWriter):
    """Writes tables as a runner does, without a limit; `data` is what `TablesMemory.take` would return."""

    def __init__(self) -> None:
        self.data = b""

    def _add(self, data: bytes, reserved: int = 0) -> bool:
        self.data += _LENGTH.pack(len(data)) + data
        return True


TOO_LARGE = CaseOutcome(UNREADABLE, text="what it returned is too large").to_bytes()


def read_tables(data: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """The tables that a runner wrote: the name of the case file, and the bytes of each outcome.

    What comes after something that is no table is left out.
    """
    tables: list[tuple[str, list[bytes]]] = []
    for part in _parts(data):
        name = _name_of_table(part)
        if name is not None:
            tables.append((name, []))
        elif tables:
            tables[-1][1].append(part)
    return iter(tables)


def _parts(data: bytes) -> Iterator[bytes]:
    at = 0
    while at + _LENGTH.size <= len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        if at + length > len(data):
            return
        yield data[at : at + length]
        at += length


def _name_of_table(part: bytes) -> str | None:
    if len(part) > 1000 or _TABLE.encode() not in part[:8]:
        return None
    try:
        match _unpacked(part):
            case [str(kind), str(name)] if kind == _TABLE:
                return name
    except WireError:
        pass
    return None
