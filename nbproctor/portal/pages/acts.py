"""What pages of instructors have in common: who may open them, and the forms that do something to an assignment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.rendering import require_csrf
from nbproctor.portal.pages.sent_form import sent_form
from nbproctor.portal.people import LoginSession

Page = Callable[[Request, LoginSession], Awaitable[Response]]


def require_instructor(session: LoginSession) -> None:
    """Refuse whoever is no instructor.

    Raises:
        HTTPException: they are none.
    """
    if not session.is_instructor:
        raise HTTPException(403, "the board is for instructors")


def act_on_assignment(act: Callable[[str, tuple[str, int]], None], clock: PortalClock, then: str = "/board") -> Page:
    """What answers a form that does something to the assignment that it names.

    Args:
        act: does it; it takes the assignment's name, and the instructor and the time.
        then: the page that is shown afterwards; `{}` stands for the assignment's name.
    """

    async def done(request: Request, session: LoginSession) -> Response:
        require_instructor(session)
        form = await sent_form(request)
        require_csrf(session, form.get("csrf"))
        name = str(form.get("assignment", ""))
        await run_in_threadpool(act, name, (session.person, clock.now()))
        return RedirectResponse(then.format(quote(name)), 303)

    return done


def csv_file(name: str, text: str) -> Response:
    """A table to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv", headers=headers)
