"""A real browser for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.needs import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, which all tests of a file share."""
    from playwright.sync_api import sync_playwright  # most tests need none

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
