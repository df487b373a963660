"""The figures of bits, drawn once more."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RESOURCE = Path(__file__).parents[3] / "resource"


def redrawn(script: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of figures drawn by a copy of a script of `resource/`, called from elsewhere.

    Args:
        script: the file's name.
        tmp_path_factory: makes the folders.
    """
    copy = tmp_path_factory.mktemp("course") / "resource"
    folder = copy / "asnlib" / "publicdata"
    folder.mkdir(parents=True)
    for name in ("felt.py", "bit_rows.py", script):
        shutil.copy(RESOURCE / name, copy)
    subprocess.run([sys.executable, copy / script], cwd=tmp_path_factory.mktemp("elsewhere"), check=True)
    return folder
