"""What submissions may read beside the system's own files: all that Python imports from, wherever it lies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

# A file system's number and a file's number in it: what is the same file, wherever it is shown.
Identity = tuple[int, int]


def readable_beside(course: Path, scratch: Path) -> tuple[str, ...]:
    """What Python imports from here, but for folders that hold the course, these tools or the run's temporary folder.

    Args:
        course: the course's folder.
        scratch: the run's temporary folder.
    """
    tools_root = Path(__file__).resolve().parents[3]
    private = {course.resolve(), scratch.resolve()}
    if tools_root.name not in ("site-packages", "dist-packages"):  # there they lie among what students need as well
        private.add(tools_root)
    imported = [path for path in sys.path if Path(path).is_absolute()]
    paths = {path for path in (sys.prefix, sys.base_prefix, *imported) if os.access(path, os.R_OK)}
    shown = {path for path in paths if not any(one.is_relative_to(Path(path).resolve()) for one in private)}
    linked = {target for path in shown.intersection(imported) for target in _linked_from(Path(path))}
    return tuple(sorted(shown | {str(path) for path in linked if not any(_overlap(path, one) for one in private)}))


def _linked_from(folder: Path) -> Iterator[Path]:
    """Where the packages and modules lie that are only links in a folder that Python imports from."""
    if folder.is_dir():
        yield from (path.resolve() for path in folder.iterdir() if path.is_symlink() and os.access(path, os.R_OK))


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def seen(paths: Iterable[str]) -> dict[str, Identity]:
    """Which files and folders these paths lead to, from where this process is."""
    return {path: _identity(path) for path in paths}


def look_again(before: Mapping[str, Identity]) -> None:
    """See that paths lead to what they led to before this process was confined, and that it can be read.

    Args:
        before: what `seen` said then.

    Raises:
        OSError: one does not, or it cannot; the message says which, and what to do.
    """
    for path, identity in before.items():
        try:
            os.close(os.open(path, os.O_RDONLY))
            reason = "" if _identity(path) == identity else "something else lies there"
        except OSError as error:
            reason = str(error.strerror)
        if reason:
            raise OSError(
                f"Python imports from {path}, which submissions could not read ({reason}): let every user read it, or "
                "install Python and its packages in a folder that is only theirs"
            )


def _identity(path: str) -> Identity:
    found = Path(path).stat()
    return found.st_dev, found.st_ino
