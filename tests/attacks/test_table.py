"""`docs/attacks.md` names every attack, what it tries and what stops it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.attacks.attack_files import attacks

PAGE = Path(__file__).parents[2] / "docs" / "attacks.md"
_ROW = re.compile(r"^\| `(\w+)` \| (.+) \| (.+) \|$")


def _rows() -> dict[str, tuple[str, str]]:
    """What the page says of each attack: what it tries, what stops it."""
    rows, group = {}, ""
    for line in PAGE.read_text().splitlines():
        if heading := re.search(r"\(`(\w+)/`\)", line):
            group = heading[1]
        if row := _ROW.match(line):
            assert f"{group}/{row[1]}" not in rows, f"{row[1]} has two rows"
            rows[f"{group}/{row[1]}"] = row[2], row[3]
    return rows


def test_every_attack_has_a_row_and_every_row_an_attack() -> None:
    assert sorted(_rows()) == sorted(attack.name for attack in attacks())


def test_a_row_says_what_the_attack_itself_says_that_it_tries() -> None:
    assert {name: tries for name, (tries, _) in _rows().items()} == {one.name: one.tries for one in attacks()}
