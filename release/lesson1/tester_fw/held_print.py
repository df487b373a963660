"""Holds what a student's function prints, so that a test shows only the print of the case that it reports."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

MOST_CHARACTERS = 20_000


class HeldPrint(io.StringIO):
    """What is printed, held back up to a bound; whatever flushes shows it at once: a debugger or `input` waits then."""

    encoding = "UTF-8"  # as a notebook's own stream has it; that of a text in memory has none

    def __init__(self) -> None:
        super().__init__()
        self.shown_in = sys.stdout
        self.left_out = 0

    def write(self, text: str, /) -> int:
        """Hold the text, or as much of it as there is room for."""
        if not isinstance(text, str):  # what a student is told is then the same as without a test
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        room = MOST_CHARACTERS - self.tell()
        self.left_out += max(len(text) - room, 0)
        super().write(text[:room])
        return len(text)

    def flush(self) -> None:
        """Show what is held."""
        text = self.getvalue()
        if self.left_out:
            text += f"\n… and {self.left_out:,} more characters.\n"
        self.seek(0)
        self.truncate()
        self.left_out = 0
        if text:
            self.shown_in.write(text)
            self.shown_in.flush()

    def fileno(self) -> int:
        """The stream's own, for what prints past Python: a child process."""
        return self.shown_in.fileno()

    def close(self) -> None:
        """Do nothing: a function that closes its standard output prints on."""


@contextmanager
def holding() -> Iterator[HeldPrint]:
    """Hold back what is printed inside."""
    held = HeldPrint()
    with redirect_stdout(held), redirect_stderr(held):
        yield held
