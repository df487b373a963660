"""Zips and folders from untrusted people: read within bounds, and never unpacked onto the disk."""

from __future__ import annotations

import io
import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from nbproctor.errors import GradingError, PassingError
from nbproctor.intake.student_names import shown
from nbproctor.lms.attempt import ArchivedFile
from nbproctor.system import whole_files

MOST_FILES = 200_000
"""Most files of an archive of a whole class."""
MOST_FILES_OF_A_SUBMISSION = 2_000
MOST_FILE_BYTES = 100_000_000
MOST_SUBMISSION_BYTES = 200_000_000
"""What all files of one submission, unpacked, may hold together."""
MOST_DEPTH = 3
"""How many archives may lie within each other."""
# Text seldom shrinks to less than a fiftieth; a bomb shrinks to a thousandth.
_MOST_RATIO = 200
_RATIO_COUNTS_FROM = 10_000_000
_MOST_PATH_CHARACTERS = 400
_MOST_FOLDERS = 30
_DIRECTORY_BYTES_A_FILE = 1_000
_CHUNK_BYTES = 1 << 20

# What operating systems, editors and version control put beside the files of a person.
_LEFTOVERS = whole_files.LEFTOVERS | {"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"}
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, OverflowError, RuntimeError)


@dataclass(frozen=True)
class Unplaced:
    """Something that could not be placed, and why."""

    source: str
    why: str


@dataclass(frozen=True)
class Archive:
    """The readable files of a zip or a folder: no links, devices or names that lead elsewhere, which are `refused`.

    Args:
        assignment: the name of the assignment that is collected.
        released: the names of the files of its release.
    """

    name: str
    files: tuple[ArchivedFile, ...]
    refused: tuple[Unplaced, ...] = ()
    assignment: str = ""
    released: frozenset[str] = frozenset()

    @property
    def tops(self) -> dict[str, list[ArchivedFile]]:
        """The files below each folder or file at the top, by its name; their paths are those within the folder."""
        found: dict[str, list[ArchivedFile]] = {}
        for file in self.files:
            top, _, rest = file.path.partition("/")
            found.setdefault(top, []).append(replace(file, path=rest or top))
        return found

    def unwrapped(self) -> Archive:
        """The same archive without the folder that all of its files lie in, if there is one."""
        tops = {file.path.partition("/")[0] for file in self.files}
        if len(tops) != 1 or any("/" not in file.path for file in self.files):
            return self
        return replace(self, files=tuple(replace(file, path=file.path.partition("/")[2]) for file in self.files))

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Archive]:
        """Open a zip or a folder, for a block; a GradingError says that it is missing, damaged or too large."""
        if path.is_dir():
            yield cls._of(path.name, _folder_files(path))
            return
        try:
            file = path.open("rb")
        except OSError as error:
            raise GradingError(f"{path} could not be read: {error.strerror}; name a zip file or a folder") from None
        with file, _zip(file, str(path), MOST_FILES) as archive:
            yield cls._of(path.name, _zip_files(archive, path.name))

    @classmethod
    def within(cls, file: ArchivedFile) -> Archive:
        """The files of a zip within another archive; a GradingError says that it is damaged or too large."""
        archive = _zip(io.BytesIO(file.content()), file.source, MOST_FILES_OF_A_SUBMISSION)
        return cls._of(file.name, _zip_files(archive, file.source))

    @classmethod
    def _of(cls, name: str, found: Iterable[ArchivedFile | Unplaced]) -> Archive:
        files: dict[str, ArchivedFile] = {}
        refused: list[Unplaced] = []
        for each in found:
            if isinstance(each, Unplaced):
                refused.append(each)
            elif each.path in files:
                refused.append(Unplaced(each.source, "the archive has two files of this name: the first one was read"))
            else:
                files[each.path] = each
        return cls(name, tuple(files.values()), tuple(refused))


def _path_and_problem(name: str) -> tuple[str, str]:
    """The path that a name stands for, with `/`, and why it cannot be used; empty if it can."""
    parts = name.replace("\\", "/").split("/")
    path = "/".join(part for part in parts if part not in ("", "."))
    if not path or parts[0] == "" or ".." in parts or parts[0].endswith(":"):
        return path, "its path leads out of the archive"
    if not path.isprintable():
        return path, "its name contains invisible characters"
    if len(path) > _MOST_PATH_CHARACTERS or len(parts) > _MOST_FOLDERS:
        return path, "its path is too long, or has too many folders"
    return path, ""


def _is_leftover(path: str) -> bool:
    return not _LEFTOVERS.isdisjoint(path.split("/"))


# Folders.


def _folder_files(root: Path) -> Iterator[ArchivedFile | Unplaced]:
    count = 0
    for folder, inner, names in os.walk(root, onerror=_raise_unreadable):
        inner[:] = sorted(name for name in inner if name not in _LEFTOVERS)
        links = [name for name in inner if (Path(folder) / name).is_symlink()]
        count += len(inner) + len(names)
        if count > MOST_FILES:
            raise GradingError(
                f"{root} contains more than {MOST_FILES:,} files: name only the folder of the submissions"
            )
        for name in sorted([*links, *names]):
            file = Path(folder) / name
            path, problem = _path_and_problem(file.relative_to(root).as_posix())
            source = f"{root.name}/{path}"
            found = file.lstat()
            if _is_leftover(path):
                continue
            if not stat.S_ISREG(found.st_mode):
                problem = "it is a link or a device, and was not followed"
            if problem:
                yield Unplaced(source, problem)
            else:
                yield ArchivedFile(source, path, found.st_size, partial(_file_content, file, source))


def _raise_unreadable(error: OSError) -> None:
    raise GradingError(f"{error.filename} could not be read: {error.strerror}; give yourself permission to read it")


def _file_content(file: Path, source: str) -> bytes:
    try:
        with os.fdopen(_open(file), "rb") as opened:
            content = opened.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise PassingError(f"{shown(source)} could not be read: {error.strerror}; try again") from None
    _require_size(len(content), source)
    return content


def _open(file: Path) -> int:
    # What was a file a moment ago may be a link or a pipe by now.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.open(file, flags)


def _require_size(size: int, source: str) -> None:
    if size > MOST_FILE_BYTES:
        raise GradingError(
            f"{shown(source)} is larger than {MOST_FILE_BYTES / 1e6:,.0f} MB: ask the student for a copy without "
            "outputs"
        )


# Zips.


def _zip(file: BinaryIO, source: str, most_files: int) -> zipfile.ZipFile:
    """Open a zip, once its table of contents is known to be of a reasonable size."""
    try:
        if _directory_bytes(file) > most_files * _DIRECTORY_BYTES_A_FILE:
            raise GradingError(f"{source} names more than {most_files:,} files: it is not an archive of submissions")
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile:
        raise GradingError(f"{source} is not a zip file, or is cut off: download it again") from None
    except _DAMAGE as error:
        raise GradingError(f"{source} could not be read as a zip: {error}; download it again") from None
    entries = archive.infolist()
    if len(entries) > most_files:
        raise GradingError(f"{source} contains more than {most_files:,} files: it is not an archive of submissions")
    if sum(entry.compress_size for entry in entries) > file.seek(0, 2):
        raise GradingError(f"{source} contains overlapping files, which no zip program creates: it was not read")
    return archive


def _directory_bytes(file: BinaryIO) -> int:
    """The length of a zip's table of contents, as its last record states it; 0 if there is no such record.

    `zipfile` reads all of the table, and makes an object of each entry, before anything can be asked.
    """
    size = file.seek(0, 2)
    file.seek(max(size - 66_000, 0))
    end = file.read()
    record, large = end.rfind(b"PK\5\6"), end.rfind(b"PK\6\6")
    stated = [end[record + 12 : record + 16]] if record >= 0 else []
    stated += [end[large + 40 : large + 48]] if large >= 0 else []
    sizes = [int.from_bytes(each, "little") for each in stated]
    return max((each for each in sizes if each != 0xFFFF_FFFF), default=0)


def _zip_files(archive: zipfile.ZipFile, source: str) -> Iterator[ArchivedFile | Unplaced]:
    for entry in archive.infolist():
        path, problem = _path_and_problem(_decoded_name(entry))
        if entry.is_dir() or _is_leftover(path):
            continue
        where = f"{source}/{path}"
        if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
            problem = "it is a link or a device, and was not followed"
        elif entry.flag_bits & 1:
            problem = "it is encrypted: ask the student for a copy without a password"
        if problem:
            yield Unplaced(where, problem)
        else:
            yield ArchivedFile(where, path, entry.file_size, partial(_zip_content, archive, entry, where))


def _decoded_name(entry: zipfile.ZipInfo) -> str:
    """The name of an entry; some programs write UTF-8 and do not say so."""
    if entry.filename.isascii() or entry.flag_bits & 0x800:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode()
    except ValueError:
        return entry.filename


def _zip_content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, source: str) -> bytes:
    _require_size(entry.file_size, source)
    if entry.file_size > max(_RATIO_COUNTS_FROM, _MOST_RATIO * entry.compress_size):
        raise GradingError(
            f"{shown(source)} unpacks to more than {_MOST_RATIO} times its size, which no notebook does: it was not "
            "read"
        )
    parts, size = [], 0
    try:
        with archive.open(entry) as file:
            while part := file.read(_CHUNK_BYTES):
                parts.append(part)
                size += len(part)
                _require_size(size, source)
    except _DAMAGE as error:
        raise GradingError(f"{shown(source)} is damaged in the archive ({error}): download it again") from None
    return b"".join(parts)
