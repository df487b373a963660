"""What a run of the tests takes a part of, it takes all of in the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import todays_share

ROOT = Path(__file__).parents[1]
SHARE, SLOWNESS = 3, 2
THINGS = [f"thing {number}" for number in range(7)]
PARTS = [f"part {number}" for number in range(40)]


def test_each_thing_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(todays_share, "_SHARE", SHARE)
    shares, ones, turns = [], [], []
    for day in range(20_000, 20_000 + SHARE * SLOWNESS):
        monkeypatch.setattr(todays_share, "_DAY", day)
        shares += todays_share.todays(THINGS, SLOWNESS)
        turns += todays_share.in_turn(THINGS[:2])
    assert sorted(shares) == THINGS
    assert todays_share.times(3, 30) == 3
    assert {thing: turns.count(thing) for thing in turns} == dict.fromkeys(THINGS[:2], SHARE)
    for day in range(20_000, 20_000 + SHARE * SLOWNESS * len(THINGS)):
        monkeypatch.setattr(todays_share, "_DAY", day)
        ones.append(todays_share.todays_one(THINGS, SLOWNESS))
    assert set(ones) == set(THINGS)


def test_each_part_of_what_has_its_turn_on_some_days_has_its_own_on_one_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(todays_share, "_SHARE", SHARE)
    seen = []
    for day in range(20_000, 20_000 + SHARE * SHARE * SLOWNESS):
        monkeypatch.setattr(todays_share, "_DAY", day)
        parts = todays_share.todays(PARTS, SLOWNESS, of_its_own=False)
        seen += [(thing, part) for thing in todays_share.todays(THINGS) for part in parts]
    assert set(seen) == {(thing, part) for thing in THINGS for part in PARTS}
    assert len(seen) == len(THINGS) * len(PARTS)


def test_each_half_meets_both_of_what_changes_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(todays_share, "_SHARE", SHARE)
    met = set()
    for day in range(20_000, 20_004):
        monkeypatch.setattr(todays_share, "_DAY", day)
        met |= {(thing, turn) for thing in todays_share.half(THINGS) for turn in todays_share.in_turn(PARTS[:2])}
        assert len(todays_share.half(THINGS)) in (len(THINGS) // 2, len(THINGS) // 2 + 1)
        assert todays_share.half(THINGS[:1]) == THINGS[:1]
    assert met == {(thing, turn) for thing in THINGS for turn in PARTS[:2]}


OF_A_FILE = """
half = pytest.mark.half_the_days
def test_always(): pass
@half(0)
def test_a1(): pass
@half(1)
def test_b(): pass
@half(0)
@pytest.mark.parametrize("n", [1, 2])
def test_a2(n): pass
@half
@pytest.mark.parametrize("n", [1, 2])
def test_c(n): pass
"""


@pytest.mark.all
def test_half_of_the_tests_have_their_turn(tmp_path: Path) -> None:
    (tmp_path / "test_file.py").write_text(f"import pytest\npytestmark = pytest.mark.all\n{OF_A_FILE}")
    first = {"test_always", "test_a1", "test_a2[1]", "test_a2[2]", "test_c[1]"}
    second = {"test_always", "test_b", "test_c[2]"}
    assert [_taken(tmp_path, day=day) for day in range(20_001, 20_003)] == [first, second]
    assert _taken(tmp_path, day=20_001, share=1) == first | second
    assert _taken(tmp_path, "test_file.py::test_b", day=20_001) == {"test_b"}
    (tmp_path / "test_file.py").write_text(f"import pytest\n{OF_A_FILE}")
    with pytest.raises(AssertionError, match="test_a1 is marked half_the_days: mark it all as well"):
        _taken(tmp_path, day=20_001)


def _taken(folder: Path, *names: str, day: int, share: int = 5) -> set[str]:
    """The names of those tests of a folder that pytest takes."""
    words = ["-W", "ignore", "-p", "tests.storeys", "--rootdir", str(folder), "--collect-only", "-q", *names]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TESTS_DAY": str(day), "TESTS_SHARE": str(share)}
    environment.pop("PYTEST_ADDOPTS", None)
    said = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return {line.partition("::")[2] for line in said.stdout.splitlines() if "::" in line}


def test_all_are_taken_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(todays_share, "_SHARE", 1)
    assert todays_share.todays(THINGS, SLOWNESS) == todays_share.in_turn(THINGS) == THINGS
    assert todays_share.half(THINGS) == THINGS
    assert todays_share.times(3, 30) == 30
