"""Whether a file that ships contains what nbgrader takes out of the notebook, such as a copy of a solution."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from nbproctor.assignment.cases_file import CASES
from nbproctor.assignment.notebook import Assignment, Role, grade_id, read_notebook, role
from nbproctor.assignment.proof_record import FOLDER
from nbproctor.errors import GradingError
from nbproctor.system.whole_files import files_in

Unpack = Callable[[bytes], Iterator[tuple[str, bytes]]]

_LAYER_BYTES = 100_000_000  # nothing larger is unpacked


def layers(place: str, data: bytes, depth: int, *further: Unpack) -> Iterator[tuple[str, bytes]]:
    """A file's bytes, and those of everything in it, with their places: parts of a notebook, archives, compressed data.

    Args:
        depth: how deep layers may be nested.
        further: other ways to unpack data.
    """
    yield place, data
    if depth and len(data) <= _LAYER_BYTES:
        for unpack in (_notebook_parts, _archived, _compressed, *further):
            for inner, content in unpack(data):
                yield from layers(f"{place}, {inner}", content, depth - 1, *further)


def _notebook_parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The strings of a JSON file, with the place of each; a notebook's lists of lines are joined."""
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
    for magic, decompress in _DECOMPRESS.items():
        if data.startswith(magic):
            with suppress(OSError, EOFError, zlib.error, lzma.LZMAError):
                yield "uncompressed", decompress(data)


_DECOMPRESS: dict[bytes, Callable[[bytes], bytes]] = {
    b"\x1f\x8b": gzip.decompress,
    b"\x78": zlib.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\0": lzma.decompress,
}
Delimiters = Mapping[str, tuple[str, str]]
"""How a region that does not ship begins and ends, by its content: `a solution`."""


def divided(source: str, delimiters: Delimiters) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The lines of a cell that ship, and the regions that do not, each with its kind of content."""
    shipped: list[str] = []
    regions: list[tuple[str, list[str]]] = []
    within = ""
    for line in source.splitlines():
        if within:
            if delimiters[within][1] in line:
                within = ""
            else:
                regions[-1][1].append(line)
        elif within := next((kind for kind, (begin, _) in delimiters.items() if begin in line), ""):
            regions.append((within, []))
        else:
            shipped.append(line)
    return shipped, regions


_LARGEST = 20_000_000  # bytes of a file that is looked through
_LAYERS = 3  # as a notebook in an archive has
_FEWEST_CHARACTERS = 12  # shorter lines stand anywhere
_PASSAGE_LINES = 3
_PASSAGE_CHARACTERS = 40  # shorter ones may be somebody else's


def require_no_solutions(
    source: Path, assignments: Iterable[Assignment], release: Path, delimiters: Delimiters
) -> None:
    """Require that no file beside the notebooks of a release contains a delimiter, or lines that they do not show.

    Raises:
        GradingError: one does.
    """
    notebooks = {assignment.path.name: assignment for assignment in assignments}
    cells = [cell for name in notebooks for cell in read_notebook(release / name).cells]
    shown = frozenset(line for cell in cells for line in _telling(cell.source.splitlines()))
    hidden = [region for assignment in notebooks.values() for region in _regions(assignment, delimiters)]
    hidden += (
        ("a right solution", path.name, path.read_text("utf-8", "replace").splitlines())
        for path in sorted((source / FOLDER / "right").glob("*.py"))
    )
    passages = {
        passage: f"lines of {kind} ({name})"
        for kind, name, lines in hidden
        for passage in _passages([line for line in _telling(lines) if line not in shown])
    }
    for file in map(Path.as_posix, files_in(release)):
        if file in notebooks or (release / file).stat().st_size > _LARGEST:
            continue
        for place, data in layers(file, (release / file).read_bytes(), _LAYERS):
            packed = PurePosixPath(place.rpartition(", ")[2]) if place != file else PurePosixPath()
            if found := _instructors(packed) or _found(data, delimiters, passages, shown):
                raise GradingError(
                    f"{source / place} contains {found}, and would be released: move {file} out of the source folder, "
                    "or add its name to c.CourseDirectory.ignore"
                )


def _regions(assignment: Assignment, delimiters: Delimiters) -> Iterator[tuple[str, str, list[str]]]:
    """What does not ship of each cell; nbgrader replaces a solution cell without delimiters as a whole."""
    for cell in assignment.notebook.cells:
        name = grade_id(cell) or str(cell.get("id", ""))
        shipped, regions = divided(cell.source, delimiters)
        if not regions and role(cell) in (Role.STUDENT, Role.MANUAL):
            regions = [("a solution", shipped)]
        for kind, lines in regions:
            yield kind, name, lines


def _telling(lines: Iterable[str]) -> Iterator[str]:
    """The lines that are distinctive, without what a text may put before or after them."""
    for line in lines:
        bare = line.strip(" \t#>|")
        if len(bare) >= _FEWEST_CHARACTERS and not bare.startswith(("import ", "from ")):
            yield bare


def _passages(lines: list[str]) -> Iterator[str]:
    for start in range(max(len(lines) - _PASSAGE_LINES + 1, 1)):
        passage = "\n".join(lines[start : start + _PASSAGE_LINES])
        if len(passage) >= _PASSAGE_CHARACTERS:
            yield passage


def _instructors(packed: PurePosixPath) -> str:
    """The part of a packed file's path that is the instructor's by its name."""
    return next((f"the instructor's {part}" for part in packed.parts if part.casefold() in (CASES, FOLDER)), "")


def _found(data: bytes, delimiters: Delimiters, passages: Mapping[str, str], shown: frozenset[str]) -> str:
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    for begin, _ in delimiters.values():
        if begin in text:
            return f"nbgrader's {begin!r}"
    if "\0" in text:  # no text
        return ""
    telling = "\n".join(line for line in _telling(text.splitlines()) if line not in shown)
    return next((words for passage, words in passages.items() if passage in telling), "")
