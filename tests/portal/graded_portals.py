"""A portal without a browser: what is handed in, who asks for its pages, and what its graders made of it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from starlette.testclient import TestClient

from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.jobs import JobQueue
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.results import ExerciseResult, Result, SandboxRecord, SubmissionRecord
from tests.patience import HANGS

COURSE = Path(sys.executable).with_name("course")
Visit = Callable[[str], TestClient]
"""Gives a browser in which somebody is logged in."""


def until(found: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + HANGS
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def hand_in(
    folder: PortalFolder, student: str, work: bytes, assignment: str = "numbers", received: int = 0, key: str = ""
) -> bytes:
    """Hand a file in, at a time or now, with a key or one of its own; the receipt."""
    desk, kept = folder.intake_desk(), folder.uploads.keep(work)
    arrival = Arrival(student, assignment, key or f"key-{kept[:16]}", kept, len(work), received or desk.clock.now())
    return desk.receipt_for(arrival, Rule())


def right_and_wrong(right: NotebookNode) -> tuple[bytes, bytes]:
    """The files of a solved notebook of the small course, and of one that is wrong in exercise 1."""
    wrong = deepcopy(right)
    next(cell for cell in wrong.cells if cell.id == "ex1").source = "def square(n): return 0"
    return nbformat.writes(right).encode(), nbformat.writes(wrong).encode()


def results(folder: PortalFolder) -> dict[str, Result]:
    """The result of each student who handed in once."""
    rows = folder.rows.read("SELECT student, result FROM grades JOIN submissions ON submission = submissions.number")
    return {row["student"]: Result.from_json(row["result"]) for row in rows}


def change(rows: PortalRows, statement: str, *values: object) -> None:
    """Change what a portal keeps."""
    with rows.transaction() as connection:
        connection.execute(statement, values)


def made_up(student: str, score: float, *exercises: ExerciseResult, sha256: str = "a" * 64) -> Result:
    """A result for `numbers`, of 10 points."""
    record, sandbox = SubmissionRecord(sha256, None, ()), SandboxRecord("namespaces", ())
    return Result(student, "numbers", score, 10.0, 10.0, 10 * score, exercises, record, sandbox, {})


def finish_next(folder: PortalFolder, score: float, *exercises: ExerciseResult, page: bytes = b"page") -> bool:
    """Write a made-up result down for what waits first; whether it was taken."""
    jobs = JobQueue(folder.rows)
    job = jobs.lease(["numbers"])
    assert job
    (row,) = folder.rows.read("SELECT sha256 FROM submissions WHERE number = ?", job.submission)
    result = made_up(job.student, score, *exercises, sha256=row["sha256"])
    return jobs.finish(job, result.to_json(), folder.pages.keep(page))


def csrf(browser: TestClient) -> str:
    """The token of the forms of somebody's pages; empty for who is not logged in."""
    return next(iter(re.findall(r'name="csrf" value="([^"]+)"', browser.get("/").text)), "")


def visitors(portal: PortalApp, *roster: str) -> Visit:
    """Let these people visit a portal."""
    codes = portal.people.add(roster).codes

    def logged_in(name: str) -> TestClient:
        browser = TestClient(portal.application())
        assert browser.post("/login", data={"name": name, "code": codes[name]}).status_code == 200
        return browser

    return logged_in


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def served(root: Path, *options: str) -> Iterator[list[str]]:
    """What `course serve` says until it answers; it is ended afterwards."""
    port = free_port()
    command = [str(COURSE), "serve", "--port", str(port), *options]
    server = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        said: list[str] = []
        while not said or "public key" not in said[-1]:
            line = server.stdout.readline()
            assert line, said
            said.append(line.strip())
        until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        yield said
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        if server.stdout:
            server.stdout.close()
