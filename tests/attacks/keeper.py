"""Runs a command, then says which of the processes that it started live on, and ends them.

    python keeper.py REPORT SECONDS COMMAND...

Orphans among them become children of this process, whatever session or group they put themselves into.
REPORT is a file for a JSON list, a line for each process. What was killed may take SECONDS to be gone.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_SUBREAPER = 36  # prctl


def main() -> int:
    """Run the command; return its status."""
    report, seconds, *command = sys.argv[1:]
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    status = subprocess.run(command, check=False).returncode
    deadline = time.monotonic() + float(seconds)
    while (left := _all_living()) and time.monotonic() < deadline:
        time.sleep(0.05)
    Path(report).write_text(json.dumps([f"{name} ({pid})" for pid, name in left.items()]))
    _end_all()
    return status


def _all_living() -> dict[int, str]:
    """What `_living` finds; it looks twice, as a process whose parent ends meanwhile seems to descend from nobody."""
    return _living() or _living()


def _living() -> dict[int, str]:
    """The living processes that descend from this one, with their names."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            before, _, rest = (process / "stat").read_text().rpartition(") ")
            state, parent = rest.split()[:2]
            if state not in "ZX":
                parents[int(process.name)], names[int(process.name)] = int(parent), before.partition("(")[2]
    return {pid: names[pid] for pid in parents if _descends(pid, parents)}


def _descends(pid: int, parents: dict[int, int]) -> bool:
    while pid in parents:
        pid = parents[pid]
        if pid == os.getpid():
            return True
    return False


def _end_all() -> None:
    """End them; what forks meanwhile is met in the next round."""
    for _ in range(1000):
        left = _all_living()
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not left:
            return


if __name__ == "__main__":
    sys.exit(main())
