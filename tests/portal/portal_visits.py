"""Windows of a real browser in which people visit a portal; what their pages complain of is kept."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError

from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.report.pages.accessibility import faint_texts, findings

PATIENCE = 120_000  # milliseconds: the machine may be slow, and a grader gets ready first
DESK = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}


class PortalVisits:
    """Opens windows, each with a session of its own. Use it as a context manager.

    Attributes:
        trouble: what pages wrote to the console as errors, or asked of another host.
    """

    def __init__(self, browser: Browser, portal: RehearsedPortal) -> None:
        self._browser = browser
        self.portal = portal
        self.trouble: list[str] = []
        self._windows: list[BrowserContext] = []

    def page(self, name: str = "", address: str = "", **window: Any) -> Page:
        """The first page of a new window.

        Args:
            name: who logs in; empty for nobody.
            address: where the portal is visited; empty for where it answers.
            window: as Playwright's `new_context` takes it.
        """
        address = address or self.portal.address
        opened = self._browser.new_context(**{"viewport": DESK, "base_url": address} | window)
        self._windows.append(opened)
        opened.set_default_timeout(PATIENCE)
        page = opened.new_page()
        page.on("console", lambda said: self.trouble.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("filechooser", lambda _: None)  # the browser leaves choosers to the test from now on
        page.on("request", lambda asked: None if asked.url.startswith(address) else self.trouble.append(asked.url))
        page.goto("/")
        if name:
            log_in(page, name, self.portal.codes[name])
        return page

    def forgive(self, *expected: str) -> None:
        """Take back what a test has made pages say: a part of each sentence; somebody must have said it."""
        for part in expected:
            assert [said for said in self.trouble if part in said], part
            self.trouble = [said for said in self.trouble if part not in said]

    def __enter__(self) -> PortalVisits:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        for window in self._windows:
            window.close()


def log_in(page: Page, name: str, code: str) -> None:
    """Log in on the first page."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Log in").click()


def require_usable(page: Page) -> None:
    """Require that everybody can use a page, on a desk and on a phone, in light and in dark."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert findings(page) + faint_texts(page) == []


def hand_in(page: Page, work: Path) -> None:
    """Hand in a file from the first page."""
    page.goto("/")
    page.get_by_role("link", name="numbers").click()
    page.get_by_label("Your notebook").set_input_files(work)
    page.get_by_role("button", name="Hand in").click()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until an element has the focus; whatever has it on the way can be seen, and that it has it."""
    for _ in range(20):
        page.keyboard.press("Tab")
        seen = page.evaluate(_FOCUS, wanted)
        assert seen in ("page", "wanted", "other")
        if seen == "wanted":
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


def choose_by_keyboard(page: Page, work: Path) -> None:
    """Press Enter on the field of files that has the focus, and choose one.

    The browser opens nothing where it comes to the key only seconds later: a person presses again, and so does this.
    """
    for patience in (PATIENCE / 4, PATIENCE / 4, PATIENCE):
        with suppress(TimeoutError):
            with page.expect_file_chooser(timeout=patience) as chooser:
                page.keyboard.press("Enter")
            return chooser.value.set_files(work)
    raise AssertionError("Enter opens no chooser of files")


_FOCUS = """wanted => {
    const element = document.activeElement;
    if (element === document.body) return "page";
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) return "no outline: " + element.outerHTML;
    if (box.bottom > innerHeight || box.top < 0) return "out of sight: " + element.outerHTML;
    return element.matches(wanted) ? "wanted" : "other";
}"""


class Relay:
    """Stands between a browser and a portal on this machine, and may lose answers. Use it as a context manager.

    Attributes:
        loses: whether a connection is cut when an answer comes.
        lost: how many answers were lost.
        address: where the relay answers.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.loses = False
        self.lost = 0

    def __enter__(self) -> Relay:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                portal = socket.create_connection(("127.0.0.1", self._port))
                threading.Thread(target=self._pass_on, args=(browser, portal), daemon=True).start()
                threading.Thread(target=self._pass_back, args=(portal, browser), daemon=True).start()

    def _pass_on(self, browser: socket.socket, portal: socket.socket) -> None:
        with suppress(OSError):
            while piece := browser.recv(65536):
                portal.sendall(piece)
            portal.shutdown(socket.SHUT_WR)

    def _pass_back(self, portal: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while (piece := portal.recv(65536)) and not self.loses:
                browser.sendall(piece)
            self.lost += bool(piece)
        for end in (portal, browser):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
