"""Figures and other public data, made once more."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RESOURCE = Path(__file__).parents[3] / "resource"


def redrawn(script: str, tmp_path_factory: pytest.TempPathFactory, *further: str) -> Path:
    """A folder of public data made by copies of scripts of `resource/`; where these are called, they leave nothing.

    Args:
        script: the file's name.
        tmp_path_factory: makes the folders.
        further: the names of more scripts.
    """
    copy = tmp_path_factory.mktemp("course") / "resource"
    folder = copy / "asnlib" / "publicdata"
    folder.mkdir(parents=True)
    for name in ("felt.py", "bit_rows.py", script, *further):
        shutil.copy(RESOURCE / name, copy)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for name in (script, *further):
        subprocess.run([sys.executable, copy / name], cwd=elsewhere, check=True)
    assert list(elsewhere.iterdir()) == []
    return folder
