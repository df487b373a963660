"""The files that test cells look into, as the candidate tells them: plain files in its own folder, bounded in size."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from nbproctor.examination.wire.messages.exam_messages import FilesTaken, TakeFiles
from nbproctor.examination.wire.wire_bounds import MAX_FILE_BYTES

# So many paths of further files are told.
_MOST_NAMES = 1000
# What tells that a file is as it was.
_State = tuple[int, ...]
_NOTHING: _State = ()


class FilesForTests:
    """The files of one candidate, and what the examiner was told of them."""

    def __init__(self) -> None:
        self._folder = Path.cwd()
        self._told: dict[str, _State] = {}

    def taken(self, request: TakeFiles) -> FilesTaken:
        """The content of each of these files that has changed since the last answer; None if gone or too large."""
        changed: dict[str, bytes | None] = {}
        room = MAX_FILE_BYTES
        for path in request.paths:
            state, content = self._look(path, room)
            if content is not None and len(content) <= room:
                room -= len(content)
                changed[path] = content
                self._told[path] = state
            elif (content is not None or not state) and self._told.get(path) != _NOTHING:
                changed[path] = None
                self._told[path] = _NOTHING
        others = (path for path in self._files() if not self._told.get(path))
        return FilesTaken(changed, list(itertools.islice(others, _MOST_NAMES)))

    def _files(self) -> Iterator[str]:
        """The paths of the files in the folder."""
        for folder, _, names in os.walk(self._folder):
            for name in names:
                yield Path(folder, name).relative_to(self._folder).as_posix()

    def _look(self, path: str, room: int) -> tuple[_State, bytes | None]:
        """A file's state, empty if there is none, and its content if that is news."""
        with suppress(OSError):
            # Not waiting for a pipe: what is no plain file is not there. A link leads where submitted code can read.
            descriptor = os.open(self._folder / path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            with open(descriptor, "rb") as file:  # noqa: PTH123 - of a descriptor
                about = os.fstat(descriptor)
                if not stat.S_ISREG(about.st_mode):
                    return _NOTHING, None
                state = (about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
                return state, None if self._told.get(path) == state else file.read(room + 1)
        return _NOTHING, None
