"""What lies in a folder, to see what cells of the reference write there, and to put it back."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbproctor.system.scratch_folders import remove_folder
from nbproctor.system.whole_files import LEFTOVERS

# What tells that an entry of a folder is as it was; of a folder, only that it is one.
State = dict[str, tuple[int, ...]]


@contextmanager
def put_back_after(folder: Path) -> Iterator[None]:
    """Let a folder be, after what runs inside, as it was before. Its modules stay where they were imported from."""
    with tempfile.TemporaryDirectory(prefix="copy-", dir=folder.parent) as beside:
        copy = Path(shutil.copytree(folder, Path(beside) / folder.name, symlinks=True))
        before = folder_state(folder)
        try:
            yield
        finally:
            _put_back(folder, copy, before)


def _put_back(folder: Path, copy: Path, before: State) -> None:
    now = folder_state(folder)
    differing = (name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    for name in sorted(differing, reverse=True):  # what a folder holds comes before it
        # Never written over: a process that still has it open would write to it later.
        if (folder / name).is_dir() and not (folder / name).is_symlink():
            remove_folder(str(folder / name))
        else:
            (folder / name).unlink(missing_ok=True)
    for name in sorted(before):
        if os.path.lexists(folder / name):
            continue
        if (copy / name).is_dir() and not (copy / name).is_symlink():
            (folder / name).mkdir()
            shutil.copystat(copy / name, folder / name)
        else:
            shutil.copy2(copy / name, folder / name, follow_symlinks=False)


def folder_state(folder: str | Path, prefix: str = "") -> State:
    """What tells of each entry in a folder, by its path there (behind a prefix), whether it was changed since."""
    found: State = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name in LEFTOVERS:
                continue
            name, about = prefix + entry.name, entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(about.st_mode):
                found[name] = (about.st_mode,)
                found |= folder_state(entry.path, f"{name}/")
            else:
                found[name] = about.st_mode, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino
    return found
