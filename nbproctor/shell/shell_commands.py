"""Commands of the system's that a cell runs with `!`: what they print is a cell's output, through a pipe."""

from __future__ import annotations

import codecs
import os
import shutil
import subprocess

_LINE_END = "\r\n"
_SIGNALLED = 128  # a shell adds it to the number of the signal that ended a command


def run_shown(command: str) -> int:
    """Run a command in the user's shell, and print what it prints, also to its error stream.

    A kernel would give it a terminal; the sandbox has none. Lines end as they would there.

    Returns:
        its exit status, or the number of the signal that ended it, negative.

    Raises:
        OSError: no process can be started.
    """
    shell = shutil.which(os.environ.get("SHELL", "sh")) or "/bin/sh"
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with subprocess.Popen(  # noqa: S603 - the cell's own command
        [shell, "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
    ) as process:
        assert process.stdout is not None
        try:
            while piece := process.stdout.read(1 << 16):
                print(decoder.decode(piece).replace("\n", _LINE_END), end="", flush=True)
        except BaseException:  # the cell is interrupted, say
            process.kill()
            raise
    status = process.returncode
    return status if status <= _SIGNALLED else _SIGNALLED - status
