"""The magics that ipykernel adds to IPython's: they print other things here, but end in the same way."""

from __future__ import annotations

import fnmatch
import os
import pickle
import threading
from pathlib import Path
from typing import Any

from IPython.core import page
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_magic, magics_class
from IPython.core.magics.code import CodeMagics, MacroToEdit
from IPython.display import Javascript, display
from IPython.utils import openpy


@magics_class
class KernelMagics(Magics):
    """What a pager or an editor would show is no output."""

    shell: InteractiveShell

    @line_magic
    def edit(self, line: str = "") -> None:
        """Find what is to be edited: a frontend would open it, and nothing would come back."""
        options, arguments = self.parse_options(line, "prn:")
        try:
            file, *_ = CodeMagics._find_edit_target(self.shell, arguments, options, ["", ""])
        except MacroToEdit:
            print("Macro editing not yet implemented in 2-process model.")
        else:
            Path(file).resolve()

    @line_magic
    def clear(self, line: str) -> None:
        """Clear the terminal."""
        self.shell.system("clear")

    @line_magic
    def less(self, line: str) -> None:
        """Show a file in the pager."""
        _read(line)

    @line_magic
    def more(self, line: str) -> None:
        """Show a file in the pager."""
        _read(line)

    @line_magic
    def man(self, line: str) -> None:
        """Show a page of the manual in the pager."""
        page.page(self.shell.getoutput(f"man {line} | col -b", split=False))

    @line_magic
    def connect_info(self, line: str) -> None:
        """Say how to connect to the kernel."""
        print("{}\n\nNothing can connect to this notebook.")

    @line_magic
    def qtconsole(self, line: str) -> None:
        """Open a window that is connected to the kernel: there is none."""

    @line_magic
    def autosave(self, line: str) -> None:
        """Set how often the frontend saves the notebook, in seconds."""
        try:
            seconds = int(line)
        except ValueError as error:
            raise UsageError(f"%autosave requires an integer, got {line!r}") from error
        script = Javascript(f"IPython.notebook.set_autosave_interval({1000 * seconds})")
        display(script, include=["application/javascript"])
        print(f"Autosaving every {seconds} seconds" if seconds else "Autosave disabled")

    @line_magic
    def subshell(self, line: str) -> None:
        """List the subshells: there are none."""
        thread, main = threading.current_thread().ident, threading.main_thread().ident
        print(f"subshell id: None\nthread id: {thread}\nmain thread id: {main}\npid: {os.getpid()}")
        print(f"thread count: {threading.active_count()}\nsubshell list: []")


def _read(file: str) -> None:
    if not file:
        raise UsageError("Missing filename.")
    if file.endswith(".py"):
        openpy.read_py_file(file)
    else:
        Path(file).read_text()


class StoredValues(dict[str, bytes]):
    """What `%store`, `%bookmark` and `%cd` keep, for this process alone: IPython would keep it in the user's home."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, pickle.dumps(value, protocol=2))

    def __getitem__(self, name: str) -> Any:
        return pickle.loads(super().__getitem__(name))  # noqa: S301 - this process's own

    def __delitem__(self, name: str) -> None:
        self.pop(name, None)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name.

        Args:
            name: the name.
            default: what it is if nothing is stored under that.
        """
        return self[name] if name in self else default  # noqa: SIM401 - this is that method

    def keys(self, pattern: str | None = None) -> Any:
        """The names that match a pattern of the shell's."""
        return list(self) if pattern is None else fnmatch.filter(self, pattern)
