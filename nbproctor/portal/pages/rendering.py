"""Renders templates, in which everything that people wrote is plain text, and puts refusals into sentences."""

from __future__ import annotations

from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FunctionLoader, PackageLoader
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from nbproctor.errors import GradingError
from nbproctor.portal.exam_time import ExamTime
from nbproctor.portal.expected_notebooks import WrongFileError
from nbproctor.portal.instructors.hand_grading import OvertakenError
from nbproctor.portal.intake_desk import NotTakenError, TakenKeyError
from nbproctor.portal.people import LoginError, LoginSession
from nbproctor.portal.stored_files import FullDiskError, TooLargeError
from nbproctor.report.comment_markup import comment_html
from nbproctor.report.pages.page import environment
from nbproctor.report.words import MARKS, by_person, duration, number, score_in_words, words
from nbproctor.system.printable import sentences


class Pages:
    """The portal's pages, with times in the exam's zone.

    Args:
        prefix: for the paths of all links, which templates write from the portal's root.
    """

    def __init__(self, time: ExamTime, prefix: str = "") -> None:
        self.time = time
        self._environment = _environment(FunctionLoader(lambda name: file_of(name).replace('="/', f'="{prefix}/')))

    def rendered(
        self, template: str, session: LoginSession | None, status: int = 200, is_file: bool = False, **context: Any
    ) -> Response:
        """A page.

        Args:
            session: of its reader; None if nobody is logged in.
            is_file: whether the page is for a file: it includes its style, and has no links into the portal.
        """
        context |= {"session": session, "time": self.time.element, "is_file": is_file}
        style = style_sheet() if is_file else ""
        return HTMLResponse(self._environment.get_template(template).render(context, style=style), status)


def attachment(content: str | bytes, name: str, kind: str = "application/octet-stream", status: int = 200) -> Response:
    """A file of this media type, which a browser saves and never shows as a page of the portal."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, status, headers, kind)


def text_of(template: str, **context: Any) -> str:
    """A template as text."""
    return _ENVIRONMENT.get_template(template).render(**context)


def file_of(name: str) -> str:
    """The text of a file beside the templates, as it is."""
    return _LOADER.get_source(_ENVIRONMENT, name)[0]


def style_sheet() -> str:
    """The report's style sheet, and what the portal's pages have beyond it."""
    return file_of("report.css") + file_of("portal.css")


def _environment(loader: BaseLoader) -> Environment:
    made = environment(loader, by_person, comment_html, duration, number, score_in_words, sentences, words)
    made.globals["MARKS"] = MARKS
    return made


_LOADER = ChoiceLoader([PackageLoader("nbproctor.portal"), PackageLoader("nbproctor.report.pages")])
_ENVIRONMENT = _environment(_LOADER)


Refusal = GradingError | HTTPException
_STATUS = {
    LoginError: 403,
    TakenKeyError: 409,
    NotTakenError: 403,
    OvertakenError: 409,
    TooLargeError: 413,
    WrongFileError: 422,
    FullDiskError: 507,
}
# What the framework says when no page answers.
_OF_NO_PAGE = {
    "Not Found": "there is no such page: check the address",
    "Method Not Allowed": "this page cannot accept what was sent: reload the page, and send the form from there",
}


def sentence_and_status(refusal: Refusal | None) -> tuple[str, int]:
    """What a page says of a refusal, and its status; nothing and 200 if there is none."""
    if refusal is None:
        return "", 200
    if isinstance(refusal, HTTPException):
        return _OF_NO_PAGE.get(refusal.detail, refusal.detail), refusal.status_code
    return str(refusal), _STATUS.get(type(refusal), 400)


def can_be_corrected(refusal: Refusal) -> bool:
    """Whether the form's own page shows the refusal: what was typed was wrong, and not who sent it, or how."""
    return isinstance(refusal, GradingError) or refusal.status_code in (400, 413)
