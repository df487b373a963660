"""Many trials at once, each in a forked process of its own, on as many processors as are asked for."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

import psutil

Outcome = TypeVar("Outcome")
Key = TypeVar("Key")

_PATIENCE = 10
"""A process that waits has so many times longer by the clock than one that computes: the machine may be busy."""


@dataclass(frozen=True)
class Ended:
    """A process that ended without an outcome: `sentence` says how."""

    sentence: str


@dataclass(frozen=True)
class _Bug:
    error: Exception


@dataclass(frozen=True)
class _Running(Generic[Key]):
    key: Key
    process: BaseProcess
    seconds: float
    began: float

    @property
    def is_late(self) -> bool:
        return self._computed > self.seconds or time.monotonic() - self.began > _PATIENCE * self.seconds

    @property
    def _computed(self) -> float:
        try:
            spent = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:
            return 0.0  # it has just ended
        return float(spent.user + spent.system)


def conduct(
    tasks: Mapping[Key, Callable[[], Outcome]], workers: int, seconds: float = 90.0
) -> Iterator[tuple[Key, Outcome | Ended]]:
    """Run every task in a process of its own; yield what each gave, in the order in which they end.

    Args:
        tasks: functions by key; what they give must be picklable.
        workers: how many run at once.
        seconds: how much processor time one may take before it is ended.
    """
    waiting = list(tasks.items())
    running: dict[Connection, _Running[Key]] = {}
    context = multiprocessing.get_context("fork")
    gc.collect()
    gc.freeze()  # children write to no page of what they only read
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                key, task = waiting.pop(0)
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_child, args=(task, theirs), daemon=True)
                process.start()
                theirs.close()
                running[ours] = _Running(key, process, seconds, time.monotonic())
            yield from _ended(running)
    finally:
        for each in running.values():
            each.process.kill()
        gc.unfreeze()


def _child(task: Callable[[], Any], pipe: Connection) -> None:
    try:
        outcome = task()
    except Exception as error:  # a bug of ours: the parent raises it
        error.add_note(traceback.format_exc())
        outcome = _Bug(error)
    signal.setitimer(signal.ITIMER_PROF, 0)
    pipe.send(outcome)
    pipe.close()
    os._exit(0)  # nothing that a solution registered runs at the end


def _ended(running: dict[Connection, _Running[Key]]) -> Iterator[tuple[Key, Any]]:
    ready = wait(list(running), timeout=1.0)
    for pipe in list(running):
        each = running[pipe]
        if pipe in ready or each.is_late:
            outcome = _received(pipe) if pipe in ready else Ended("it was ended: it took too long")
            each.process.kill()
            each.process.join()
            pipe.close()
            del running[pipe]
            yield each.key, outcome


def _received(pipe: Connection) -> Any:
    try:
        outcome = pipe.recv()
        if isinstance(outcome, _Bug):
            raise outcome.error
        return outcome
    except (EOFError, ConnectionError):
        return Ended("its process ended without a word")
