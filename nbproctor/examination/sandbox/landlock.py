"""Landlock: reading and writing nothing but what was named, no TCP, no signals to other processes."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterable, Iterator

from nbproctor.examination.sandbox import c_library

# Access rights of linux/landlock.h, and how many of them, from the first, each version of the interface knows.
_EXECUTE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
_ON_FILES = _EXECUTE | 1 << 1 | _READ_FILE | 1 << 14 | 1 << 15
_FILE_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}
_ALL_FILE_RIGHTS = 16
_BOTH_TCP_RIGHTS, _BOTH_SCOPES = 3, 3  # bind and connect; abstract sockets and signals


def version() -> int:
    """The version of Landlock that this kernel offers; 0 for none."""
    try:
        return c_library.create_ruleset(None)
    except (OSError, AttributeError):  # a kernel without it, or no Linux
        return 0


def governs_truncation() -> bool:
    """Whether files can be emptied only where writing is allowed. Before Linux 6.2, only opening is governed."""
    return version() >= 3


def enter(readable: Iterable[str], writable: Iterable[str]) -> Iterator[str]:
    """Restrict this process and all that it starts to these files and folders; those that do not exist are left out.

    Readable ones can be executed as well. Yields each protection that is enforced from now on; none on a kernel without
    Landlock.
    """
    offered = version()
    if not offered:
        return
    rights = (1 << _FILE_RIGHTS_BY_VERSION.get(offered, _ALL_FILE_RIGHTS)) - 1
    ruleset = _ruleset(offered, rights)
    for path in readable:
        _allow(ruleset, path, (_EXECUTE | _READ_FILE | _READ_FOLDER) & rights)
    for path in writable:
        _allow(ruleset, path, rights)
    c_library.refuse_new_privileges()
    c_library.restrict_self(ruleset)
    os.close(ruleset)
    yield "files"
    if offered >= 4:
        yield "TCP"
    if offered >= 6:
        yield "signals"


def _ruleset(offered: int, rights: int) -> int:
    network = _BOTH_TCP_RIGHTS if offered >= 4 else 0
    scopes = _BOTH_SCOPES if offered >= 6 else 0
    size = 8 if offered < 4 else 16 if offered < 6 else 24
    return c_library.create_ruleset(struct.pack("=QQQ", rights, network, scopes)[:size])


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        c_library.add_path_rule(
            ruleset, rights if stat.S_ISDIR(os.fstat(beneath).st_mode) else rights & _ON_FILES, beneath
        )
    finally:
        os.close(beneath)
