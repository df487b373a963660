"""A comment that a person wrote, as HTML: Markdown, with formulas between dollar signs."""

from __future__ import annotations

import re
from functools import cache
from re import Match
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

# Formulas, those between dollars first. Their length is bounded, because the search for an end takes long.
_FORMULAS = re.compile(
    r"\$\$.{1,500}?\$\$|\$[^$\n]{1,500}\$|\\\((?P<inline>.{1,500}?)\\\)|\\\[(?P<block>.{1,500}?)\\\]"
    r"|(?P<environment>\\begin\{(?P<name>[a-z]{1,20}\*?)\}.{1,500}?\\end\{(?P=name)\})",
    re.DOTALL,
)
# Environments that latex2mathml runs together.
_UNKNOWN = re.compile(r"\\begin\{(?!(?:[pbBvV]|small)?matrix|cases|array)")


def comment_html(text: str) -> Markup:
    """The comment as HTML; HTML in it is shown as text."""
    html = _CLEANER.clean(_markdown().render(_with_dollars(plain(text))))
    return Markup(plain(html))  # noqa: S704 - what was written as an entity is a character now


def _with_dollars(text: str) -> str:
    """Put LaTeX's own brackets and environments between dollars, unless the text may quote code."""
    return text if "`" in text else _FORMULAS.sub(_between_dollars, text)


def _between_dollars(found: Match[str]) -> str:
    if inline := found["inline"]:
        return f"${inline.strip()}$"
    block = found["block"] or found["environment"]
    return f"$${block.strip()}$$" if block else found[0]


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table").disable("image")
    return markdown.use(dollarmath_plugin, renderer=_formula, allow_space=False, allow_digits=False, double_inline=True)


def _formula(latex: str, options: dict[str, Any]) -> str:
    from latex2mathml.converter import convert  # here, as few comments have formulas

    try:
        if _UNKNOWN.search(latex):
            raise ValueError("it would lose its columns")
        return convert(latex, display="block" if options["display_mode"] else "inline")
    except Exception:  # what is no LaTeX is shown as it was written
        return f"<code>{escape(latex)}</code>"
