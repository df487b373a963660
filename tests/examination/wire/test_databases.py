"""A database travels whole, whatever transaction is open."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from nbproctor.examination.wire.databases import opened, restore, serialised, tables


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


def test_what_is_restored_has_the_columns_and_the_rows_of_the_tables_and_no_other_table() -> None:
    given, changed = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    given.execute('create table "a ""hand""" (player text, chips int, share decimal(5, 2), anything)')
    given.execute('insert into "a ""hand""" values (?, ?, ?, ?)', ("north", 5, 0.25, b"no text"))
    changed.execute("create table hands (player)")
    restore(changed, tables(given))
    assert tables(changed) == tables(given)
    assert [kind for _, kind in tables(changed)['a "hand"'][0]] == ["TEXT", "INT", "decimal(5, 2)", ""]
