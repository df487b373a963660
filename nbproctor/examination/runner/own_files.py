"""What a student handed in, as the runner puts it into its own folder."""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def put_own_files(files: Mapping[str, str]) -> None:
    """Write a student's notebook and files into the working folder, confined already: what does not fit is not there.

    The notebook takes the place of the released one.

    Args:
        files: their bytes in base64, by their paths in that folder; the instructor's are not among them.
    """
    for path, content in files.items():
        with suppress(OSError):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).unlink(missing_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
            with os.fdopen(descriptor, "wb") as file:
                file.write(b64decode(content))
