"""One HTML page from a template: whatever the template prints is made plain and escaped."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grading.report.figures import number, seconds
from grading.report.outcomes import MARKS, words
from grading.report.plain import cut, one_line, plain
from grading.results import Outcome


def page(template: str, **context: Any) -> str:
    """Make a page of a template and what it is to show."""
    return _ENVIRONMENT.get_template(template).render(context)


def _printed(value: Any) -> Any:
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _moment(received: str) -> str:
    try:
        return datetime.fromisoformat(received).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return received


_ENVIRONMENT = Environment(
    loader=PackageLoader("grading.report"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_printed,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_ENVIRONMENT.filters |= {
    "cut": cut,
    "moment": _moment,
    "number": number,
    "one_line": one_line,
    "seconds": seconds,
    "words": words,
}
_ENVIRONMENT.globals |= {"MARKS": MARKS, "OUTCOMES": tuple(Outcome)}
