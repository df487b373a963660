"""What must fail: strangers, other students, dead sessions, forged forms, and what is no notebook to begin with."""

from __future__ import annotations

import asyncio
import errno
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN
from nbproctor.errors import GradingError
from nbproctor.portal import people
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import verified
from nbproctor.portal.security_headers import REPORT_POLICY
from nbproctor.portal.stored_files import FullDiskError, UnfinishedFile
from tests.portal.graded_portals import change, csrf, finish_next
from tests.portal.said_sentences import require_sentences

pytestmark = pytest.mark.all
SECRET = b"what owner handed in"


class Exam:
    """A portal in which owner has a graded submission, and what everybody needs to ask for it."""

    def __init__(self, course: Course) -> None:
        course.exam_day.attempts = 3
        course.exam_day.submission_bytes = 100_000
        self.course = course
        self.folder = PortalFolder(course)
        self.portal = PortalApp(course, self.folder)
        self.codes = self.portal.people.add(["owner", "neighbour", "newcomer", "teacher,instructor"]).codes
        self.owner = self.logged_in("owner")
        self.receipt = self.hand_in(self.owner, SECRET).content
        assert finish_next(self.folder, 0.0, page=b"<p>owner's report</p>")

    def browser(self) -> TestClient:
        """A browser that reads what each page says is wrong."""
        made = TestClient(self.portal.application(), follow_redirects=False, raise_server_exceptions=False)
        made.event_hooks = {"response": [require_sentences]}
        return made

    def logged_in(self, name: str) -> TestClient:
        browser = self.browser()
        assert browser.post("/login", data={"name": name, "code": self.codes[name]}).status_code == 303
        return browser

    def login(self, name: str, code: str, **sent: Any) -> Any:
        return self.browser().post("/login", data={"name": name, "code": code}, **sent)

    def hand_in(self, browser: TestClient, work: bytes, key: str = "key-00000001", **changed: Any) -> Any:
        data = {"csrf": csrf(browser), "key": key, "insist": "1"} | changed.pop("data", {})
        headers = {"accept": "application/json"} | changed.pop("headers", {})
        files = {"file": ("numbers.ipynb", work)}
        return browser.post("/assignments/numbers", data=data, files=files, headers=headers, **changed)

    def asked(self, method: str, path: str, pieces: list[bytes | None]) -> list[Message]:
        """What the application answers to pieces of a body, where no client stands between; at None the owner goes."""
        cookie = f"portal_session={self.owner.cookies['portal_session']}".encode()
        headers = [(b"cookie", cookie), (b"content-type", b"multipart/form-data; boundary=x")]
        scope = {"type": "http", "method": method, "scheme": "http", "path": path, "query_string": b""}
        answers: list[Message] = []

        async def receive() -> Message:
            piece = pieces.pop(0) if len(pieces) > 1 else pieces[0]
            if piece is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": piece, "more_body": True}

        async def send(message: Message) -> None:
            answers.append(message)

        asyncio.run(self.portal.application()(scope | {"headers": headers}, receive, send))
        return answers

    def uploads(self) -> list[Path]:
        return sorted(self.folder.uploads.path("").iterdir())


@pytest.fixture(scope="module")
def exam(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return Exam(course_copy(tmp_path_factory.mktemp("exam") / "course"))


def test_the_owner_has_what_was_handed_in(exam: Exam) -> None:
    told = exam.owner.get("/receipts").json()
    assert verified(exam.receipt, told["public_key"]).student == "owner"
    assert exam.owner.get("/submissions/1/receipt").content == exam.receipt
    assert exam.hand_in(exam.owner, SECRET).content == exam.receipt
    report = exam.owner.get("/submissions/1/report")
    assert "owner's report" in report.text
    assert report.headers["content-security-policy"] == REPORT_POLICY
    assert exam.logged_in("teacher").get("/submissions/1/report").text == report.text


def _cookie(exam: Exam, token: str) -> TestClient:
    browser = exam.browser()
    browser.cookies.set("portal_session", token)
    return browser


def _expired(exam: Exam) -> TestClient:
    browser = exam.logged_in("owner")
    newest = "(SELECT max(rowid) FROM sessions)"
    change(exam.folder.rows, f"UPDATE sessions SET expires = 1 WHERE rowid = {newest}")
    return browser


def _logged_out(exam: Exam) -> TestClient:
    browser = exam.logged_in("newcomer")
    token = browser.cookies["portal_session"]
    assert browser.post("/logout", data={"csrf": csrf(browser)}).status_code == 303
    return _cookie(exam, token)


NOBODY = {
    "no session": lambda exam: exam.browser(),
    "a forged session": lambda exam: _cookie(exam, "A" * 43),
    "an empty session": lambda exam: _cookie(exam, ""),
    "a session of quotes": lambda exam: _cookie(exam, "' OR 1=1 --"),
    "a session half right": lambda exam: _cookie(exam, exam.owner.cookies["portal_session"][:-1]),
    "an expired session": _expired,
    "a session that was ended": _logged_out,
}
READ_BY_INSTRUCTORS = [
    "/board", "/board/people", "/board/stop?assignment=numbers", "/board/regrade?assignment=numbers",
    "/board/submissions.csv", "/board/points.csv", "/board/previews/numbers", "/board/previews/numbers/changes.csv",
    "/board/by-hand", "/board/by-hand/numbers/test_ex1", "/exchange/assignments/numbers/counted",
]  # fmt: skip
OF_PEOPLE = [
    "/assignments/numbers", "/assignments/none", "/submissions/1", "/submissions/1/report", "/submissions/1/receipt",
    "/submissions/99", "/submissions/1/events", "/exchange", "/exchange/assignments/numbers",
    "/exchange/submissions/1/feedback", "/exchange/submissions/1/notebook", *READ_BY_INSTRUCTORS,
]  # fmt: skip
DONE_BY_INSTRUCTORS = [
    "/board/try-again", "/board/extra-time", "/board/roster", "/board/new-codes", "/board/remove", "/board/stop",
    "/board/go-on", "/board/regrade", "/board/preview", "/board/preview/take", "/board/preview/drop",
    "/board/by-hand/numbers/test_ex1",
]  # fmt: skip
ACTS = [*DONE_BY_INSTRUCTORS, "/logout"]


@pytest.mark.parametrize("path", OF_PEOPLE)
@pytest.mark.parametrize("who", NOBODY)
def test_nobody_reaches_what_is_somebodys(exam: Exam, who: str, path: str) -> None:
    answer = NOBODY[who](exam).get(path)
    assert answer.status_code == 403
    assert "please log in" in answer.text.lower()
    assert b"owner" not in answer.content


@pytest.mark.parametrize("who", NOBODY)
def test_nobody_hands_in(exam: Exam, who: str) -> None:
    before = exam.folder.rows.read("SELECT * FROM submissions")
    assert exam.hand_in(NOBODY[who](exam), b"work", "key-of-nobody").status_code == 403
    assert exam.folder.rows.read("SELECT * FROM submissions") == before


OF_SUBMISSIONS = ("/submissions/{}", "/submissions/{}/report", "/submissions/{}/receipt", "/submissions/{}/events")
OF_SUBMISSIONS += ("/exchange/submissions/{}/feedback", "/exchange/submissions/{}/notebook")
NUMBERS = [
    "1", "2", "0", "99", str(2**62), str(2**64), "1.0", "-1", "1'", "%2e%2e/1", "..%2f1", "1%00", "%d9%a1", "01%20",
    pytest.param("9" * 5000, id="too long for Python"),
]  # fmt: skip


@pytest.mark.parametrize("path", OF_SUBMISSIONS)
@pytest.mark.parametrize("number", NUMBERS)
def test_another_student_reaches_nothing_of_the_owners(exam: Exam, number: str, path: str) -> None:
    answer = exam.logged_in("neighbour").get(path.format(number))
    assert answer.status_code == 404
    assert b"owner" not in answer.content


@pytest.fixture(scope="module")
def elsewhere(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Exam:
    """The portal of another course, with people of the same names."""
    return Exam(course_copy(tmp_path_factory.mktemp("elsewhere") / "course"))


@pytest.mark.parametrize("name", ["owner", "teacher"])
@pytest.mark.parametrize("path", OF_PEOPLE)
def test_a_session_of_another_course_opens_nothing(exam: Exam, elsewhere: Exam, name: str, path: str) -> None:
    answer = _cookie(exam, elsewhere.logged_in(name).cookies["portal_session"]).get(path)
    assert answer.status_code == 403
    assert b"owner" not in answer.content


@pytest.mark.parametrize("name", ["owner", "neighbour", "teacher"])
def test_a_code_of_another_course_or_of_another_person_opens_nothing(exam: Exam, elsewhere: Exam, name: str) -> None:
    for code in (elsewhere.codes[name], exam.codes["newcomer"]):
        assert exam.login(name, code).status_code == 403


def _earlier(exam: Exam, elsewhere: Exam) -> str:
    browser = exam.logged_in("teacher")
    token = csrf(browser)
    assert browser.post("/logout", data={"csrf": token}).status_code == 303
    return token


REPLAYED: dict[str, Callable[[Exam, Exam], str]] = {
    "no session": lambda exam, elsewhere: "A" * 43,
    "a session that has ended": _earlier,
    "another session of the same person": lambda exam, elsewhere: csrf(exam.logged_in("teacher")),
    "another person": lambda exam, elsewhere: csrf(exam.owner),
    "another course": lambda exam, elsewhere: csrf(elsewhere.logged_in("teacher")),
}
FORM = {"submission": "1", "people": "neighbour", "assignment": "numbers"}
ROSTER = {"roster": ("roster.csv", b"neighbour,instructor")}


@pytest.mark.parametrize("path", ACTS)
@pytest.mark.parametrize("of", REPLAYED)
def test_a_form_with_the_token_of_another_session_does_nothing(exam: Exam, elsewhere: Exam, of: str, path: str) -> None:
    token, teacher = REPLAYED[of](exam, elsewhere), exam.logged_in("teacher")
    headers = {"authorization": f"token {token}", "x-csrf-token": token}
    for more in ({"score": "1"}, {"minutes": "60"}):
        data = FORM | more | {"csrf": token}
        assert teacher.post(path, data=data, headers=headers).status_code == 403
        assert teacher.post(path, data=data, files=ROSTER).status_code in (400, 403)
    assert teacher.post(f"{path}?csrf={csrf(teacher)}", data={"assignment": "numbers"}).status_code == 403
    assert teacher.get("/board").status_code == 200
    assert not exam.folder.rows.read("SELECT * FROM acts")


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded-not", ""])
@pytest.mark.parametrize("path", [*ACTS, "/login", "/assignments/numbers"])
def test_what_is_no_form_does_nothing_though_its_token_is_right(exam: Exam, path: str, kind: str) -> None:
    teacher = exam.logged_in("teacher")
    sent = f"csrf={csrf(teacher)}&assignment=numbers"
    assert teacher.post(path, content=sent, headers={"content-type": kind}).status_code == 415
    assert teacher.get("/board").status_code == 200
    assert not exam.folder.rows.read("SELECT * FROM acts")


def test_no_other_method_reads_a_submission(exam: Exam) -> None:
    for method in ("PUT", "DELETE", "PATCH", "POST"):
        assert exam.owner.request(method, "/submissions/1").status_code == 405


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", [*ACTS, "/login"])
def test_nothing_is_done_but_by_sending_a_form(exam: Exam, path: str, method: str) -> None:
    teacher = exam.logged_in("teacher")
    sent = {"csrf": csrf(teacher), "assignment": "numbers", "name": "owner", "code": exam.codes["owner"]}
    answer = teacher.request(method, path, params=sent)
    is_page = method in ("GET", "HEAD") and any(page.partition("?")[0] == path for page in OF_PEOPLE)
    assert answer.status_code == (200 if is_page else 405)
    assert "set-cookie" not in answer.headers
    assert teacher.get("/board").status_code == 200
    assert not exam.folder.rows.read("SELECT * FROM acts")


FORGED: dict[str, tuple[dict[str, Any], int]] = {
    "no token of the form": ({"data": {"csrf": ""}}, 403),
    "a wrong token": ({"data": {"csrf": "A" * 43}}, 403),
    "a token that is not ASCII": ({"data": {"csrf": "ключ"}}, 403),
    "a page of another site": ({"headers": {"sec-fetch-site": "cross-site"}}, 403),
    "a page of a neighbour": ({"headers": {"sec-fetch-site": "same-site"}}, 403),
    "no key": ({"key": ""}, 400),
    "a key of dots": ({"key": "../../../etc"}, 400),
    "the same key": ({"key": "key-00000001"}, 409),
    "nothing in the file": ({"work": b""}, 400),
    "too much": ({"work": b"x" * 100_001}, 413),
    "far too much": ({"work": b"x" * 5_000_000}, 413),
}


@pytest.mark.parametrize("how", FORGED)
def test_what_is_not_rightly_sent_is_not_taken(exam: Exam, how: str) -> None:
    (changed, status), kept = FORGED[how], exam.uploads()
    answer = exam.hand_in(exam.owner, **{"work": b"other work", "key": "key-forged"} | changed)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert exam.uploads() == kept
    assert not exam.folder.rows.read("SELECT * FROM submissions WHERE idempotency_key = 'key-forged'")


MULTIPART = {"content-type": "multipart/form-data; boundary=x"}
SIZES = {"one byte more": 100_001, "more than the form around it may have": 117_000, "fifty times as much": 5_000_000}


@pytest.mark.parametrize("piece_bytes", [1_000, 60_000, 10_000_000])
@pytest.mark.parametrize("size", SIZES)
def test_a_file_that_is_too_large_is_refused_with_the_same_sentence_however_it_comes(
    exam: Exam, size: str, piece_bytes: int
) -> None:
    head = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("csrf", csrf(exam.owner)), ("key", "key-large"))
    )
    head += '--x\r\nContent-Disposition: form-data; name="file"; filename="numbers.ipynb"\r\n\r\n'
    body = head.encode() + b" " * SIZES[size] + b"\r\n--x--\r\n"
    pieces = (body[start : start + piece_bytes] for start in range(0, len(body), piece_bytes))
    answer = exam.owner.post("/assignments/numbers", content=pieces, headers=MULTIPART)
    assert answer.status_code == 413
    assert "The file is too large: the limit is 0.1 MB; clear the" in answer.text


def test_a_roster_or_a_form_that_is_too_large_is_called_so(exam: Exam) -> None:
    teacher = exam.logged_in("teacher")
    assert "roster is too large: at most 1 MB" in teacher.post("/board/roster", data={"a": "b" * 2_000_000}).text
    assert "The form is too large" in exam.owner.post("/logout", data={"a": "b" * 20_000}).text


FILE = b"--x\r\nContent-Disposition: form-data; name=file\r\n\r\nwork\r\n--x--"


@pytest.mark.parametrize("body", [b"", b"--x\r\n", FILE, b"\xff" * 100])
def test_a_broken_form_is_refused(exam: Exam, body: bytes) -> None:
    answer = exam.owner.post("/assignments/numbers", content=body, headers=MULTIPART)
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize(
    ("method", "path"),
    [*(("GET", path) for path in READ_BY_INSTRUCTORS), *(("POST", path) for path in DONE_BY_INSTRUCTORS)],
)
def test_a_student_does_nothing_of_an_instructors(exam: Exam, method: str, path: str) -> None:
    neighbour = exam.logged_in("neighbour")
    sent: dict[str, Any] = {"data": FORM | {"minutes": "60", "csrf": csrf(neighbour)}} if method == "POST" else {}
    sent |= {"files": ROSTER} if path.endswith("roster") else {}
    answer = neighbour.request(method, path, **sent)
    assert answer.status_code == 403
    assert "owner" not in answer.text
    assert "/board" not in neighbour.get("/").text
    assert not exam.folder.rows.read("SELECT * FROM acts")


@pytest.mark.parametrize("number", ["1", "99", "", "-1", "1.0", "one", "9" * 30, "²"])
def test_an_instructor_tries_again_what_is_set_aside_alone_and_from_the_board(exam: Exam, number: str) -> None:
    teacher = exam.logged_in("teacher")
    for token, status in (("", 403), ("A" * 43, 403), (csrf(teacher), 400)):
        sent = {"csrf": token, "submission": number}
        assert teacher.post("/board/try-again", data=sent).status_code == status
    assert not exam.folder.rows.read("SELECT * FROM acts")


def test_a_forged_form_is_refused_before_its_file_is_read(exam: Exam) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="numbers.ipynb"\r\n\r\n'
    pieces = [head, *[b"forged"] * 8]
    kept = exam.uploads()
    assert exam.asked("POST", "/assignments/numbers", pieces)[0]["status"] == 403
    assert len(pieces) == 8
    assert exam.uploads() == kept


FULL = {
    "no room for another file": lambda: FullDiskError("the disk is full"),
    "no room for a byte": lambda: OSError(errno.ENOSPC, "No space left on device"),
    "another fault": lambda: OSError(errno.EIO, "Input/output error"),
}


@pytest.mark.parametrize("how", FULL)
def test_a_disk_that_fails_is_told_without_a_receipt(exam: Exam, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: object) -> None:
        raise FULL[how]()

    monkeypatch.setattr(UnfinishedFile, "finish", fail)
    kept = exam.uploads()
    answer = exam.hand_in(exam.owner, b"work for a bad disk", "key-bad-disk")
    assert answer.status_code == (500 if how == "another fault" else 507)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "Traceback" not in answer.text
    assert exam.uploads() == kept


def test_wrong_codes_are_stopped_where_they_come_from(exam: Exam) -> None:
    exam.portal.people.add(["latecomer"])
    answers = [exam.login("latecomer", f"wrong{n}") for n in range(7)]
    assert [answer.status_code for answer in answers] == [403] * 7
    assert "Too many wrong codes" not in answers[4].text
    assert "Too many wrong codes" in answers[5].text
    assert not [answer for answer in answers if "set-cookie" in answer.headers]


def test_a_new_code_ends_the_old_one_and_its_sessions(exam: Exam) -> None:
    old = exam.portal.people.add(["newly-coded"]).codes["newly-coded"]
    exam.codes["newly-coded"] = old
    browser = exam.logged_in("newly-coded")
    exam.portal.people.renew(["newly-coded"])
    assert browser.get("/assignments/numbers").status_code == 403
    assert exam.login("newly-coded", old).status_code == 403


def test_equal_codes_are_kept_as_different_bytes_and_a_code_without_a_salt_of_its_own_still_works(
    exam: Exam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people.secrets, "choice", lambda letters: "a")
    exam.codes |= exam.portal.people.add(["salted-1", "salted-2"]).codes
    assert exam.codes["salted-1"] == exam.codes["salted-2"]
    rows = exam.folder.rows.read("SELECT code_hash FROM people WHERE name LIKE 'salted-%'")
    assert len({bytes(row["code_hash"])[-64:] for row in rows}) == 2
    earlier = hashlib.scrypt(b"a" * 12, salt=hashlib.sha256(b"nbproctor code\nsalted-1").digest(), n=2**12, r=8, p=1)
    change(exam.folder.rows, "UPDATE people SET code_hash = ? WHERE name = 'salted-1'", earlier)
    change(exam.folder.rows, "UPDATE people SET code_hash = NULL WHERE name = 'salted-2'")
    exam.logged_in("salted-1")
    for code in ("", exam.codes["salted-2"]):
        assert exam.login("salted-2", code).status_code == 403


def test_every_answer_has_the_headers(exam: Exam) -> None:
    for answer in (exam.browser().get("/"), exam.owner.get("/submissions/1/report"), exam.browser().get("/none")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
    cookie = exam.login("neighbour", exam.codes["neighbour"]).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))


def test_no_attempt_is_left(exam: Exam) -> None:
    newcomer = exam.logged_in("newcomer")
    answers = [exam.hand_in(newcomer, b"work %d" % n, f"key-newcomer-{n}") for n in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 403]
    assert "no attempts left" in answers[3].text


@pytest.mark.parametrize("hours", [-1, 1])
@pytest.mark.parametrize("shows", SHOWN)
def test_a_report_shows_no_more_than_the_policy_and_nothing_before_its_date(
    exam: Exam, shows: str, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exam.course.exam_day, "shows", shows)
    monkeypatch.setattr(exam.course.exam_day, "shows_from", (datetime.now(UTC) + timedelta(hours=hours)).isoformat())
    application = PortalApp(exam.course, exam.folder).application()
    owner, teacher = (
        TestClient(application, cookies=browser.cookies) for browser in (exam.owner, exam.logged_in("teacher"))
    )
    shown = shows == "cases" and hours < 0
    assert owner.get("/submissions/1/report").status_code == (200 if shown else 404)
    assert teacher.get("/submissions/1/report").status_code == 200
    assert hours < 0 or "The result will be available from" in owner.get("/submissions/1").text


def test_a_date_of_the_configuration_has_its_offset(exam: Exam, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("2026-12-01T18:00:00", "soon"):
        monkeypatch.setattr(exam.course.exam_day, "shows_from", text)
        with pytest.raises(GradingError, match=r"needed for c\.ExamDay\.shows_from, not"):
            PortalApp(exam.course, exam.folder)
