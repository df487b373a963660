"""Magics of a kernel that cannot be here what they are there: they end in the same way."""

from __future__ import annotations

import fnmatch
import os
import pickle
import threading
from typing import Any

from IPython.core.magic import Magics, line_magic, magics_class


@magics_class
class SocketMagics(Magics):
    """Magics that speak of a kernel's sockets, of which there are none."""

    @line_magic
    def connect_info(self, line: str) -> None:
        """Say how to connect to the kernel."""
        print("{}\n\nNothing can connect to this notebook.")

    @line_magic
    def qtconsole(self, line: str) -> None:
        """Open a window that is connected to the kernel: there is none."""

    @line_magic
    def subshell(self, line: str) -> None:
        """List the subshells: there are none."""
        thread, main = threading.current_thread().ident, threading.main_thread().ident
        print(f"subshell id: None\nthread id: {thread}\nmain thread id: {main}\npid: {os.getpid()}")
        print(f"thread count: {threading.active_count()}\nsubshell list: []")


class StoredValues(dict[str, bytes]):
    """What `%store`, `%bookmark` and `%cd` keep, for this process alone: IPython would keep it in the user's home."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, pickle.dumps(value, protocol=2))

    def __getitem__(self, name: str) -> Any:
        return pickle.loads(super().__getitem__(name))  # noqa: S301 - this process's own

    def __delitem__(self, name: str) -> None:
        self.pop(name, None)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name."""
        return self[name] if name in self else default  # noqa: SIM401 - this is that method

    def keys(self, pattern: str | None = None) -> Any:
        """The names that match a pattern of the shell's."""
        return list(self) if pattern is None else fnmatch.filter(self, pattern)
