"""The instructors' pages. Each request is checked for an instructor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.errors import GradingError
from nbproctor.portal.instructors.board import MOST_ROWS, Board, TableView
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.hand_grading import HandGrading
from nbproctor.portal.instructors.later_deadlines import MOST_MINUTES, GivenTime, LaterDeadlines
from nbproctor.portal.instructors.regrading import Regrading
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.forms import checked_form, require_known, whole_number
from nbproctor.portal.pages.rendering import Pages, Refusal, attachment, can_be_corrected, sentence_and_status
from nbproctor.portal.people import LoginSession, People
from nbproctor.portal.portal_rows import By
from nbproctor.portal.roster import decoded_lines
from nbproctor.report.grade_changes import GradeFate

Page = Callable[[Request, LoginSession], Awaitable[Response]]
_PREVIEW = "/board/previews/{}"
_LONGEST_SEARCH = 128  # characters
Act = Callable[[FormData, LoginSession], Awaitable[Response]]


@dataclass(frozen=True)
class BoardPages:
    """The pages of the board."""

    pages: Pages
    board: Board
    people: People
    later: LaterDeadlines
    exam: ExamCourse
    regrading: Regrading
    clock: PortalClock
    by_hand: HandGrading

    def routes(self) -> list[tuple[str, str, Page]]:
        """The method, path and page of each."""
        pages: list[tuple[str, str, Page]] = [
            ("GET", "/board", self._show),
            ("GET", "/board/people", self._people_page),
            ("GET", "/board/stop", self._asks("stop")),
            ("GET", "/board/regrade", self._asks("regrade")),
            ("GET", "/board/submissions.csv", self._table),
            ("GET", "/board/points.csv", self._points),
            ("GET", _PREVIEW.format("{name}"), self._preview),
            ("GET", _PREVIEW.format("{name}/changes.csv"), self._changes),
            ("POST", "/board/stop", self._acts(self.exam.stop)),
            ("POST", "/board/go-on", self._acts(self.exam.go_on)),
            ("POST", "/board/regrade", self._acts(self.regrading.regrade)),
            ("POST", "/board/preview", self._acts(self.regrading.preview, _PREVIEW)),
            ("POST", "/board/preview/take", self._acts(self.regrading.take)),
            ("POST", "/board/preview/drop", self._acts(self.regrading.drop)),
            ("POST", "/board/try-again", self._try_again),
            ("POST", "/board/extra-time", self._of_people(self._give_time)),
            ("POST", "/board/roster", self._of_people(self._add_people, most_files=1)),
            ("POST", "/board/new-codes", self._of_people(self._renew_codes)),
            ("POST", "/board/remove", self._of_people(self._remove_people)),
        ]
        return [(method, path, for_instructors(page)) for method, path, page in pages]

    def _acts(self, act: Callable[[str, By], None], then: str = "/board") -> Page:
        """The answer to a form that does something to an assignment; then it shows a page, with the name for `{}`."""

        async def done(request: Request, session: LoginSession) -> Response:
            name = str((await checked_form(request, session)).get("assignment", ""))
            await run_in_threadpool(act, name, self._by(session))
            return RedirectResponse(then.format(quote(name)), 303)

        return done

    def _asks(self, act: str) -> Page:
        """A page that asks for confirmation of an act on a whole assignment."""

        async def ask(request: Request, session: LoginSession) -> Response:
            name = require_known(request.query_params.get("assignment", ""), self.later.assignments())
            return self.pages.rendered("confirm.html.j2", session, act=act, name=name)

        return ask

    def _of_people(self, act: Act, most_files: int = 0) -> Page:
        """The answer to a form of the page of people, which shows what is wrong with it, and what was typed."""

        async def done(request: Request, session: LoginSession) -> Response:
            form = FormData()
            try:
                form = await checked_form(request, session, most_files)
                return await act(form, session)
            except (GradingError, HTTPException) as refusal:
                if not can_be_corrected(refusal):
                    raise
                return await self._people_page(request, session, form, refusal)
            finally:
                await form.close()

        return done

    async def _show(self, request: Request, session: LoginSession) -> Response:
        asked = request.query_params
        names = [name for name, _ in self.exam.states()]
        view = TableView(
            assignment=asked["assignment"] if asked.get("assignment") in names else "",
            find=asked.get("find", "")[:_LONGEST_SEARCH],
            sort=asked.get("sort", "name"),
            descends="descends" in asked,
        )
        return await run_in_threadpool(self._rendered, session, view)

    def _rendered(self, session: LoginSession, view: TableView) -> Response:
        shown, states = self.board.shown(), self.exam.states()
        handed_in = [row["assignment"] for row in shown["assignments"]]
        names = sorted((name for name, _ in states), key=lambda name: name not in handed_in)
        view = replace(view, assignment=view.assignment or next(iter(names), ""))
        rows = view.rows(self.board.students(view.assignment))
        return self.pages.rendered(
            "board.html.j2",
            session,
            now=self.clock.now(),
            states=states,
            previews={name: self.regrading.counts(name) for name, _ in states},
            extra_times=self.later.given(),
            view=view,
            by_hand=self.by_hand.waiting(),
            rows=rows[:MOST_ROWS],
            count=len(rows),
            sorted_by=lambda sort: _query(view, sort),
            **shown,
        )

    async def _people_page(
        self, request: Request, session: LoginSession, typed: FormData | None = None, refusal: Refusal | None = None
    ) -> Response:
        problem, status = sentence_and_status(refusal)
        return self.pages.rendered(
            "people.html.j2",
            session,
            status,
            problem=problem,
            typed={name: value for name, value in (typed or {}).items() if isinstance(value, str)},
            assignments=self.later.assignments(),
            groups=await run_in_threadpool(self.later.groups),
            most_minutes=MOST_MINUTES,
            zone=self.pages.time.name(self.clock.now()),
        )

    async def _try_again(self, request: Request, session: LoginSession) -> Response:
        form = await checked_form(request, session)
        number = _whole_number(form.get("submission"), "submission")
        await run_in_threadpool(self.board.try_again, number, self._by(session))
        return RedirectResponse("/board", 303)

    async def _give_time(self, form: FormData, session: LoginSession) -> Response:
        minutes, until = str(form.get("minutes", "")), str(form.get("until", ""))
        if bool(minutes) == bool(until):
            raise GradingError("give either extra minutes or a separate deadline, not both")
        given = GivenTime(until=self.pages.time.read(until)) if until else GivenTime(_whole_number(minutes, "minutes"))
        people, assignment = set(_names(form, "people")), str(form.get("assignment"))
        await run_in_threadpool(self.later.give, people, assignment, given, self._by(session))
        return RedirectResponse("/board", 303)

    async def _add_people(self, form: FormData, session: LoginSession) -> Response:
        file = form.get("roster")
        if not isinstance(file, UploadFile):
            raise GradingError("no roster was sent: choose a CSV file")
        lines = decoded_lines(await file.read())
        change = await run_in_threadpool(self.people.add, lines, self._by(session))
        return self._codes_page(session, change.codes, change.sentences(), change.missing_students)

    async def _renew_codes(self, form: FormData, session: LoginSession) -> Response:
        codes = await run_in_threadpool(self.people.renew, _names(form, "lost"), self._by(session))
        return self._codes_page(session, codes, ["Their old codes no longer work, and their sessions have ended."])

    def _codes_page(
        self, session: LoginSession, codes: dict[str, str], sentences: list[str], missing: Sequence[str] = ()
    ) -> Response:
        return self.pages.rendered("codes.html.j2", session, codes=codes, sentences=sentences, missing=missing)

    async def _remove_people(self, form: FormData, session: LoginSession) -> Response:
        names = _names(form, "removed")
        if "sure" not in form:
            raise GradingError("nobody was removed: tick the box to confirm, and send the form again")
        if session.person in names:
            raise GradingError("nobody was removed: you cannot remove yourself")
        await run_in_threadpool(self.people.remove, names, self._by(session))
        return RedirectResponse("/board", 303)

    def _by(self, session: LoginSession) -> By:
        return session.person, self.clock.now()

    async def _points(self, request: Request, session: LoginSession) -> Response:
        return _csv_file("points.csv", await run_in_threadpool(self.exam.table))

    async def _table(self, request: Request, session: LoginSession) -> Response:
        return _csv_file("submissions.csv", await run_in_threadpool(self.board.table))

    async def _preview(self, request: Request, session: LoginSession) -> Response:
        name = require_known(request.path_params["name"], self.later.assignments())
        preview = await run_in_threadpool(self.regrading.previewed, name)
        changed = [
            (number, each)
            for number, each in zip(preview.numbers, preview.changes.students, strict=True)
            if each.change is not GradeFate.SAME
        ]
        return self.pages.rendered(
            "preview.html.j2", session, name=name, preview=preview, changed=changed, fates=GradeFate
        )

    async def _changes(self, request: Request, session: LoginSession) -> Response:
        name = require_known(request.path_params["name"], self.later.assignments())
        return _csv_file("changes.csv", await run_in_threadpool(self.regrading.table, name))


def for_instructors(page: Page) -> Page:
    """A page that refuses everybody else."""

    async def answer(request: Request, session: LoginSession) -> Response:
        if not session.is_instructor:
            raise HTTPException(403, "the board is for instructors")
        return await page(request, session)

    return answer


def _csv_file(name: str, text: str) -> Response:
    return attachment(text, name, "text/csv")


def _names(form: FormData, field: str) -> list[str]:
    """The names in a field of a form, one per line."""
    lines = str(form.get(field, "")).splitlines()
    return list(dict.fromkeys(name for line in lines if (name := line.strip())))


def _query(view: TableView, sort: str) -> str:
    """The query that sorts the board's table by a column; the same column again reverses it."""
    asked = {"assignment": view.assignment, "find": view.find, "sort": sort}
    if view.sort == sort and not view.descends:
        asked["descends"] = "1"
    return f"?{urlencode({name: value for name, value in asked.items() if value})}#students"


def _whole_number(given: object, of: str) -> int:
    number = whole_number(str(given))
    if number is None:
        raise GradingError(f"the form has no valid {of}: enter a whole number")
    return number
