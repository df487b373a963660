"""Python code as highlighted HTML."""

from __future__ import annotations

import builtins
import keyword
from functools import lru_cache

from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, String, Text

_BUILTINS = sorted(name for name in dir(builtins) if name.isalnum() and not keyword.iskeyword(name))
_PREFIX = r"\b[bfruBFRU]{1,2}(?=['\"])|(?=['\"])"


class CodeLexer(RegexLexer):
    """The words, strings and comments of Python, and nothing finer.

    Pygments' own PythonLexer takes five times as long, and needs seconds for a line that was written to
    slow it down. Here no pattern goes back over what it has read.
    """

    name = "Python code of a notebook"
    tokens = {  # noqa: RUF012 - the name and form that RegexLexer reads
        "root": [
            (r"[^\w#'\"@]+", Text),
            (r"\b(def|class)([ \t]++)(\w+)", bygroups(Keyword, Text, Name.Function)),  # type: ignore[no-untyped-call]
            (words(keyword.kwlist, prefix=r"\b", suffix=r"\b"), Keyword),
            (rf"(?:{_PREFIX})(?s:'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*(?:'''|\\?\Z))", String),
            (rf'(?:{_PREFIX})(?s:"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*(?:"""|\\?\Z))', String),
            (rf"(?:{_PREFIX})'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?", String),
            (rf'(?:{_PREFIX})"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?', String),
            (words(_BUILTINS, prefix=r"(?<!\.)\b", suffix=r"\b"), Name.Builtin),
            (r"\d[\w.]*+", Number),
            (r"@\w*+", Name.Decorator),
            (r"#.*+", Comment),
            (r"\w++", Text),
        ]
    }


_LEXER = CodeLexer(stripnl=False, ensurenl=False)
_FORMATTER = HtmlFormatter(nowrap=True)


@lru_cache(maxsize=256)  # in a class, some cells are the same: those left as they were released
def highlighted(source: str) -> Markup:
    """Turn code into HTML, escaped, its parts in `span` elements with Pygments' short class names."""
    return Markup(highlight(source, _LEXER, _FORMATTER))  # noqa: S704 - the formatter escapes all text
