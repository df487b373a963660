"""The portal's pages, as a Starlette application. They work without JavaScript."""

from __future__ import annotations

import errno
import json
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from nbproctor.config import Course
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.intake.student_names import shown
from nbproctor.portal.exam_time import ExamTime
from nbproctor.portal.exchange_answers import ExchangeAnswers
from nbproctor.portal.expected_notebooks import ExpectedNotebooks, WrongFileError
from nbproctor.portal.instructors.board import Board
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.hand_grading import HandGrading
from nbproctor.portal.instructors.later_deadlines import LaterDeadlines
from nbproctor.portal.instructors.regrading import Regrading
from nbproctor.portal.intake_desk import GRACE_MINUTES, Arrival, Rule
from nbproctor.portal.pages.board_pages import BoardPages, Page
from nbproctor.portal.pages.forms import (
    UploadForm,
    checked_form,
    require_csrf,
    require_known,
    sent_form,
    whole_number,
)
from nbproctor.portal.pages.hand_grading_pages import HandGradingPages
from nbproctor.portal.pages.rendering import (
    Pages,
    Refusal,
    attachment,
    can_be_corrected,
    file_of,
    sentence_and_status,
    style_sheet,
)
from nbproctor.portal.people import LoginError, LoginSession, People
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.portal.receipts import checksum_of_receipt
from nbproctor.portal.security_headers import REPORT_POLICY, Guards
from nbproctor.portal.stored_files import FullDiskError, UnfinishedFile
from nbproctor.portal.waiting_times import ExpectedTimes, GradeNews, Waits
from nbproctor.report.words import shown_titles
from nbproctor.results import Result

if TYPE_CHECKING:
    from nbproctor.portal.hub_identity import HubIdentity

_log = logging.getLogger(__name__)
_COOKIE = "portal_session"
_LOG_IN = "Please log in."
_EVENT_SECONDS = 3.0
_MOST_EVENTS = 200  # then the page asks again
_MOST_FILE_PAGES = 2_000  # in memory, of some ten kilobytes each


def deadlines_of(course: Course) -> dict[str, int | None]:
    """Each assignment that the portal takes, with its deadline in microseconds since 1970, or None.

    Raises:
        GradingError: a deadline is not a time with an offset from UTC, or the assignment is unknown.
    """
    found: dict[str, int | None] = {}
    for name, text in (course.exam_day.deadlines or dict.fromkeys(_released(course), "")).items():
        course.source_of(name)
        found[name] = _microseconds(text, f"the deadline of {name}")
    return found


def _microseconds(text: str, of: str) -> int | None:
    """Microseconds since 1970; None for an empty text."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = datetime.min
    if moment.tzinfo is None:
        raise GradingError(f"a time like 2026-12-01T12:00:00+01:00 is needed for {of}, not {text!r}")
    return round(moment.timestamp() * 1e6)


def _released(course: Course) -> list[str]:
    names = [name for name in course.assignments() if (course.release / name).is_dir()]
    return [name for name in names if name not in of_several_notebooks(course)]


def of_several_notebooks(course: Course) -> list[str]:
    """The assignments that the portal does not take unless they are named, since it could not grade them."""
    return [name for name in course.assignments() if len(notebooks_in(course.source / name)) > 1]


class PortalApp:
    """The portal's routes.

    Args:
        identity: makes what knows people by a JupyterHub; without it they log in with their codes.

    Attributes:
        deadlines: as `deadlines_of` finds them.
        public_key: verifies receipts; 64 hexadecimal digits.
    """

    def __init__(
        self,
        course: Course,
        folder: PortalFolder,
        is_read_only: bool = False,
        identity: Callable[[People, str], HubIdentity] | None = None,
    ) -> None:
        self.is_read_only = is_read_only
        self._course = course
        self._folder = folder
        self._rows = folder.rows
        self._desk = folder.intake_desk()
        self.public_key = folder.signer().public_key
        self.people = People(folder.rows, course.exam_day.session_hours * 3600)
        self.deadlines = deadlines_of(course)
        self.hub = identity(self.people, course.course_id) if identity else None
        self._pages = Pages(ExamTime.of(course.exam_day.deadlines.values()), self.hub.prefix if self.hub else "")
        self._later = LaterDeadlines(folder.rows, self.deadlines, self._pages.time)
        self._exam = ExamCourse(folder.rows, list(self.deadlines), course.exam_day.counts)
        self._by_hand = HandGrading(course, folder, self._exam, self.is_read_only)
        self._expected_notebooks = ExpectedNotebooks(course, list(self.deadlines))
        self._news = GradeNews(folder.rows)
        self._expected_times = ExpectedTimes(folder.rows)
        self._waits = Waits(folder.rows, self._expected_times)
        self._file_pages: dict[tuple[int, str, str], bytes] = {}
        self._attempts = course.exam_day.attempts or None
        self._shows = course.exam_day.shows
        self._shows_from = _microseconds(course.exam_day.shows_from, "c.ExamDay.shows_from")

    def application(self) -> ASGIApp:
        """The application, for a server."""
        routes = [
            Route("/", self._home),
            Route("/oauth_callback", self._from_hub) if self.hub else Route("/login", self._log_in, methods=["POST"]),
            Route("/logout", self._for_people(self._log_out), methods=["POST"]),
            Route("/receipts", self._receipts),
            Route("/style.css", _static(style_sheet(), "text/css")),
            Route("/portal.js", _static(file_of("portal.js"), "text/javascript")),
            Route("/icon.svg", _static(file_of("icon.svg"), "image/svg+xml")),
            Route("/assignments/{name}", self._for_people(self._assignment)),
            Route("/assignments/{name}", self._for_people(self._hand_in), methods=["POST"]),
            Route("/submissions/{number}", self._for_people(self._submission)),
            Route("/submissions/{number}/report", self._for_people(self._report)),
            Route("/submissions/{number}/receipt", self._for_people(self._receipt)),
            Route("/submissions/{number}/events", self._for_people(self._events)),
        ]
        board = Board(self._rows, self._expected_times, self._course.exam_day.counts)
        regrading = Regrading(self._rows, self._exam)
        pages = BoardPages(
            self._pages, board, self.people, self._later, self._exam, regrading, self._desk.clock, self._by_hand
        ).routes()
        pages += HandGradingPages(self._pages, self._by_hand, self._exam, self._desk.clock).routes()
        pages += ExchangeAnswers(
            self._course,
            self._folder,
            self._pages,
            self._later,
            self._exam,
            self._desk.clock,
            own=self._own,
            feedback_of=self._feedback,
            is_read_only=self.is_read_only,
        ).routes()
        routes += [Route(path, self._for_people(page), methods=[method]) for method, path, page in pages]
        handlers: dict[Any, Any] = {
            HTTPException: self._refused,
            GradingError: self._refused,
            ClientDisconnect: self._cut_off,
            OSError: self._disk,
            sqlite3.OperationalError: self._disk,
            500: self._bug,
        }
        # The guards stand around all, also around what answers when the application fails.
        application = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        application.router.redirect_slashes = False  # it would lead to whatever host the request names
        guarded = Guards(application, self._course.exam_day.submission_bytes)
        return self.hub.behind_prefix(guarded) if self.hub else guarded

    @asynccontextmanager
    async def _lifespan(self, application: Starlette) -> AsyncIterator[None]:
        self._by_hand.go_on()
        with self._folder.pages_closed():
            yield

    # Who is there.

    async def _session(self, request: Request) -> LoginSession | None:
        if self.hub and (authorization := request.headers.get("authorization")):
            try:
                return await self.hub.session_of_token(authorization)
            except LoginError as refusal:
                _log.warning("refused a token from %s: %s", shown(_address(request)), refusal)
                raise
        token = request.cookies.get(self._cookie(request), "")
        session = await run_in_threadpool(self.people.session, token, self._desk.clock.now()) if token else None
        return await self.hub.checked(session) if session and self.hub else session

    def _for_people(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            session = await self._session(request)
            if session is None:
                return self._asks_to_log_in(request, 403, _LOG_IN)
            if self.is_read_only and request.method == "POST" and page != self._log_out:
                raise HTTPException(403, "the portal is read-only: nothing is accepted or changed")
            try:
                return await page(request, session)
            except HTTPException as refusal:
                if refusal.status_code in (403, 404):
                    asked = shown(f"{request.method} {request.scope['path']}")
                    _log.warning("%s is refused %s: %s", shown(session.person), asked, refusal.detail)
                raise

        return answer

    def _asks_to_log_in(self, request: Request, status: int = 200, problem: str = "") -> Response:
        if self.hub is None:
            return self._login_page(status, problem)
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return self.hub.login(request)
        return self._error_page(_LOG_IN, 403)

    async def _home(self, request: Request) -> Response:
        if session := await self._session(request):
            deadlines = {name: self._later.deadline(session.person, name) for name in self.deadlines}
            stopped = {name for name, is_stopped in await run_in_threadpool(self._exam.states) if is_stopped}
            now = self._desk.clock.now()
            return self._pages.rendered("home.html.j2", session, assignments=deadlines, stopped=stopped, now=now)
        return self._asks_to_log_in(request)

    def _login_page(self, status: int = 200, problem: str = "", name: str = "") -> Response:
        return self._pages.rendered("login.html.j2", None, status, problem=problem, name=name)

    async def _log_in(self, request: Request) -> Response:
        form = await sent_form(request)
        name, code = (value if isinstance(value := form.get(key), str) else "" for key in ("name", "code"))
        address = _address(request)
        try:
            token = await run_in_threadpool(self.people.log_in, name, code, address, self._desk.clock.now())
        except LoginError as refusal:
            _log.warning("%s could not log in from %s: %s", shown(name), shown(address), refusal)
            return self._login_page(403, str(refusal), name)
        _log.info("%s logged in from %s", shown(name), shown(address))
        return self._with_session(request, RedirectResponse("/", 303), token)

    async def _from_hub(self, request: Request) -> Response:
        assert self.hub
        try:
            name, path = await self.hub.logged_in(request)
        except (LoginError, HTTPException) as refusal:
            _log.warning("somebody could not log in through the JupyterHub: %s", sentence_and_status(refusal)[0])
            raise
        token = await run_in_threadpool(self.people.begin_session, name, self._desk.clock.now())
        _log.info("%s logged in through the JupyterHub", shown(name))
        answer = self._with_session(request, RedirectResponse(path, 303), token)
        self.hub.forget_state(answer)
        return answer

    def _with_session(self, request: Request, answer: Response, token: str) -> Response:
        seconds = round(self._course.exam_day.session_hours * 3600)
        answer.set_cookie(self._cookie(request), token, max_age=seconds, **self._cookie_scope(request))
        return answer

    def _cookie_scope(self, request: Request) -> dict[str, Any]:
        # A Hub may send people to another site to log in; what leads back from there brings no strict cookie.
        path, same_site = (self.hub.prefix, "lax") if self.hub else ("/", "strict")
        return {"path": path, "secure": _is_https(request), "httponly": True, "samesite": same_site}

    def _cookie(self, request: Request) -> str:
        """The session cookie's name. With this prefix, browsers accept it from no other host, and only over TLS.

        Behind a Hub the cookie is limited to the service's path, which the prefix does not allow.
        """
        return f"__Host-{_COOKIE}" if _is_https(request) and not self.hub else _COOKIE

    async def _log_out(self, request: Request, session: LoginSession) -> Response:
        await checked_form(request, session)
        await run_in_threadpool(self.people.log_out, request.cookies.get(name := self._cookie(request), ""))
        answer = self.hub.logged_out() if self.hub else RedirectResponse("/", 303)
        answer.delete_cookie(name, **self._cookie_scope(request))
        return answer

    # What a student does.

    async def _assignment(self, request: Request, session: LoginSession, refusal: Refusal | None = None) -> Response:
        name = require_known(request.path_params["name"], self.deadlines)
        problem, status = sentence_and_status(refusal)
        rows = await run_in_threadpool(
            self._rows.read,
            "SELECT number, received, sha256, EXISTS (SELECT 1 FROM grades WHERE submission = submissions.number) AS "
            "graded FROM submissions WHERE student = ? AND assignment = ? ORDER BY number DESC",
            session.person,
            name,
        )
        if _wants_json(request) and not refusal:
            handed_in = [{"number": row["number"], "sha256": row["sha256"]} for row in rows]
            told = json.dumps({"csrf": session.csrf, "handed_in": handed_in})
            return _json(told, "assignment.json")
        return self._pages.rendered(
            "assignment.html.j2",
            session,
            status,
            name=name,
            problem=problem,
            can_insist=isinstance(refusal, WrongFileError),
            grace_minutes=GRACE_MINUTES,
            is_read_only=self.is_read_only,
            is_stopped=await run_in_threadpool(self._exam.is_stopped, name),
            deadline=self._later.deadline(session.person, name),
            given=self._later.time_of(session.person, name),
            now=self._desk.clock.now(),
            submissions=rows,
            left=None if self._attempts is None else max(self._attempts - len(rows), 0),
            key=secrets.token_urlsafe(16),
        )

    async def _hand_in(self, request: Request, session: LoginSession) -> Response:
        try:
            name = require_known(request.path_params["name"], self.deadlines)
            receipt = await self._received(request, session, name)
        except (GradingError, HTTPException) as refusal:
            if not can_be_corrected(refusal):
                raise
            return await self._assignment(request, session, refusal)
        if _wants_json(request):
            return _json(receipt, "receipt.json", 201)
        return RedirectResponse(f"/submissions/{json.loads(receipt)['number']}", 303)

    async def _received(self, request: Request, session: LoginSession, name: str) -> bytes:
        with self._folder.uploads.begin() as kept:
            form = UploadForm(kept, lambda fields: require_csrf(session, fields.get("csrf")))
            await form.read(request)
            received = self._desk.clock.now()  # the last byte has come
            if not kept.bytes:
                raise GradingError("the file is missing or empty: choose your notebook, and hand it in")
            checksum = await run_in_threadpool(kept.finish)
            arrival = Arrival(session.person, name, form.fields.get("key", ""), checksum, kept.bytes, received)
            rule = Rule(self._later.deadline(session.person, name), self._attempts)
            if "insist" not in form.fields:
                await run_in_threadpool(self._require_expected, kept, arrival, rule)
            return await run_in_threadpool(self._desk.receipt_for, arrival, rule, kept.keep)

    def _require_expected(self, kept: UnfinishedFile, arrival: Arrival, rule: Rule) -> None:
        try:
            with kept.opened() as file:
                self._expected_notebooks.require(file, kept.bytes, arrival.assignment)
        except WrongFileError:
            self._desk.note_wrong_file(arrival, rule)
            raise

    # What came of it.

    def _own(self, request: Request, session: LoginSession) -> Any:
        """The row of a submission that this person may see."""
        number = whole_number(request.path_params["number"])
        found = self._rows.read("SELECT * FROM submissions WHERE number = ?", number)
        if not found or not (session.is_instructor or found[0]["student"] == session.person):
            raise HTTPException(404, "you have no such submission")
        return found[0]

    def _shown_to(self, session: LoginSession) -> str:
        if session.is_instructor:
            return "cases"
        return self._shows if self._desk.clock.now() >= (self._shows_from or 0) else "nothing"

    def _grade(self, number: int) -> Any:
        found = self._rows.read("SELECT * FROM grades WHERE submission = ? ORDER BY number DESC LIMIT 1", number)
        return found[0] if found else None

    async def _submission(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self._own, request, session)
        return await run_in_threadpool(self._submission_page, row, session)

    def _submission_page(self, row: Any, session: LoginSession, is_file: bool = False) -> Response:
        grade = self._grade(row["number"])
        shows = self._shown_to(session)
        result = Result.from_json(grade["result"]) if grade and shows != "nothing" else None
        exercises = list(zip(shown_titles(result.exercises), result.exercises, strict=True)) if result else []
        return self._pages.rendered(
            "submission.html.j2",
            None if is_file else session,
            row=row,
            is_graded=grade is not None,
            shows_from=self._shows_from,
            result=result,
            exercises=exercises if shows in ("outcomes", "messages", "cases") else [],
            has_messages=shows == "messages",
            has_report=shows == "cases",
            wait=None if grade else self._waits.of(row),
            trouble=self._waits.trouble_of(row),
            is_file=is_file,
        )

    def _feedback(self, row: Any, session: LoginSession) -> bytes | Path:
        """The report as one file, or its content; empty if this person may not read one now."""
        grade, shows = self._grade(row["number"]), self._shown_to(session)
        if grade is None or shows == "nothing":
            return b""
        if shows == "cases":
            return self._folder.report(grade)
        # A list asks for the checksums of all pages of a student, again and again.
        key = (int(grade["number"]), shows, self._waits.trouble_of(row))
        page = self._file_pages.get(key)
        if page is None:
            if len(self._file_pages) >= _MOST_FILE_PAGES:
                self._file_pages = {}
            page = self._file_pages[key] = bytes(self._submission_page(row, session, is_file=True).body)
        return page

    async def _events(self, request: Request, session: LoginSession) -> Response:
        """Tell an open page its place in the queue, and when the report is there."""
        row = await run_in_threadpool(self._own, request, session)

        async def told() -> AsyncIterator[str]:
            for _ in range(_MOST_EVENTS):
                if wait := await run_in_threadpool(self._waits.of, row):
                    yield f"event: place\ndata: {json.dumps(asdict(wait))}\n\n"
                if await self._news.is_graded(row["number"], _EVENT_SECONDS):
                    yield "event: graded\ndata: now\n\n"
                    return

        return StreamingResponse(told(), media_type="text/event-stream")

    async def _report(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self._own, request, session)
        grade = await run_in_threadpool(self._grade, row["number"])
        if grade is None or self._shown_to(session) != "cases":
            raise HTTPException(404, "this submission has no report yet, or its report is not shown")
        path = await run_in_threadpool(self._folder.report, grade)
        return FileResponse(path, media_type="text/html", headers={"Content-Security-Policy": REPORT_POLICY})

    async def _receipt(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self._own, request, session)
        return _json(row["receipt"], f"receipt-{row['number']}.json")

    async def _receipts(self, request: Request) -> Response:
        head = await run_in_threadpool(self._desk.head)
        told = {"public_key": self.public_key, "head": checksum_of_receipt(head) if head else ""}
        return _json(json.dumps(told), "receipts.json")

    # What was not done.

    def _error_page(self, sentence: str, status: int) -> Response:
        return self._pages.rendered("error.html.j2", None, status, sentence=sentence)

    async def _refused(self, request: Request, refusal: Refusal) -> Response:
        return self._error_page(*sentence_and_status(refusal))

    async def _cut_off(self, request: Request, error: ClientDisconnect) -> Response:
        return self._error_page("the request was cut off: send it again", 400)

    async def _disk(self, request: Request, error: Exception) -> Response:
        is_full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or (
            getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        )
        if not is_full:
            raise error
        full = FullDiskError("the disk is full, and nothing was accepted: tell your instructor")
        return await self._refused(request, full)

    async def _bug(self, request: Request, error: Exception) -> Response:
        return self._error_page("the portal had an error: try again; everything that has a receipt is kept", 500)


def _static(content: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return Response(content, media_type=kind)

    return answer


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_https(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def _json(told: str | bytes, name: str, status: int = 200) -> Response:
    return attachment(told, name, "application/json", status)
