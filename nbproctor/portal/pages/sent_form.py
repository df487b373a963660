"""The short forms that pages send, read whole."""

from __future__ import annotations

import hmac

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

from nbproctor.portal.people import LoginSession

_KINDS = (b"application/x-www-form-urlencoded", b"multipart/form-data")
_MOST_FIELDS = 5


async def sent_form(request: Request, most_files: int = 0) -> FormData:
    """Read the form that a request sends; close it where it has files.

    Raises:
        HTTPException: it is no form, one of too many fields, or one that is broken or was cut off.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    # Codecs that the sender may choose bring texts that no database keeps, and errors of their own.
    if kind not in _KINDS or options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise HTTPException(
            415,
            "this form is not in UTF-8, or did not come from the portal: reload the page, and send the form from there",
        )
    try:
        return await request.form(max_files=most_files, max_fields=_MOST_FIELDS)
    except FormParserError:
        raise HTTPException(400, "the form is damaged or was cut off: reload its page") from None


async def checked_form(request: Request, session: LoginSession, most_files: int = 0) -> FormData:
    """The form that a request sends, if it came from a page of this session; close it where it has files.

    Raises:
        HTTPException: it did not, or is no form that `sent_form` reads.
    """
    form = await sent_form(request, most_files)
    try:
        require_csrf(session, form.get("csrf"))
    except HTTPException:
        await form.close()
        raise
    return form


def require_csrf(session: LoginSession, given: object) -> None:
    """Refuse a form that did not come from a page of this session.

    Raises:
        HTTPException: it is not what the session's pages have.
    """
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(errors="replace"), session.csrf.encode()):
        raise HTTPException(
            403, "this did not come from a page of the portal: reload the page, and send the form from there"
        )
