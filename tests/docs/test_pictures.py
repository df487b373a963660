"""The pictures of the documentation: what they show is what a browser shows today."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from tests.needs import CHROMIUM
from tests.pictures import DOCUMENTED, keep_picture

ROOT = Path(__file__).parents[2]
SCREEN = {"width": 1366, "height": 768}
_SHOWN = re.compile(r"!\[[^\]]+\]\([^)]*pictures/([\w-]+\.png)\)")
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.all
@pytest.mark.needs("Chromium")
def test_the_pages_of_the_samples_look_as_the_pictures_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_OFFICIAL_SEED", "samples")
    course = Course(ROOT)
    results = list(ClassGrading(course, "midterm1", ROOT / "examples" / "submitted", tmp_path).run())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SCREEN)
        page.goto((tmp_path / "reports" / "midterm1" / "index.html").as_uri())
        assert page.locator("#shown").inner_text() == f"All {len(results)} submissions."
        keep_picture(page, "class")
        page.locator("#mistakes").evaluate("heading => heading.scrollIntoView()")
        keep_picture(page, "mistakes")
        page.goto((tmp_path / "feedback" / "wrong-type" / "midterm1" / "midterm1.html").as_uri())
        page.get_by_role("link", name="Exercise 7").first.click()
        assert page.get_by_text("translate_score(score=").first.is_visible()
        keep_picture(page, "feedback")
        browser.close()


def test_every_picture_is_shown_somewhere_and_there_and_as_large_as_a_screen() -> None:
    shown = {name for text in TEXTS for name in _SHOWN.findall(text.read_text())}
    pictures = {path.name: path for path in DOCUMENTED.glob("*.png")}
    assert shown == set(pictures) != set()
    for path in pictures.values():
        assert struct.unpack(">II", path.read_bytes()[16:24]) == (SCREEN["width"], SCREEN["height"]), path
