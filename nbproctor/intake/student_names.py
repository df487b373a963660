"""Names that students chose for files and folders: how they are shown, and which of them can be a student's id."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Collection, Iterable
from pathlib import PurePosixPath

from nbproctor.system.printable import REPLACEMENT, one_line, plain

GRADEBOOK_CHARACTERS = 128
"""Most characters of a student id that nbgrader's gradebook has room for."""
SHOWN_CHARACTERS = 60
"""Most characters of a name that is shown in full in a sentence."""


def shown(name: str) -> str:
    """Show a file's name within a sentence: on one line, printable, in quotes, not too long."""
    name = one_line(name)
    return f'"{name if len(name) <= SHOWN_CHARACTERS else name[: SHOWN_CHARACTERS - 1] + "…"}"'


def listed(names: Collection[str]) -> str:
    """Show several names within a sentence; of many names, the first few."""
    first = sorted(names)[:3]
    rest = len(names) - len(first)
    return ", ".join(map(shown, first)) + (f" and {rest} more" if rest else "")


def objection(name: str) -> str:
    """Say why a folder's name cannot be a student's id; empty if it can.

    It has to be text, the same on a screen as in a file, and fit into nbgrader's gradebook.
    """
    if any(0xDC80 <= ord(letter) <= 0xDCFF for letter in name):
        return "is not UTF-8"
    if plain(name) != name or "\n" in name or "\t" in name:
        return "contains characters that are invisible or change how others are displayed"
    if len(name) > GRADEBOOK_CHARACTERS:
        return f"has {len(name)} characters, but the gradebook has room for only {GRADEBOOK_CHARACTERS}"
    return ""


def stand_in(name: str, taken: Collection[str]) -> str:
    """Make a student id, none of those taken, in place of a name that cannot be used; each grading makes the same."""
    digest = hashlib.sha256(os.fsencode(name)).hexdigest()
    # Files get this name, whatever characters the names of files may have on this machine.
    start = one_line(name).replace(REPLACEMENT, "_")[:40].strip()
    return next(made for length in range(8, 65) if (made := f"{start}~{digest[:length]}") not in taken)


def look_alikes(names: Iterable[str]) -> dict[str, list[str]]:
    """For each name, the other names that differ from it only in case, blanks or the composition of letters."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(unicodedata.normalize("NFKC", one_line(name)).casefold(), []).append(name)
    return {name: [other for other in group if other != name] for group in groups.values() for name in group}


def folders_above(path: str) -> list[str]:
    """The paths of the folders on the way to a file."""
    return [str(folder) for folder in PurePosixPath(path).parents][:-1]
