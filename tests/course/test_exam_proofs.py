"""An exam is proven anew: what the proofs say of it today, not what was recorded once.

One of them, with fewer seeds than `course check` tries: the others take ten minutes more, and `make proofs`, a part of
`make soak`, proves them all. That each was proven as it stands, `test_solutions.py` says.
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

SEEDS = 10

# A program of its own: it forks a thousand times, and each fork of a process that holds all tests is slow.
_PROVE = """
import sys
from nbproctor.check.findings import as_json
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course
print(as_json(sys.argv[1], prove(Course.find(), sys.argv[1], ProofOptions(*map(int, sys.argv[2:])))))
"""


def test_an_exam_is_proven(built: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(built, tmp_path / "course", symlinks=True))  # the proof is written beside the source
    words = "midterm1", str(os.cpu_count() or 1), str(SEEDS)
    done = subprocess.run([sys.executable, "-c", _PROVE, *words], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    findings = json.loads(done.stdout)["findings"]
    assert len(findings) > 100
    assert [f"{one['subject']}: {one['sentence']}" for one in findings if one["verdict"] == "failed"] == []
