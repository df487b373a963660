"""`course serve`: in a browser, a sample student logs in, hands in, and reads the report; all without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, expect

from nbproctor.config import Course
from tests.course_copy import Run
from tests.portal.graded_portals import served
from tests.portal.portal_visits import PATIENCE, PHONE, hand_in, log_in

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]


def test_a_student_hands_in_and_reads_the_report(
    own_course: Course, solved: Callable[[Course], NotebookNode], browser: Browser, tmp_path: Path, run: Run
) -> None:
    work, receipt = tmp_path / "numbers.ipynb", tmp_path / "receipt.json"
    nbformat.write(solved(own_course), work)
    with served(own_course.root, "--samples", "1") as said:
        name, code = said[0].split(": ")
        assert said[1].startswith("sample-instructor: ")
        told = re.fullmatch(r"(http://\S+/) accepts numbers; public key (\w{64})", said[2])
        assert told
        page = browser.new_context(java_script_enabled=False, viewport=PHONE, base_url=told[1]).new_page()
        page.goto("/")
        log_in(page, name, code)
        hand_in(page, work)
        expect(page.get_by_text("8 of 8 points")).to_be_visible(timeout=PATIENCE)
        width = page.locator("main").bounding_box()
        assert width
        assert width["width"] <= PHONE["width"]
        page.get_by_role("link", name="Full report").click()
        expect(page.get_by_role("heading", name="numbers")).to_be_visible()
        page.go_back()
        with page.expect_download() as download:
            page.get_by_role("link", name="receipt 1").click()
        download.value.save_as(receipt)
        page.context.close()
    verify = ("verify-receipt", receipt, "--key", told[2], "--notebook", work)
    assert "sample-001 handed in numbers" in run("course", *verify, cwd=tmp_path).stdout
