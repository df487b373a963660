"""The right and wrong solutions beside a source: what they are for, and that the assignment was proven with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from nbproctor.assignment.proof_record import fingerprint, is_proven
from nbproctor.assignment.release import build, make_release
from nbproctor.config import Course

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("source/*/solutions/*/*.py"))


def test_every_exercise_has_right_and_wrong_solutions(assignment: str, exercises: list[str]) -> None:
    files = (ROOT / "source" / assignment / "solutions").glob("*/*.py")
    counts = Counter((path.parent.name, path.name.partition("_")[0]) for path in files)
    assert [name for name in exercises if counts["right", name] < 3] == []
    assert [name for name in exercises if counts["wrong", name] < 10] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "source")))
def test_the_first_line_of_a_solution_names_its_idea(path: Path) -> None:
    first, second, *_ = path.read_text("utf-8").splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")
    assert second == ""


def test_the_assignment_was_proven_as_it_stands(assignment: str, tmp_path: Path) -> None:
    course = Course(ROOT)
    staged = make_release(course, assignment, tmp_path).staged
    wanted = fingerprint(course, assignment, staged)
    assert is_proven(ROOT / "source" / assignment, wanted), f"run course check {assignment}"


@pytest.mark.all
def test_the_release_is_what_the_source_builds(assignment: str) -> None:
    assert build(Course(ROOT), assignment, check=True).changes == []
