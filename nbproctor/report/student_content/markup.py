"""HTML from a submission, sanitised: tables and simple text; nothing that acts, loads or covers the page."""

from __future__ import annotations

import re
from collections import defaultdict

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

# A piece of HTML that every program reads alike: text, or a tag whose quotes are where they belong.
_PIECE = re.compile(
    r"""[^<]++|<(?P<closing>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*+)"""
    r"""(?:[^<>"'=]++|=\s*+"[^"<>]*+"|=\s*+'[^'<>]*+'|=(?!\s*+["']))*>"""
)
_OPENING_TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*+)[^<]*+")
_EMPTY = frozenset({"br", "hr", "img", "col", "input", "meta", "link", "wbr", "source", "area", "base", "embed"})
# In these a tag is no tag. `style`, which tables of pandas have, has none inside.
_RAW = {"script", "title", "textarea", "iframe", "xmp", "plaintext", "noembed", "noframes", "noscript", "style"}
# If these are not closed, a parser opens them again in each block that follows.
_FORMATTING = {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
_REOPENED_CHARACTERS = 2_000_000
"""How many characters of such tags a parser may have to add."""


def sanitised(html: str) -> Markup:
    """Keep of HTML what only shows something; empty if nothing is left to see, or if it is too much to read."""
    if len(html) > CHARACTERS or not _is_quickly_read(html):
        return Markup()
    clean = plain(_CLEANER.clean(plain(html)))  # once more: what was written as an entity is a character now
    return Markup(clean) if Markup(clean).striptags() else Markup()  # noqa: S704 - that is what the cleaner is for


def _is_quickly_read(html: str) -> bool:
    """Whether no element is nested too deep, and none has to be opened again too often."""
    opened: dict[str, list[int]] = defaultdict(list)  # the lengths of the opening tags
    depth = deepest = tags = position = formatting = most_formatting = 0
    raw = ""
    while piece := _PIECE.match(html, position):
        position = piece.end()
        name = (piece["name"] or "").lower()
        if not name:
            continue
        if raw and (name != raw or not piece["closing"]):
            break  # a tag that may be no tag
        raw = name if name in _RAW and not piece["closing"] else ""
        tags += 1
        if not piece["closing"] and name not in _EMPTY:
            opened[name].append(len(piece[0]))
            depth += 1
            formatting += len(piece[0]) if name in _FORMATTING else 0
        elif opened[name]:
            length = opened[name].pop()
            depth -= 1
            formatting -= length if name in _FORMATTING else 0
        deepest, most_formatting = max(deepest, depth), max(most_formatting, formatting)
    if position < len(html) or raw:  # comments, for one, or quotes without an end: what closes there is not certain
        names = [(tag[1].lower(), len(tag[0])) for tag in _OPENING_TAG.finditer(html)]
        tags, deepest = 2 * len(names), sum(name not in _EMPTY for name, _ in names)
        most_formatting = sum(length for name, length in names if name in _FORMATTING)
    return deepest <= DEPTH and most_formatting * tags <= _REOPENED_CHARACTERS
