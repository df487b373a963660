"""Watches what the kernel does not bound: memory of several processes together, folders on a shared disk.

It also notes which submissions only wait, what each is charged for, and when the machine is in trouble.
"""

from __future__ import annotations

import math
import os
import stat
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from nbproctor.examination.machine.charged_time import ChargedTime, ProcessTimes
from nbproctor.examination.machine.turns import WAITING_SECONDS, WAITING_SHARE
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.system.machine_trouble import MachineTrouble

# The time between two looks at the runners; at every fifth, their folders are looked at as well.
_INTERVAL_SECONDS = 0.1
_LOOKS_PER_FOLDER_LOOK = 5


@dataclass
class WatchedRunner:
    """A runner that is watched. Moments are of the monotonic clock.

    Args:
        folder: its folder, if nothing else bounds what it writes there; else empty.
        judge: the process number of the judge that runs functions for its suite; 0 if there is none.

    Attributes:
        reason: why it was ended; empty as long as it was not.
        waits: whether it only waits, for instance for time to pass.
        stopped_at: when it, or its judge, was last seen stopped.
        _start_bytes: its memory when it began, which is not counted.
        _used_seconds: the processor time that it had used at the moment `_measured_at`.
    """

    process: int
    kill: Callable[[], None]
    folder: str = ""
    judge: int = 0
    charged_time: ChargedTime = field(default_factory=ChargedTime)
    reason: str = ""
    waits: bool = False
    stopped_at: float = -math.inf
    _start_bytes: int = 0
    _used_seconds: float = 0.0
    _measured_at: float = field(default_factory=time.monotonic)


class Watchdog:
    """A thread that looks at all runners several times a second.

    `trouble_at` is when the machine was last seen in trouble, on the monotonic clock.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.trouble_at = -math.inf
        self._trouble = MachineTrouble()
        self._bounds = bounds
        self._watched: list[WatchedRunner] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look_again_and_again, name="watchdog", daemon=True)
        self._thread.start()

    def watch(self, watched: WatchedRunner) -> None:
        """Watch a runner from now on."""
        with suppress(psutil.Error, ValueError):  # it may have ended already
            watched._start_bytes = psutil.Process(watched.process).memory_info().rss
        with self._lock:
            self._watched.append(watched)

    def forget(self, watched: WatchedRunner) -> None:
        """Watch it no longer."""
        with self._lock, suppress(ValueError):
            self._watched.remove(watched)

    def close(self) -> None:
        """End the thread."""
        self._is_over.set()
        self._thread.join()

    def _look_again_and_again(self) -> None:
        looks = 0
        while not self._is_over.wait(_INTERVAL_SECONDS):
            with self._lock:
                watched = list(self._watched)
            if self._trouble.is_seen():
                self.trouble_at = time.monotonic()
            if not watched:
                continue
            looks += 1
            try:
                self._look_at_all(watched, with_folders=looks % _LOOKS_PER_FOLDER_LOOK == 0)
            except OSError:  # no descriptor is free, for instance
                self.trouble_at = time.monotonic()

    def _look_at_all(self, watched: list[WatchedRunner], with_folders: bool) -> None:
        stolen = stolen_seconds()
        children_of = _children_of if _TELLS_CHILDREN else _all_children().__getitem__
        for runner in watched:
            self._look(runner, [runner.process, *_descendants(runner.process, children_of)], stolen)
            if with_folders:
                self.has_written_too_much(runner)

    def _look(self, runner: WatchedRunner, family: list[int], stolen: float) -> None:
        memory, used_seconds, waited, stopped = 0, 0.0, stolen, False
        for number in family:
            with suppress(psutil.Error, ValueError):
                process = psutil.Process(number)
                with process.oneshot():
                    memory += max(process.memory_info().rss - runner._start_bytes, 0)
                    used_seconds += _computed(process)
                    waited += _waited(number)
                    stopped = stopped or (number == runner.process and process.status() == psutil.STATUS_STOPPED)
        judge = _times(runner.judge)
        if stopped := stopped or judge.stopped:
            runner.stopped_at = time.monotonic()
        runner.charged_time.look(ProcessTimes(used_seconds + judge.computed, waited + judge.waited, stopped))
        if memory > self._bounds.memory_bytes:
            _end(runner, f"Stopped: it used more than {_megabytes(self._bounds.memory_bytes)} of memory.")
        now = time.monotonic()
        if now - runner._measured_at >= WAITING_SECONDS:
            runner.waits = used_seconds - runner._used_seconds < WAITING_SHARE * (now - runner._measured_at)
            runner._used_seconds, runner._measured_at = used_seconds, now

    def has_written_too_much(self, runner: WatchedRunner) -> bool:
        """Whether there is too much in a runner's folder, if nothing else bounds that; then it is ended."""
        total = 0.0
        for count, size in enumerate(_sizes(runner.folder) if runner.folder else (), start=1):
            total += size
            if total > self._bounds.disk_bytes or count > self._bounds.files:
                most = f"{self._bounds.files:,} files or {_megabytes(self._bounds.disk_bytes)}"
                _end(runner, f"Stopped: it wrote more than {most} to the disk.")
                return True
        return False


def _times(number: int) -> ProcessTimes:
    """What one process has done until now; nothing if it is gone, or if the number is 0."""
    if number:
        with suppress(psutil.Error, ValueError):
            process = psutil.Process(number)
            with process.oneshot():
                return ProcessTimes(_computed(process), _waited(number), process.status() == psutil.STATUS_STOPPED)
    return ProcessTimes()


def _computed(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def _waited(number: int) -> float:
    """How many seconds its threads were ready while no processor was free; 0 where the system does not tell."""
    total = 0
    with suppress(OSError, ValueError, IndexError):
        for task in os.listdir(f"/proc/{number}/task"):  # noqa: PTH208 - names suffice
            total += int(Path(f"/proc/{number}/task/{task}/schedstat").read_text().split()[1])
    return total / 1e9


def stolen_seconds() -> float:
    """How long, since it started, this virtual machine's host gave a processor to others, on average; 0 if unknown."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0)) / (psutil.cpu_count() or 1)


def _end(runner: WatchedRunner, reason: str) -> None:
    runner.reason = runner.reason or reason
    runner.kill()


# Whether the kernel lists the children of a process. Else all processes are looked at, which takes milliseconds.
_TELLS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()


def _children_of(process: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return children


def _all_children() -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for process in psutil.process_iter(["ppid"]):
        children[process.info["ppid"]].append(process.pid)
    return children


def _descendants(process: int, children_of: Callable[[int], list[int]]) -> Iterator[int]:
    for child in children_of(process):
        yield child
        yield from _descendants(child, children_of)


def _sizes(folder: str) -> Iterator[float]:
    """The size of each file below a folder, 0 for each folder, and infinity if something is hidden.

    A path that is too long, or a closed folder, may hide anything; what disappears meanwhile does not count.
    """
    waiting, is_hidden = [folder], False  # not `os.walk`, which goes down by recursion before Python 3.12
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        is_folder = stat.S_ISDIR(status.st_mode)
                        waiting += [entry.path] if is_folder else []
                        yield 0 if is_folder else status.st_size
        except FileNotFoundError:
            pass
        except OSError:
            is_hidden = True
    if is_hidden:
        yield math.inf


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MB"
