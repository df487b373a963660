"""What is in a file: its bytes, and those of everything that is packed in it."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

Unpack = Callable[[bytes], Iterator[tuple[str, bytes]]]

_LAYER_BYTES = 100_000_000  # nothing larger is unpacked


def layers(place: str, data: bytes, depth: int, *further: Unpack) -> Iterator[tuple[str, bytes]]:
    """A file's bytes, and those of everything in it, with their places: parts of a notebook, archives, compressed data.

    Args:
        depth: how many layers may lie in each other.
        further: other ways to take data apart.
    """
    yield place, data
    if depth and len(data) <= _LAYER_BYTES:
        for unpack in (_notebook_parts, _archived, _compressed, *further):
            for inner, content in unpack(data):
                yield from layers(f"{place}, {inner}", content, depth - 1, *further)


def _notebook_parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The strings of a JSON file, with the place of each; lines that a notebook keeps apart are joined."""
    if data[:1].strip() not in (b"{", b"["):
        return
    with suppress(ValueError, RecursionError):
        tree = json.loads(data)
        if isinstance(tree, dict) and isinstance(tree.get("cells"), list):
            for number, cell in enumerate(tree.pop("cells")):
                for part, value in cell.items() if isinstance(cell, dict) else ():
                    yield f'cell "{cell.get("id", number)}", {part}', "\n".join(_strings(value)).encode()
        yield "metadata", "\n".join(_strings(tree)).encode()


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, list):
        if tree and all(isinstance(item, str) for item in tree):
            yield "".join(tree)
        else:
            for item in tree:
                yield from _strings(item)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield str(key)
            yield from _strings(value)


def _archived(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data[:2] == b"PK":
        with (
            suppress(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError),
            zipfile.ZipFile(io.BytesIO(data)) as archive,
        ):
            for info in archive.infolist():
                if info.file_size <= _LAYER_BYTES:
                    yield info.filename, archive.read(info)
        return
    with suppress(tarfile.TarError, OSError, EOFError), tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
        for member in tar:
            if member.isfile() and member.size <= _LAYER_BYTES and (file := tar.extractfile(member)):
                yield member.name, file.read()


def _compressed(data: bytes) -> Iterator[tuple[str, bytes]]:
    with suppress(OSError, EOFError, zlib.error, lzma.LZMAError):
        if data[:2] == b"\x1f\x8b":
            yield "uncompressed", gzip.decompress(data)
        elif data[:1] == b"\x78":
            yield "uncompressed", zlib.decompress(data)
        elif data[:3] == b"BZh":
            yield "uncompressed", bz2.decompress(data)
        elif data[:6] == b"\xfd7zXZ\0":
            yield "uncompressed", lzma.decompress(data)
