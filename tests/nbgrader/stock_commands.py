"""Stock nbgrader's commands: each in a process of its own, forked from one that has imported nbgrader once."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.patience import HANGS

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["nbgrader.apps.nbgraderapp", "nbgrader.api", "nbconvert", __name__])
_KERNELS = "--NotebookClient.kernel_manager_class=tests.notebook_runs.AsyncKernelOnSockets"


@dataclass(frozen=True)
class Done:
    """How a command ended, and all that it printed and logged."""

    returncode: int
    said: str


def run_nbgrader(words: Sequence[str], folder: Path) -> Done:
    """Run `nbgrader` with these words in a folder, as from a shell."""
    main = sys.modules["__main__"]
    if not hasattr(main, "__spec__"):  # IPython, in the tests' process, may have put a module of its own there
        main.__spec__ = None
    with tempfile.NamedTemporaryFile() as said:
        process = _CONTEXT.Process(target=_command, args=(list(words), folder, said.name, dict(os.environ)))
        process.start()
        process.join(HANGS)
        if process.exitcode is None:
            process.kill()
            process.join()
        return Done(process.exitcode or 0, Path(said.name).read_text(errors="replace"))


def _command(words: list[str], folder: Path, said: str, environment: dict[str, str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    output = os.open(said, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(output, stream)
    sys.argv = ["nbgrader", *words, _KERNELS]
    from nbgrader.apps.nbgraderapp import main

    main()
