"""The pages of instructors. Whether somebody is one is asked for each request."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from urllib.parse import quote

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
from nbproctor.portal.pages.rendering import rendered
from nbproctor.portal.pages.sent_form import checked_form
from nbproctor.portal.people import LoginSession, People
from nbproctor.report.grade_changes import GradeFate

Page = Callable[[Request, LoginSession], Awaitable[Response]]
_PREVIEW = "/board/previews/{}"
_FIRST_YEAR, _LAST_YEAR = 2000, 2999  # of a deadline


class BoardPages:
    """The pages of the board."""

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
        pages: list[tuple[str, str, Page]] = [
            ("GET", "/board", self._show),
            ("GET", "/board/people", self._forms),
            ("GET", "/board/submissions.csv", self._table),
            ("GET", "/board/points.csv", self._points),
            ("GET", _PREVIEW.format("{name}"), self._preview),
            ("GET", _PREVIEW.format("{name}/changes.csv"), self._changes),
            ("POST", "/board/stop", self._acts(self._exam.stop)),
            ("POST", "/board/go-on", self._acts(self._exam.go_on)),
            ("POST", "/board/regrade", self._acts(self._regrading.regrade)),
            ("POST", "/board/preview", self._acts(self._regrading.preview, _PREVIEW)),
            ("POST", "/board/preview/take", self._acts(self._regrading.take)),
            ("POST", "/board/preview/drop", self._acts(self._regrading.drop)),
            ("POST", "/board/try-again", self._try_again),
            ("POST", "/board/extra-time", self._give_time),
            ("POST", "/board/roster", self._add_people),
        ]
        return [(method, path, _for_instructors(page)) for method, path, page in pages]

    def _acts(self, act: Callable[[str, tuple[str, int]], None], then: str = "/board") -> Page:
        """What answers a form that does something to the assignment that it names.

        Args:
            act: does it; it takes the assignment's name, and the instructor and the time.
            then: the page that is shown afterwards; `{}` stands for the assignment's name.
        """

        async def done(request: Request, session: LoginSession) -> Response:
            name = str((await checked_form(request, session)).get("assignment", ""))
            await run_in_threadpool(act, name, (session.person, self._clock.now()))
            return RedirectResponse(then.format(quote(name)), 303)

        return done

    async def _show(self, request: Request, session: LoginSession) -> Response:
        return await run_in_threadpool(self._rendered, session)

    def _rendered(self, session: LoginSession) -> Response:
        return rendered(
            "board.html.j2",
            session,
            now=self._clock.now(),
            states=self._exam.states(),
            previews={name: self._regrading.counts(name) for name, _ in self._exam.states()},
            extra_times=self._later.given(),
            **self._board.shown(),
        )

    async def _forms(self, request: Request, session: LoginSession) -> Response:
        names, groups = self._later.assignments(), await run_in_threadpool(self._later.groups)
        return rendered("people.html.j2", session, assignments=names, groups=groups, most_minutes=MOST_MINUTES)

    async def _try_again(self, request: Request, session: LoginSession) -> Response:
        form = await checked_form(request, session)
        number = _whole_number(form.get("submission"), "submission")
        await run_in_threadpool(self._board.try_again, number, session.person, self._clock.now())
        return RedirectResponse("/board", 303)

    async def _give_time(self, request: Request, session: LoginSession) -> Response:
        form = await checked_form(request, session)
        people = {name.strip() for name in str(form.get("people", "")).splitlines() if name.strip()}
        minutes, until = str(form.get("minutes", "")), str(form.get("until", ""))
        if bool(minutes) == bool(until):
            raise HTTPException(400, "give minutes beyond the deadline, or a deadline of their own, and not both")
        given = GivenTime(until=_moment(until)) if until else GivenTime(_whole_number(minutes, "number of minutes"))
        by = (session.person, self._clock.now())
        await run_in_threadpool(self._later.give, people, str(form.get("assignment")), given, by)
        return RedirectResponse("/board", 303)

    async def _add_people(self, request: Request, session: LoginSession) -> Response:
        form = await checked_form(request, session, most_files=1)
        try:
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
        return _csv_file("points.csv", await run_in_threadpool(self._exam.table))

    async def _table(self, request: Request, session: LoginSession) -> Response:
        return _csv_file("submissions.csv", await run_in_threadpool(self._board.table))

    async def _preview(self, request: Request, session: LoginSession) -> Response:
        name = self._known(request)
        preview = await run_in_threadpool(self._regrading.previewed, name)
        changed = [
            (number, each)
            for number, each in zip(preview.numbers, preview.changes.students, strict=True)
            if each.change is not GradeFate.SAME
        ]
        return rendered("preview.html.j2", session, name=name, preview=preview, changed=changed, fates=GradeFate)

    async def _changes(self, request: Request, session: LoginSession) -> Response:
        return _csv_file("changes.csv", await run_in_threadpool(self._regrading.table, self._known(request)))

    def _known(self, request: Request) -> str:
        name = str(request.path_params["name"])
        if name not in dict(self._exam.states()):
            raise HTTPException(404, "there is no such assignment here")
        return name


def _for_instructors(page: Page) -> Page:
    async def answer(request: Request, session: LoginSession) -> Response:
        if not session.is_instructor:
            raise HTTPException(403, "the board is for instructors")
        return await page(request, session)

    return answer


def _csv_file(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv", headers=headers)


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
