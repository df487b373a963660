"""The tables, the memos and the figure of lookup1, and the scripts that they come from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from matplotlib.image import imread

from tests.course.redrawn_figures import PUBLIC_DATA, redrawn

TABLES = {"flush_lookup.txt": 1287, "unique_five_lookup.txt": 1287, "dupe_lookup.txt": 4888}


@pytest.fixture(scope="module")
def redone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return redrawn(tmp_path_factory, "make_lookup_tables.py", "draw_card_bits.py")


@pytest.mark.parametrize("name", [*TABLES, "memos.json"])
def test_the_script_writes_the_committed_bytes_again(name: str, redone: Path) -> None:
    assert (redone / name).read_bytes() == (PUBLIC_DATA / name).read_bytes()


def test_the_script_draws_the_committed_figure_again(redone: Path) -> None:
    committed, again = imread(PUBLIC_DATA / "card_bits.png"), imread(redone / "card_bits.png")
    assert committed.shape == again.shape
    # Another machine may shade the edge of a letter differently, but never turn white into black.
    assert (abs(committed - again) > 0.5).sum() < 100


def test_the_scripts_make_nothing_else(redone: Path) -> None:
    assert sorted(path.name for path in redone.iterdir()) == sorted([*TABLES, "card_bits.png", "memos.json"])


def test_each_line_stands_for_one_of_the_7462_strengths() -> None:
    strengths = []
    for name, count in TABLES.items():
        lines = (PUBLIC_DATA / name).read_text().splitlines()
        assert len(lines) == count
        for line in lines:
            assert re.fullmatch(r"(SF|4K|FH|FL|ST|3K|2P|1P|HC)  [2-9TJQKA]{5}  \d{1,4}", line), line
            strengths.append(int(line[11:]))
    assert sorted(strengths) == list(range(1, 7463))


def test_no_two_strengths_share_a_key() -> None:
    memos = json.loads((PUBLIC_DATA / "memos.json").read_text())
    assert [len(memo) for memo in memos] == list(TABLES.values())
    assert sorted(strength for memo in memos for strength in memo.values()) == list(range(1, 7463))
