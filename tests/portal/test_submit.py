"""`course submit` ends well only with a receipt for the very bytes, and says else what to do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.portal_client import PortalClient
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.course_copy import Run
from tests.patience import HANGS
from tests.portal.graded_portals import COURSE, change

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
    words = [COURSE, "submit", "numbers", notebook, "--portal", portal.address, "--name", NAME]
    words += ["--insist"] if insists else []
    environment = {**os.environ, "PORTAL_CODE": portal.codes[NAME] if code is None else code, "COLUMNS": "400"}
    return subprocess.run(words, env=environment, cwd=notebook.parent, capture_output=True, text=True, timeout=HANGS)


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "numbers.ipynb"
    path.parent.mkdir()
    path.write_text("{}")
    return path


def test_what_was_handed_in_last_keeps_its_receipt_and_all_else_gets_one(
    portal: RehearsedPortal, notebook: Path, run: Run
) -> None:
    first = _submit(portal, notebook)
    assert first.returncode == 0, first.stderr
    assert "as submission 1; " in first.stdout
    receipt = notebook.with_name("numbers.receipt-1.json")
    content = receipt.read_bytes()
    again = _submit(portal, notebook)
    assert (again.returncode, receipt.read_bytes()) == (0, content)
    key = portal.folder.signer().public_key
    run("course", "verify-receipt", receipt, "--key", key, "--notebook", notebook, cwd=notebook.parent)
    for number, work in ((2, "{ }"), (3, "{}")):  # whoever goes back to the first file means it
        notebook.write_text(work)
        assert _submit(portal, notebook).returncode == 0
        assert json.loads(notebook.with_name(f"numbers.receipt-{number}.json").read_bytes())["number"] == number


def test_portal_and_name_may_be_in_the_environment(portal: RehearsedPortal, notebook: Path, run: Run) -> None:
    environment = {"PORTAL": portal.address, "PORTAL_NAME": NAME, "PORTAL_CODE": portal.codes[NAME]}
    words = [f"{name}={value}" for name, value in environment.items()]
    said = run("env", *words, "course", "submit", "numbers", notebook, "--insist", cwd=notebook.parent).stdout
    assert "as submission 1; " in said


def test_what_is_not_taken_is_told_and_leaves_no_receipt(portal: RehearsedPortal, notebook: Path) -> None:
    stranger = _submit(portal, notebook, code="wrong")
    assert stranger.returncode != 0
    assert "The name and the code do not match" in stranger.stderr
    wrong = _submit(portal, notebook, insists=False)
    assert wrong.returncode != 0
    assert "This is not the notebook of numbers: it has no list of cells" in wrong.stderr
    cure = "To hand it in anyway, use the portal's page in a browser, or course submit --insist"
    assert f"no attempt was used. {cure}" in wrong.stderr
    change(portal.folder.rows, "INSERT INTO stopped_assignments VALUES ('numbers')")
    stopped = _submit(portal, notebook)
    assert stopped.returncode != 0
    assert "has stopped this exam" in stopped.stderr
    assert _submit(portal, notebook.with_name("none.ipynb")).returncode != 0
    assert not list(notebook.parent.glob("*.json"))


def test_a_portal_that_is_away_for_a_while_is_asked_again(portal: RehearsedPortal, notebook: Path) -> None:
    portal.end(signal.SIGKILL)
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
