"""Kinds of odd requests that once were faults of the portal: each is refused; and what its log and its cookie say."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.portal import portal_app
from tests.portal.graded_portals import csrf
from tests.portal.test_refused_requests import Exam

pytestmark = pytest.mark.all


@pytest.fixture(scope="module")
def exam(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return Exam(course_copy(tmp_path_factory.mktemp("exam") / "course"))


@pytest.mark.parametrize("charset", ["undefined", "idna", "utf-7", "unicode_escape", "utf-16", "a\0b"])
@pytest.mark.parametrize("path", ["/login", "/logout"])
def test_a_sender_chooses_no_codec(exam: Exam, path: str, charset: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n\\ud800+2AA-\xff\r\n'
    body = b"".join(part % name for name in (b"name", b"code", b"csrf")) + b"--x--\r\n"
    headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
    assert exam.logged_in("owner").post(path, content=body, headers=headers).status_code == 415


@pytest.mark.parametrize("path", ["/login", "/logout", "/assignments/numbers"])
def test_a_boundary_that_no_parser_takes_is_refused(exam: Exam, path: str) -> None:
    owner = exam.logged_in("owner")
    for boundary, content, statuses in (("", b"{}", (400, 415)), ("b" * 300, b"--b", (400,))):
        headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
        assert owner.post(path, content=content, headers=headers).status_code in statuses


@pytest.mark.parametrize("roster", [b"x" * 140_000, b'"' + b"x" * 140_000])
def test_a_roster_that_is_no_csv_adds_nobody(exam: Exam, roster: bytes) -> None:
    teacher = exam.logged_in("teacher")
    answer = teacher.post("/board/roster", data={"csrf": csrf(teacher)}, files={"roster": ("roster.csv", roster)})
    assert answer.status_code == 400
    assert not exam.folder.rows.read("SELECT * FROM acts")


@pytest.mark.parametrize("host", ["elsewhere.example", "[", "a:99999999"])
def test_no_answer_leads_to_the_host_that_a_request_names(exam: Exam, host: str) -> None:
    for path in ("/board/", "/receipts/", "/submissions/1/"):
        answer = exam.owner.get(path, headers={"host": host})
        assert answer.status_code == 404
        assert "location" not in answer.headers
    login = exam.login("neighbour", exam.codes["neighbour"], headers={"host": host})
    assert login.headers["location"] == "/"


@pytest.mark.parametrize("path", ["/login", "/logout", "/assignments/numbers", "/board/roster"])
def test_who_goes_away_while_sending_is_no_fault(exam: Exam, path: str) -> None:
    kept = exam.uploads()
    answers = exam.asked("POST", path, [b"--x\r\n", None])
    assert answers[0]["status"] == (403 if path == "/board/roster" else 400)
    assert exam.uploads() == kept


def test_too_much_that_comes_while_it_is_answered_is_no_fault(exam: Exam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portal_app, "_MOST_EVENTS", 2)
    monkeypatch.setattr(portal_app, "_EVENT_SECONDS", 0.0)
    assert exam.asked("GET", "/submissions/1/events", [b"x" * 17_000])[0]["status"] == 200


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
    ended = browser.post("/logout", data={"csrf": csrf(browser)}).headers["set-cookie"]
    assert ended.startswith('__Host-portal_session=""')
    assert "Secure" in ended
    unbound = exam.logged_in("neighbour").cookies["portal_session"]
    assert browser.get("/board", headers={"cookie": f"portal_session={unbound}"}).status_code == 403


def test_the_log_says_who_is_let_in_and_who_is_refused_what(exam: Exam, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "nbproctor.portal.portal_app")
    exam.login("owner\nteacher logged in", "a-wrong-code")
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
