"""`course submit` ends well only with a receipt for the very bytes, and says else what to do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.portal_client import PortalClient
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.patience import HANGS

pytestmark = pytest.mark.all
NAME = "student-001"


@pytest.fixture
def portal(own_course: Course, tmp_path: Path) -> Iterator[RehearsedPortal]:
    with RehearsedPortal(own_course, "numbers", tmp_path / "rehearsal", [NAME]) as opened:
        yield opened


def _submit(
    portal: RehearsedPortal, notebook: Path, code: str | None = None, insists: bool = True
) -> subprocess.CompletedProcess[str]:
    """Hand in what is no notebook, and insist on it."""
    course = str(Path(sys.executable).with_name("course"))
    words = [course, "submit", "numbers", str(notebook), "--portal", portal.address, "--name", NAME]
    words += ["--insist"] if insists else []
    environment = {**os.environ, "PORTAL_CODE": portal.codes[NAME] if code is None else code, "COLUMNS": "400"}
    return subprocess.run(words, env=environment, cwd=notebook.parent, capture_output=True, text=True, timeout=HANGS)


def test_what_was_handed_in_last_keeps_its_receipt_and_all_else_gets_one(
    portal: RehearsedPortal, tmp_path: Path
) -> None:
    notebook = tmp_path / "work" / "numbers.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("{}")
    first = _submit(portal, notebook)
    assert first.returncode == 0, first.stderr
    assert "as submission 1; " in first.stdout
    receipt = notebook.with_name("numbers.receipt-1.json")
    content = receipt.read_bytes()
    again = _submit(portal, notebook)
    assert (again.returncode, receipt.read_bytes()) == (0, content)
    key = portal.folder.signer().public_key
    words = ["verify-receipt", str(receipt), "--key", key, "--notebook", str(notebook)]
    assert subprocess.run([str(Path(sys.executable).with_name("course")), *words], check=False).returncode == 0
    for number, work in ((2, "{ }"), (3, "{}")):  # whoever goes back to the first file means it
        notebook.write_text(work)
        assert _submit(portal, notebook).returncode == 0
        assert json.loads(notebook.with_name(f"numbers.receipt-{number}.json").read_bytes())["number"] == number


def test_what_is_not_taken_is_told_and_leaves_no_receipt(portal: RehearsedPortal, tmp_path: Path) -> None:
    notebook = tmp_path / "numbers.ipynb"
    notebook.write_text("{}")
    stranger = _submit(portal, notebook, code="wrong")
    assert stranger.returncode != 0
    assert "The name and the code do not match" in stranger.stderr
    wrong = _submit(portal, notebook, insists=False)
    assert wrong.returncode != 0
    assert "This is not the notebook of numbers: it has no list of cells" in wrong.stderr
    assert (
        "no attempt was used. To hand it in anyway, use the portal's page in a browser, or course submit --insist"
        in wrong.stderr
    )
    with portal.folder.rows.transaction() as connection:
        connection.execute("INSERT INTO stopped_assignments VALUES ('numbers')")
    stopped = _submit(portal, notebook)
    assert stopped.returncode != 0
    assert "has stopped this exam" in stopped.stderr
    assert _submit(portal, tmp_path / "none.ipynb").returncode != 0
    assert not list(tmp_path.glob("*.json"))


def test_a_portal_that_is_away_for_a_while_is_asked_again(portal: RehearsedPortal, tmp_path: Path) -> None:
    portal.end(signal.SIGKILL)
    notebook = tmp_path / "numbers.ipynb"
    notebook.write_text("{}")
    with ThreadPoolExecutor(1) as pool:
        with socket.create_server(("127.0.0.1", urlsplit(portal.address).port or 0)) as nobody:
            submitting = pool.submit(_submit, portal, notebook)
            nobody.accept()[0].close()
        portal.start()
        submitted = submitting.result()
    assert submitted.returncode == 0, submitted.stderr
    assert "as submission 1; " in submitted.stdout


@pytest.mark.parametrize(
    ("address", "told"),
    [("http://127.0.0.1:9", "does not answer"), ("exam", "is not an address"), ("ftp://x", "not an address")],
)
def test_who_does_not_answer_is_named(address: str, told: str) -> None:
    with PortalClient(address, NAME, patience=0) as client, pytest.raises(GradingError, match=told):
        client.log_in("code")
