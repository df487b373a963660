"""Templates become pages, in which everything that people wrote is plain text."""

from __future__ import annotations

import hmac
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from nbproctor.portal.people import LoginSession
from nbproctor.portal.receipts import moment_text
from nbproctor.report.numbers import number
from nbproctor.system.printable import plain


def rendered(template: str, session: LoginSession | None, status: int = 200, **context: Any) -> Response:
    """A page.

    Args:
        session: who reads it; None if nobody is logged in.
    """
    return HTMLResponse(text_of(template, session=session, moment=moment_text, **context), status)


def text_of(template: str, **context: Any) -> str:
    """The text of a page."""
    return _ENVIRONMENT.get_template(template).render(**context)


def stylesheet() -> str:
    """The style of all pages."""
    return _LOADER.get_source(_ENVIRONMENT, "portal.css")[0]


def icon() -> str:
    """The picture that browsers show beside a page's title."""
    return _LOADER.get_source(_ENVIRONMENT, "icon.svg")[0]


def script() -> str:
    """What an open page runs, if it runs anything."""
    return _LOADER.get_source(_ENVIRONMENT, "portal.js")[0]


def require_csrf(session: LoginSession, given: object) -> None:
    """Refuse a form that did not come from a page of this session.

    Raises:
        HTTPException: it is not what the session's pages have.
    """
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(errors="replace"), session.csrf.encode()):
        raise HTTPException(403, "this did not come from a page of the portal: open it again, and send it from there")


def _printed(value: Any) -> Any:
    return plain(value) if type(value) is str else value


_LOADER = PackageLoader("nbproctor.portal")
_ENVIRONMENT = Environment(
    loader=_LOADER, autoescape=True, undefined=StrictUndefined, finalize=_printed, trim_blocks=True, lstrip_blocks=True
)
_ENVIRONMENT.filters["number"] = number
