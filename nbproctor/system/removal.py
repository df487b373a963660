"""Removes what a submission left in its folder, however it made it."""

from __future__ import annotations

import shutil
import subprocess


def remove(folder: str) -> None:
    """Remove a folder and all in it: also folders nested deeper than Python goes, or closed to their own owner."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwX", "--", folder], ["rm", "-rf", "--", folder]):
            subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a folder of our own making
