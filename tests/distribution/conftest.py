"""The wheel and the sdist, made once, and an environment that has nothing but the wheel and what it asks for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.course_copy import BIN, ROOT, Run, runner


@dataclass(frozen=True)
class Distributions:
    """The files that are published: a wheel, and an sdist to make it of."""

    wheel: Path
    sdist: Path


def built_in(folder: Path, source: Path = ROOT, *only: str) -> list[Path]:
    """Build in a folder what can be installed, of a project or of its sdist."""
    words = [sys.executable, "-m", "hatchling", "build", "-d", folder, *only]
    subprocess.run(words, cwd=source, check=True, capture_output=True)
    return sorted(folder.iterdir())


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """What is made of the project as it stands."""
    wheel, sdist = built_in(tmp_path_factory.mktemp("dist"))
    return Distributions(wheel, sdist)


@pytest.fixture(scope="session")
def run_bare(
    tmp_path_factory: pytest.TempPathFactory, distributions: Distributions, environment: Mapping[str, str]
) -> Run:
    """Runs a command where the wheel is installed, in the versions of the lock, and nothing else is.

    The folder of the project is not on any path there.
    """
    home = tmp_path_factory.mktemp("bare") / "venv"
    uv = BIN / "uv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home], check=True)
    python, lock = home / "bin" / "python", ROOT / "requirements.lock"
    install = [uv, "pip", "install", "--quiet", "--python", python, "--constraint", lock, distributions.wheel]
    subprocess.run(install, check=True)
    variables = {name: value for name, value in environment.items() if not name.startswith("PYTHON")}
    outside = [path for path in os.environ.get("PATH", os.defpath).split(os.pathsep) if Path(path) != BIN]
    variables["PATH"] = os.pathsep.join([str(python.parent), *outside])
    return runner(variables)
