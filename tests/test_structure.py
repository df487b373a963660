"""The project's shape: which way imports point, what is linked and released, what never is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("tester_fw", "poker_game", "nbproctor")


def _modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize(
    ("package", "allowed"),
    [("tester_fw", {"tester_fw"}), ("poker_game", {"poker_game"}), ("nbproctor", {"nbproctor", "tester_fw"})],
)
def test_imports_point_one_way(package: str, allowed: set[str]) -> None:
    for module in _modules(package):
        within = {name for name in _imported(module) if name in PACKAGES}
        assert within <= allowed, f"{module.relative_to(ROOT)} imports {within - allowed}"


def test_the_tools_know_nothing_of_poker() -> None:
    for module in _modules("nbproctor"):
        names = {node.id.lower() for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Name)}
        assert not [name for name in names if "poker" in name or "card" in name], module


def test_the_reference_module_needs_nothing_but_python() -> None:
    for module in _modules("poker_game"):
        assert set(_imported(module)) <= set(sys.stdlib_module_names) | {"poker_game"}, module


@pytest.mark.parametrize("source", sorted((ROOT / "source").iterdir()), ids=lambda path: path.name)
def test_every_link_beside_a_source_notebook_leads_into_the_project(source: Path) -> None:
    links = [path for path in source.rglob("*") if path.is_symlink()]
    assert links
    for link in links:
        assert link.is_file(), link
        assert link.resolve().is_relative_to(ROOT)
        assert not link.readlink().is_absolute()


def test_no_committed_file_is_what_only_a_course_keeps() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {line.partition("/")[0] for line in listed.splitlines()}
    assert not tops & {".secret", "gradebook.db", "submitted", "autograded", "feedback", "reports", "graded"}


def test_the_lock_names_no_address_and_pins_with_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    pins = [line for line in lock.splitlines() if "==" in line]
    assert pins
    assert lock.count("--hash=sha256:") >= len(pins)
