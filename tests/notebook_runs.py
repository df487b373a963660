"""Runs of notebooks in a real kernel, as JupyterLab's.

A kernel that talks over TCP is told its ports before it opens them, and another program may have taken one by then. So
kernels of tests talk over sockets that are files, in a folder of their own.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

SECONDS_OF_A_CELL = 120


class KernelOnSockets(KernelManager):
    """A kernel that talks over files, for who waits for each answer."""

    def __init__(self, **settings: Any) -> None:
        self._folder = tempfile.mkdtemp(prefix="kernel-")
        places = {"ip": f"{self._folder}/socket", "connection_file": f"{self._folder}/connection.json"}
        super().__init__(**{"transport": "ipc", **places, **settings})

    def cleanup_connection_file(self) -> None:
        """Remove the folder, when the kernel has ended for good."""
        super().cleanup_connection_file()
        shutil.rmtree(self._folder, ignore_errors=True)


class AsyncKernelOnSockets(KernelOnSockets, AsyncKernelManager):
    """The same for nbclient, and for all that is built on it."""


def run_notebook(notebook: NotebookNode, folder: Path, allow_errors: bool = False, **options: Any) -> None:
    """Run a notebook's cells in a kernel, started with the options; what they show is then in the notebook."""
    NotebookClient(
        notebook,
        kernel_name="python3",
        kernel_manager_class=AsyncKernelOnSockets,
        timeout=SECONDS_OF_A_CELL,
        allow_errors=allow_errors,
        resources={"metadata": {"path": str(folder)}},
    ).execute(**options)
