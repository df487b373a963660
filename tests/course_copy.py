"""A copy of this course to work on, so that its own files are never written to, and submissions for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import nbformat
import pytest

from nbproctor.config import Course
from tests.patience import HANGS
from tests.progress_lines import without_progress
from tests.soak import keep_official_seed

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Submit = Callable[..., None]


def copy_files(folder: Path) -> None:
    """Copy what git knows of the project, and what is new in it."""
    command = ["git", "ls-files", "-coz", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name, follow_symlinks=False)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For programs: the commands of this Python first, and no settings of whoever runs the tests."""
    settings = tmp_path_factory.mktemp("settings")
    folders = {f"JUPYTER_{name}_DIR": str(settings / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    # Of another environment that is active, IPython would warn.
    outside = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return {
        **outside,
        **folders,
        "IPYTHONDIR": str(settings / "ipython"),
        "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)]),
        "COLUMNS": "120",
    }


def runner(environment: Mapping[str, str]) -> Run:
    """Runs a command, which must end with the given exit code; returns what came of it, without lines of progress."""

    def run(*words: object, cwd: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
        command = [str(word) for word in words]
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=HANGS)
        assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        done.stderr = without_progress(done.stderr)
        return done

    return run


@pytest.fixture(scope="session")
def run(environment: dict[str, str]) -> Run:
    """Runs a command with the Python of the tests."""
    return runner(environment)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """This course as a clone would hold it, with the release built. Only to be read."""
    course = tmp_path_factory.mktemp("built") / "course"
    copy_files(course)
    run("course", "build", "midterm1", cwd=course)
    keep_official_seed(Course(course))
    return course


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory, built: Path, run: Run) -> Path:
    """The course after nbgrader made release and gradebook by itself. Only to be read."""
    course = tmp_path_factory.mktemp("generated") / "course"
    shutil.copytree(built, course, symlinks=True)
    # What must never be released lies where a Python or a Jupyter leaves it, beside the solutions that are there.
    for name in ("__pycache__/cases.pyc", ".ipynb_checkpoints/a.txt"):
        secret = course / "source" / "midterm1" / name
        secret.parent.mkdir(parents=True, exist_ok=True)
        secret.write_text("for the instructor's eyes only\n")
    run("nbgrader", "generate_assignment", "midterm1", "--force", cwd=course)
    return course


@pytest.fixture
def course(built: Path, tmp_path: Path) -> Path:
    """The built course, for a test that changes it."""
    return Path(shutil.copytree(built, tmp_path / "course", symlinks=True))


@pytest.fixture(scope="session")
def solutions(built: Path) -> dict[str, str]:
    """The solution cells of the source notebook, by their names."""
    notebook = nbformat.read(built / "source" / "midterm1" / "midterm1.ipynb", as_version=4)
    found = {}
    for cell in notebook.cells:
        if "### BEGIN SOLUTION" in cell.source:
            lines = [line for line in cell.source.splitlines() if "SOLUTION" not in line]
            found[cell.metadata.nbgrader.grade_id] = "\n".join(lines)
    return found


@pytest.fixture(scope="session")
def submit(built: Path, solutions: Mapping[str, str]) -> Submit:
    """Hands in the release, some of its exercises solved, into a folder of submissions."""

    def submit(folder: Path, student: str, solved: Iterable[str] = (), received: str | None = None) -> None:
        notebook = nbformat.read(built / "release" / "midterm1" / "midterm1.ipynb", as_version=4)
        for cell in notebook.cells:
            if cell.id in set(solved):
                cell.source = solutions[cell.id]
        there = folder / student / "midterm1"
        there.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, there / "midterm1.ipynb")
        if received:
            (there / "timestamp.txt").write_text(received + "\n")

    return submit
