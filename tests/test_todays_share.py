"""What a run of the tests takes a part of, it takes all of in the end."""

from __future__ import annotations

import pytest

from tests import todays_share

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


def test_all_are_taken_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(todays_share, "_SHARE", 1)
    assert todays_share.todays(THINGS, SLOWNESS) == todays_share.in_turn(THINGS) == THINGS
    assert todays_share.times(3, 30) == 30
