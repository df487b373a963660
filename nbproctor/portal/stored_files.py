"""Files that are kept under the checksum of their bytes, and are on the disk before anybody is told of them."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from nbproctor.errors import GradingError
from nbproctor.system import whole_files

_FREE_BYTES = 64 << 20
_UNFINISHED = ".unfinished-"


class StoredFiles:
    """A folder of files, each named by the SHA-256 of its bytes."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self) -> UnfinishedFile:
        """Begin a file, which is written piece by piece; raises FullDiskError if the disk is almost full."""
        if shutil.disk_usage(self._folder).free < self._most_bytes + _FREE_BYTES:
            raise FullDiskError("the disk is full, and nothing more can be received: tell your instructor")
        return UnfinishedFile(self._folder, self._most_bytes)

    def keep(self, content: bytes) -> str:
        """Keep some bytes; returns their SHA-256 in hexadecimal."""
        with self.begin() as file:
            file.write(content)
            checksum = file.finish()
            file.keep()
            return checksum

    def path(self, checksum: str) -> Path:
        """Where the file of a checksum lies."""
        return self._folder / checksum

    def remove_unfinished(self) -> None:
        """Remove what a killed process left. Call it while nothing is being received."""
        for path in self._folder.glob(f"{_UNFINISHED}*"):
            path.unlink(missing_ok=True)


class FullDiskError(GradingError):
    """There is no room for a file."""


class TooLargeError(GradingError):
    """A file is larger than allowed."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(
            f"the file is too large: the limit is {most_bytes / 1e6:,g} MB; clear the "
            "notebook's outputs, and hand it in again"
        )


class UnfinishedFile:
    """A file that is being received. Use it as a context manager: a file that is not kept is removed."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        descriptor, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=folder)
        self._file = os.fdopen(descriptor, "wb")
        self._path = Path(name)
        self._most_bytes = most_bytes
        self._digest = hashlib.sha256()
        self.bytes = 0

    def write(self, piece: bytes) -> None:
        """Add some bytes; raises TooLargeError if the file gets too long."""
        self.bytes += len(piece)
        if self.bytes > self._most_bytes:
            raise TooLargeError(self._most_bytes)
        self._digest.update(piece)
        self._file.write(piece)

    def finish(self) -> str:
        """Wait until the bytes are on the disk; returns their SHA-256. Only `keep` gives the file its name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return self._digest.hexdigest()

    def opened(self) -> BinaryIO:
        """The finished file, for reading."""
        return self._path.open("rb")

    def keep(self) -> None:
        """Keep the finished file, and wait until its name is on the disk."""
        self._path.replace(self._path.with_name(self._digest.hexdigest()))
        whole_files.flush([self._path.parent])

    def __enter__(self) -> UnfinishedFile:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        with suppress(OSError):  # a full disk; then an error is on its way already
            self._file.close()
        self._path.unlink(missing_ok=True)
