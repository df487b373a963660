"""The kernel's calls that Python has no function for, by the C library's names; a failure is an OSError."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)

# <linux/sched.h>
NEW_TIME, NEW_MOUNTS, NEW_CGROUP, NEW_NAMES = 1 << 7, 1 << 17, 1 << 25, 1 << 26
NEW_IPC, NEW_USER, NEW_PROCESSES, NEW_NETWORK = 1 << 27, 1 << 28, 1 << 29, 1 << 30
ALL_NAMESPACES = NEW_TIME | NEW_MOUNTS | NEW_CGROUP | NEW_NAMES | NEW_IPC | NEW_USER | NEW_PROCESSES | NEW_NETWORK
THREAD = 1 << 16

# <sys/mount.h>
READ_ONLY, NO_SETUID, NO_DEVICES, NO_EXECUTION, REMOUNT = 1, 2, 4, 8, 32
NO_ACCESS_TIMES, NO_FOLDER_ACCESS_TIMES, BIND, RECURSIVE = 1 << 10, 1 << 11, 1 << 12, 1 << 14
PRIVATE, RELATIVE_ACCESS_TIMES = 1 << 18, 1 << 21
_DETACH = 2

# <linux/prctl.h>
_DEATH_SIGNAL, _DUMPABLE, _KEEP_CAPABILITIES, _SECCOMP, _DROP_CAPABILITY, _NO_NEW_PRIVILEGES = 1, 4, 8, 22, 24, 38
_FILTER = 2
_CAPABILITIES_VERSION_3 = 0x20080522
# <linux/capability.h>: to read what is closed to a user; and to write it too, where containers have no less.
_READ_CLOSED, _USE_CLOSED = 2, 1

# The same numbers on every processor: Linux gives each call since 5.1 one number.
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446


def unshare(namespaces: int) -> None:
    """Give this process, or with `NEW_PROCESSES` its next child, namespaces of its own."""
    _call("unshare", ctypes.c_int(namespaces))


def join_namespace(descriptor: int, kind: int) -> None:
    """Enter the namespace of an open file of `/proc/<process>/ns`, of a kind such as `NEW_PROCESSES`."""
    _call("setns", ctypes.c_int(descriptor), ctypes.c_int(kind))


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """Mount a file system, or with the flag `BIND` show a file or folder at another place too, as the call does."""
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else os.fsencode(options)
    _call("mount", *texts, ctypes.c_ulong(flags), data, about=target)


def unmount(target: str) -> None:
    """Unmount a file system, as soon as nothing uses it any more."""
    _call("umount2", os.fsencode(target), ctypes.c_int(_DETACH), about=target)


def change_root(root: str, former: str) -> None:
    """Give this process another root, on which a file system is mounted; the former one shows at a folder below it."""
    _call("pivot_root", os.fsencode(root), os.fsencode(former), about=root)


def end_with_parent(signal: int) -> None:
    """Let the kernel send this process a signal when its parent ends."""
    _prctl(_DEATH_SIGNAL, signal)


def set_dumpable(value: bool) -> None:
    """Say whether other processes of this user may look into this one."""
    _prctl(_DUMPABLE, int(value))


def refuse_new_privileges() -> None:
    """Gain no privileges from here on, by whatever program is started."""
    _prctl(_NO_NEW_PRIVILEGES, 1)


def drop_capabilities() -> None:
    """Give up root's rights, for good."""
    for capability in range(64):
        try:
            _prctl(_DROP_CAPABILITY, capability)
        except OSError:
            break  # this kernel has no more
    _set_capabilities(0)


def keep_capabilities() -> None:
    """Keep root's rights when this process becomes another user, until it runs another program."""
    _prctl(_KEEP_CAPABILITIES, 1)


def keep_only_reading() -> None:
    """Give up root's rights, except to read what is closed to others; an OSError if this process may not read that."""
    try:
        _set_capabilities(1 << _READ_CLOSED)
    except OSError:
        _set_capabilities(1 << _USE_CLOSED)


def _set_capabilities(allowed: int) -> None:
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITIES_VERSION_3, 0), 8)
    _call("capset", header, ctypes.create_string_buffer(struct.pack("=6I", allowed, allowed, 0, 0, 0, 0), 24))


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def filter_calls(code: bytes) -> None:
    """Let this program decide on every further system call; `refuse_new_privileges` comes first."""
    buffer = ctypes.create_string_buffer(code, len(code))
    filter_ = _Filter(len(code) // 8, ctypes.addressof(buffer))
    _prctl(_SECCOMP, _FILTER, ctypes.byref(filter_))


def create_ruleset(attributes: bytes | None) -> int:
    """A Landlock ruleset's descriptor; without attributes, the version of Landlock (an OSError for none)."""
    if attributes is None:
        return _system_call(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return _system_call(_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))


def add_path_rule(ruleset: int, rights: int, beneath: int) -> None:
    """Allow rights beneath the file or folder that a descriptor stands for."""
    rule = struct.pack("=Qi", rights, beneath)
    _system_call(_LANDLOCK_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint32(0))


def restrict_self(ruleset: int) -> None:
    """Enter a ruleset; `refuse_new_privileges` comes first."""
    _system_call(_LANDLOCK_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))


def write_file(path: str, text: str, folder: int | None = None) -> None:
    """Write to a file of the kernel's, which takes its text in one piece; `folder` is as `os.open`'s `dir_fd`."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.write(descriptor, text.encode())
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror} (writing {Path(path).name})") from None
    finally:
        os.close(descriptor)


def _prctl(option: int, value: int, argument: object = 0) -> None:
    second = ctypes.c_ulong(argument) if isinstance(argument, int) else argument
    _call("prctl", ctypes.c_int(option), ctypes.c_ulong(value), second, ctypes.c_ulong(0), ctypes.c_ulong(0))


def _system_call(number: int, *arguments: object) -> int:
    return _call("syscall", ctypes.c_long(number), *arguments)


def _call(name: str, *arguments: object, about: str = "") -> int:
    result: int = getattr(_libc, name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({name}{' ' if about else ''}{about})")
    return result
