"""Whatever sampler is weakened, the check notices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nbproctor.config import Course
from tests.check.conftest import append_cases

SCRIPT = Path(__file__).parent / "weaken.py"


def test_every_way_to_weaken_a_sampler_is_noticed(small: Course) -> None:
    required = "\n\n@tc_1.requires('a larger {0}')\ndef _(case):\n    return {1} and case['a'] >= 0\n"
    for which, sign in (("first", ">"), ("second", "<")):
        append_cases(small, required.format(which, f"case['a'] {sign} case['b']"))
    command = [sys.executable, SCRIPT, "small", "--seeds", "5"]
    done = subprocess.run(command, cwd=small.root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 of 7 were noticed" in done.stdout
