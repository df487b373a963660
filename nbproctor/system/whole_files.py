"""Files that are written whole or not at all, and names of folders that nobody wrote by hand."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from nbproctor.errors import GradingError
from nbproctor.system.machine_trouble import sentence_about

# What Python and Jupyter leave beside the files that they open.
LEFTOVERS = frozenset({"__pycache__", ".ipynb_checkpoints"})

_UNFINISHED_SUFFIX = ".part"
_MOST_NAME = 50  # characters of the file's own name


def read(path: Path) -> bytes:
    """The bytes of a file that a person named; a GradingError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise GradingError(f"{path} could not be read: {error.strerror}") from None


def write(path: Path, content: str | bytes | Iterable[str], mode: int = 0o644) -> None:
    """Write a file, and its folder, so that nobody ever finds half of it, even if this process is killed meanwhile.

    Args:
        mode: the rights of the file, where the system has such.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(
        prefix=f".{path.name[:_MOST_NAME]}-", suffix=_UNFINISHED_SUFFIX, dir=path.parent
    )
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in [content] if isinstance(content, str | bytes) else content:
                file.write(piece.encode() if isinstance(piece, str) else piece)
            if hasattr(os, "fchmod"):  # Windows has other rights
                os.fchmod(file.fileno(), mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def files_in(folder: Path) -> list[Path]:
    """The files in a folder and in those below it, but for leftovers, by their paths in it, sorted."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not LEFTOVERS & set(path.parts))


def remove_unfinished(folder: Path, name: str = "") -> None:
    """Remove the unfinished files that a killed run left in a folder, if there is such a folder.

    Args:
        name: of the file that they were to become; empty for any.
    """
    prefix = f".{name[:_MOST_NAME]}-" if name else "."
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.name.endswith(_UNFINISHED_SUFFIX):
                Path(entry.path).unlink(missing_ok=True)


def raise_if_full(error: BaseException) -> None:
    """Raise a GradingError if an error says that a disk is full: then no other file could be written either."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        raise GradingError(sentence_about(error)) from error


def flush(paths: Iterable[Path]) -> None:
    """Wait until files are on the disk itself: a loss of power must not take what is recorded as done."""
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
