"""What else can go wrong on a machine: it has too much to do, and too little memory."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.chaos.targets import Target

_GROUPS = Path("/sys/fs/cgroup")
# By the version of Linux's control groups: the folder of ours, the file of the limit, what stands for none, and the
# line of `memory.stat` with the memory that cannot be had back by writing it to a disk.
_VERSIONS = [(_GROUPS / "memory", "memory.limit_in_bytes", "-1", "total_rss"), (_GROUPS, "memory.max", "max", "anon")]
# So much more than it has may what grades have while memory is scarce, and for so long.
_MORE_BYTES = (0, 40_000_000)
_SCARCE_SECONDS = (0.5, 5.0)
_OFTEN = 3


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """So many processes that do nothing but compute."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


class ScarceMemory:
    """A control group of Linux in which memory is scarce now and then, so that the kernel kills one of its processes.

    Args:
        name: that of the group; no other may have it.
        holders: from the grader's process to the one that warm parents are under, which may be itself.
    """

    def __init__(self, name: str, holders: Callable[[psutil.Process], psutil.Process]) -> None:
        self._holders = holders
        self._folder: Path | None = None
        for folder, self._limit, self._none, self._used in _VERSIONS:
            with suppress(OSError):
                (folder / name).mkdir()
                if (folder / name / self._limit).exists():
                    self._folder = folder / name
                    return
                (folder / name).rmdir()

    @property
    def target(self) -> Target:
        """Makes memory scarce for a while; does nothing where nobody may bound it."""
        return Target("memory", self._make_scarce, _OFTEN)

    def remove(self) -> None:
        """Give the system back its group; what is in it goes on in the group above."""
        if self._folder is None:
            return
        self._lift()
        for pid in (self._folder / "cgroup.procs").read_text().split():
            _write(self._folder.parent / "cgroup.procs", pid)
        with suppress(OSError):  # it is not empty: what is left of it ends soon
            self._folder.rmdir()

    def _make_scarce(self, grader: psutil.Process, chance: random.Random) -> bool:
        if self._folder is None:
            return False
        with suppress(psutil.Error):
            # Not the process that starts workers again: without it there would be no cluster.
            for process in {grader, *self._holders(grader).children(recursive=True)}:
                _write(self._folder / "cgroup.procs", str(process.pid))
        _write(self._folder / self._limit, str(self._bytes() + chance.randint(*_MORE_BYTES)))
        threading.Timer(chance.uniform(*_SCARCE_SECONDS), self._lift).start()
        return True

    def _bytes(self) -> int:
        assert self._folder is not None
        lines = (self._folder / "memory.stat").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(f"{self._used} ")).split()[1])

    def _lift(self) -> None:
        assert self._folder is not None
        _write(self._folder / self._limit, self._none)


def _write(path: Path, text: str) -> None:
    with suppress(OSError):  # the process has ended, or the kernel cannot take so much memory back
        path.write_text(text)
