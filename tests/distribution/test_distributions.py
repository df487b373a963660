"""One distribution: what is in the wheel and the sdist, and that it works where nothing else is installed."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.course_copy import ROOT, Run
from tests.distribution.conftest import Distributions, built_in

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("distribution")]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SHIPS = ("nbproctor", "tester_fw")

IMPORT_ALL = """\
import importlib, pkgutil, sys
import nbproctor, tester_fw
for package in (nbproctor, tester_fw):
    assert "site-packages" in package.__file__, package.__file__
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith(("nbproctor.marking.cluster.", "nbproctor.portal.")):
            importlib.import_module(module.name)
            print(module.name)
"""


def _committed() -> set[str]:
    """The files of the packages that ship, as a clone has them."""
    command = ["git", "ls-files", "-co", "--exclude-standard", *SHIPS]
    return set(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines())


def test_the_wheel_holds_both_packages_whole_and_nothing_else(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == _committed()
    assert {"nbproctor/report/pages/templates/report.css", "tester_fw/testers.py"} <= names


def test_the_sdist_makes_the_same_wheel(distributions: Distributions, tmp_path: Path) -> None:
    with tarfile.open(distributions.sdist) as sdist:
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
        sdist.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    (wheel,) = built_in(tmp_path / "dist", source, "-t", "wheel")
    assert wheel.name == distributions.wheel.name
    assert wheel.read_bytes() == distributions.wheel.read_bytes()


def test_the_sdist_holds_no_exam(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as sdist:
        tops = {name.split("/")[1] for name in sdist.getnames()}
    assert tops == {*SHIPS, ".gitignore", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}


def test_installed_alone_it_says_its_version(run_bare: Run, tmp_path: Path) -> None:
    assert run_bare("course", "--version", cwd=tmp_path).stdout == f"nbproctor {PROJECT['version']}\n"


def test_installed_alone_every_module_can_be_imported(run_bare: Run, tmp_path: Path) -> None:
    imported = set(run_bare("python", "-c", IMPORT_ALL, cwd=tmp_path).stdout.split())
    assert {"nbproctor.cli", "nbproctor.report.pages.page", "tester_fw.testers"} <= imported


@pytest.mark.parametrize("package", ["poker_game", "tests", "pytest", "distributed", "uvicorn"])
def test_it_does_not_bring(run_bare: Run, package: str, tmp_path: Path) -> None:
    said = run_bare("python", "-c", f"import {package}", cwd=tmp_path, code=1).stderr
    assert f"ModuleNotFoundError: No module named '{package}'" in said
