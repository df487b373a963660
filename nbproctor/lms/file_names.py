"""Names of files and folders: which every file system takes, and which two of them are one file on some."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath

_FORBIDDEN = frozenset('<>:"|?*\\')
_PORTS = (f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))
_DEVICES = frozenset({"con", "prn", "aux", "nul", *_PORTS})
_MOST_BYTES = 200


def objection(path: str) -> str:
    """Say why a path below a folder cannot be written everywhere; empty if it can."""
    for name in PurePosixPath(path).parts:
        if name.strip(". ") != name.lstrip(". ") or not name.strip(". "):
            return "ends with a dot or a space"
        if not _FORBIDDEN.isdisjoint(name) or not name.isprintable():
            return "contains a character that not every file system allows"
        if name.partition(".")[0].strip().casefold() in _DEVICES:
            return "is the name of a device"
        if len(name.encode("utf-8", "replace")) > _MOST_BYTES:
            return "is too long"
    return ""


def same_name(path: str) -> str:
    """A form that is equal for paths that are one file where case or the composition of letters makes no difference."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())
