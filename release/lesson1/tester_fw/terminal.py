"""Runs a notebook from the terminal: its code cells one after the other, in this process, up to a time for each."""

from __future__ import annotations

import io
import os
import sys
import time
import warnings
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from tester_fw.all_tests import FAILED, PASSED, state_of, table
from tester_fw.errors import NoShellError, NotInItsFolderError
from tester_fw.graded_cells import GradedCell, NotebookCell, graded_cells, read_cells
from tester_fw.session import SESSION, RunOfCell
from tester_fw.smallest import time_limit

_MOST_CHARACTERS = 20_000


class BoundedText(io.StringIO):
    """Keeps the beginning of what is written: an endless loop may print without end."""

    def write(self, text: str) -> int:
        """Keep the text as far as there is room; say that all of it was written."""
        room = _MOST_CHARACTERS - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


def run_notebook(path: Path, seconds: float) -> bool:
    """Run a notebook's cells, and print what its tests say; return whether all of them pass.

    Args:
        path: of the notebook's file, which lies in its assignment's folder.
        seconds: how long a cell may run.

    Raises:
        TesterError: there is no such notebook, or it cannot be run here.
    """
    cells = read_cells(path)
    graded = graded_cells(path, cells)
    folder = path.resolve().parent
    if not (folder / "tester_fw").is_dir():
        raise NotInItsFolderError(path=path, missing="tester_fw")
    shell = _shell()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    said = {cell.name: _run(shell, cell, seconds) for cell in cells if cell.kind == "code"}
    for cell in graded:
        if state_of(cell)[0] == FAILED:
            print(f"{cell.title}\n\n{said.get(cell.name, '').strip()}\n\n")
    print("\n".join(table(graded, SESSION.cap)))
    left = _left(graded)
    if left:
        print(f"Left: {'; '.join(left)}.")
    return not left


def _shell() -> Any:
    try:
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config
    except ImportError:
        raise NoShellError from None
    warnings.filterwarnings("ignore", "To exit: ")  # which leads out of IPython
    os.environ.setdefault("MPLBACKEND", "agg")  # no window opens
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=config)
    for colours in () if sys.stdout.isatty() else ("nocolor", "NoColor"):  # its name in IPython 9, and before
        with suppress(Exception):
            shell.colors = colours
    return shell


def _run(shell: Any, cell: NotebookCell, seconds: float) -> str:
    """Run a cell, note how it ended, and return what it showed."""
    run, shown, began = RunOfCell(cell.source, cell.name), BoundedText(), time.monotonic()
    SESSION.runs.append(run)
    stdin, sys.stdin = sys.stdin, io.StringIO()  # nobody answers
    try:
        with redirect_stdout(shown), redirect_stderr(shown), time_limit(seconds):
            run.end(shell.run_cell(cell.source, store_history=True))
    except KeyboardInterrupt:  # while the shell was about to show the first one
        run.passed, run.raised = False, KeyboardInterrupt.__name__
    finally:
        sys.stdin = stdin
    if run.raised != KeyboardInterrupt.__name__:
        return shown.getvalue()
    took = time.monotonic() - began
    why = f"It was stopped after {seconds:g} seconds." if took >= seconds else "You stopped it."
    return f"{why}\n{shown.getvalue()}"


def _left(cells: list[GradedCell]) -> list[str]:
    return [cell.title for cell in cells if not cell.by_hand and state_of(cell)[0] != PASSED]
