"""Memory: what Python's garbage collector looks through, in what pages it lies, and what goes back when it is freed."""

from __future__ import annotations

import ctypes
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# <malloc.h>: from this size on, a block is mapped by itself, and unmapped when it is freed.
_MAPPED_FROM = -3
_MAPPED_FROM_BYTES = 1 << 20
# <linux/mman.h>: move what lies in an area of memory into large pages, now.
_COLLAPSE = 25
_LARGE_PAGE_BYTES = 1 << 21
# A line of /proc/self/maps about an area that is of no file.
_OWN_AREA = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0 *(\[heap\])?$")

# An entry for each that wants what is frozen to stay so: threads add to a list, and take from it, without a lock.
_keepers: list[None] = []


@contextmanager
def no_collection() -> Iterator[None]:
    """Let Python look for no garbage meanwhile."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def freeze_to_the_end() -> None:
    """Let Python never again look for garbage among the objects of now."""
    _keepers.append(None)
    gc.freeze()


@contextmanager
def little_to_collect() -> Iterator[None]:
    """Meanwhile, let Python look for garbage only among the objects that are made from now on."""
    _keepers.append(None)
    gc.freeze()
    try:
        yield
    finally:
        _keepers.pop()
        if not _keepers:
            gc.unfreeze()


def gather_in_large_pages() -> None:
    """Move what this process has in memory into pages of 2 MB, where the system can: Linux from 6.1 on.

    A fork copies an entry for each page, and the child's end gives each back: of large pages there are 512 times fewer.
    To move takes as long as about ten forks, but once: what has been moved stays.
    """
    with suppress(AttributeError, OSError):
        advise = ctypes.CDLL(None).madvise
        advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        for line in Path("/proc/self/maps").read_text().splitlines():
            if area := _OWN_AREA.match(line):
                first, end = (int(address, 16) for address in area.groups()[:2])
                first += -first % _LARGE_PAGE_BYTES
                end -= end % _LARGE_PAGE_BYTES
                if first < end:
                    advise(first, end - first, _COLLAPSE)  # what cannot be moved stays where it is


def give_back_large_blocks() -> None:
    """From now on, let this process give back each large block when it is freed.

    By default, glibc keeps freed blocks of up to 32 MB, for each thread that had one: sixteen threads that read a
    notebook of 15 MB each, one after the other, would have half a gigabyte. Other C libraries are left as they are.
    """
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_MAPPED_FROM, _MAPPED_FROM_BYTES)
