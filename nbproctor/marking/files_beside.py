"""What lies beside an autograded notebook: what its code found beside it when it ran."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from nbproctor.system import whole_files
from nbproctor.system.scratch_folders import remove_folder

# Beside the notebooks, what says of a submission when it came, and what came of it.
_KEPT = frozenset({"results.json", "timestamp.txt"})


def put_beside(folder: Path, release: Path, own: Mapping[str, bytes]) -> None:
    """Put the student's own files and links to the instructor's into a folder, in place of those of an earlier run.

    Args:
        folder: that of the autograded notebook.
        own: the bytes of the student's files, by their paths.
    """
    _clear(folder)
    for path, content in own.items():
        if not _is_kept(path.split("/")[0]):
            whole_files.write(folder / path, content)
    _link(release, folder)


def _clear(folder: Path) -> None:
    """Remove all but the notebooks and what is kept: above all links, which what is written would follow."""
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            remove_folder(entry.path)
        elif entry.is_symlink() or not _is_kept(entry.name):
            Path(entry.path).unlink()


def _is_kept(name: str) -> bool:
    return name in _KEPT or name.endswith(".ipynb")


def _link(release: Path, folder: Path) -> None:
    """Link each entry of the release; a folder that the student's own files are in gets a link for each of its."""
    for entry in release.iterdir():
        link = folder / entry.name
        if link.is_dir() and entry.is_dir():
            _link(entry, link)
        elif entry.suffix != ".ipynb" and not link.exists():
            link.symlink_to(os.path.relpath(entry, folder))
