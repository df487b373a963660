"""Runs of notebooks in a real kernel, as JupyterLab's.

A kernel that talks over TCP is told its ports before it opens them, and another program may have taken one by then. So
kernels of tests talk over sockets that are files, in a folder of their own.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

SECONDS_OF_A_CELL = 120


class _OnSockets:
    """A kernel manager whose kernel talks over files."""

    def __init__(self, **settings: Any) -> None:
        folder = tempfile.mkdtemp(prefix="kernel-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        places = {"ip": f"{folder}/socket", "connection_file": f"{folder}/connection.json"}
        super().__init__(**{"transport": "ipc", **places, **settings})


class KernelOnSockets(_OnSockets, KernelManager):
    """For who waits for each answer."""


class AsyncKernelOnSockets(_OnSockets, AsyncKernelManager):
    """For nbclient, and for all that is built on it."""


def run_notebook(notebook: NotebookNode, folder: Path, allow_errors: bool = False, **options: Any) -> None:
    """Run a notebook's cells in a kernel; what they show is then in the notebook.

    Args:
        notebook: the notebook.
        folder: where the kernel works.
        allow_errors: go on after a cell that raises.
        options: for the start of the kernel.
    """
    NotebookClient(
        notebook,
        kernel_name="python3",
        kernel_manager_class=AsyncKernelOnSockets,
        timeout=SECONDS_OF_A_CELL,
        allow_errors=allow_errors,
        resources={"metadata": {"path": str(folder)}},
    ).execute(**options)
