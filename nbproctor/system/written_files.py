"""What cells of the reference write: what they leave, change or remove in their folder, what they open elsewhere."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from nbproctor.system.scratch_folders import remove_folder
from nbproctor.system.whole_files import LEFTOVERS

# What tells that an entry of a folder is as it was; of a folder, only that it is one.
State = dict[str, tuple[int, ...]]


class WrittenFiles:
    """Sees what cells write that run one after the other.

    Args:
        folder: the one that they run in.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._caches = _caches()
        self._state = _state(self._folder)
        self._opened: set[str] = set()

    @contextmanager
    def of_a_cell(self) -> Iterator[list[str]]:
        """Give a list that holds, once the cell that runs inside is over, the paths of what it wrote."""
        global _looking
        _add_hook()
        wrote: list[str] = []
        self._opened.clear()
        _looking = self
        try:
            yield wrote
        finally:
            _looking = None
            before, self._state = self._state, _state(self._folder)
            wrote += sorted(self._opened | _differing(before, self._state))

    def note(self, event: str, path: Any, *more: Any) -> None:
        """Note what is opened, if it is opened for writing and is no device and nobody's cache.

        Args:
            event: the audit event.
            path: what is opened.
            more: the other arguments of the event.
        """
        name = _database(path) if event == _CONNECT else _written(path, *more)
        if not name:
            return
        whole = Path(os.path.abspath(name))  # noqa: PTH100 - `resolve` would follow links
        is_here = whole.is_relative_to(self._folder)
        if LEFTOVERS.intersection(whole.parts) or (is_here and event == _CONNECT and whole.exists()):
            return  # a database that only is read stays as it is, and the state of the folder tells of any other
        if is_here:
            self._opened.add(str(whole.relative_to(self._folder)))
        elif not any(whole.is_relative_to(cache) for cache in self._caches) and not _is_in_hidden_folder(whole):
            self._opened.add(str(whole))


@contextmanager
def put_back_after(folder: Path) -> Iterator[None]:
    """Let a folder be, after what runs inside, as it was before. Its modules stay where they were imported from."""
    with tempfile.TemporaryDirectory(prefix="copy-", dir=folder.parent) as beside:
        copy = Path(shutil.copytree(folder, Path(beside) / folder.name, symlinks=True))
        before = _state(folder)
        try:
            yield
        finally:
            _put_back(folder, copy, before)


def _put_back(folder: Path, copy: Path, before: State) -> None:
    for name in sorted(_differing(before, _state(folder)), reverse=True):  # what a folder holds comes before it
        # Never written over: whoever still has it open would write to it later.
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


def _differing(before: State, now: State) -> set[str]:
    return {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}


def _state(folder: Path) -> State:
    return dict(_entries(str(folder), ""))


def _entries(folder: str, prefix: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name in LEFTOVERS:
                continue
            name, about = prefix + entry.name, entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(about.st_mode):
                yield name, (about.st_mode,)
                yield from _entries(entry.path, f"{name}/")
            else:
                yield name, (about.st_mode, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)


# What is opened.

_OPEN, _CONNECT = "open", "sqlite3.connect"
_EVENTS = frozenset({_OPEN, _CONNECT})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_looking: WrittenFiles | None = None
_has_hook = False


def _add_hook() -> None:
    global _has_hook
    if not _has_hook:
        _has_hook = True
        sys.addaudithook(_hook)  # for ever: Python removes none


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _looking is not None and event in _EVENTS:
        with suppress(FileNotFoundError, TypeError, ValueError):  # no path, as whoever opens it will be told
            _looking.note(event, *arguments)


def _written(path: Any, mode: Any, flags: Any) -> str:
    """The path that is opened for writing; empty if it is not, or a descriptor that is open already."""
    is_writing = not set("wax+").isdisjoint(mode) if isinstance(mode, str) else bool(flags & _WRITING)
    return "" if isinstance(path, int) or not is_writing else os.fsdecode(path)


def _database(path: Any) -> str:
    """The path of a database; empty if it is in no file, or is only to be read."""
    name = os.fsdecode(path)
    if not name.startswith("file:"):
        return "" if name == ":memory:" else name
    name, _, options = name.removeprefix("file:").partition("?")
    return "" if name == ":memory:" or {"mode=memory", "mode=ro"} & set(options.split("&")) else name


def _caches() -> list[Path]:
    """Devices, Python's own folders and those that libraries keep fonts and the like in."""
    of_libraries = [os.environ.get(name, "") for name in ("XDG_CACHE_HOME", "MPLCONFIGDIR", "IPYTHONDIR")]
    of_python = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return [Path(each) for each in ("/dev", "/proc", *of_libraries, *of_python) if each]


def _is_in_hidden_folder(path: Path) -> bool:
    """Whether a path leads through a hidden folder of the user's, as `~/.cache` is."""
    home = Path.home()
    return path.is_relative_to(home) and len(parts := path.relative_to(home).parts) > 1 and parts[0].startswith(".")
