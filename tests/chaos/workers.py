"""A Dask cluster on this machine: a scheduler, and workers that their nannies start again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.examination.running import of_kind

WORKERS = 2
# How long a cluster may take to start, in seconds.
_LONGEST = 120


@dataclass(frozen=True)
class Workers:
    """The workers of a cluster.

    Args:
        address: the scheduler's.
        nannies: the process that keeps them alive.
        log: what they say, and how one ended.
    """

    address: str
    nannies: psutil.Process
    log: Path

    def holder(self, _: psutil.Process) -> psutil.Process:
        """The process that the warm parents of a run are under, whichever."""
        return self.nannies

    def all_at_work(self, _: psutil.Process) -> Iterator[psutil.Process]:
        """The workers, if all of them have an assignment; none while one is on its way.

        What a lost worker had is sent once more, not for ever; and a nanny gives up a worker that ends before it has
        started.
        """
        found = {one.ppid() for one in of_kind(self.nannies, "judge", is_child=False)}
        return map(psutil.Process, sorted(found) if len(found) == WORKERS else [])


@contextmanager
def cluster(folder: Path, scratch: Path) -> Iterator[Workers]:
    """A cluster, started; its logs are in `folder`, the workers' temporary files in `scratch`."""
    told = folder / "scheduler.json"
    scheduler = _dask(folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
    try:
        _wait_until(lambda: told.exists() and bool(told.read_text()), folder)  # it is there before it is written
        address = json.loads(told.read_text())["address"]
        words = ["--nworkers", str(WORKERS), "--nthreads", "1", "--local-directory", str(folder)]
        worker = _dask(folder, "worker", address, *words, TMPDIR=str(scratch))
        try:
            log = folder / "worker.log"
            _wait_until(lambda: log.read_text().count("Starting established connection to") >= WORKERS, folder)
            yield Workers(address, psutil.Process(worker.pid), log)
        finally:
            _end(worker)
    finally:
        _end(scheduler)


def _dask(folder: Path, *words: str, **environment: str) -> subprocess.Popen[bytes]:
    with (folder / f"{words[0]}.log").open("wb") as log:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", **environment}
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)


def _wait_until(true: Callable[[], bool], folder: Path) -> None:
    ends = time.monotonic() + _LONGEST
    while not true():
        assert time.monotonic() < ends, "\n".join(path.read_text() for path in folder.glob("*.log"))
        time.sleep(0.05)


def _end(process: subprocess.Popen[bytes]) -> None:
    for one in [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    process.wait()
