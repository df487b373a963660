"""Whatever the tools import of others, `pyproject.toml` asks for: no package is there by luck."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.course_copy import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SHIPS = ("nbproctor", "tester_fw")
# The folder or file of what is used only with an extra, and the extra.
OPTIONAL_FOLDERS = {
    ROOT / "nbproctor" / "marking" / "cluster": "cluster",
    ROOT / "nbproctor" / "marking" / "chosen_place.py": "cluster",
    ROOT / "nbproctor" / "exchange": "portal",
    ROOT / "nbproctor" / "portal": "portal",
    ROOT / "nbproctor" / "portal" / "hub_identity.py": "jupyterhub",
}


def _names(requirements: list[str]) -> set[str]:
    return {_normal(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported(path: Path) -> set[str]:
    """The packages of others that a module imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names - set(sys.stdlib_module_names) - set(SHIPS)


@pytest.mark.parametrize("package", SHIPS)
def test_whatever_is_imported_is_asked_for(package: str) -> None:
    providers = packages_distributions()
    undeclared = set()
    for path in (ROOT / package).rglob("*.py"):
        declared = _names(PROJECT["dependencies"])
        for folder, extra in OPTIONAL_FOLDERS.items():
            if path.is_relative_to(folder):
                declared |= _names(PROJECT["optional-dependencies"][extra])
        for name in _imported(path):
            if not {_normal(provider) for provider in providers.get(name, [name])} & declared:
                undeclared.add((str(path.relative_to(ROOT)), name))
    assert not undeclared
