"""A backup of an open portal has all of it; one of which a byte is missing or changed makes no portal."""

from __future__ import annotations

import io
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_backup import back_up, restore
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import verified
from tests.course_copy import Run
from tests.portal.graded_portals import csrf, finish_next, hand_in, visitors

pytestmark = pytest.mark.all


def _hand_in(folder: PortalFolder, number: int) -> bytes:
    return hand_in(folder, "student-001", b"work %d" % number)


def _rows(folder: PortalFolder) -> list[list[tuple[object, ...]]]:
    tables = ("submissions", "jobs", "grades", "people", "acts")
    return [list(map(tuple, folder.rows.read(f"SELECT * FROM {name}"))) for name in tables]


@pytest.fixture
def folder(own_course: Course) -> PortalFolder:
    """A portal with three submissions, of which the first has a report."""
    folder = PortalFolder(own_course)
    for number in range(3):
        _hand_in(folder, number)
    assert finish_next(folder, 0.0)
    return folder


def test_a_restored_portal_has_all_and_goes_on(
    folder: PortalFolder, own_course: Course, tmp_path: Path, run: Run
) -> None:
    backup = tmp_path / "kept" / "portal.tar.gz"
    assert back_up(folder.path, backup) == 3
    assert backup.stat().st_mode & 0o077 == 0
    lost = tmp_path / "lost"
    folder.path.rename(lost)
    assert "submissions with verified receipts: 3;" in run("course", "restore", backup, cwd=own_course.root).stdout
    again = PortalFolder(own_course)
    assert _rows(folder) == _rows(again)
    assert {path.relative_to(lost) for path in lost.glob("*/*")} == {
        path.relative_to(again.path) for path in again.path.glob("*/*")
    }
    receipt = verified(_hand_in(again, 4), folder.signer().public_key)
    assert receipt.number == 4
    assert (again.path / "signing.key").stat().st_mode & 0o077 == 0


def test_only_its_owner_looks_into_a_portal_that_was_copied(own_course: Course) -> None:
    PortalFolder(own_course).path.chmod(0o755)
    assert PortalFolder(own_course).path.stat().st_mode & 0o077 == 0


def test_a_portal_that_is_there_stays(folder: PortalFolder, tmp_path: Path) -> None:
    back_up(folder.path, tmp_path / "portal.tar.gz")
    with pytest.raises(GradingError, match="there already is a portal in"):
        restore(tmp_path / "portal.tar.gz", folder.path)


def test_a_backup_while_students_hand_in_is_whole(folder: PortalFolder, tmp_path: Path) -> None:
    stopped = threading.Event()

    def send() -> None:
        number = 10
        while not stopped.is_set():
            _hand_in(folder, number)
            number += 1

    sender = threading.Thread(target=send)
    sender.start()
    try:
        for turn in range(5):
            backup = tmp_path / f"{turn}.tar.gz"
            assert back_up(folder.path, backup) == restore(backup, tmp_path / f"portal-{turn}")
    finally:
        stopped.set()
        sender.join()


def _changed(backup: Path, name: str, change: Callable[[bytes], bytes | None]) -> Path:
    """A copy of a backup in which a file is changed, or left out."""
    target = backup.with_name("changed.tar.gz")
    with tarfile.open(backup) as source, tarfile.open(target, "w:gz") as archive:
        for member in source:
            content = source.extractfile(member)
            assert content
            data: bytes | None = content.read()
            if member.name.startswith(name):
                data = change(data or b"")
            if data is not None:
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
    return target


@pytest.mark.parametrize("name", ["portal.db", "signing.key", "uploads/", "pages/"])
@pytest.mark.parametrize("change", ["left out", "a bit", "cut"])
def test_what_is_not_whole_makes_no_portal(folder: PortalFolder, tmp_path: Path, name: str, change: str) -> None:
    back_up(folder.path, tmp_path / "portal.tar.gz")
    changes: dict[str, Callable[[bytes], bytes | None]] = {
        "left out": lambda data: None,
        "a bit": lambda data: bytes([data[0] ^ 1]) + data[1:],
        "cut": lambda data: data[: len(data) // 2],
    }
    backup = _changed(tmp_path / "portal.tar.gz", name, changes[change])
    with pytest.raises(GradingError):
        restore(backup, tmp_path / "portal")
    assert not (tmp_path / "portal").exists()


@pytest.mark.parametrize(
    "name", ["../portal.db", "/tmp/portal.db", "uploads/../../x", "uploads/x", "grading_config.py"]
)
def test_nothing_else_is_taken_out_of_a_backup(tmp_path: Path, name: str) -> None:
    backup = tmp_path / "portal.tar.gz"
    with tarfile.open(backup, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(GradingError, match="does not belong to a portal"):
        restore(backup, tmp_path / "portal")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_no_backup_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "x.tar.gz").write_bytes(b"no backup")
    for name in ("x.tar.gz", "none.tar.gz"):
        with pytest.raises(GradingError, match="not a complete backup"):
            restore(tmp_path / name, tmp_path / "portal")
    with pytest.raises(GradingError, match="there is no portal"):
        back_up(tmp_path / "portal", tmp_path / "y.tar.gz")


def test_a_portal_for_reading_takes_and_changes_nothing(folder: PortalFolder, own_course: Course) -> None:
    browser_of = visitors(PortalApp(own_course, folder, is_read_only=True), "student-001", "teacher,instructor")
    before = _rows(folder)
    for name in ("student-001", "teacher"):
        browser = browser_of(name)
        page = browser.get("/assignments/numbers").text
        assert "portal is read-only" in page
        assert 'enctype="multipart/form-data"' not in page
        data = {"csrf": csrf(browser), "key": "key-read-only", "assignment": "numbers", "submission": "1"}
        acts = ("stop", "regrade", "preview", "preview/take", "roster", "extra-time", "remove")
        for path in ("/assignments/numbers", *(f"/board/{act}" for act in acts)):
            answer = browser.post(path, data=data, files={"file": ("numbers.ipynb", b"work")})
            assert answer.status_code == 403
            assert "portal is read-only" in answer.text
        assert browser.get("/submissions/1/report").text == "page"
        assert "current-password" in browser.post("/logout", data=data).text
    assert _rows(folder) == before
