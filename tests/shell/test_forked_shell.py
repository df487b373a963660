"""A shell that has run cells goes on in a forked process."""

from __future__ import annotations

from tests.shell.shell_runs import run_program

PROGRAM = """
import os
from nbproctor.shell.shell import Shell

shell = Shell.start(10_000)
cell = "%%bash\\necho shuffled"
print(shell.run(cell).outputs[0]["text"], flush=True)
if child := os.fork():
    os.waitpid(child, 0)
else:
    print(shell.run(cell).outputs[0]["text"], flush=True)
    os._exit(0)
"""


def test_a_script_runs_in_a_child_of_a_process_that_has_run_one() -> None:
    assert run_program(PROGRAM).split() == ["shuffled", "shuffled"]
