"""A course to work on: a copy of this one, made anew, and submissions for it."""

from __future__ import annotations

import copy
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent

Run = Callable[..., subprocess.CompletedProcess[str]]
HandIn = Callable[..., Path]


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command of the environment's `bin` and returns what came of it, with nobody's own settings."""
    settings = tmp_path_factory.mktemp("settings")
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)]),
        "JUPYTER_CONFIG_DIR": str(settings / "config"),
        "JUPYTER_DATA_DIR": str(settings / "data"),
        "JUPYTER_RUNTIME_DIR": str(settings / "runtime"),
        "IPYTHONDIR": str(settings / "ipython"),
        "COLUMNS": "120",
    }

    def run(*command: object, cwd: Path, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in command]
        done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=180)
        assert code is None or done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A copy of this course, as a clone would hold it, with the release built. It is to be read only."""
    course = tmp_path_factory.mktemp("built") / "course"
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if os.path.lexists(ROOT / name):
            (course / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, course / name, follow_symlinks=False)
    run("course", "build", "midterm1", cwd=course)
    return course


@pytest.fixture
def course(built: Path, tmp_path: Path) -> Path:
    """A built course of one's own."""
    return Path(shutil.copytree(built, tmp_path / "course", symlinks=True))
