"""Turns: how many submissions compute at a time, which is alone, and on which processor each runs."""

from __future__ import annotations

import os
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from types import TracebackType


class Processors:
    """The processors that this process may use. Sockets' names show which ones other graders and workers use."""

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
        """A free processor and the claim to it; else the one with the fewest of this process's submissions."""
        with self._lock:
            # In random order: graders that do not see each other's claims, as in containers, begin with different ones.
            processors = random.sample(list(self._in_flight), len(self._in_flight))
            processors.sort(key=self._in_flight.__getitem__)
            free = next(((number, claim) for number in processors if (claim := _claim(number))), None)
            processor, claim = free or (processors[0], None)
            self._in_flight[processor] += 1
            return processor, claim


def _available() -> list[int | None]:
    """The processors that this process may run on; only None where the system does not tell."""
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


# A runner that used less than this share of a processor for this long only waits.
WAITING_SHARE, WAITING_SECONDS = 0.1, 0.3


class Turns:
    """Bounds how many submissions compute at a time; one that only waits lets another have its turn."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._free = threading.Semaphore(count)

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.give_up()

    def take(self) -> None:
        """Wait for a turn."""
        self._free.acquire()

    def give_up(self) -> None:
        """Let another submission have the turn."""
        self._free.release()

    def others_go_first(self, charged_seconds: float) -> bool:
        """Whether to interrupt a submission that is charged for this much so far, so that others go first."""
        return False

    def stand_back(self) -> None:
        """Let others have the turn, and wait for the next one, after the submission was interrupted for them."""


class GaveWay(Exception):
    """A submission was interrupted, so that others get their verdicts before it; what is settled stays."""


class Company:
    """Lets submissions be examined beside each other, or one of them alone.

    Its callers have one of the turns that they pass.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._beside_each_other = 0
        self._want_to_be_alone = 0
        self._is_alone = False

    @contextmanager
    def beside_others(self, turns: Turns) -> Iterator[Turns]:
        """Be examined with others at the same time; wait while another one is alone, or wants to be."""
        if not self._has_joined(wait=False):
            turns.give_up()  # those that are examined now may need it to finish
            try:
                self._has_joined(wait=True)
            finally:
                turns.take()
        try:
            yield turns
        finally:
            with self._changed:
                self._beside_each_other -= 1
                self._changed.notify_all()

    def _has_joined(self, wait: bool) -> bool:
        with self._changed:
            if wait:
                self._changed.wait_for(self._may_join)
            if may_join := self._may_join():
                self._beside_each_other += 1
            return may_join

    def _may_join(self) -> bool:
        return not (self._is_alone or self._want_to_be_alone)

    @contextmanager
    def alone(self, turns: Turns) -> Iterator[Turns]:
        """Be examined alone, with the only one of other turns.

        The caller's turn is given up meanwhile: others may need it to finish.
        """
        turns.give_up()
        try:
            with self._changed:
                self._want_to_be_alone += 1
                self._changed.wait_for(lambda: not (self._is_alone or self._beside_each_other))
                self._want_to_be_alone -= 1
                self._is_alone = True
            try:
                own = Turns(1)
                with own:
                    yield own
            finally:
                with self._changed:
                    self._is_alone = False
                    self._changed.notify_all()
        finally:
            turns.take()
