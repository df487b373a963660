"""Jupyter's servers as a person starts them, and a browser that opens them."""

import json
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect

from tests.patience import HANGS

PATIENCE = 90_000  # milliseconds, for each thing that the browser waits for
BEGINNING = 15_000  # milliseconds in which the first cell that is run has its mark
# Every cell is drawn, not only those in sight, so that the page can be read to its end; and nobody asks about news.
SETTINGS = {
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false"},
}


@contextmanager
def serving(application, folder, environment, tmp_path, token="sesame"):
    """A server whose root is a folder, by its module; its address. It lets in who knows the token."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = tmp_path / "settings"
    for name, value in SETTINGS.items():
        (settings / name).parent.mkdir(parents=True)
        (settings / name).write_text(json.dumps(value))
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": folder,
        "IdentityProvider.token": token,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    log = tmp_path / "server.log"
    server = subprocess.Popen(
        [sys.executable, "-m", application, "--no-browser", "--allow-root"]
        + [f"--{name}={value}" for name, value in options.items()],
        env={**environment, "JUPYTERLAB_SETTINGS_DIR": str(settings)},
        cwd=folder,
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_until_it_answers(server, f"/api/status?token={token}", port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()  # it ends its kernels then
        with suppress(subprocess.TimeoutExpired):  # on a busy machine; how it ends is nobody's subject here
            server.wait(60)
        server.kill()
        server.wait()


def run_all_cells(page, notebook):
    """Run all cells of the opened notebook by the menu, as a student does.

    The page shows a kernel as idle a moment before it is connected, and drops what is run then: it is run again.
    """
    # Before the kernel is there, running would ask which one to start.
    expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']").first).to_be_attached()
    begun = notebook.locator(".jp-InputPrompt").filter(has_text=re.compile(r"\[(\*|\d+)\]"))
    for _ in range(PATIENCE // BEGINNING):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        with suppress(AssertionError):
            expect(begun.first).to_be_attached(timeout=BEGINNING)
            return
    pytest.fail("no cell begins to run")


def _wait_until_it_answers(server, path, port, log):
    deadline = time.monotonic() + HANGS
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text()
        with suppress(OSError):
            connection = HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        time.sleep(0.2)
    pytest.fail(f"the server does not answer: {log.read_text()}")
