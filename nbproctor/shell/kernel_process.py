"""What code sees of a kernel's process: environment, arguments, search path, and no input."""

from __future__ import annotations

import builtins
import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import NoReturn

from IPython.core.error import StdinNotImplementedError

_VARIABLES = {
    "CLICOLOR": "1",
    "CLICOLOR_FORCE": "1",
    "FORCE_COLOR": "1",
    "GIT_PAGER": "cat",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PAGER": "cat",
    "PYDEVD_USE_FRAME_EVAL": "NO",
    "TERM": "xterm-color",
}
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def kernel_environment() -> dict[str, str]:
    """What ipykernel adds to the environment of nbgrader's kernels, and the user's shell, which runs `!`."""
    return {**_VARIABLES, "JPY_PARENT_PID": str(os.getpid()), "SHELL": os.environ.get("SHELL", "/bin/sh")}


def take_kernels_arguments() -> None:
    """Replace the arguments of this process by a kernel's, for cells that read them."""
    file = "/tmp/kernel.json"  # noqa: S108 - nobody opens it
    sys.argv[:] = ["ipykernel_launcher.py", "-f", file, "--HistoryManager.hist_file=:memory:"]


def with_working_folder(path: list[str]) -> list[str]:
    """A search path with the working folder where a kernel has it: behind Python's own modules."""
    others = [folder for folder in path if folder]
    place = next((place for place, folder in enumerate(others) if PurePath(folder).name in _INSTALLED), 0)
    return [*others[:place], "", *others[place:]]


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
