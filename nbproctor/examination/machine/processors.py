"""Which processor a runner runs on: one that no other submission on this machine runs on, as far as anyone knows."""

from __future__ import annotations

import os
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext


class Processors:
    """The processors that this process may use; names of sockets tell which of them other graders and workers use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_flight = dict.fromkeys(_available(), 0)

    @contextmanager
    def take(self) -> Iterator[int | None]:
        """Take a processor; None if the system does not tell which there are."""
        processor, claim = self._chosen()
        with closing(claim) if claim else nullcontext():
            try:
                yield processor
            finally:
                with self._lock:
                    self._in_flight[processor] -= 1

    def _chosen(self) -> tuple[int | None, socket.socket | None]:
        """A free processor and the claim to it; else the processor with the fewest of this process's submissions."""
        with self._lock:
            # In random order: graders that do not see each other's claims, as in containers, begin with different ones.
            processors = random.sample(list(self._in_flight), len(self._in_flight))
            processors.sort(key=self._in_flight.__getitem__)
            free = next(((number, claim) for number in processors if (claim := _claim(number))), None)
            processor, claim = free or (processors[0], None)
            self._in_flight[processor] += 1
            return processor, claim


def _available() -> list[int | None]:
    """The numbers of the processors that this process may run on; only None where the system does not tell them."""
    return [*sorted(os.sched_getaffinity(0))] if hasattr(os, "sched_getaffinity") else [None]


def _claim(processor: int | None) -> socket.socket | None:
    """Claim a processor by a socket name that only one process can hold; None if another process holds it.

    Linux frees the name when the process ends, however it ends.
    """
    if processor is None:
        return None
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0course-grade-{os.geteuid()}-on-processor-{processor}")
    except OSError:
        claim.close()
        return None
    return claim
