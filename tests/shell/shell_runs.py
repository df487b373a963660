"""Runs of cells in a shell of ours, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.patience import HANGS

ROOT = Path(__file__).parents[2]

_PROGRAM = """
import json, os, sys
from nbproctor.shell.kernel_process import kernel_environment, take_kernels_arguments, with_working_folder
from nbproctor.shell.shell import Shell

sources, limit, reply = json.load(sys.stdin), int(sys.argv[1]), os.dup(1)
null = os.open(os.devnull, os.O_RDWR)
for stream in (0, 1, 2):
    os.dup2(null, stream)
is_warm = bool(sys.argv[2:])
if is_warm:
    os.environ.update(kernel_environment())
    sys.path[:] = with_working_folder(sys.path)
    take_kernels_arguments()
shell = Shell.start(limit)
if is_warm:
    shell.warm_up()
runs = [shell.run(source) for source in sources]
answer = [[run.outputs, run.error is None, run.execution_count] for run in runs]
with open(reply, "w") as file:
    json.dump(answer, file)
"""


def run_cells(folder: Path, sources: list[str], limit: int = 10**6, is_warm: bool = False) -> list[Any]:
    """What the cells give in a shell, in a process of its own: outputs, whether it passed, its number.

    Args:
        limit: how much output of one cell is kept.
        is_warm: whether the process is prepared as warm parents are.
    """
    arguments = [str(limit), *(["warm"] if is_warm else [])]
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(folder)},
    )
    assert run.returncode == 0, run.stderr
    answer: list[Any] = json.loads(run.stdout)
    return answer


def run_program(program: str) -> str:
    """What a program prints that can import these tools."""
    command, environment = [sys.executable, "-c", program], {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, env=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout
