"""What code sees of a kernel's process: environment, arguments, search path, and no input."""

from __future__ import annotations

import os
import sys
from pathlib import PurePath

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
