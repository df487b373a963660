"""What a portal, or what answers in its place, can do to whoever asks it: nothing but answer."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from nbgrader.server_extensions.assignment_list.handlers import AssignmentList

from nbproctor.errors import GradingError
from nbproctor.exchange.portal_exchange import _unpacked
from nbproctor.portal.portal_client import KeptLogin, PortalClient, RefusedError, keep_login

pytestmark = pytest.mark.all
CONFIG = (
    "from nbproctor.exchange import use_portal\nuse_portal(get_config())\nget_config().PortalExchange.patience = 0\n"
)


def _listing(course: str = "poker", **changed: Any) -> dict[str, Any]:
    """What a portal lists of one assignment, of which there is a report."""
    handed_in = {"number": 1, "received": 1_700_000_000_000_000, "feedback": "0" * 64} | changed.pop("handed_in", {})
    told = {"name": "work", "notebooks": ["work.ipynb"], "terms": "no deadline", "handed_in": [handed_in]} | changed
    return {"course": course, "person": "student-001", "assignments": [told]}


@contextmanager
def _fake_portal(answers: dict[str, bytes], status: int = 200) -> Iterator[str]:
    """The address of what answers like a portal, from a table."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = answers.get(self.path, b"<p>content</p>")
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *words: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AssignmentList]:
    """The list in a student's folder, with the login to a portal that is right."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "desk"
    for name in ("work", "other"):
        (folder / name).mkdir(parents=True)
        (folder / name / f"{name}.ipynb").write_text("{}")
    (folder / "nbgrader_config.py").write_text(CONFIG)
    monkeypatch.chdir(folder)
    desk = AssignmentList()
    desk.root_dir = str(folder)
    with _fake_portal({"/exchange": json.dumps(_listing("right", name="other")).encode()}) as right:
        keep_login("right", KeptLogin(right, "student-001", "code"))
        yield desk


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if "settings" not in path.parts}


NO_NAMES = ("", ".", "..", "../out", "/tmp/out", "work/../../out", "..\\out", "C:out", "o\0ut", "o\nut", "o\u202eut")
NO_LISTINGS: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "a list of numbers": [1, 2],
    "a number": 1,
    "an empty one": {},
    "no assignments": {"course": "poker", "person": "student-001"},
    "assignments by name": {"course": "poker", "person": "student-001", "assignments": {"work": {}}},
    "an assignment of no fields": {"course": "poker", "person": "student-001", "assignments": [{}]},
    "an assignment that is a text": {"course": "poker", "person": "student-001", "assignments": ["work"]},
    "a course that is a list": _listing() | {"course": ["poker"]},
    "another course": _listing("go"),
    "terms that are none": _listing(terms=None),
    "terms that steer a terminal": _listing(terms="\x1b[2J\x1b]0;title\x07"),
    "terms of two lines": _listing(terms="no deadline\nSubmitted as: poker work"),
    "a person who is read backwards": _listing() | {"person": "\u202e100-tneduts"},
    "a submission that is none": _listing() | {"assignments": [_listing()["assignments"][0] | {"handed_in": [None]}]},
    **{f"the number {value!r}": _listing(handed_in={"number": value}) for value in ("1", "../../..", None, -1, 1.5)},
    **{f"the time {value!r}": _listing(handed_in={"received": value}) for value in ("now", -1, 1e300, True, 10**30)},
    "a checksum that is a number": _listing(handed_in={"feedback": 1}),
    **{f"the assignment {name!r}": _listing(name=name) for name in NO_NAMES},
    **{f"the notebook {name!r}": _listing(notebooks=[name]) for name in NO_NAMES},
}


@pytest.mark.parametrize("kind", [*NO_LISTINGS, "a nested one", "a page"])
def test_what_is_no_listing_leaves_other_courses_and_the_disk_as_they_are(
    desk: AssignmentList, tmp_path: Path, kind: str
) -> None:
    special = {"a nested one": b"[" * 200_000, "a page": b"<html>"}
    before = _files(tmp_path) | {"desk/other/feedback"}
    with _fake_portal({"/exchange": special.get(kind) or json.dumps(NO_LISTINGS[kind]).encode()}) as portal:
        keep_login("poker", KeptLogin(portal, "student-001", "code"))
        listed = desk.list_assignments()
        assert {each["course_id"] for each in listed["value"]} == {"right"}, listed
        for act in (desk.fetch_assignment, desk.fetch_feedback, desk.submit_assignment):
            told = act("poker", "work")
            assert not told["success"]
            assert "ExchangeError" in str(told["value"]).strip().splitlines()[-1], told["value"]
    assert not {path for path in _files(tmp_path) - before if not path.startswith("desk/other/feedback/2023-")}


@pytest.mark.parametrize(
    "page", [b"null", b"[]", b"{}", b'{"csrf": 1, "handed_in": []}', b'{"csrf": "", "handed_in": 1}']
)
def test_no_answer_to_a_submission_is_taken_for_a_receipt(desk: AssignmentList, tmp_path: Path, page: bytes) -> None:
    listing = json.dumps(_listing()).encode()
    with _fake_portal({"/exchange": listing, "/assignments/work": page}) as portal:
        keep_login("poker", KeptLogin(portal, "student-001", "code"))
        told = desk.submit_assignment("poker", "work")
    assert "is not a portal, or its version differs" in str(told["value"])
    assert not list(tmp_path.rglob("*receipt*"))


def test_a_refusal_steers_no_terminal(desk: AssignmentList) -> None:
    refusal = '<p role="alert">come\x1b[2J \u202eback\nlater</p>'.encode()
    with (
        _fake_portal({"/exchange": refusal}, 403) as portal,
        PortalClient(portal, patience=0) as client,
        pytest.raises(RefusedError) as refused,
    ):
        client.listing()
    assert str(refused.value).isprintable()
    assert str(refused.value).endswith("did not accept it: come \N{REPLACEMENT CHARACTER}back later")


def _archive(change: bytes = b"", to: bytes = b"", kind: int = zipfile.ZIP_STORED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", kind) as archive:
        archive.writestr("work.ipynb", b"content " * 100)
    return packed.getvalue().replace(change, to) if change else packed.getvalue()


def _marked(place: int, value: int) -> bytes:
    """An archive whose file is marked otherwise, in both of its headers."""
    made = bytearray(_archive())
    made[4 + place] = made[made.index(b"PK\1\2") + 6 + place] = value
    return bytes(made)


NO_ARCHIVES = {
    "nothing": b"",
    "half of one": _archive()[:100],
    "changed bytes": _archive(b"content", b"contemt"),
    "damaged pieces": _archive(kind=zipfile.ZIP_DEFLATED)[:40] + b"\xff" * 9 + _archive(kind=zipfile.ZIP_DEFLATED)[49:],
    "encrypted": _marked(2, 1),
    "packed in an unknown way": _marked(4, 99),
}


@pytest.mark.parametrize("kind", NO_ARCHIVES)
def test_a_damaged_release_is_called_so(kind: str) -> None:
    assert _unpacked(_archive()) == {"work.ipynb": b"content " * 100}
    with pytest.raises(GradingError, match="arrived damaged"):
        _unpacked(NO_ARCHIVES[kind])


def test_a_release_that_grows_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5):
            with archive.open(f"{number}.csv", "w") as file:
                for _ in range(256):
                    file.write(bytes(1 << 20))
    with pytest.raises(GradingError, match="larger than 1 GB"):
        _unpacked(packed.getvalue())


def test_a_release_that_is_larger_than_it_says_is_not_unpacked() -> None:
    size = 1 << 28
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("work.ipynb", bytes(size))
    lying = packed.getvalue().replace(size.to_bytes(4, "little"), (10).to_bytes(4, "little"))
    tracemalloc.start()
    try:
        with pytest.raises(GradingError, match="arrived damaged"):
            _unpacked(lying)
        assert tracemalloc.get_traced_memory()[1] < size // 8
    finally:
        tracemalloc.stop()
