"""Each exam is proven anew: what `course check` says of it today, not what was recorded once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from nbproctor.check.findings import failures
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.config import Course

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("proofs")]


def test_an_exam_is_proven(assignment: str, built: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(built, tmp_path / "course", symlinks=True))  # the proof is written beside the source
    found = failures(prove(Course(root), assignment, ProofOptions(workers=os.cpu_count() or 1)))
    assert [f"{one.subject}: {one.sentence}" for one in found] == []
