"""`docs/attacks.md` names every attack, what it tries and what stops it; `docs/security.md` tests for each promise."""

from __future__ import annotations

import re
from pathlib import Path

from tests.attacks.attack_files import attacks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "attacks.md"
_TEST = re.compile(r"`(tests/[\w./]+)`")
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


def test_every_promise_names_tests_that_there_are() -> None:
    _, _, rest = (ROOT / "docs" / "security.md").read_text().partition("## What is promised")
    promises = re.split(r"^\d\. ", rest.partition("\n## ")[0], flags=re.MULTILINE)[1:]
    assert len(promises) == 7
    named = [_TEST.findall(promise.partition("Tested by")[2]) for promise in promises]
    assert all(named)
    assert [path for paths in named for path in paths if not (ROOT / path).exists()] == []
