"""The `requirements.txt` that `course build` makes where the author has none: students install from it."""

from __future__ import annotations

from pathlib import Path

REQUIREMENTS = "requirements.txt"
MADE = "# Made by course build: what the notebook imports"
"""The first line of requirements that were made here."""


def remove_made(folder: Path) -> None:
    """Remove made requirements from a folder that cells run in: a test may list it, and nbgrader has none."""
    path = folder / REQUIREMENTS
    if path.is_file() and path.read_bytes().startswith(MADE.encode()):
        path.unlink()
