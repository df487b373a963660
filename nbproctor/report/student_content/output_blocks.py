"""The code, outputs and tracebacks of a cell as blocks, without anything that could act in a page."""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from pathlib import PureWindowsPath
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, String, Text

from nbproctor.report.student_content.images import SVG, TYPES, ImageTooLargeError, drawing_in, image_uri
from nbproctor.report.student_content.markup import sanitised
from nbproctor.system.printable import cut, plain

_BUILTINS = sorted(name for name in dir(builtins) if name.isalnum() and not keyword.iskeyword(name))
_PREFIX = r"\b[bfruBFRU]{1,2}(?=['\"])|(?=['\"])"


class CodeLexer(RegexLexer):
    """The words, strings and comments of Python, and nothing finer.

    Pygments' own PythonLexer takes five times as long, and seconds for a line that was written to slow it down. Here no
    pattern backtracks.
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


# The first line of a frame, as IPython writes it with colours and without; what comes below it; what says nothing.
_FRAME = re.compile(r"(?P<indent> {0,2})(?:File (?P<path>[^\n]+?):(?P<rest>\d+\b.*)|Cell In\[\d+\], line \d+.*)\Z")
_NUMBERED = re.compile(r"\s*+(?:-++>\s*+)?\d++(?: |\Z)")
_NOISE = re.compile(
    r"-{20,}|(?:\w[\w.]*\s+)?Traceback \(most recent call last\)|\s*\[\.\.\. skipping hidden \d+ frames?\]"
)
_INSTALLED = re.compile(
    r"site-packages|dist-packages|[/\\]lib[/\\]python\d|nbproctor[/\\](?:examination|shell)[/\\]|tester_fw[/\\]"
    r"|<frozen |\.(?:pyx|pxi|pxd)\Z"
)


def own_lines(lines: Iterable[str], hidden: Collection[str] = ()) -> Iterator[str]:
    """Leave out of a traceback the frames of installed modules, and those with only hidden lines.

    Args:
        lines: without terminal codes.
        hidden: stripped lines of code that must not be shown.
    """
    frame: list[str] = []
    for line in lines:
        if _FRAME.match(line):
            yield from _shown(frame, hidden)
            frame = [line]
        elif frame and (not line.strip() or _NUMBERED.match(line) or _is_below(frame[0], line)):
            frame.append(line)
        else:
            yield from _shown(frame, hidden)
            frame = []
            if not _NOISE.match(line) and _code_in(line) not in hidden:
                yield line
    yield from _shown(frame, hidden)


def _is_below(head: str, line: str) -> bool:
    """Whether a line is the code of a frame whose lines have no numbers: only such a frame's first line is indented."""
    return head.startswith("  ") and line.startswith("    ")


def _shown(frame: list[str], hidden: Collection[str]) -> Iterator[str]:
    if not frame:
        return
    head, *code = frame
    kept = [line for line in code if _code_in(line) not in hidden]
    match = _FRAME.match(head)
    path = match["path"] if match else None
    is_all_hidden = len(kept) < len(code) and not any(map(_code_in, kept))
    if is_all_hidden or (path and _INSTALLED.search(path)):
        return
    yield f"{match['indent']}File {PureWindowsPath(path).name}:{match['rest']}" if match and path else head
    yield from kept


def _code_in(line: str) -> str:
    """The code in a numbered line of a traceback."""
    number = _NUMBERED.match(line)
    return line[number.end() if number else 0 :].strip()


CHARACTERS = 5_000
"""How many characters of a block's text are shown."""
BLOCKS = 30
"""How many blocks of a cell are shown."""
LINES = 20
"""How many lines of a cell's output are shown where only the last ones matter."""


@dataclass(frozen=True)
class Block:
    """One output as it is shown."""

    kind: str  # printed, stderr, result, shown, error, image, note
    text: str  # describes the image or the HTML if there is one
    image: str = ""  # a `data:` URI
    html: Markup = field(default_factory=Markup)  # sanitised


def blocks(outputs: Iterable[Mapping[str, Any]]) -> list[Block]:
    """Pick what is shown of a cell's outputs, long ones cut with a sentence that says so."""
    visible = (block for block in _blocks(outputs) if block.text.strip() or block.image or block.html)
    kept = list(islice(visible, BLOCKS))
    if next(visible, None) is not None:
        kept.append(Block("note", f"Cut here: only the first {BLOCKS} outputs of this cell are shown."))
    return kept


def last_blocks(outputs: Sequence[Mapping[str, Any]]) -> list[Block]:
    """Pick the last of a cell's outputs, with a sentence above them if there are more."""
    kept: list[Mapping[str, Any]] = []
    room = LINES
    for output in reversed(outputs):
        is_printed = output.get("output_type") == "stream"
        lines = _joined(output.get("text")).splitlines(keepends=True) if is_printed else [""]
        if len(lines) > room:
            kept += [{**output, "text": "".join(lines[-room:])}] if is_printed and room else []
            return [
                Block("note", f"Earlier output was left out: these are the last {LINES} lines."),
                *blocks(kept[::-1]),
            ]
        room -= len(lines)
        kept.append(output)
    return blocks(kept[::-1])


def _blocks(outputs: Iterable[Mapping[str, Any]]) -> Iterator[Block]:
    # What was printed piece by piece is one text.
    for kind, group in groupby(outputs, key=_kind):
        if kind in ("printed", "stderr"):
            yield _text(kind, "".join(_joined(output.get("text")) for output in group))
        else:
            yield from (_block(kind, output) for output in group)


def _kind(output: Mapping[str, Any]) -> str:
    match output.get("output_type"):
        case "stream":
            return "stderr" if output.get("name") == "stderr" else "printed"
        case "error":
            return "error"
        case _:
            return "result"


def _block(kind: str, output: Mapping[str, Any]) -> Block:
    if kind == "error":
        return _text(kind, _traceback(output))
    data = output.get("data")
    return _result(data) if isinstance(data, Mapping) else _text(kind, _joined(output))


def _traceback(output: Mapping[str, Any]) -> str:
    lines = output.get("traceback")
    if isinstance(lines, list) and lines:
        return "\n".join(map(_joined, lines))
    return f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}"


def _result(data: Mapping[str, Any]) -> Block:
    """A result in the form that says most: an image, HTML, text, or else any other form, as text."""
    return _image(data) or _html(data) or _text("result", _words(data))


def _words(data: Mapping[str, Any]) -> str:
    # Markdown can be read as it is; the plain text beside it only names the class of the object.
    return _joined(data.get("text/markdown") or data.get("text/plain") or next(iter(data.values()), ""))


def _image(data: Mapping[str, Any]) -> Block | None:
    for mime in TYPES:
        try:
            content = _joined(data.get(mime)) or (drawing_in(_joined(data.get("text/html"))) if mime == SVG else "")
            uri = image_uri(mime, content)
        except ImageTooLargeError:
            return Block("note", "An image was left out here because it is too large.")
        if uri:
            description = _text("", _joined(data.get("text/plain"))).text
            return Block("image", description or "An image without a description", uri)
    return None


def _html(data: Mapping[str, Any]) -> Block | None:
    html = _without_empty_heads(sanitised(_joined(data.get("text/html"))))
    return Block("shown", _text("", _words(data)).text, html=html) if html else None


def _without_empty_heads(html: Markup) -> Markup:
    """Replace empty header cells, such as pandas writes above the index: they confuse screen readers."""
    return Markup(_EMPTY_HEAD.sub("<td></td>", html))  # noqa: S704 - it was sanitised


_EMPTY_HEAD = re.compile(r"<th(?: [^<>]*+)?>\s*+</th>")


def _text(kind: str, text: str) -> Block:
    return Block(kind, plain(cut(text, CHARACTERS)).strip("\n"))


def _joined(value: Any) -> str:
    """Text of a notebook: a string, or a list of its lines; anything else is written as JSON."""
    match value:
        case str():
            return value
        case list() if all(isinstance(line, str) for line in value):
            return "".join(value)
        case None:
            return ""
        case _:
            return json.dumps(value, default=str)
