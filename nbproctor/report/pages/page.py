"""One HTML page from a template, which prints only text that is made plain and escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any

from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nbproctor.report.comment_markup import comment_html
from nbproctor.report.words import (
    MARKS,
    by_person,
    duration,
    number,
    open_in_words,
    percent_in_words,
    score_in_words,
    seconds,
    words,
)
from nbproctor.system.printable import cut, one_line, plain, sentences


def page(template: str, **context: Any) -> str:
    """Make a page of a template and its variables."""
    return _ENVIRONMENT.get_template(template).render(_head(template) | context)


def page_in_pieces(template: str, **context: Any) -> Iterator[str]:
    """Make a page piece by piece: one on thousands of students need not be in memory as a whole."""
    pieces = _ENVIRONMENT.get_template(template).stream(_head(template) | context)
    pieces.enable_buffering(1000)
    return iter(pieces)


def compile_templates() -> None:
    """Compile all templates now; otherwise each is compiled when it is first used."""
    for name in _ENVIRONMENT.list_templates(extensions=["j2"]):
        _ENVIRONMENT.get_template(name)


def environment(loader: BaseLoader, *filters: Callable[..., Any]) -> Environment:
    """The environment of templates: all that they print is made plain and escaped, and no variable may be missing."""
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {each.__name__: each for each in filters}
    return made


def _printed(value: Any) -> Any:
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def moment(received: str) -> str:
    """Write when a submission was received, to the minute; a text that is no time stays as it is."""
    try:
        return datetime.fromisoformat(received).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return received


# The style sheets of a page, and the script of the one that has any: files beside the templates.
_SHEETS = {
    "class.html.j2": ["report.css", "class.css", "mistakes.css"],
    "feedback.html.j2": ["report.css"],
}
_SCRIPTS = {"class.html.j2": "class.js"}


@cache
def _head(template: str) -> dict[str, Markup]:
    """What stands in the head of a page, and the script at its end."""
    style = "".join(map(_source, _SHEETS[template]))
    script = _source(_SCRIPTS[template]) if template in _SCRIPTS else ""
    parts = {"STYLE": style, "SCRIPT": script, "POLICY": _policy(style, script)}
    return {name: Markup(part) for name, part in parts.items()}  # noqa: S704 - our own files


def _policy(style: str, script: str) -> str:
    """A page loads nothing, and has only its own style sheet, script and images.

    Charts and bars have style attributes. `style-src` is for browsers that know neither `style-src-elem` nor
    `style-src-attr`. A script may not make elements of a text.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "img-src data:",
            "style-src 'unsafe-inline'",
            f"style-src-elem {_hash(style)}",
            "style-src-attr 'unsafe-inline'",
            f"script-src {_hash(script)}" if script else "script-src 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _source(name: str) -> str:
    return _LOADER.get_source(_ENVIRONMENT, name)[0]


_LOADER = PackageLoader("nbproctor.report.pages")
_ENVIRONMENT = environment(
    _LOADER,
    by_person,
    comment_html,
    cut,
    duration,
    moment,
    number,
    one_line,
    open_in_words,
    percent_in_words,
    score_in_words,
    seconds,
    sentences,
    words,
)
_ENVIRONMENT.globals["MARKS"] = MARKS
