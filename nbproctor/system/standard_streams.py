"""The standard streams: always open, and their loss stops nothing."""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class _Stream(io.FileIO):
    """A stream that remembers why it could not be written to, and otherwise takes everything."""

    problem = ""

    def write(self, data: Any, /) -> int:
        """Write some bytes, or lose them."""
        try:
            return super().write(data)
        except OSError as error:
            self.problem = error.strerror or type(error).__name__
            return memoryview(data).nbytes


class StandardStreams:
    """Standard output and standard error as this program has them: what cannot be written is reported at the end.

    To be made before anything is opened. A standard stream that is closed leads nowhere from then on; else its number
    would be given to the next file, socket or pipe, and what is printed would be written into that.
    """

    def __init__(self) -> None:
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(descriptor, True)  # by programs that are started too
        os.close(descriptor)
        self._streams = {"standard output": _Stream(1, "w", closefd=False)}
        self._streams["standard error"] = _Stream(2, "w", closefd=False)
        out, err = self._streams.values()
        sys.stdout, sys.stderr = _text(out, sys.stdout), _text(err, sys.stderr)

    def problems(self) -> list[str]:
        """What could not be written, a sentence for each stream."""
        sys.stdout.flush()
        sys.stderr.flush()
        return [
            f"not everything was printed, because {name} could not be written to ({stream.problem}); "
            "grades and files are not affected"
            for name, stream in self._streams.items()
            if stream.problem
        ]


def _text(stream: _Stream, like: object) -> io.TextIOWrapper:
    """A stream for text, with the encoding that Python chose for it, if it was open; what that lacks is described."""
    errors = getattr(like, "errors", None)
    return io.TextIOWrapper(
        io.BufferedWriter(stream),
        encoding=getattr(like, "encoding", None) or "utf-8",
        errors="backslashreplace" if errors in (None, "strict") else errors,
        line_buffering=getattr(like, "line_buffering", False) or stream.fileno() == 2,
    )
