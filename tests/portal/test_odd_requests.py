"""Kinds of odd requests that once were faults of the portal: each is refused; and what its log and its cookie say."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from nbproctor.config import Course
from nbproctor.portal import portal_app
from tests.portal.test_refused_requests import Exam

pytestmark = pytest.mark.all


@pytest.fixture(scope="module")
def exam(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return Exam(course_copy(tmp_path_factory.mktemp("exam") / "course"))


@pytest.mark.parametrize("path", ["", "/report", "/receipt", "/events"])
def test_a_number_too_long_for_python_is_that_of_no_submission(exam: Exam, path: str) -> None:
    assert exam.owner.get(f"/submissions/{'9' * 5000}{path}").status_code == 404


@pytest.mark.parametrize("charset", ["undefined", "idna", "utf-7", "unicode_escape", "utf-16", "a\0b"])
@pytest.mark.parametrize("path", ["/login", "/logout"])
def test_a_sender_chooses_no_codec(exam: Exam, path: str, charset: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n\\ud800+2AA-\xff\r\n'
    body = b"".join(part % name for name in (b"name", b"code", b"csrf")) + b"--x--\r\n"
    headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
    assert exam.logged_in("owner").post(path, content=body, headers=headers).status_code == 415


@pytest.mark.parametrize("path", ["/login", "/logout", "/assignments/numbers"])
@pytest.mark.parametrize("kind", ["", "text/plain", "application/json", "multipart/form-data; boundary="])
def test_what_is_no_form_is_of_an_unsupported_type(exam: Exam, path: str, kind: str) -> None:
    answer = exam.logged_in("owner").post(path, content=b"{}", headers={"content-type": kind})
    assert answer.status_code in ((400, 415) if "multipart" in kind else (415,))


@pytest.mark.parametrize("path", ["/login", "/logout", "/assignments/numbers"])
def test_a_boundary_that_no_parser_takes_is_refused(exam: Exam, path: str) -> None:
    headers = {"content-type": f"multipart/form-data; boundary={'b' * 300}"}
    assert exam.logged_in("owner").post(path, content=b"--b", headers=headers).status_code == 400


@pytest.mark.parametrize("roster", [b"x" * 140_000, b'"' + b"x" * 140_000])
def test_a_roster_that_is_no_csv_adds_nobody(exam: Exam, roster: bytes) -> None:
    teacher = exam.logged_in("teacher")
    csrf = re.findall(r'name="csrf" value="([^"]+)"', teacher.get("/board").text)[0]
    answer = teacher.post("/board/roster", data={"csrf": csrf}, files={"roster": ("roster.csv", roster)})
    assert answer.status_code == 400
    assert not exam.folder.rows.read("SELECT * FROM acts")


@pytest.mark.parametrize("host", ["elsewhere.example", "[", "a:99999999"])
def test_no_answer_leads_to_the_host_that_a_request_names(exam: Exam, host: str) -> None:
    for path in ("/board/", "/receipts/", "/submissions/1/"):
        answer = exam.owner.get(path, headers={"host": host})
        assert answer.status_code == 404
        assert "location" not in answer.headers
    data = {"name": "neighbour", "code": exam.codes["neighbour"]}
    assert exam.browser().post("/login", data=data, headers={"host": host}).headers["location"] == "/"


def _asked(exam: Exam, method: str, path: str, pieces: list[Message]) -> list[Message]:
    """What the application answers to pieces of a body, where no client stands between."""
    cookie = f"portal_session={exam.owner.cookies['portal_session']}".encode()
    headers = [(b"cookie", cookie), (b"content-type", b"multipart/form-data; boundary=x")]
    scope = {"type": "http", "method": method, "scheme": "http", "path": path, "query_string": b"", "headers": headers}
    answers: list[Message] = []

    async def receive() -> Message:
        return pieces.pop(0) if len(pieces) > 1 else pieces[0]

    async def send(message: Message) -> None:
        answers.append(message)

    asyncio.run(exam.portal.application()(scope, receive, send))
    return answers


@pytest.mark.parametrize("path", ["/login", "/logout", "/assignments/numbers", "/board/roster"])
def test_who_goes_away_while_sending_is_no_fault(exam: Exam, path: str) -> None:
    pieces: list[Message] = [
        {"type": "http.request", "body": b"--x\r\n", "more_body": True},
        {"type": "http.disconnect"},
    ]
    kept = sorted(exam.folder.uploads.path("").iterdir())
    answers = _asked(exam, "POST", path, pieces)
    assert answers[0]["status"] == (403 if path == "/board/roster" else 400)
    assert sorted(exam.folder.uploads.path("").iterdir()) == kept


def test_too_much_that_comes_while_it_is_answered_is_no_fault(exam: Exam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portal_app, "_MOST_EVENTS", 2)
    monkeypatch.setattr(portal_app, "_EVENT_SECONDS", 0.0)
    answers = _asked(
        exam, "GET", "/submissions/1/events", [{"type": "http.request", "body": b"x" * 17_000, "more_body": True}]
    )
    assert answers[0]["status"] == 200


def test_over_https_the_cookie_is_bound_to_the_host(exam: Exam) -> None:
    browser = TestClient(exam.portal.application(), base_url="https://testserver", follow_redirects=False)
    answer = browser.post("/login", data={"name": "neighbour", "code": exam.codes["neighbour"]})
    name, *rest = answer.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-portal_session=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(rest)
    assert not [each for each in rest if each.startswith("Domain")]
    page = browser.get("/assignments/numbers")
    assert page.status_code == 200
    assert page.headers["strict-transport-security"]
    csrf = re.findall(r'name="csrf" value="([^"]+)"', page.text)[0]
    ended = browser.post("/logout", data={"csrf": csrf}).headers["set-cookie"]
    assert ended.startswith('__Host-portal_session=""')
    assert "Secure" in ended
    unbound = exam.logged_in("neighbour").cookies["portal_session"]
    assert browser.get("/board", headers={"cookie": f"portal_session={unbound}"}).status_code == 403


def test_the_log_says_who_is_let_in_and_who_is_refused_what(exam: Exam, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "nbproctor.portal.portal_app")
    exam.browser().post("/login", data={"name": "owner\nteacher logged in", "code": "a-wrong-code"})
    neighbour = exam.logged_in("neighbour")
    neighbour.get("/submissions/1")
    neighbour.get("/board")
    exam.hand_in(neighbour, b"work", data={"csrf": "forged"})
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("nbproctor")]
    said = "\n".join(lines)
    assert '"owner teacher logged in" could not log in from "testclient": the name and the code' in said
    assert '"neighbour" logged in from "testclient"' in said
    assert '"neighbour" is refused "GET /submissions/1": you have no such submission' in said
    assert '"neighbour" is refused "GET /board": the board is for instructors' in said
    assert '"neighbour" is refused "POST /assignments/numbers": this did not come from a page' in said
    secrets = ("a-wrong-code", exam.codes["neighbour"], neighbour.cookies["portal_session"])
    assert not [secret for secret in secrets if secret in said]
    assert not [line for line in lines if "\n" in line]


def test_json_is_for_programs_and_not_shown_by_browsers(exam: Exam) -> None:
    for path in ("/receipts", "/submissions/1/receipt", "/assignments/numbers"):
        answer = exam.owner.get(path, headers={"accept": "application/json"})
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["content-disposition"].startswith("attachment; ")
