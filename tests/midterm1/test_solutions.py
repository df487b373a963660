"""The right and wrong solutions beside the source: what they are for, and that the assignment was proven with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grading.build import make
from grading.check.record import fingerprint, is_proven
from grading.config import Course

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "source" / "midterm1"
FILES = sorted((SOURCE / "solutions").glob("*/*.py"))


def test_every_exercise_has_right_and_wrong_solutions() -> None:
    counts = Counter((path.parent.name, path.name.partition("_")[0]) for path in FILES)
    for number in range(1, 8):
        assert counts["right", f"ex{number}"] >= 3
        assert counts["wrong", f"ex{number}"] >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_first_line_names_the_idea(path: Path) -> None:
    first, second, *_ = path.read_text().splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")
    assert second == ""


def test_the_assignment_was_proven_as_it_stands(tmp_path: Path) -> None:
    course = Course(ROOT)
    staged, _ = make(course, "midterm1", tmp_path)
    assert is_proven(SOURCE, fingerprint(course, "midterm1", staged)), "run course check midterm1"
