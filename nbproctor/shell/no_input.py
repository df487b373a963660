"""Nobody answers: what a cell meets that asks for input, as in a kernel whose frontend answers nothing."""

from __future__ import annotations

import builtins
import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from IPython.core.error import StdinNotImplementedError


def ask_nobody() -> None:
    """From here on, asking for input raises an exception, and `breakpoint` does nothing: no debugger is connected."""
    builtins.input = _input
    getpass.getpass = _getpass
    sys.breakpointhook = _no_debugger


@contextmanager
def asking_nobody() -> Iterator[None]:
    """Meanwhile, asking for input raises an exception; afterwards a cell's own `input` is gone as well."""
    before = builtins.input, getpass.getpass, sys.breakpointhook
    ask_nobody()
    try:
        yield
    finally:
        builtins.input, getpass.getpass, sys.breakpointhook = before


def _input(prompt: object = "") -> NoReturn:
    raise StdinNotImplementedError("raw_input was called, but this frontend does not support input requests.")


def _getpass(prompt: str = "", stream: object = None, *, echo_char: str | None = None) -> NoReturn:
    raise StdinNotImplementedError("getpass was called, but this frontend does not support input requests.")


def _no_debugger(*_: object, **__: object) -> None:
    pass
