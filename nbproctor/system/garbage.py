"""What Python's garbage collector looks through: not what is imported, which is much and never garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Have no garbage looked for meanwhile."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def little_to_collect() -> Iterator[None]:
    """Meanwhile, look for garbage only among what is made from now on."""
    was_frozen = gc.get_freeze_count() > 0  # by a program that has no use for what it imported as garbage, even later
    gc.freeze()
    try:
        yield
    finally:
        if not was_frozen:
            gc.unfreeze()
