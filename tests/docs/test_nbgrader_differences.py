"""The closed list of differences from nbgrader names tests that there are, and holds what the tests let differ."""

from __future__ import annotations

import re
from pathlib import Path

from tests.courses.test_patterns import DIFFERENT

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "nbgrader.md"


def _rows() -> list[list[str]]:
    _, _, part = DOCUMENT.read_text().partition("## What differs")
    lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| here |")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_every_difference_names_its_test() -> None:
    tests = [path for *_, cell in _rows() for path in re.findall(r"`(tests/[^`]+)`", cell)]
    assert tests
    assert [path for path in tests if not (ROOT / path).is_file()] == []


def test_what_the_patterns_let_differ_is_listed() -> None:
    listed = [here for here, *_ in _rows()]
    assert [each for each in DIFFERENT.values() if not any(here.startswith(each) for here in listed)] == []
