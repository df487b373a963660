"""What submissions may read: the system's own files, and all that Python imports from, wherever it lies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

SYSTEM_FILES = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/nix/store")
READABLE_SYSTEM = (*SYSTEM_FILES, "/etc/passwd")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")

# The number of a file system, and of a file in it: the same for the same file, wherever that is mounted.
Identity = tuple[int, int]


def readable_beside(private_folders: Iterable[str], kernel_files: Iterable[str] = ()) -> tuple[str, ...]:
    """The folders that this process's Python imports from, but none that holds a private folder, or these tools.

    Args:
        kernel_files: further files and folders, which a Jupyter kernel reads; those that are private are left out.
    """
    tools_root = Path(__file__).resolve().parents[3]
    private = {Path(folder).resolve() for folder in private_folders}
    if tools_root.name not in ("site-packages", "dist-packages"):  # there they lie among what students need as well
        private.add(tools_root)
    imported = [path for path in sys.path if Path(path).is_absolute()]
    paths = {path for path in (sys.prefix, sys.base_prefix, *imported) if os.access(path, os.R_OK)}
    shown = {path for path in paths if not any(folder.is_relative_to(Path(path).resolve()) for folder in private)}
    linked = {target for path in shown.intersection(imported) for target in _linked_from(Path(path))}
    linked |= {Path(path) for path in kernel_files if os.access(path, os.R_OK)}
    apart = (
        path
        for path in linked
        if not any(path.is_relative_to(folder) or folder.is_relative_to(path) for folder in private)
    )
    return tuple(sorted(shown | {str(path) for path in apart}))


def _linked_from(folder: Path) -> Iterator[Path]:
    """The targets of the packages and modules that are only links in a folder that Python imports from."""
    if folder.is_dir():
        yield from (path.resolve() for path in folder.iterdir() if path.is_symlink() and os.access(path, os.R_OK))


def identities(paths: Iterable[str]) -> dict[str, Identity]:
    """The identity of the file or folder that each path leads to in this process."""
    return {path: _identity(path) for path in paths}


def require_unchanged(before: Mapping[str, Identity]) -> None:
    """Require that each path still leads to the file that it led to before this process was confined, and is readable.

    Args:
        before: what `identities` returned then.

    Raises:
        OSError: a path leads elsewhere or cannot be read; the message says which one, and what to do.
    """
    for path, identity in before.items():
        try:
            os.close(os.open(path, os.O_RDONLY))
            reason = "" if _identity(path) == identity else "something else is there"
        except OSError as error:
            reason = str(error.strerror)
        if reason:
            raise OSError(
                f"Python imports from {path}, which submissions could not read ({reason}): make it readable for "
                "every user, or install Python and its packages in a separate folder"
            )


def _identity(path: str) -> Identity:
    status = Path(path).stat()
    return status.st_dev, status.st_ino
