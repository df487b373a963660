"""Tells how large a case is, and bounds the time that is spent on finding a smaller one that fails as well."""

from __future__ import annotations

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, main_thread
from typing import Any

SECONDS = 0.5
LARGEST = 1e300


def size(value: Any) -> tuple[int, float]:
    """Return how many parts a value has and, for values of as many parts, how large its numbers are.

    Parts are numbers, the characters of texts, and the elements of lists, sets, dicts, arrays and tables, at every
    depth. So nothing is smaller than None, an empty text and an empty list.
    """
    if value is None:
        return 0, 0.0
    if isinstance(value, (bool, int, float)):
        return 1, float(min(abs(value), LARGEST)) if value == value else LARGEST
    if isinstance(value, (str, bytes)):
        return len(value), 0.0
    if isinstance(value, dict):
        return size([*value.keys(), *value.values()])
    if isinstance(value, (list, tuple, set, frozenset)):
        sizes = [size(element) for element in value]
        return len(value) + sum(parts for parts, _ in sizes), sum(numbers for _, numbers in sizes)
    if hasattr(value, "to_numpy"):
        return size(value.to_numpy())
    if hasattr(value, "tolist"):  # numpy's, an array or a single number
        return size(value.tolist())
    return 1, 0.0


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what runs inside once the time is up, as a person would, and again while it goes on.

    Raises:
        KeyboardInterrupt: in what runs inside.
        ValueError: this is not the main thread, and only that can be interrupted.
        RuntimeError: no thread can be started to keep the time, in a browser for one.
    """
    over = Event()
    clock = Thread(target=_interrupt, args=(over, seconds), daemon=True)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        clock.start()
        try:
            yield
        finally:
            over.set()
            clock.join()
    finally:
        if before is not None:  # it is None if it was not set by Python
            signal.signal(signal.SIGINT, before)


def _interrupt(over: Event, seconds: float) -> None:
    main = main_thread().ident
    while not over.wait(seconds):
        if main is not None and hasattr(signal, "pthread_kill"):  # it wakes up what sleeps; Windows has none
            signal.pthread_kill(main, signal.SIGINT)
        else:
            _thread.interrupt_main()
        seconds = 0.1
