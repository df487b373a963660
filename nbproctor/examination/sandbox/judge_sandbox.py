"""The sandbox of the judges: what their warm parent gives up before it forks, and each of them when it begins.

A judge runs no submitted code, but reads what that returned. So it may read only what test cells need, write nothing,
communicate only through the sockets that it was given, and start no process. It takes no namespaces, and is the same
for every user. `course doctor` shows what a system lacks of it.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence
from contextlib import suppress

from nbproctor.examination.sandbox import c_library, landlock, limits, seccomp
from nbproctor.examination.sandbox.file_system import DEVICES, READABLE_SYSTEM, TOOLS, readable_beside

# How many files a judge may have open.
_OPEN_FILES = 1024


class JudgeSandbox:
    """What confines the judges of an assignment.

    Args:
        readable: what test cells may read beside Python and its packages: the release, a home folder.
        memory_bytes: what a judge may take beyond what it was started with.
    """

    def __init__(self, private: Sequence[str], readable: Sequence[str], memory_bytes: int) -> None:
        self._readable = (*READABLE_SYSTEM, *readable_beside(private), TOOLS, *readable)
        self._memory_bytes = memory_bytes
        self._size = 0
        self._filters = _filters(may_truncate=landlock.governs_truncation())

    def enter(self) -> None:
        """Confine this process, for good, to what it needs to fork judges; an OSError if the system refuses that."""
        self._size = limits.size_of_this_process()  # which cannot be read afterwards
        if sys.platform != "linux":
            return
        if os.geteuid() == 0:
            _keep_only_reading()
        c_library.refuse_new_privileges()
        enforced = list(landlock.enter(self._readable, DEVICES))
        if "files" not in enforced and os.geteuid() == 0:
            c_library.drop_capabilities()
        c_library.set_dumpable(False)
        if self._filters:
            c_library.filter_calls(self._filters[0])

    def confine(self) -> None:
        """Confine this judge, for good, after `enter`; an OSError if the system refuses that."""
        limits.limit_memory(self._size, self._memory_bytes)
        limits.limit(resource.RLIMIT_CORE, 0)
        limits.limit(resource.RLIMIT_FSIZE, 0)
        limits.limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        if self._filters:
            c_library.filter_calls(self._filters[1])


def _filters(*, may_truncate: bool) -> tuple[bytes, bytes] | None:
    """The filters of system calls of the parent, and of its children on top of that; None without libseccomp."""
    if sys.platform != "linux":
        return None
    try:
        of_parent = seccomp.compile_filter(
            may_fork=True, may_change_metadata=False, may_truncate=may_truncate, confines_children=True
        )
        return of_parent, seccomp.compile_lone_process_filter()
    except seccomp.FilterUnavailable:
        return None


def _keep_only_reading() -> None:
    """Give up root's rights, except to read what is closed to others: Python may lie there."""
    with suppress(OSError):
        c_library.keep_only_reading()
        return
    c_library.drop_capabilities()
