"""Functions that run each in a forked process of its own, so many at once.

A pool of processes cannot run them: they are closures over what cannot be pickled, and may spoil or end their process.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from nbproctor.system.memory import little_to_collect

Returned = TypeVar("Returned")
Key = TypeVar("Key")


@dataclass(frozen=True)
class Ended:
    """A process that ended before its task returned.

    Args:
        is_verdict: whether the task itself ended it; otherwise the task has shown nothing.
    """

    sentence: str
    is_verdict: bool = True


@dataclass(frozen=True)
class _Bug:
    error: Exception


@dataclass(frozen=True)
class _Running(Generic[Key]):
    key: Key
    process: BaseProcess
    until: float


def conduct(
    tasks: Mapping[Key, Callable[[], Returned]], workers: int, seconds: float = 90.0
) -> Iterator[tuple[Key, Returned | Ended]]:
    """Run every task in a process of its own; yield keys with what the tasks returned, in the order in which they end.

    Args:
        tasks: functions by key; what they return must be picklable.
        seconds: the processor time after which a task is ended. By the clock it may take six times as long: a task may
            wait, and on a busy machine every task does.

    Raises:
        Exception: the exception that a task raised, with its traceback as a note.
    """
    waiting = list(tasks.items())
    running: dict[Connection, _Running[Key]] = {}
    context = multiprocessing.get_context("fork")
    gc.collect()
    with little_to_collect():  # children write to no page of what they only read
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    key, task = waiting.pop(0)
                    ours, theirs = context.Pipe(duplex=False)
                    process = context.Process(target=_child, args=(task, theirs, seconds), daemon=True)
                    process.start()
                    theirs.close()
                    running[ours] = _Running(key, process, time.monotonic() + _CLOCK_TIMES * seconds)
                yield from _ended(running)
        finally:
            for started in running.values():
                started.process.kill()


_CLOCK_TIMES = 6


def _child(task: Callable[[], Any], pipe: Connection, seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))
    try:
        outcome = task()
    except MemoryError:
        outcome = Ended("it ran out of memory")
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
        task = running[pipe]
        is_late = time.monotonic() > task.until
        if pipe in ready or is_late:
            outcome = _received(pipe, task.process) if pipe in ready else _TOO_LONG
            task.process.kill()
            task.process.join()
            pipe.close()
            del running[pipe]
            yield task.key, outcome


_TOO_LONG = Ended("it was stopped because it took too long")


def _received(pipe: Connection, process: BaseProcess) -> Any:
    try:
        outcome = pipe.recv()
    except (EOFError, OSError):
        process.join(1.0)  # it has closed the pipe: what is left is to end
        return _how_it_ended(process.exitcode)
    if isinstance(outcome, _Bug):
        raise outcome.error
    return outcome


def _how_it_ended(code: int | None) -> Ended:
    if code == -signal.SIGXCPU:
        return _TOO_LONG
    if code in (-signal.SIGKILL, -signal.SIGTERM):
        sentence = "its process was killed, perhaps because memory ran out: run the check again, with --workers 1"
        return Ended(sentence, is_verdict=False)
    cause = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"
    return Ended(f"its process ended without a message ({cause})")
