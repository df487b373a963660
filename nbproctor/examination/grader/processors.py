"""Which processor a submission runs on: one that no other submission on this machine runs on, as far as anyone knows.

Candidate and examiner take turns, so they share one: waking another costs more than a call.
"""

from __future__ import annotations

import os
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext


class Processors:
    """Those that this process may use. Several graders and workers on a machine tell each other by names of sockets."""

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
        """One that is free, and the claim to it; else the one with the fewest of this process's submissions."""
        with self._lock:
            # Graders who do not see each other's claims, in containers for one, shall not all begin with the same.
            processors = random.sample(list(self._in_flight), len(self._in_flight))
            processors.sort(key=self._in_flight.__getitem__)
            taken = next(((one, claim) for one in processors if (claim := _claim(one))), None)
            processor, claim = taken or (processors[0], None)
            self._in_flight[processor] += 1
            return processor, claim


def _available() -> list[int | None]:
    """The processors that this process may run on; one that is not named, where the system does not tell."""
    return [*sorted(os.sched_getaffinity(0))] if hasattr(os, "sched_getaffinity") else [None]


def _claim(processor: int | None) -> socket.socket | None:
    """A name that one process on this machine can have; Linux takes it back when the process ends, however it does."""
    if processor is None:
        return None
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0course-grade-{os.geteuid()}-on-processor-{processor}")
    except OSError:
        claim.close()
        return None
    return claim
