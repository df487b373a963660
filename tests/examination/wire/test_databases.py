"""A database travels whole, whatever transaction is open."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from nbproctor.examination.wire.databases import opened, serialised, tables


@pytest.mark.parametrize("place", [":memory:", "hands.db"])
def test_what_is_not_committed_travels_and_nobody_waits_for_the_transaction(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    connection = sqlite3.connect(place)
    connection.execute("create table hands (player text, chips int)")
    connection.execute("insert into hands values ('north', 5)")
    assert connection.in_transaction
    copy = opened(serialised(connection))
    assert tables(copy) == {"hands": [[["player", "TEXT"], ["chips", "INT"]], [["north", 5]]]}
    assert connection.in_transaction
