"""An exam is proven anew: what `course check` says of it today, not what was recorded once.

One of them: the others take ten minutes more, and `make proofs` proves them all. That each was proven as it stands,
`test_solutions.py` says.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.all


def test_an_exam_is_proven(built: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(built, tmp_path / "course", symlinks=True))  # the proof is written beside the source
    # A program of its own: it forks a thousand times, and each fork of a process that holds all tests is slow.
    course = str(Path(sys.executable).with_name("course"))
    command = [course, "check", "midterm1", "--json", "--workers", str(os.cpu_count() or 1)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    findings = json.loads(done.stdout)["findings"]
    assert [f"{one['subject']}: {one['sentence']}" for one in findings if one["verdict"] == "failed"] == []
    assert done.returncode == 0, done.stderr
