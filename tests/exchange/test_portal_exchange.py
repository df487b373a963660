"""nbgrader's own list and commands, whose exchange is a portal: what students and instructors see of it."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import stat
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.server_extensions.assignment_list.handlers import AssignmentList

from nbproctor.config import Course
from nbproctor.portal.portal_client import KeptLogin, keep_login
from nbproctor.portal.receipts import verified
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.patience import HANGS
from tests.portal.graded_portals import COURSE, change, hand_in, until
from tests.portal.portal_visits import Relay

pytestmark = pytest.mark.all
NAME = "student-001"
ROSTER = [NAME, "student-002", "teacher,instructor"]
CONFIG = "from nbproctor.exchange import use_portal\nuse_portal(get_config())\n"
PAST, LATER = "2020-12-01T12:00:00+01:00", 32_500_000_000_000_000  # microseconds: in the year 2999


@pytest.fixture
def portal(own_course: Course, tmp_path: Path) -> Iterator[RehearsedPortal]:
    with RehearsedPortal(own_course, "numbers", tmp_path / "rehearsal", ROSTER) as opened:
        yield opened


class Desk:
    """A student's folder, in which JupyterLab's server lists assignments as nbgrader does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._configure()
        self.list = AssignmentList()
        self.list.root_dir = str(folder)

    def _configure(self, more: str = "") -> None:
        (self.folder / "nbgrader_config.py").write_text(CONFIG + more)

    def be_patient(self, seconds: float) -> None:
        self._configure(f"get_config().PortalExchange.patience = {seconds}\n")

    def assignments(self, status: str) -> list[dict[str, Any]]:
        listed = self.list.list_assignments()
        assert listed["success"], listed["value"]
        return [each for each in listed["value"] if each["status"] == status]

    def fetch(self) -> None:
        assert self.list.fetch_assignment("numbers", "numbers") == {"success": True}

    def write(self, notebook: NotebookNode) -> Path:
        path = self.folder / "numbers" / "numbers.ipynb"
        nbformat.write(notebook, path)
        return path

    def submit(self) -> str:
        """Hand in; the last line of what is wrong, if anything is."""
        done = self.list.submit_assignment("numbers", "numbers")
        return "" if done["success"] else done["value"].strip().splitlines()[-1]

    def receipts(self) -> list[Path]:
        return sorted((self.folder / "numbers").glob("*.receipt-*.json"))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("HOME", str(tmp_path))
    desk = Desk(tmp_path / "desk")
    monkeypatch.chdir(desk.folder)
    return desk


@pytest.fixture
def right(own_course: Course, solved: Callable[[Course], NotebookNode]) -> NotebookNode:
    """The notebook with all solutions."""
    return solved(own_course)


def _log_in(portal: RehearsedPortal, address: str = "", name: str = NAME) -> None:
    keep_login("numbers", KeptLogin(address or portal.address, name, portal.codes[name]))


def _require_receipts(portal: RehearsedPortal, desk: Desk, count: int) -> None:
    """Require that the portal has so many submissions, and the student as many receipts."""
    assert len(desk.receipts()) == len(portal.folder.rows.read("SELECT * FROM submissions")) == count


# --- a student ------------------------------------------------------------------------------------------


def test_a_student_fetches_hands_in_and_reads_the_report_in_the_list(
    portal: RehearsedPortal, desk: Desk, own_course: Course, right: NotebookNode
) -> None:
    _log_in(portal)
    (released,) = desk.assignments("released")
    assert (released["course_id"], released["assignment_id"]) == ("numbers", "numbers")
    assert [each["notebook_id"] for each in released["notebooks"]] == ["numbers (no deadline)"]
    desk.fetch()
    given = own_course.release / "numbers"
    for path in (path for path in given.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        assert (desk.folder / "numbers" / path.relative_to(given)).read_bytes() == path.read_bytes()
    (fetched,) = desk.assignments("fetched")
    assert [each["path"] for each in fetched["notebooks"]] == [str(Path("numbers", "numbers.ipynb"))]
    notebook = desk.write(right)
    assert desk.submit() == ""
    (path,) = desk.receipts()
    receipt = verified(path.read_bytes(), portal.folder.signer().public_key)
    assert (receipt.student, receipt.bytes) == (NAME, len(notebook.read_bytes()))
    until(lambda: desk.assignments("submitted")[0]["submissions"][0]["has_local_feedback"])
    (submitted,) = desk.assignments("submitted")
    (submission,) = submitted["submissions"]
    assert submission["timestamp"] == receipt.received_at
    assert not submission["feedback_updated"]
    page = desk.folder / submission["local_feedback_path"] / "numbers.html"
    (grade,) = portal.folder.rows.read("SELECT page FROM grades")
    assert page.read_bytes() == portal.folder.pages.path(grade["page"]).read_bytes()
    page.unlink()
    assert desk.list.fetch_feedback("numbers", "numbers") == {"success": True}
    assert page.is_file()


def test_the_login_is_kept_for_its_owner_alone(portal: RehearsedPortal, desk: Desk, caplog: Any) -> None:
    def login(served: str, code: str) -> subprocess.CompletedProcess[str]:
        words = [COURSE, "login", served, "--portal", portal.address, "--name", NAME]
        environment = {**os.environ, "PORTAL_CODE": code, "COLUMNS": "400"}
        return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=HANGS)

    code = portal.codes[NAME]
    assert "The name and the code do not match" in login("numbers", "wrong").stderr
    assert "is the portal of 'numbers', not of 'poker'" in login("poker", code).stderr
    assert desk.assignments("released") == []
    kept = login("numbers", code)
    assert kept.returncode == 0, kept.stderr
    path = Path(re.findall(r"saved in (\S+),", kept.stdout)[0])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with caplog.at_level(logging.DEBUG):
        assert len(desk.assignments("released")) == 1
    assert code not in caplog.text + kept.stdout + repr(KeptLogin(portal.address, NAME, code))


def test_whoever_has_no_login_is_told_how_to_keep_one(desk: Desk) -> None:
    (desk.folder / "numbers").mkdir()
    assert "no login is kept for numbers: in a terminal, use course login numbers --portal" in desk.submit()


def test_what_cannot_be_handed_in_is_said(portal: RehearsedPortal, desk: Desk, right: NotebookNode) -> None:
    _log_in(portal)
    assert "fetch numbers first" in desk.submit()
    desk.fetch()
    assert not desk.list.fetch_assignment("numbers", "numbers")["success"]  # what is there stays
    notebook = desk.write(nbformat.v4.new_notebook())
    assert "This is not the notebook of numbers" in desk.submit()
    notebook.unlink()
    assert "must have one notebook, numbers.ipynb" in desk.submit()
    desk.write(right).rename(notebook.with_name("renamed.ipynb"))
    assert desk.submit() == ""
    change(portal.folder.rows, "INSERT INTO stopped_assignments VALUES ('numbers')")
    assert "(stopped by your instructor)" not in str(desk.assignments("fetched"))  # of a renamed notebook
    notebook.with_name("renamed.ipynb").rename(notebook)
    assert "(stopped by your instructor)" in str(desk.assignments("fetched"))
    desk.write(_changed(right))
    assert "has stopped this exam" in desk.submit()
    _require_receipts(portal, desk, 1)


def _changed(notebook: NotebookNode) -> NotebookNode:
    changed = deepcopy(notebook)
    changed.cells.append(nbformat.v4.new_markdown_cell("changed", id="changed"))
    return changed


def test_a_deadline_stands_in_the_list(own_course: Course, tmp_path: Path, desk: Desk, right: NotebookNode) -> None:
    with RehearsedPortal(own_course, "numbers", tmp_path / "rehearsal", ROSTER, PAST) as portal:
        _log_in(portal)
        desk.fetch()
        desk.write(right)
        (fetched,) = desk.assignments("fetched")
        assert "(closed since 20" in fetched["notebooks"][0]["notebook_id"]
        assert "The deadline had passed when the upload finished" in desk.submit()
        given = "INSERT INTO extra_times (person, assignment, minutes, until) VALUES (?, 'numbers', 0, ?)"
        change(portal.folder.rows, given, NAME, LATER)
        (fetched,) = desk.assignments("fetched")
        assert re.search(r"\(until 2999.*, your own deadline\)", fetched["notebooks"][0]["notebook_id"])
        assert desk.submit() == ""


# --- a portal that is away ------------------------------------------------------------------------------


def test_a_portal_that_comes_back_has_the_submission_once(
    portal: RehearsedPortal, desk: Desk, right: NotebookNode
) -> None:
    _log_in(portal)
    desk.fetch()
    desk.write(right)
    portal.end(signal.SIGKILL)
    with ThreadPoolExecutor(1) as pool:
        with socket.create_server(("127.0.0.1", urlsplit(portal.address).port or 0)) as nobody:
            submitting = pool.submit(desk.submit)
            nobody.accept()[0].close()
        portal.start()
        assert submitting.result() == ""
    _require_receipts(portal, desk, 1)
    portal.end(signal.SIGKILL)
    desk.be_patient(0)
    desk.write(_changed(right))
    assert "numbers was not handed in: " in (told := desk.submit())
    assert "does not answer" in told
    assert len(desk.receipts()) == 1
    portal.start()
    assert desk.submit() == ""
    _require_receipts(portal, desk, 2)


class LosesReceipts(Relay):
    """Loses the answer to whatever is handed in, until it is told not to."""

    def _pass_on(self, browser: socket.socket, portal: socket.socket) -> None:
        with suppress(OSError):
            while piece := browser.recv(65536):
                self.loses = self.loses or (piece.startswith(b"POST /assignments/") and not self.lost)
                portal.sendall(piece)
            portal.shutdown(socket.SHUT_WR)


def test_a_submission_whose_answer_was_lost_counts_once_when_the_student_tries_again(
    portal: RehearsedPortal, desk: Desk, right: NotebookNode
) -> None:
    with LosesReceipts(urlsplit(portal.address).port or 0) as relay:
        _log_in(portal, relay.address)
        desk.fetch()
        desk.write(right)
        desk.be_patient(0)
        assert "there is no receipt, because " in desk.submit()
        submissions = portal.folder.rows.read("SELECT * FROM submissions")
        assert (len(desk.receipts()), len(submissions), relay.lost) == (0, 1, 1)
        relay.loses = False
        assert desk.submit() == ""
        _require_receipts(portal, desk, 1)


def test_a_portal_that_is_away_leaves_the_lists_as_they_were(portal: RehearsedPortal, desk: Desk) -> None:
    _log_in(portal)
    keep_login("poker", KeptLogin("http://127.0.0.1:9", NAME, "code"))
    (released,) = desk.assignments("released")
    assert released["course_id"] == "numbers"
    assert desk.list.list_courses() == {"success": True, "value": ["numbers"]}
    portal.end()
    (released,) = desk.assignments("released")
    assert "the portal does not answer" in released["notebooks"][0]["notebook_id"]
    keep_login("numbers", KeptLogin(portal.address, NAME, "another"))
    portal.start()
    assert desk.assignments("released") == []  # whoever may not see it sees nothing of before


# --- an instructor --------------------------------------------------------------------------------------


def _nbgrader(folder: Path, *words: str, code: int = 0) -> str:
    command = [COURSE.with_name("nbgrader"), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == code, done.stderr
    return done.stderr


def test_the_only_course_that_is_known_need_not_be_named(portal: RehearsedPortal, desk: Desk) -> None:
    _log_in(portal)
    assert "Fetched as: numbers numbers" in _nbgrader(desk.folder, "fetch_assignment", "numbers")
    keep_login("another", KeptLogin("http://127.0.0.1:9", NAME, "a code"))
    assert "no course is named" in _nbgrader(desk.folder, "fetch_assignment", "numbers", code=1)
    told = _nbgrader(desk.folder, "fetch_assignment", "numbers", "--course", "numbers", code=1)
    assert "exists: remove or rename it" in told


def test_an_instructor_releases_and_collects(
    portal: RehearsedPortal, desk: Desk, own_course: Course, right: NotebookNode
) -> None:
    _log_in(portal)
    desk.fetch()
    work = desk.write(right)
    assert desk.submit() == ""
    until(lambda: portal.folder.rows.read("SELECT 1 FROM grades"))
    _log_in(portal, name="teacher")
    config = 'load_subconfig("grading_config.py")\n' + CONFIG
    (own_course.root / "nbgrader_config.py").write_text(config)
    assert "Released as: numbers numbers" in _nbgrader(own_course.root, "release_assignment", "numbers")
    assert "Collecting submission: student-001" in _nbgrader(own_course.root, "collect", "numbers")
    collected = own_course.submitted / NAME / "numbers"
    assert (collected / "numbers.ipynb").read_bytes() == work.read_bytes()
    (path,) = desk.receipts()
    receipt = verified(path.read_bytes(), portal.folder.signer().public_key)
    assert (collected / "timestamp.txt").read_text() == receipt.received_at
    assert "No newer submission" in _nbgrader(own_course.root, "collect", "numbers", "--update")
    told = _nbgrader(own_course.root, "release_feedback", "numbers", code=1)
    assert "nothing was released: the portal shows its reports" in told
    (own_course.release / "letters").mkdir()
    (own_course.release / "letters" / "letters.ipynb").write_text("{}")
    told = _nbgrader(own_course.root, "release_assignment", "letters", code=1)
    assert "does not hand out this release of letters" in told
    _log_in(portal)
    assert "This is for instructors only" in _nbgrader(own_course.root, "collect", "numbers", code=1)


def _hand_in(portal: RehearsedPortal, work: bytes, received: int) -> int:
    """Hand in for the student, as if it came at a time; the number of the submission, when it has its report."""
    number = int(json.loads(hand_in(portal.folder, NAME, work, received=received))["number"])
    until(lambda: portal.folder.rows.read("SELECT 1 FROM grades WHERE submission = ?", number))
    return number


def test_what_counts_is_collected_even_if_it_came_earlier_and_nothing_is_lost(
    portal: RehearsedPortal, desk: Desk, own_course: Course, right: NotebookNode
) -> None:
    """A file that was insisted on has the time of its first upload; and an earlier submission may be the best."""
    _log_in(portal, name="teacher")
    patience = "get_config().PortalExchange.patience = 0\n"
    (own_course.root / "nbgrader_config.py").write_text(f'load_subconfig("grading_config.py")\n{CONFIG}{patience}')
    collected = own_course.submitted / NAME / "numbers"
    moment = portal.folder.intake_desk().clock.now()
    works = [nbformat.writes(made).encode() for made in (right, _changed(right))]
    _hand_in(portal, works[0], moment)
    _nbgrader(own_course.root, "collect", "numbers")
    number = _hand_in(portal, works[1], moment - 60_000_000)
    assert "use --update to update" in _nbgrader(own_course.root, "collect", "numbers")
    (row,) = portal.folder.rows.read("SELECT sha256 FROM submissions WHERE number = ?", number)
    path = portal.folder.uploads.path(row["sha256"])
    path.rename(away := path.with_name("away"))
    assert "does not answer" in _nbgrader(own_course.root, "collect", "numbers", "--update", code=1)
    assert (collected / "numbers.ipynb").read_bytes() == works[0]
    away.rename(path)
    assert "Collecting submission" in _nbgrader(own_course.root, "collect", "numbers", "--update")
    assert (collected / "numbers.ipynb").read_bytes() == works[1]
    assert "No newer submission" in _nbgrader(own_course.root, "collect", "numbers", "--update")
    for name, text in (("numbers.ipynb", "by mail"), ("timestamp.txt", "2999-01-01 12:00:00 UTC")):
        (collected / name).write_text(text)
    assert "No newer submission" in _nbgrader(own_course.root, "collect", "numbers", "--update")
    assert (collected / "numbers.ipynb").read_text() == "by mail"


# --- what another machine says --------------------------------------------------------------------------


def test_a_listing_that_is_kept_has_no_secret(portal: RehearsedPortal, desk: Desk, tmp_path: Path) -> None:
    _log_in(portal)
    desk.assignments("released")
    (kept,) = (tmp_path / "settings").rglob("listings/*.json")
    assert set(json.loads(kept.read_text())) == {"course", "person", "assignments"}
