"""What several tests of the portal's pages need; each has a fixture `portal` of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.portal.portal_visits import PATIENCE, PortalVisits


@pytest.fixture
def visits(browser: Browser, portal: RehearsedPortal) -> Iterator[PortalVisits]:
    """Windows; at the end no page has complained, or asked anybody but the portal for anything."""
    expect.set_options(timeout=PATIENCE)
    with PortalVisits(browser, portal) as opened:
        yield opened
        assert opened.trouble == []
