"""JSON from anywhere: any encoding, any size, read in bounded time and memory."""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from nbproctor.errors import GradingError

WHOLE_FILE_BYTES = 2_000_000
"""Files of up to so many bytes are parsed with their outputs."""
MOST_CHARACTERS = 16_000_000
"""Most characters that a notebook may have without its outputs."""
MOST_VALUES = 1_000_000
"""Most values that a notebook may have, as lists and objects hold them: the smallest take twenty times their length."""
_CHUNK_BYTES = 1 << 18
_MOST_BRACKETS_IN_OUTPUTS = 2_000_000
"""Most brackets within outputs that are looked at singly."""

_ARCHIVES = {b"PK": "a zip archive", b"\x1f\x8b": "a gzip archive", b"7z": "a 7z archive", b"Rar!": "a rar archive"}


@dataclass(frozen=True)
class JsonText:
    """The text of a file of JSON.

    Args:
        text: that of a large file is without all that stands under the keys `outputs`.
        problem: why there is no text; empty if there is one.
        notes: what had to be guessed, a sentence each.
        sha256: of all the file's bytes, in hexadecimal, also if there is no text.
    """

    text: str = ""
    problem: str = ""
    notes: tuple[str, ...] = ()
    sha256: str = ""


def read_text(file: BinaryIO, size: int) -> JsonText:
    """Read so many bytes of a file of JSON; of a file larger than `WHOLE_FILE_BYTES`, without the outputs."""
    digest = hashlib.sha256()
    chunks = _chunks(file, size, digest)
    text, problem, notes = "", "", list[str]()
    try:
        text = _text(chunks, notes)
    except GradingError as error:
        problem = str(error)
    for _ in chunks:
        pass  # the rest of the file counts for the checksum
    return JsonText(text, problem, tuple(notes), digest.hexdigest())


def _chunks(file: BinaryIO, size: int, digest: Any) -> Iterator[bytes]:
    wanted = WHOLE_FILE_BYTES + 1  # the size of the first chunk says whether the file is parsed with its outputs
    while chunk := _filled(file, min(wanted, size)):
        digest.update(chunk)
        yield chunk
        size -= len(chunk)
        wanted = _CHUNK_BYTES


def _filled(file: BinaryIO, size: int) -> bytes:
    """Read so many bytes; fewer only at the file's end."""
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _text(chunks: Iterator[bytes], notes: list[str]) -> str:
    first = next(chunks, b"")
    if not first.strip(b"\0 \t\r\n"):
        found = "contains only whitespace" if first else "is empty"
        raise GradingError(f"it {found}: save the notebook in Jupyter, and hand it in again")
    for start, kind in _ARCHIVES.items():
        if first.startswith(start):
            raise GradingError(f"it is {kind}: unpack it, and hand in the notebook itself")
    encoding = json.detect_encoding(first)
    if encoding[:6] in ("utf-16", "utf-32"):
        notes.append(f"it is in {encoding[:6].upper()}, not in UTF-8; it was read anyway")
    if len(first) <= WHOLE_FILE_BYTES:
        return _decoded(first, encoding, notes)
    return _without_outputs(_decoded_bit_by_bit(first, chunks, encoding, notes))


def _decoded(data: bytes, encoding: str, notes: list[str]) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    if encoding == "utf-8" and all(letter == "\ufffd" for letter in text if not letter.isascii()):
        # No letter beyond ASCII is UTF-8: an old editor wrote the file in another encoding.
        notes.append("it is not in UTF-8; it was read as Latin-1")
        return data.decode("latin-1")
    notes.append(_DAMAGED_NOTE)
    return text


_DAMAGED_NOTE = "it contains bytes that are not text; each was replaced by a placeholder"


def _decoded_bit_by_bit(first: bytes, rest: Iterable[bytes], encoding: str, notes: list[str]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    damaged = False
    for chunk in chain(_split(first), rest):
        text = decoder.decode(chunk)
        damaged = damaged or "\ufffd" in text
        yield text
    yield decoder.decode(b"", True)
    if damaged:
        notes.append(_DAMAGED_NOTE)


def _split(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _CHUNK_BYTES):
        yield data[start : start + _CHUNK_BYTES]


# Passing over outputs.

# In JSON a quote within a text has a backslash before it, so this is a key and never part of a text.
_OUTPUTS_KEY = re.compile(r'[{,\s]"outputs"\s*+:\s*+[\[{]')
# The key `outputs` is found if it has at most so many characters, with the blanks around its colon.
_MOST_KEY_CHARACTERS = 64
# These are passed over at once: texts, and lists and objects that hold no other lists and objects. No group is
# repeated possessively: Python before 3.11.5 matches that wrongly (CPython issue 106052). Each character can be matched
# by one part only, so to go back takes no longer than to go on.
_REST = r'[^"\\]*+(?:\\.[^"\\]*+)*'
_WITHOUT_BRACKETS = rf'[^"\[\]{{}}]*+(?:"{_REST}"[^"\[\]{{}}]*+)*'
_FLAT_VALUES = re.compile(
    rf"{_WITHOUT_BRACKETS}(?:(?:\[{_WITHOUT_BRACKETS}\]|\{{{_WITHOUT_BRACKETS}\}}){_WITHOUT_BRACKETS})*", re.DOTALL
)
_REST_OF_TEXT = re.compile(_REST, re.DOTALL)


def _without_outputs(chunks: Iterable[str]) -> str:
    """Put a notebook's text together without its outputs, of which an empty list or object is left."""
    sieve = _Sieve()
    for chunk in chunks:
        sieve.feed(chunk)
    return sieve.kept()


class _Sieve:
    """Keeps a text that comes in pieces, but for outputs."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._size = 0
        self._rest = ""  # the end of the last piece, which is looked at with the next
        self._depth = 0  # within outputs: how many brackets are open
        self._in_text = False  # within outputs: whether a text is open
        self._brackets = 0

    def feed(self, piece: str) -> None:
        """Take the next piece."""
        text, self._rest, position = self._rest + piece, "", 0
        while position < len(text):
            position = self._skip(text, position) if self._depth else self._keep(text, position)

    def kept(self) -> str:
        """What was kept of all pieces."""
        return "".join([*self._kept, self._rest])

    def _keep(self, text: str, position: int) -> int:
        found = _OUTPUTS_KEY.search(text, position)
        end = found.end() if found else max(position, len(text) - _MOST_KEY_CHARACTERS)
        self._kept.append(text[position:end])
        self._size += end - position
        if self._size > MOST_CHARACTERS:
            raise GradingError(
                f"it has more than {MOST_CHARACTERS:,} characters besides its outputs, too many for a notebook"
            )
        if found:
            self._depth = 1
            return end
        self._rest = text[end:]
        return len(text)

    def _skip(self, text: str, position: int) -> int:
        position = (_REST_OF_TEXT if self._in_text else _FLAT_VALUES).match(text, position).end()  # type: ignore[union-attr]
        if position == len(text):
            return position
        sign = text[position]
        if sign == "\\":  # the character that it escapes comes with the next piece
            self._rest = sign
        elif sign == '"':
            self._in_text = not self._in_text
        else:
            self._bracket(sign)
        return position + 1

    def _bracket(self, sign: str) -> None:
        self._depth += 1 if sign in "[{" else -1
        self._brackets += 1
        if self._brackets > _MOST_BRACKETS_IN_OUTPUTS:
            raise GradingError("its outputs are too complex to skip: clear them, and hand it in again")
        if not self._depth:
            self._kept.append(sign)


# From text to a tree.


def parsed(read: JsonText, notes: list[str]) -> Any:
    """Parse a text; notes get a sentence for all that had to be guessed. A GradingError says why it is not JSON."""
    if read.problem:
        raise GradingError(read.problem)
    text = read.text
    notes += read.notes
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise GradingError(
            f"it has more than {MOST_VALUES:,} values: it is damaged, or a program has filled its metadata; clear "
            "the metadata, and hand it in again"
        )

    def note(sentence: str) -> None:
        if sentence not in notes:
            notes.append(sentence)

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            note("it has the same key twice in one object; the last one was used, as in Jupyter")
        return made

    def ignore_constant(constant: str) -> None:
        note("it contains NaN or Infinity, which JSON does not allow; they were ignored")

    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=make_object,
            parse_int=_number,
            parse_constant=ignore_constant,
        )
    except json.JSONDecodeError as error:
        raise GradingError(_fault(text, error)) from error
    except RecursionError as error:
        raise GradingError("it is nested too deeply") from error


def _number(digits: str) -> int:
    # No number that is needed here has many digits; Python takes long to read many digits, and refuses very many.
    return int(digits) if len(digits) < 20 else 0


def _fault(text: str, error: json.JSONDecodeError) -> str:
    if "\0" in text:
        return "it contains NUL bytes"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return "it is incomplete, as if cut off"
    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return "its content is not what Jupyter saves: hand in the file whose name ends in .ipynb"
    return f"it is not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}"
