"""Bounds that the kernel keeps on one process: memory, processor time, file sizes, open files."""

from __future__ import annotations

import math
import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Bounds:
    """What one submission may use.

    Args:
        memory_bytes: beyond what its process was started with.
        disk_bytes: all its files together.
        processes: processes and threads at once.
        cpu_seconds: processor time of one process.
    """

    memory_bytes: int
    disk_bytes: int
    files: int
    processes: int
    cpu_seconds: int


def enter(bounds: Bounds, size: int, count_processes: bool) -> Iterator[str]:
    """Bound this process and each that it starts; yield each protection that is enforced from now on.

    Args:
        size: the address space that the process takes already, in bytes; 0 if it is unknown, and then unlimited.
        count_processes: whether to bound the number of processes: only where all of this user's processes belong
            to the submission, since the kernel counts those of other programs as well.
    """
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, 256)
    limit(resource.RLIMIT_FSIZE, bounds.disk_bytes)
    limit(resource.RLIMIT_CPU, bounds.cpu_seconds)
    if hasattr(resource, "RLIMIT_MSGQUEUE"):  # not on macOS
        limit(resource.RLIMIT_MSGQUEUE, 0)
    yield "processor time"
    yield "file sizes"
    limit_memory(size, bounds.memory_bytes)
    if size:
        yield "memory"
    if count_processes:
        limit(resource.RLIMIT_NPROC, bounds.processes)
        yield "number of processes"


def size_of_this_process() -> int:
    """The address space of this process in bytes; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


_PROGRAM_BYTES = 512 << 20
"""Address space that a program takes at its start, if it is unknown: more than with pandas and matplotlib."""


def shortfall(bounds: Bounds) -> str:
    """Which limit of this process is too low for what a submission may use, and what to do; empty if none is.

    No submission should fail because of a limit of the person who grades.
    """
    needs = {
        "RLIMIT_AS": ("-v", (size_of_this_process() or _PROGRAM_BYTES) + bounds.memory_bytes),
        "RLIMIT_DATA": ("-d", bounds.memory_bytes),
        "RLIMIT_FSIZE": ("-f", bounds.disk_bytes),
        "RLIMIT_CPU": ("-t", bounds.cpu_seconds),
    }
    for name, (option, need) in needs.items():
        limits = resource.getrlimit(getattr(resource, name))
        lowest = min((limit for limit in limits if limit != resource.RLIM_INFINITY), default=math.inf)
        if lowest < need:
            return (
                f"ulimit {option} allows a process {lowest:,.0f}, but a submission may need {need:,}: grade with "
                f"ulimit {option} unlimited, or let submissions use less in grading_config.py"
            )
    return ""


def limit_memory(size: int, extra_bytes: int) -> None:
    """Limit how much this process's address space may grow from this size; a size of 0 is unknown, and not limited."""
    if size:
        limit(resource.RLIMIT_AS, size + extra_bytes)


def limit(resource_number: int, value: int) -> None:
    """Bound this process, unless it has a lower bound already."""
    hard = resource.getrlimit(resource_number)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(resource_number, (value, value))


def allow_processor_seconds(seconds: int) -> None:
    """Let this process compute for this many seconds more; then the kernel ends it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
