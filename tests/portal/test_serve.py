"""`course serve`: in a browser, a sample student logs in, hands in, and reads the report; all without JavaScript."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from playwright.sync_api import expect, sync_playwright

from nbproctor.config import Course
from tests.needs import CHROMIUM

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_a_student_hands_in_and_reads_the_report(
    own_course: Course, solved: Callable[[Course], NotebookNode], tmp_path: Path
) -> None:
    work = tmp_path / "numbers.ipynb"
    nbformat.write(solved(own_course), work)
    port = _free_port()
    command = [str(Path(sys.executable).with_name("course")), "serve", "--samples", "1", "--port", str(port)]
    assert shutil.which(command[0])
    server = subprocess.Popen(command, cwd=own_course.root, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        name, code = server.stdout.readline().strip().split(": ")
        assert server.stdout.readline().startswith("sample-instructor: ")
        told = re.fullmatch(r"(http://\S+/) accepts numbers; public key (\w{64})\n", server.stdout.readline())
        assert told
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800}).new_page()
            for _ in range(100):
                if socket.socket().connect_ex(("127.0.0.1", port)) == 0:
                    break
                page.wait_for_timeout(100)
            page.goto(told[1])
            page.get_by_label("Name").fill(name)
            page.get_by_label("Code").fill(code)
            page.get_by_role("button", name="Log in").click()
            page.get_by_role("link", name="numbers").click()
            page.get_by_label("Your notebook").set_input_files(work)
            page.get_by_role("button", name="Hand in").click()
            expect(page.get_by_text("8 of 8 points")).to_be_visible(timeout=120_000)
            width = page.locator("main").bounding_box()
            assert width
            assert width["width"] <= 390
            page.get_by_role("link", name="Full report").click()
            expect(page.get_by_role("heading", name="numbers")).to_be_visible()
            page.go_back()
            with page.expect_download() as download:
                page.get_by_role("link", name="receipt 1").click()
            receipt = tmp_path / "receipt.json"
            download.value.save_as(receipt)
            browser.close()
        verify = [command[0], "verify-receipt", str(receipt), "--key", told[2], "--notebook", str(work)]
        assert (
            "sample-001 handed in numbers" in subprocess.run(verify, check=True, capture_output=True, text=True).stdout
        )
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        server.stdout.close()
