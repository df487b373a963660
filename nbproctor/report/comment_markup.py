"""A comment that a person wrote, as HTML: Markdown, with formulas between dollar signs."""

from __future__ import annotations

from functools import cache
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from mdit_py_plugins.dollarmath import dollarmath_plugin

from nbproctor.system.printable import plain

# No headings: those of the page have an order.
_TEXT = {"p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong"}
_TABLE = {"table", "thead", "tbody", "tr", "th", "td"}
_FORMULA = {
    *("math", "semantics", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mpadded", "mphantom"),
}
_OF_FORMULAS = {"display", "stretchy", "fence", "form", "separator", "lspace", "rspace", "linethickness", "mathvariant"}
_CLEANER = nh3.Cleaner(
    tags=_TEXT | _TABLE | _FORMULA | {"a"},
    attributes={"a": {"href"}} | dict.fromkeys(_FORMULA, _OF_FORMULAS),
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener noreferrer",
)


def comment_html(text: str) -> Markup:
    """The comment as HTML; of what stands in it as HTML, the text."""
    html = _CLEANER.clean(_markdown().render(plain(text)))
    return Markup(plain(html))  # noqa: S704 - what was written as an entity is a character now


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table").disable("image")
    return markdown.use(dollarmath_plugin, renderer=_formula, allow_space=False, allow_digits=False, double_inline=True)


def _formula(latex: str, options: dict[str, Any]) -> str:
    from latex2mathml.converter import convert  # here, as few comments have formulas

    try:
        return convert(latex, display="block" if options["display_mode"] else "inline")
    except Exception:  # what is no LaTeX is shown as it was written
        return f"<code>{escape(latex)}</code>"
