"""Watches what the kernel does not bound: memory of several processes together, folders on a shared disk.

And it notices which submission computes and which only waits.
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from nbproctor.examination.sandbox.limits import Bounds

# How often it looks, in seconds; at folders, every so many times.
_INTERVAL = 0.1
_LOOKS_PER_WALK = 5
# Whoever has less of a processor than this, for as long, waits.
_WAITING_SHARE, _WAITING_SECONDS = 0.1, 0.3


@dataclass
class WatchedCandidate:
    """A candidate that is watched.

    Args:
        process: its number, as this process sees it.
        kill: ends it.
        folder: its folder, if nothing else bounds that; else empty.

    Attributes:
        reason: why it was ended; empty as long as it was not.
        waits: whether it only waits, for time to pass, say.
    """

    process: int
    kill: Callable[[], None]
    folder: str = ""
    reason: str = ""
    waits: bool = False
    _size: int = 0
    _used: float = 0.0
    _since: float = field(default_factory=time.monotonic)


class Watchdog:
    """A thread that looks at all candidates several times a second.

    Args:
        bounds: what each may use.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._watched: list[WatchedCandidate] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look_again_and_again, name="watchdog", daemon=True)
        self._thread.start()

    def watch(self, watched: WatchedCandidate) -> None:
        """Watch a candidate from now on."""
        with suppress(psutil.Error, ValueError):  # it may have ended already
            watched._size = psutil.Process(watched.process).memory_info().rss
        with self._lock:
            self._watched.append(watched)

    def forget(self, watched: WatchedCandidate) -> None:
        """Watch it no longer."""
        with self._lock, suppress(ValueError):
            self._watched.remove(watched)

    def close(self) -> None:
        """End the thread."""
        self._is_over.set()
        self._thread.join()

    def _look_again_and_again(self) -> None:
        looks = 0
        while not self._is_over.wait(_INTERVAL):
            with self._lock:
                watched = list(self._watched)
            if not watched:
                continue
            looks += 1
            children_of = _children_of if _TELLS_CHILDREN else _all_children().__getitem__
            for one in watched:
                self._look(one, [one.process, *_descendants(one.process, children_of)])
                if one.folder and looks % _LOOKS_PER_WALK == 0 and self._is_too_much(one.folder):
                    most = f"{self._bounds.files:,} files or {_megabytes(self._bounds.disk_bytes)}"
                    _end(one, f"Stopped: it wrote more than {most} to the disk.")

    def _look(self, one: WatchedCandidate, family: list[int]) -> None:
        memory, used = 0, 0.0
        for number in family:
            with suppress(psutil.Error, ValueError):
                process = psutil.Process(number)
                memory += max(process.memory_info().rss - one._size, 0)
                times = process.cpu_times()
                used += times.user + times.system + times.children_user + times.children_system
        if memory > self._bounds.memory_bytes:
            _end(one, f"Stopped: it used more than {_megabytes(self._bounds.memory_bytes)} of memory.")
        now = time.monotonic()
        if now - one._since >= _WAITING_SECONDS:
            one.waits = used - one._used < _WAITING_SHARE * (now - one._since)
            one._used, one._since = used, now

    def _is_too_much(self, folder: str) -> bool:
        size = 0
        for count, each in enumerate(_sizes(folder), start=1):
            size += each
            if size > self._bounds.disk_bytes or count > self._bounds.files:
                return True
        return False


def _end(one: WatchedCandidate, reason: str) -> None:
    one.reason = one.reason or reason
    one.kill()


# Whether the kernel tells the children of one process: to look at all processes takes milliseconds.
_TELLS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()


def _children_of(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def _all_children() -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for process in psutil.process_iter(["ppid"]):
        children[process.info["ppid"]].append(process.pid)
    return children


def _descendants(process: int, children_of: Callable[[int], list[int]]) -> Iterator[int]:
    for child in children_of(process):
        yield child
        yield from _descendants(child, children_of)


def _sizes(folder: str) -> Iterator[int]:
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                yield Path(place, name).lstat().st_size


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MB"
