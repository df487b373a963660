"""Memory that is freed goes back to the system, also where many threads had some of it."""

from __future__ import annotations

import ctypes
from contextlib import suppress

# <malloc.h>: from this size on, a block is mapped by itself, and unmapped when it is freed.
_MAPPED_FROM = -3
_MAPPED_FROM_BYTES = 1 << 20


def give_back_large_blocks() -> None:
    """From now on, let this process give back each large block when it is freed.

    By default, glibc keeps freed blocks of up to 32 MB, for each thread that had one: sixteen threads that read a
    notebook of 15 MB each, one after the other, would have half a gigabyte. Other C libraries are left as they are.
    """
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_MAPPED_FROM, _MAPPED_FROM_BYTES)
