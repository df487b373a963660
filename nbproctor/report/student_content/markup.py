"""HTML from a submission made fit to be shown: tables and simple text; nothing that acts, loads or covers the page."""

from __future__ import annotations

import re
from collections import Counter

import nh3
from markupsafe import Markup

from nbproctor.system.printable import plain

CHARACTERS = 100_000
"""Characters of the longest HTML that is shown as HTML."""
DEPTH = 300
"""How deep elements may be nested: the time to read HTML grows with the square of the depth."""

_TABLE = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"}
_BLOCKS = {"p", "div", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "hr", "br"}
_WORDS = {"span", "b", "strong", "i", "em", "u", "s", "sub", "sup", "small", "code", "kbd", "var", "samp"}
# The content of these is no text to be shown.
_MACHINERY = {"script", "style", "title", "template", "noscript", "iframe", "object", "svg", "math", "textarea"}
# None of these moves a thing, makes it larger than its box, or loads anything.
_STYLES = {"text-align", "vertical-align", "font-weight", "font-style", "color", "background-color", "white-space"}

_SPAN = re.compile(r"[0-9]{1,3}")
_CLEANER = nh3.Cleaner(
    tags=_TABLE | _BLOCKS | _WORDS,
    clean_content_tags=_MACHINERY,
    # No id or class: they would be taken for the page's own. No link: an output leads nowhere.
    attributes={"*": {"style"}, "th": {"colspan", "rowspan"}, "td": {"colspan", "rowspan"}},
    attribute_filter=lambda tag, name, value: value if name == "style" or _SPAN.fullmatch(value) else None,
    filter_style_properties=_STYLES,
    generic_attribute_prefixes=set(),
    url_schemes=set(),
    link_rel=None,
)

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*+)")
_EMPTY = frozenset({"br", "hr", "img", "col", "input", "meta", "link", "wbr", "source", "area", "base", "embed"})


def sanitised(html: str) -> Markup:
    """Keep of HTML what only shows something; empty if nothing is left to see, or if it is too much to read."""
    if len(html) > CHARACTERS or _depth(html) > DEPTH:
        return Markup()
    clean = plain(_CLEANER.clean(plain(html)))  # once more: what was written as an entity is a character now
    return Markup(clean) if Markup(clean).striptags() else Markup()  # noqa: S704 - that is what the cleaner is for


def _depth(html: str) -> int:
    """How deep the elements may be nested, at most."""
    opened: Counter[str] = Counter()
    depth = deepest = 0
    for closing, name in _TAG.findall(html):
        name = name.lower()
        if not closing and name not in _EMPTY:
            opened[name] += 1
            depth += 1
            deepest = max(deepest, depth)
        elif opened[name]:
            opened[name] -= 1
            depth -= 1
    return deepest
