"""The pages of instructors. Whether somebody is one is asked for each request."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.portal.instructors.board import Board, write_down
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.later_deadlines import MOST_MINUTES, GivenTime, LaterDeadlines
from nbproctor.portal.instructors.regrading import Regrading
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.acts import Page, act_on_assignment, csv_file, require_instructor
from nbproctor.portal.pages.rendering import rendered, require_csrf
from nbproctor.portal.pages.sent_form import sent_form
from nbproctor.portal.people import LoginSession, People

_FIRST_YEAR, _LAST_YEAR = 2000, 2999  # of a deadline


class BoardPages:
    """The pages of the board."""

    # many parameters: the board shows all of these
    def __init__(
        self,
        board: Board,
        people: People,
        later: LaterDeadlines,
        exam: ExamCourse,
        regrading: Regrading,
        clock: PortalClock,
    ) -> None:
        self._board = board
        self._people = people
        self._later = later
        self._exam = exam
        self._regrading = regrading
        self._clock = clock

    def pages(self) -> list[tuple[str, str, Page]]:
        """The method, the path and the page of each."""
        return [
            ("GET", "/board", self._show),
            ("GET", "/board/people", self._forms),
            ("GET", "/board/submissions.csv", self._table),
            ("GET", "/board/points.csv", self._points),
            ("POST", "/board/stop", act_on_assignment(self._exam.stop, self._clock)),
            ("POST", "/board/go-on", act_on_assignment(self._exam.go_on, self._clock)),
            ("POST", "/board/try-again", self._try_again),
            ("POST", "/board/extra-time", self._give_time),
            ("POST", "/board/roster", self._add_people),
        ]

    async def _show(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        return await run_in_threadpool(self._rendered, session)

    def _rendered(self, session: LoginSession) -> Response:
        return rendered(
            "board.html.j2",
            session,
            now=self._clock.now(),
            assignments=self._board.assignments(),
            troubled=self._board.troubled(),
            states=self._exam.states(),
            previews={name: self._regrading.counts(name) for name, _ in self._exam.states()},
            graders=self._board.graders(),
            tiers=self._board.tiers(),
            open_points=self._board.open_points(),
            expected=self._board.expected(),
            not_handed_in=self._board.not_handed_in(),
            extra_times=self._later.given(),
            unready=self._board.unready(),
            acts=self._board.acts(),
        )

    async def _forms(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        names, groups = self._later.assignments(), await run_in_threadpool(self._later.groups)
        return rendered("people.html.j2", session, assignments=names, groups=groups, most_minutes=MOST_MINUTES)

    async def _try_again(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        form = await sent_form(request)
        require_csrf(session, form.get("csrf"))
        number = _whole_number(form.get("submission"), "submission")
        await run_in_threadpool(self._board.try_again, number, session.person, self._clock.now())
        return RedirectResponse("/board", 303)

    async def _give_time(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        form = await sent_form(request)
        require_csrf(session, form.get("csrf"))
        people = {name.strip() for name in str(form.get("people", "")).splitlines() if name.strip()}
        minutes, until = str(form.get("minutes", "")), str(form.get("until", ""))
        if bool(minutes) == bool(until):
            raise HTTPException(400, "give minutes beyond the deadline, or a deadline of their own, and not both")
        given = GivenTime(until=_moment(until)) if until else GivenTime(_whole_number(minutes, "number of minutes"))
        by = (session.person, self._clock.now())
        await run_in_threadpool(self._later.give, people, str(form.get("assignment")), given, by)
        return RedirectResponse("/board", 303)

    async def _add_people(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
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

    async def _points(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        return csv_file("points.csv", await run_in_threadpool(self._exam.table))

    async def _table(self, request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        return csv_file("submissions.csv", await run_in_threadpool(self._board.table))


def _moment(given: str) -> int:
    """The time in UTC that a form tells, in microseconds since 1970."""
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        moment = datetime.min
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise HTTPException(400, "a deadline is a date and a time, as 2026-12-01T12:00")
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1e6)


def _whole_number(given: object, of: str) -> int:
    number = str(given)
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise HTTPException(400, f"the form names no {of}: open the board again")
    return int(number)
