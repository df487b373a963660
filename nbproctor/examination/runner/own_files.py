"""The notebook and the files that a student handed in, as the runner puts them into its own folder."""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def put_own_files(files: Mapping[str, str]) -> None:
    """Write a student's files into the working folder, confined already: what does not fit is not there.

    Args:
        files: their bytes in base64, by their paths in that folder; none of them is the instructor's.
    """
    for path, content in files.items():
        with suppress(OSError):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            _write(path, b64decode(content))


def put_own_notebook(notebook: Mapping[str, str]) -> None:
    """Write a student's notebook into the working folder, confined already, where the released one lies.

    Args:
        notebook: its text, by its path in that folder.
    """
    for path, text in notebook.items():
        with suppress(OSError):
            Path(path).unlink(missing_ok=True)
            _write(path, text.encode())


def _write(path: str, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
