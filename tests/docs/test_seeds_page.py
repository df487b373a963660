"""docs/seeds.md names tests, solutions and files that are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECTIONS = re.split(r"^## ", (ROOT / "docs" / "seeds.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
HELD = re.compile(r"((?:`test_\w+`(?:, )?)+) \(`([\w/.]+\.py)`\)")


def _named() -> Iterator[tuple[str, Path, str]]:
    """The assignment of each thing that the page names, the file that it is, or is in, and the name of a test in it."""
    for section in SECTIONS:
        assignment = section.partition("\n")[0]
        for tests, file in HELD.findall(section):
            path = ROOT / file if "/" in file else ROOT / "tests" / "course" / assignment / file
            for test in re.findall(r"`(test_\w+)`", tests):
                yield assignment, path, f"def {test}("
        for solution in re.findall(r"`((?:right|wrong)/\w+)`", section):
            yield assignment, ROOT / "source" / assignment / "solutions" / f"{solution}.py", ""


NAMED = sorted(set(_named()))


def test_it_has_a_section_for_each_exam() -> None:
    assert {section.partition("\n")[0] for section in SECTIONS} == {path.name for path in (ROOT / "source").iterdir()}
    assert {assignment for assignment, *_ in NAMED} == {path.name for path in (ROOT / "source").iterdir()}


@pytest.mark.parametrize(
    ("path", "text"), [named[1:] for named in NAMED], ids=lambda part: str(part).removeprefix(f"{ROOT}/")
)
def test_what_it_names_is_there(path: Path, text: str) -> None:
    assert text in path.read_text("utf-8")


def test_no_test_is_named_without_its_file() -> None:
    named = {test for section in SECTIONS for test in re.findall(r"`(test_\w+)`", section)}
    held = {text.removeprefix("def ").rstrip("(") for _, _, text in NAMED if text}
    assert named == held
