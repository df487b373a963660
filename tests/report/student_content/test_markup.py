"""HTML of outputs: what people show stays, what costs more to read than to write does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pandas as pd
import pytest

from nbproctor.report.student_content.markup import CHARACTERS, sanitised

MOST_CHARACTERS = 4_000_000
MOST_MEMORY_BYTES = 1 << 30


def _many(pattern: str, count: int) -> str:
    return "".join(pattern.format(number=number) for number in range(count))


# Each makes HTML of about so many characters, in which elements are opened again and again, or nested.
SLOW: dict[str, Callable[[int], str]] = {
    "formatting in each paragraph": lambda size: (
        _many("<b style='color:#{number:06x}'>", size // 52) + "<p>x</p>" * (size // 16)
    ),
    "formatting that is closed at the end": lambda size: (
        _many("<i title='{number}'>", size // 60) + "<p>x</p>" * (size // 16) + "</i>" * (size // 60)
    ),
    "closed in comments": lambda size: _many("<b id={number}><!--</b>-->", size // 22),
    "closed in attributes": lambda size: _many("<b title='</b>' id={number}>", size // 28),
    "closed in a text field": lambda size: _many("<b id={number}><textarea></b></textarea>", size // 36),
    "closed in a style": lambda size: _many("<u id={number}><style></u></style>", size // 30),
    "closed in a declaration": lambda size: _many("<b id={number}><!x </b>>", size // 22),
    "closed in a quote without an end": lambda size: '<b title="' + "</b><div>" * (size // 9),
    "one long tag": lambda size: f"<b style='{'a' * (size // 2)}'>" + "<p>" * (size // 6),
    "nested deep": lambda size: "<div>" * (size // 5),
    "nested in tables": lambda size: "<table><tr><td>" * (size // 15),
    "misnested": lambda size: "<b><p></b>" * (size // 10),
    "links in links": lambda size: "<a><div>" * (size // 8),
    "headings without end": lambda size: "<h1><h2>" * (size // 8),
    "tags without end": lambda size: "<b " * (size // 3),
    "nothing but signs": lambda size: "<" * size,
    "empty declarations": lambda size: "<!>" * (size // 3),
}

_SHOW = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MOST_MEMORY_BYTES}, {MOST_MEMORY_BYTES}))
from nbproctor.report.student_content.markup import sanitised
print(len(sanitised(sys.stdin.read())))
"""


@pytest.mark.parametrize("name", SLOW)
def test_what_is_slow_to_read_stays_small(name: str) -> None:
    for size in (CHARACTERS // 8, CHARACTERS // 4, CHARACTERS // 2, CHARACTERS - 1):
        assert len(sanitised(SLOW[name](size))) < MOST_CHARACTERS


def test_nothing_takes_much_memory() -> None:
    for name, make in SLOW.items():
        done = subprocess.run([sys.executable, "-c", _SHOW], input=make(CHARACTERS - 1), capture_output=True, text=True)
        assert done.returncode == 0, f"{name}: {done.stderr}"


@pytest.mark.parametrize("rows", [3, 60, 200])
def test_tables_of_pandas_stay(rows: int) -> None:
    table = pd.DataFrame({"n": range(rows), "name": ["a <b> & c"] * rows})
    for html in (table._repr_html_(), table.to_html(), table.style.highlight_max(subset=["n"]).to_html()):
        assert "<table>" in sanitised(html)


@pytest.mark.parametrize(
    "html",
    [
        "<b>bold</b> and <i>slanted</i>",
        "<p>one<p>two<br>three",
        '<ul><li>a<li>b</ul><span style="color: red">red</span>',
        "<table><tr><td align=right>1</td></tr></table>",
        "1 < 2 and <b>3 > 2</b>",
        "<!-- a comment --><p>text</p>",
    ],
)
def test_simple_text_stays(html: str) -> None:
    assert sanitised(html)
