"""Memory: what Python's garbage collector has to look through, and what goes back to the system when it is freed."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# <malloc.h>: from this size on, a block is mapped by itself, and unmapped when it is freed.
_MAPPED_FROM = -3
_MAPPED_FROM_BYTES = 1 << 20


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


_frozen_to_the_end = False


def freeze_to_the_end() -> None:
    """Let Python never again look for garbage among the objects of now."""
    global _frozen_to_the_end
    gc.freeze()
    _frozen_to_the_end = True


@contextmanager
def little_to_collect() -> Iterator[None]:
    """Meanwhile, let Python look for garbage only among the objects that are made from now on."""
    gc.freeze()
    try:
        yield
    finally:
        if not _frozen_to_the_end:
            gc.unfreeze()


def give_back_large_blocks() -> None:
    """From now on, let this process give back each large block when it is freed.

    By default, glibc keeps freed blocks of up to 32 MB, for each thread that had one: sixteen threads that read a
    notebook of 15 MB each, one after the other, would have half a gigabyte. Other C libraries are left as they are.
    """
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_MAPPED_FROM, _MAPPED_FROM_BYTES)
