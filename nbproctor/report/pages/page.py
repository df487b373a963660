"""One HTML page from a template: whatever the template prints is made plain and escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nbproctor.report.numbers import number, seconds
from nbproctor.report.outcome_marks import MARKS, words
from nbproctor.system.printable import cut, one_line, plain


def page(template: str, **context: Any) -> str:
    """Make a page of a template and what it is to show."""
    return _ENVIRONMENT.get_template(template).render(context)


def page_in_pieces(template: str, **context: Any) -> Iterator[str]:
    """Make a page piece by piece: a page on thousands of students does not have to be in memory."""
    pieces = _ENVIRONMENT.get_template(template).stream(context)
    pieces.enable_buffering(1000)
    return iter(pieces)


def compile_templates() -> None:
    """Compile all templates now; otherwise each is compiled when it is first used."""
    for name in _ENVIRONMENT.list_templates(extensions=["j2"]):
        _ENVIRONMENT.get_template(name)


def _printed(value: Any) -> Any:
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _moment(received: str) -> str:
    try:
        return datetime.fromisoformat(received).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return received


_LOADER = PackageLoader("nbproctor.report.pages")
_ENVIRONMENT = Environment(
    loader=_LOADER,
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
_STYLE = _LOADER.get_source(_ENVIRONMENT, "report.css")[0]
# A page shows itself and its own images, and loads nothing: it runs no script, and has no style sheet but its own. The
# style attributes of elements are allowed, since charts and bars have some. `style-src` is for browsers that know
# neither `style-src-elem` nor `style-src-attr`.
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "img-src data:",
        "style-src 'unsafe-inline'",
        f"style-src-elem 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'",
        "style-src-attr 'unsafe-inline'",
        "script-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
_ENVIRONMENT.globals |= {
    "MARKS": MARKS,
    "STYLE": Markup(_STYLE),  # noqa: S704 - a file of ours
    "POLICY": Markup(_POLICY),  # noqa: S704 - made of nothing but ours
}
