"""The secret seed is made once, for its owner alone; one in the environment comes first."""

from __future__ import annotations

import shutil

import pytest

from nbproctor.assignment.official_seed import SEED_VARIABLE, official_seed
from nbproctor.config import Course


def test_the_seed_is_made_once_outside_of_git_and_for_its_owner_alone(own_course: Course) -> None:
    shutil.rmtree(own_course.official_seed_file.parent)
    first = official_seed(own_course)
    assert len(first) == 64
    assert official_seed(own_course) == first
    assert own_course.official_seed_file.stat().st_mode & 0o077 == 0


def test_the_seed_of_the_environment_comes_first(own_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "given")
    own_course.official_seed_file.write_text("another")
    assert official_seed(own_course) == "given"
    own_course.official_seed_file.unlink()
    assert official_seed(own_course) == "given"
    assert not own_course.official_seed_file.exists()
