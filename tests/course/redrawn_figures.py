"""The public data, made once more by the scripts that they come from."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RESOURCE = Path(__file__).parents[2] / "resource"
PUBLIC_DATA = RESOURCE / "asnlib" / "publicdata"


def redrawn(tmp_path_factory: pytest.TempPathFactory, *scripts: str) -> Path:
    """A folder of what copies of some scripts of `resource/` make, called from elsewhere."""
    copy = tmp_path_factory.mktemp("course") / "resource"
    folder = copy / "asnlib" / "publicdata"
    folder.mkdir(parents=True)
    for name in ("felt.py", "bit_rows.py", *scripts):
        shutil.copy(RESOURCE / name, copy)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for script in scripts:
        subprocess.run([sys.executable, copy / script], cwd=elsewhere, check=True)
    assert list(elsewhere.iterdir()) == []
    return folder
