"""The pages for grading by hand: exercise by exercise, and the same answers at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.errors import GradingError
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.hand_grading import AnswerGroup, HandGrading, OvertakenError
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.board_pages import Page, for_instructors
from nbproctor.portal.pages.forms import checked_form, require_known
from nbproctor.portal.pages.rendering import Pages, sentence_and_status
from nbproctor.portal.people import LoginSession
from nbproctor.report.words import number
from nbproctor.results import HandGrade

_LIST = "/board/by-hand"
MOST_CHARACTERS = 4_000
"""Most characters of a comment: the portal's bound on forms has room for them, whatever their script."""
_NO_TYPING: dict[str, str] = {}


@dataclass(frozen=True)
class HandGradingPages:
    """The page of all exercises that persons grade, and a page for each of them."""

    pages: Pages
    by_hand: HandGrading
    exam: ExamCourse
    clock: PortalClock

    def routes(self) -> list[tuple[str, str, Page]]:
        """The method, path and page of each."""
        path = f"{_LIST}/{{name}}/{{cell}}"
        pages = [("GET", _LIST, self._list), ("GET", path, self._exercise), ("POST", path, self._save)]
        return [(method, path, for_instructors(page)) for method, path, page in pages]

    async def _list(self, request: Request, session: LoginSession) -> Response:
        names = [name for name, _ in self.exam.states()]
        found = {name: await run_in_threadpool(self.by_hand.exercises, name) for name in names}
        return self.pages.rendered("by_hand.html.j2", session, found=found)

    async def _exercise(self, request: Request, session: LoginSession) -> Response:
        asked = request.query_params
        groups = await run_in_threadpool(self._groups, request)
        group = _chosen(groups, asked.get("group", ""), asked.get("after", ""))
        return await self._shown(request, session, groups, group)

    async def _shown(
        self,
        request: Request,
        session: LoginSession,
        groups: Sequence[AnswerGroup],
        group: AnswerGroup | None,
        typed: dict[str, str] = _NO_TYPING,
        refusal: GradingError | HTTPException | None = None,
    ) -> Response:
        """The page of an exercise; no group if none waits, and what was typed if it was not saved."""
        problem, status = sentence_and_status(refusal)
        name, cell = _names(request)
        saved = request.query_params.get("saved", "")
        return self.pages.rendered(
            "answer.html.j2",
            session,
            status,
            name=name,
            cell=cell,
            problem=problem,
            saved=saved if saved.isascii() and saved.isdigit() and len(saved) < 7 else "",
            overtaken=refusal.groups if isinstance(refusal, OvertakenError) else [],
            groups=groups,
            group=group,
            typed=typed,
            suggested=_suggested(groups, group),
            comments=_by_key(await run_in_threadpool(self.by_hand.comments, name, cell)),
            has_names="names" in request.query_params,
            link=lambda **query: _address(request, **query)[1:],  # templates write the first slash
            most_characters=MOST_CHARACTERS,
        )

    async def _save(self, request: Request, session: LoginSession) -> Response:
        form = await checked_form(request, session)
        typed = {field: value for field, value in form.items() if isinstance(value, str)}
        name, cell = _names(request)
        key, groups, group = typed.get("group", ""), list[AnswerGroup](), None
        try:
            groups = await run_in_threadpool(self._groups, request)
            group = next((each for each in groups if each.key == key), None)
            comments = await run_in_threadpool(self.by_hand.comments, name, cell)
            given = _given(typed, _by_key(comments), group.exercise.points if group else math.inf)
            by = (session.person, self.clock.now())
            count = await run_in_threadpool(self.by_hand.give, name, cell, key, given, by)
        except OvertakenError as overtaken:
            groups = await run_in_threadpool(self._groups, request)
            group = next(iter(overtaken.groups), None)
            return await self._shown(request, session, groups, group, typed, overtaken)
        except GradingError as refusal:
            return await self._shown(request, session, groups, group, typed, refusal)
        return RedirectResponse(_address(request, saved=str(count)), 303)

    def _groups(self, request: Request) -> list[AnswerGroup]:
        name, cell = _names(request)
        require_known(name, dict(self.exam.states()))
        groups = self.by_hand.groups(name, cell)
        if not groups and cell not in self.by_hand.cells(name):
            raise HTTPException(404, f"there is no such exercise in {name}")
        return groups


def _names(request: Request) -> tuple[str, str]:
    return str(request.path_params["name"]), str(request.path_params["cell"])


def _address(request: Request, **query: str) -> str:
    """The address of the same exercise, which shows names if this one does."""
    name, cell = _names(request)
    asked = ({"names": "1"} if "names" in request.query_params else {}) | query
    asked = {key: value for key, value in asked.items() if value}
    path = f"{_LIST}/{quote(name, safe='')}/{quote(cell, safe='')}"
    return f"{path}?{urlencode(asked)}" if asked else path


def _chosen(groups: Sequence[AnswerGroup], key: str, after: str) -> AnswerGroup | None:
    """The group with this key, or else the next that waits after another one, or else the first."""
    if chosen := next((group for group in groups if group.key == key), None):
        return chosen
    waiting = [group for group in groups if group.waits]
    keys = [group.key for group in waiting]
    start = keys.index(after) + 1 if after in keys else 0
    return next(iter(waiting[start:] + waiting[:start]), None)


def _suggested(groups: Sequence[AnswerGroup], group: AnswerGroup | None) -> HandGrade | None:
    """What was decided about a group, or about others with the same text; None if nothing was."""
    if group is None or group.seen.score is not None:
        return group.seen if group else None
    same = (each.seen for each in groups if each.text_key == group.text_key)
    return next((seen for seen in same if seen.score is not None), None)


def _by_key(comments: Iterable[str]) -> dict[str, str]:
    """Comments by the value that a form has for them."""
    return {sha256(comment.encode("utf-8", "surrogatepass")).hexdigest()[:16]: comment for comment in comments}


def _given(typed: dict[str, str], earlier: Mapping[str, str], points: float) -> HandGrade:
    """The score and the comment of a form; raises GradingError if one is out of bounds."""
    text = typed.get("score", "").strip().replace(",", ".")
    try:
        score = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        score = math.nan
    if not 0 <= score < math.inf:
        raise GradingError("nothing was saved: enter the score as a number, such as 1.5")
    if score > points:
        raise GradingError(f"nothing was saved: the exercise has at most {number(points)} points")
    again = earlier.get(typed.get("earlier", ""), "")
    comment = typed.get("comment", "").replace("\r\n", "\n").replace("\0", "").strip()
    comment = comment if again in comment else "\n\n".join(filter(None, (comment, again)))
    if len(comment) > MOST_CHARACTERS:
        raise GradingError(f"nothing was saved: the comment has more than {MOST_CHARACTERS:,} characters")
    return HandGrade(score, comment)
