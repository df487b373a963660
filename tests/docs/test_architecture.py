"""docs/architecture.md names files and functions that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("nbproctor", "tester_fw")

STEP = re.compile(r"^\| (\d+)\. (.*) \| `(\S+\.py)`: `(\w+)` \|", re.MULTILINE)


def test_each_step_of_a_submission_is_a_function_of_the_file_that_is_named() -> None:
    steps = STEP.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert [int(number) for number, *_ in steps] == [*range(1, len(steps) + 1)]
    assert len(steps) >= 10
    everywhere = set().union(*(_names(path) for room in ROOMS for path in (ROOT / room).rglob("*.py")))
    for _, what, path, function in steps:
        assert function in _names(ROOT / "nbproctor" / path), path
        for file in re.findall(r"`(\S+\.py)`", what):
            assert list((ROOT / "nbproctor").rglob(file)), file
        for name in re.findall(r"`(\w+)`", what):
            assert name in everywhere, name


def _names(path: Path) -> set[str]:
    """The functions and classes of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
