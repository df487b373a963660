"""The pages of instructors. Whether somebody is one is asked for each request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.portal.board import Board
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.rendering import rendered, require_csrf
from nbproctor.portal.people import LoginSession

Page = Callable[[Request, LoginSession], Awaitable[Response]]


class BoardPages:
    """The pages of the board.

    Args:
        board: what they show and do.
        clock: the portal's time.
    """

    def __init__(self, board: Board, clock: PortalClock) -> None:
        self._board = board
        self._clock = clock

    def pages(self) -> list[tuple[str, str, Page]]:
        """The method, the path and the page of each."""
        return [("GET", "/board", self._show), ("POST", "/board/try-again", self._try_again)]

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
            unready=self._board.unready(),
            acts=self._board.acts(),
        )

    async def _try_again(self, request: Request, session: LoginSession) -> Response:
        _require_instructor(session)
        form = await request.form(max_files=0, max_fields=5)
        require_csrf(session, form.get("csrf"))
        number = str(form.get("submission"))
        if not (number.isascii() and number.isdigit() and len(number) < 19):
            raise HTTPException(400, "no submission was named: open the board again")
        await run_in_threadpool(self._board.try_again, int(number), session.person, self._clock.now())
        return RedirectResponse("/board", 303)


def _require_instructor(session: LoginSession) -> None:
    if not session.is_instructor:
        raise HTTPException(403, "the board is for instructors")
