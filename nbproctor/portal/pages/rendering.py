"""Templates become pages, in which everything that people wrote is plain text."""

from __future__ import annotations

from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FunctionLoader, PackageLoader
from starlette.responses import HTMLResponse, Response

from nbproctor.portal.exam_time import ExamTime
from nbproctor.portal.people import LoginSession
from nbproctor.report.comment_markup import comment_html
from nbproctor.report.exercise_words import by_person
from nbproctor.report.numbers import duration, number
from nbproctor.report.outcome_marks import MARKS, words
from nbproctor.report.pages.page import environment
from nbproctor.report.score_words import score_in_words
from nbproctor.system.printable import sentences


class Pages:
    """The portal's pages, whose times are those of the exam.

    Args:
        prefix: with which the paths of all links begin, which templates write from the portal's root.
    """

    def __init__(self, time: ExamTime, prefix: str = "") -> None:
        self.time = time
        self._environment = _environment(FunctionLoader(lambda name: file_of(name).replace('="/', f'="{prefix}/')))

    def rendered(
        self, template: str, session: LoginSession | None, status: int = 200, is_file: bool = False, **context: Any
    ) -> Response:
        """A page.

        Args:
            session: who reads it; None if nobody is logged in.
            is_file: whether it is kept as a file: it brings its style, and has no links into the portal.
        """
        context |= {"session": session, "time": self.time.element, "is_file": is_file}
        style = style_sheet() if is_file else ""
        return HTMLResponse(self._environment.get_template(template).render(context, style=style), status)


def text_of(template: str, **context: Any) -> str:
    """The text of a page."""
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
