"""Templates become pages, in which everything that people wrote is plain text."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
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


def file_of(name: str) -> str:
    """The text of a file beside the templates, as it is."""
    return _LOADER.get_source(_ENVIRONMENT, name)[0]


def _printed(value: Any) -> Any:
    return plain(value) if type(value) is str else value


_LOADER = PackageLoader("nbproctor.portal")
_ENVIRONMENT = Environment(
    loader=_LOADER, autoescape=True, undefined=StrictUndefined, finalize=_printed, trim_blocks=True, lstrip_blocks=True
)
_ENVIRONMENT.filters["number"] = number
