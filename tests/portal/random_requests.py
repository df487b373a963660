"""Sends a portal requests that are drawn at random, over and over, and looks at each answer and at what is kept.

`python -m tests.portal.random_requests --seconds 3600` runs as long as it is told; what goes wrong is shrunk and shown.
"""

from __future__ import annotations

import argparse
import logging
import re
import secrets
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from hypothesis import Phase, given
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.portal import portal_app
from nbproctor.portal.jobs import MOST_TRIES, JobQueue
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from tests.portal.drawn_requests import CSRF, STEPS, DrawnRequest, GraderStep, body_of, fixed
from tests.portal.graded_portals import change, made_up

STUDENTS = ("student", "neighbour")
HEADERS = {
    "content-security-policy": "frame-ancestors 'none'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
_LEAKS = re.compile(
    rb"Traceback|\b[a-z]+\.[A-Za-z.]*(?:Error|Exception)\b|\b[A-Z][A-Za-z]+(?:Error|Exception)\b|File &#34;|File \"|"
    rb"site-packages|\.py\b|\bsqlite|/tmp/|/srv/|/home/|/usr/"
)
_CODE = re.compile(r"<li>(.*?): <code>(.*?)</code></li>")
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


class RandomExam:
    """An exam of two students and a teacher, whose names, work, reports, receipts and codes nobody can guess.

    Attributes:
        names: the whole name of each person.
        tokens: the token of each person's session.
        marks: what only its owner may see, by the owner.
        folder: what the portal keeps; the course's own portal is left alone.
    """

    def __init__(self, course: Course, folder: Path) -> None:
        course.exam_day.folder = str(folder)
        course.exam_day.attempts = 4
        course.exam_day.submission_bytes = 100_000
        course.exam_day.deadlines = {"numbers": (datetime.now(UTC) + timedelta(hours=1)).isoformat()}
        self.folder = PortalFolder(course)
        portal = PortalApp(course, self.folder)
        self.application = portal.application()
        self._people = portal.people
        self.names = {who: f"{who}-{secrets.token_hex(8)}" for who in (*STUDENTS, "teacher")}
        self.marks: dict[str, set[bytes]] = {name: {name.encode()} for name in self.names.values()}
        students = (self.names[who] for who in STUDENTS)
        self.codes = portal.people.add([*students, f"{self.names['teacher']},instructor"]).codes
        self.tokens: dict[str, str] = {}
        self.csrf: dict[str, str] = {}
        self._client = TestClient(self.application, follow_redirects=False, raise_server_exceptions=False)
        self._client.__enter__()
        for who in self.names:
            self.log_in(who)
        self.tokens["expired"] = self.tokens["student"]
        self.csrf["expired"] = self.csrf["student"]
        change(self.folder.rows, "UPDATE sessions SET expires = 1 WHERE person = ?", self.names["student"])
        self.log_in("student")
        self.acts = 0
        self.kept: list[dict[str, Any]] = []
        self._prepare()

    def _prepare(self) -> None:
        """Each student has a graded submission, and the neighbour one that is set aside."""
        for who, key in (("student", b"key-prepared"), ("neighbour", b"key-prepared"), ("neighbour", b"key-aside000")):
            fields = ((b"csrf", None, CSRF), (b"key", None, key), (b"insist", None, b"1"))
            parts = (*fields, (b"file", b"numbers.ipynb", b"{mine} %s" % key))
            answer = self.sent(DrawnRequest(who, "POST", "/assignments/numbers", (), parts, "multipart"))
            assert answer is not None and answer.status_code == 303, answer
            assert not list(changes(self))
            self.grade(is_well=key == b"key-prepared")

    def log_in(self, who: str) -> None:
        """Begin a session, if the code that is known is right still."""
        name = self.names[who]
        answer = self._client.post("/login", data={"name": name, "code": self.codes[name]})
        self.tokens[who] = answer.cookies.get("portal_session", "")
        self._client.cookies.clear()
        page = self._client.get("/", headers={"cookie": f"portal_session={self.tokens[who]}"}).text
        self.csrf[who] = found[0] if (found := _CSRF.findall(page)) else ""

    def person(self, who: str) -> tuple[str, bool]:
        """The name of an asker, and whether it is an instructor; empty for who has no session."""
        name = self.names.get(who, "")
        found = self.folder.rows.read("SELECT role FROM people WHERE name = ?", name)
        return name, bool(found) and found[0]["role"] == "instructor"

    def rows(self) -> list[dict[str, Any]]:
        """All rows of submissions."""
        return [dict(row) for row in self.folder.rows.read("SELECT * FROM submissions ORDER BY number")]

    def grade(self, is_well: bool) -> None:
        """Grade the submission whose turn it is, or have it set aside."""
        jobs = JobQueue(self.folder.rows)
        for _ in range(1 if is_well else MOST_TRIES):
            change(self.folder.rows, "UPDATE jobs SET not_before = 0")
            job = jobs.lease(["numbers"])
            if job is None:
                return
            if not is_well:
                jobs.give_back(job, f"trouble of submission {job.submission}")
                continue
            mark = secrets.token_hex(16).encode()
            self.marks[job.student].add(mark)
            jobs.finish(job, made_up(job.student, 1.0).to_json(), self.folder.pages.keep(b"<p>report %s</p>" % mark))

    def filled(self, asked: DrawnRequest, value: bytes) -> bytes:
        """A value with what stands in it for names, codes and the token of the asker's pages."""
        for who, name in self.names.items():
            value = value.replace(b"{%s}" % who.encode(), name.encode())
        value = value.replace(b"{mine}", self.names.get(asked.who, "").encode())
        value = value.replace(b"{code}", self.codes[self.names["student"]].encode())
        return value.replace(CSRF, self.csrf.get(asked.who, "A" * 43).encode())

    def request(self, asked: DrawnRequest) -> tuple[list[tuple[str, bytes]], bytes]:
        """The headers and the body of a request, as they are sent."""
        whole = replace(asked, parts=asked.parts and tuple((n, f, self.filled(asked, v)) for n, f, v in asked.parts))
        body, kind = body_of(whole)
        named = {name for name, _ in asked.headers}
        mine = [("cookie", b"portal_session=" + self.tokens.get(asked.who, "").encode()), *kind]
        return [header for header in mine if header[0] not in named] + list(asked.headers), body

    def sent(self, asked: DrawnRequest) -> httpx.Response | None:
        """The answer to a request; None if no client would send it."""
        headers, body = self.request(asked)
        self._client.cookies.clear()
        try:
            return self._client.request(asked.method, asked.target, headers=headers, content=body or None)  # type: ignore[arg-type]
        except (httpx.InvalidURL, UnicodeError):  # the client's own objection
            return None

    def learn(self, asked: DrawnRequest, answer: httpx.Response) -> None:
        """Take in what an answer changed: new codes, new submissions, sessions that ended."""
        for name, code in _CODE.findall(answer.text):
            self.codes[unescape(name)] = code
        if answer.status_code in (200, 303) and _is_post(asked):
            for who in self.names:
                if not self._people.session(self.tokens[who], time.time_ns() // 1000):
                    self.log_in(who)

    def close(self) -> None:
        """End it."""
        self._client.__exit__()
        self.folder.rows.close()


def wrongs(exam: RandomExam, asked: DrawnRequest, was_instructor: bool, answer: httpx.Response) -> Iterator[str]:
    """What is wrong with an answer to who was an instructor, or not, when they asked; and with what is kept since."""
    if answer.status_code >= 500 and answer.status_code != 507:
        yield f"status {answer.status_code}"
    whole = answer.content + repr(answer.headers.multi_items()).encode()
    yield from leaks(exam, asked, was_instructor, whole)
    for name, value in HEADERS.items():
        if value not in answer.headers.get(name, ""):
            yield f"header {name} is {answer.headers.get(name)!r}"
    is_accepted = _is_post(asked) and asked.target.startswith("/board") and answer.status_code in (200, 303)
    exam.acts += is_accepted
    if is_accepted and not was_instructor:
        yield "an act of somebody who is no instructor"
    yield from changes(exam)
    yield from uncounted_acts(exam)
    new = exam.kept[-1:] if _is_post(asked) and answer.status_code in (201, 303) else []
    for row in new:
        if asked.target.startswith("/assignments/") and "submissions" in answer.headers.get("location", ""):
            number = int(answer.headers["location"].rpartition("/")[2])
            if exam.kept[number - 1]["student"] != exam.person(asked.who)[0]:
                yield f"submission {row['number']} is of another student than who handed it in"


def leaks(exam: RandomExam, asked: DrawnRequest, is_instructor: bool, told: bytes) -> Iterator[str]:
    """What was told, in head or body, that the person who asked may not see.

    A name that they sent may come back, in a form that keeps what was typed.
    """
    if found := _LEAKS.search(told):
        yield f"the inner works are told: {found[0]!r}"
    if is_instructor:
        return
    name = exam.person(asked.who)[0]
    typed = b" ".join(exam.filled(asked, value) for _, _, value in asked.parts or ())
    for owner, marks in exam.marks.items():
        unknown = marks - ({owner.encode()} if owner.encode() in typed else set())
        if owner != name and any(mark in told for mark in unknown):
            yield f"data of {owner} is told to {name or 'a stranger'}"
    if any(code.encode() in told for code in exam.codes.values()):
        yield "a code is told"


def changes(exam: RandomExam) -> Iterator[str]:
    """What changed of what must stay; what is new is learnt."""
    rows = exam.rows()
    if rows[: len(exam.kept)] != exam.kept:
        yield "submissions vanished or changed"
    for row in rows[len(exam.kept) :]:
        signature = re.search(rb'"signature":"(\w+)"', row["receipt"])
        assert signature
        exam.marks[row["student"]].add(signature[1])
        path = exam.folder.uploads.path(row["sha256"])
        work = path.read_bytes() if path.is_file() else b""
        if row["student"].encode() in work:  # nobody else hands in the same
            exam.marks[row["student"]].add(row["sha256"].encode())
        if sha256(work).hexdigest() != row["sha256"]:
            yield f"the bytes of submission {row['number']} are not kept"
    exam.kept = rows


def _is_post(asked: DrawnRequest) -> bool:
    return asked.method.upper() == "POST"  # the client writes methods in capitals


def uncounted_acts(exam: RandomExam) -> Iterator[str]:
    """Acts that were written down and not accepted, or the other way round."""
    acts = exam.folder.rows.read("SELECT count(*) FROM acts")[0][0]
    if acts != exam.acts:
        yield f"{exam.acts} acts were accepted, {acts} are written down"
        exam.acts = acts


def take_steps(exam: RandomExam, steps: Sequence[DrawnRequest | GraderStep], told: Counter[str]) -> None:
    """Do what was drawn, and require that nothing is wrong. `told` counts the answers of each status."""
    for step in steps:
        if isinstance(step, GraderStep):
            exam.grade(step.is_well)
            continue
        was_instructor = exam.person(step.who)[1]
        answer = exam.sent(step)
        if answer is None:
            told["no client sends it"] += 1
            continue
        told[f"{answer.status_code} {step.method} {_route(step.target)}"] += 1
        found = list(wrongs(exam, step, was_instructor, answer))
        assert not found, f"{found}\n{step}\n{answer.text[:500]}"
        exam.learn(step, answer)


def _route(target: str) -> str:
    path = target.partition("?")[0]
    return path if re.fullmatch(r"(/[a-z.-]{1,20}){1,2}|/", path) else "elsewhere"


@contextmanager
def random_exam(course: Course) -> Iterator[RandomExam]:
    """An exam, in a folder that is removed when it is over."""
    folder = Path(tempfile.mkdtemp())
    exam = RandomExam(course, folder / "portal")
    try:
        yield exam
    finally:
        exam.close()
        shutil.rmtree(folder)


def drawn_exams(course: Course, number: int, examples: int, told: Counter[str]) -> Callable[[], None]:
    """A function that holds so many exams, each with other requests; it raises if something is wrong.

    Another number draws other requests; `told` counts the answers of each status.
    """

    @fixed(number, examples, Phase.generate, Phase.shrink)
    @given(STEPS)
    def hold(steps: list[DrawnRequest | GraderStep]) -> None:
        with random_exam(course) as exam:
            take_steps(exam, steps, told)

    portal_app._MOST_EVENTS, portal_app._EVENT_SECONDS = 2, 0.0  # an open page is not waited for
    return hold


def main() -> None:
    """Run as long as it is told."""
    from tests.conftest import make_course
    from tests.portal.raw_requests import raw_exams

    for name in ("nbproctor.portal", "python_multipart"):  # what they say of what is refused
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it runs")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 30), help="where the numbers of draws begin")
    told, counted = parser.parse_args(), Counter[str]()
    ends = time.monotonic() + told.seconds
    print(f"seed {told.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        course = make_course(Path(folder) / "course")
        for number in count(told.seed):
            if time.monotonic() > ends:
                break
            try:
                drawn_exams(course, number, 100, counted)()
                raw_exams(course, number, 300, counted)()
            except BaseException:
                print(f"draw {number}; {counted.total()} requests before")
                raise
            print(f"draw {number}: {counted.total()} requests so far", flush=True)
    for name, times in sorted(counted.items()):
        print(f"{times:8} {name}")


if __name__ == "__main__":
    main()
