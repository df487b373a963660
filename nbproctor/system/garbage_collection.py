"""Less work for Python's garbage collector: what was imported is much, and never garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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


@contextmanager
def little_to_collect() -> Iterator[None]:
    """Meanwhile, let Python look for garbage only among the objects that are made from now on."""
    was_frozen = gc.get_freeze_count() > 0  # by the command line, which leaves it so to its end
    gc.freeze()
    try:
        yield
    finally:
        if not was_frozen:
            gc.unfreeze()
