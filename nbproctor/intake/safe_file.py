"""Files that somebody else put there: opened without following a link, waiting for a pipe or waking a device."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from nbproctor.errors import GradingError, PassingError
from nbproctor.intake.student_names import shown

# Errors that say something of the file; any other says something of the machine.
_ABOUT_THE_FILE = (
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR),
    *(errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL, errno.ENXIO),
)
_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def opened(root: Path, *names: str) -> Iterator[tuple[BinaryIO, int]]:
    """Open a plain file below a trusted folder (only that folder may be a link); the file, and its size in bytes.

    Each step is taken from the folder opened before, and what is checked is what was opened: nobody can
    put a link in its place meanwhile.

    Raises:
        GradingError: a name on the way is a link; or the file is none, has a second name, or cannot be read.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC  # Windows lacks most
    *folders, name = names
    with _entered(root, folders) as folder, _told(name):
        _check_file(name, os.stat(name, dir_fd=folder, follow_symlinks=False))
        descriptor = os.open(name, flags, dir_fd=folder)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            found = os.fstat(descriptor)
            _check_file(name, found)
            yield file, found.st_size


def entries(root: Path, *folders: str) -> list[str]:
    """The names in a folder below a trusted one, sorted; a GradingError if a name on the way is a link or no folder."""
    with _entered(root, folders) as folder, _told(folders[-1]):
        return sorted(os.listdir(folder))  # noqa: PTH208 - a descriptor, not a path


def folders_and_others(root: Path, *folders: str, most: int) -> tuple[list[str], list[str]]:
    """The names of the folders in a folder below a trusted one, and those of whatever else lies there, both sorted.

    At most so many names are read. A GradingError says that a name on the way is a link or no folder.
    """
    inner: list[str] = []
    others: list[str] = []
    with _entered(root, folders) as folder, _told(folders[-1]), os.scandir(folder) as entries:
        for entry in islice(entries, most):
            (inner if entry.is_dir(follow_symlinks=False) else others).append(entry.name)
    return sorted(inner), sorted(others)


@contextmanager
def _entered(root: Path, folders: list[str] | tuple[str, ...]) -> Iterator[int]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    descriptor = os.open(root, flags)
    try:
        for name in folders:
            with _told(name):
                _check_folder(name, os.stat(name, dir_fd=descriptor, follow_symlinks=False))
                inner = os.open(name, flags | os.O_NOFOLLOW, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Say an error of the system in one sentence, which names the file but not where it lies."""
    try:
        yield
    except OSError as error:
        kind = GradingError if error.errno in _ABOUT_THE_FILE else PassingError
        raise kind(f"{shown(name)} could not be read: {error.strerror or type(error).__name__}") from error


def _check_folder(name: str, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise GradingError(f"the folder {shown(name)} is a link and was not followed: hand in the folder itself")
    if not stat.S_ISDIR(found.st_mode):
        raise GradingError(f"{shown(name)} should be a folder, but is {_kind(found)}")


def _check_file(name: str, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise GradingError(f"{shown(name)} is a link and was not followed: hand in the file itself")
    if not stat.S_ISREG(found.st_mode):
        raise GradingError(f"{shown(name)} should be a file, but is {_kind(found)}: hand in the file itself")
    if found.st_nlink > 1:
        # It may be another student's work, or the instructor's. Copying the folder makes honest files of its own.
        raise GradingError(
            f"{shown(name)} is a hard link, possibly to somebody else's file, and was not read: hand in a copy"
        )


def _kind(found: os.stat_result) -> str:
    return _KINDS.get(stat.S_IFMT(found.st_mode), "a file")
