"""What the kernel keeps the student's code from: today, reading and writing beyond the release.

The stronger tiers of `docs/security.md` belong here too: `enter` is called in the candidate after the
fork and before any submitted code runs, and says what it enforced.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

# The same numbers on every processor (Linux gives all system calls since 5.1 one number).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES = 38  # prctl

# Access rights of linux/landlock.h; a version of the interface knows the first so many of them.
_EXECUTE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
_ON_FILES = _EXECUTE | 1 << 1 | _READ_FILE | 1 << 14 | 1 << 15
_FILE_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}
_ALL_FILE_RIGHTS = 16
_BOTH_TCP_RIGHTS, _BOTH_SCOPES = 3, 3  # bind and connect; abstract sockets and signals

_libc = ctypes.CDLL(None, use_errno=True)

SYSTEM_FILES = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")


def landlock_version() -> int:
    """The version of Landlock that this kernel offers; 0 for none."""
    if sys.platform != "linux":
        return 0
    version: int = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(version, 0)


def enter(readable: Iterable[str], writable: Iterable[str]) -> Iterator[str]:
    """Give up, for this process and all that it starts, what the examination does not need.

    Args:
        readable: folders and files to read, beside Python's own and the system's libraries.
        writable: folders to read and write.

    Yields:
        what is enforced from now on.
    """
    yield "separate process"
    version = landlock_version()
    if not version:
        return
    rights = (1 << _FILE_RIGHTS_BY_VERSION.get(version, _ALL_FILE_RIGHTS)) - 1
    ruleset = _ruleset(version, rights)
    interpreter = {sys.prefix, sys.base_prefix, *(path for path in sys.path if path)}
    for path in (*SYSTEM_FILES, *interpreter, *readable):
        _allow(ruleset, path, (_EXECUTE | _READ_FILE | _READ_FOLDER) & rights)
    for path in (*DEVICES, *writable):
        _allow(ruleset, path, rights)
    _call(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _call(_libc.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)))
    os.close(ruleset)
    yield "files"
    if version >= 4:
        yield "TCP"
    if version >= 6:
        yield "signals"


def _ruleset(version: int, rights: int) -> int:
    network = _BOTH_TCP_RIGHTS if version >= 4 else 0
    scopes = _BOTH_SCOPES if version >= 6 else 0
    size = 8 if version < 4 else 16 if version < 6 else 24
    attributes = ctypes.create_string_buffer(struct.pack("=QQQ", rights, network, scopes), 24)
    return _call(_libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), ctypes.c_uint32(0)))


def _allow(ruleset: int, path: str, rights: int) -> None:
    if not Path(path).exists():
        return
    if not Path(path).is_dir():
        rights &= _ON_FILES
    beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, beneath), 12)
        _call(_libc.syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint32(0)))
    finally:
        os.close(beneath)


def _call(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
