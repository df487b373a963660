"""The pages of instructors. Whether somebody is one is asked for each request."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.portal.instructors.board import Board, write_down
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.extra_time import MOST_MINUTES, ExtraTime
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.rendering import rendered, require_csrf
from nbproctor.portal.pages.sent_form import sent_form
from nbproctor.portal.people import LoginSession, People

Page = Callable[[Request, LoginSession], Awaitable[Response]]


class BoardPages:
    """The pages of the board.

    Args:
        board: what they show and do.
        people: the roster.
        extra_time: who has a later deadline.
        exam: stops assignments, and has them graded again.
        clock: the portal's time.
    """

    def __init__(
        self, board: Board, people: People, extra_time: ExtraTime, exam: ExamCourse, clock: PortalClock
    ) -> None:
        self._board = board
        self._people = people
        self._extra_time = extra_time
        self._exam = exam
        self._clock = clock

    def pages(self) -> list[tuple[str, str, Page]]:
        """The method, the path and the page of each."""
        return [
            ("GET", "/board", self._show),
            ("GET", "/board/people", self._forms),
            ("GET", "/board/submissions.csv", self._table),
            ("GET", "/board/points.csv", self._points),
            ("POST", "/board/stop", self._for_assignment(self._exam.stop)),
            ("POST", "/board/go-on", self._for_assignment(self._exam.go_on)),
            ("POST", "/board/regrade", self._for_assignment(self._exam.regrade)),
            ("POST", "/board/try-again", self._try_again),
            ("POST", "/board/extra-time", self._give_extra_time),
            ("POST", "/board/roster", self._add_people),
        ]

    async def _show(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        return await run_in_threadpool(self._rendered, session)

    def _rendered(self, session: LoginSession) -> Response:
        return rendered(
            "board.html.j2",
            session,
            now=self._clock.now(),
            assignments=self._board.assignments(),
            troubled=self._board.troubled(),
            states=self._exam.states(),
            graders=self._board.graders(),
            tiers=self._board.tiers(),
            expected=self._board.expected(),
            not_handed_in=self._board.not_handed_in(),
            extra_times=self._extra_time.given(),
            unready=self._board.unready(),
            acts=self._board.acts(),
        )

    async def _forms(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        names = self._extra_time.assignments()
        return rendered("people.html.j2", session, assignments=names, most_minutes=MOST_MINUTES)

    async def _try_again(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        form = await sent_form(request)
        require_csrf(session, form.get("csrf"))
        number = _whole_number(form.get("submission"), "submission")
        await run_in_threadpool(self._board.try_again, number, session.person, self._clock.now())
        return RedirectResponse("/board", 303)

    async def _give_extra_time(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        form = await sent_form(request)
        require_csrf(session, form.get("csrf"))
        people = {name.strip() for name in str(form.get("people", "")).splitlines() if name.strip()}
        minutes = _whole_number(form.get("minutes"), "number of minutes")
        by = (session.person, self._clock.now())
        await run_in_threadpool(self._extra_time.give, people, str(form.get("assignment")), minutes, by)
        return RedirectResponse("/board", 303)

    async def _add_people(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        form = await sent_form(request, most_files=1)
        try:
            require_csrf(session, form.get("csrf"))
            file = form.get("roster")
            if not isinstance(file, UploadFile):
                raise HTTPException(400, "no roster was sent: choose its CSV file")
            lines = (await file.read()).decode("utf-8-sig", errors="replace").splitlines()
        finally:
            await form.close()

        def note(connection: sqlite3.Connection, count: int) -> None:
            write_down(connection, self._clock.now(), session.person, f"gives new codes to {count} people of a roster")

        codes = await run_in_threadpool(self._people.add, lines, note)
        return rendered("codes.html.j2", session, codes=codes)

    def _for_assignment(self, act: Callable[[str, tuple[str, int]], None]) -> Page:
        async def done(request: Request, session: LoginSession) -> Response:
            _require_instructor(session)
            form = await sent_form(request)
            require_csrf(session, form.get("csrf"))
            await run_in_threadpool(act, str(form.get("assignment", "")), (session.person, self._clock.now()))
            return RedirectResponse("/board", 303)

        return done

    async def _points(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        return _csv("points.csv", await run_in_threadpool(self._exam.table))

    async def _table(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        return _csv("submissions.csv", await run_in_threadpool(self._board.table))


def _csv(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv", headers=headers)


def _whole_number(given: object, of: str) -> int:
    number = str(given)
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise HTTPException(400, f"the form names no {of}: open the board again")
    return int(number)


def _require_instructor(session: LoginSession) -> None:
    if not session.is_instructor:
        raise HTTPException(403, "the board is for instructors")
