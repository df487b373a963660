"""What axe-core finds in a page that is open in a browser."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def findings(page: Page) -> list[str]:
    """Look through an open page with every rule of axe-core, as it is shown now: its media, its theme, its width.

    Args:
        page: the page. Its policy may forbid scripts: this one comes from outside it.

    Returns:
        A line for each element that breaks a rule: the rule, the element, and what is wrong. Empty if nothing is.
    """
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}" for rule in found for node in rule["nodes"]]
