"""What pages say is wrong: each line is a sentence, with a capital and a stop."""

from __future__ import annotations

import re
from html import unescape

import httpx

_SAID = re.compile(r'<p role="alert">(.*?)</p>', re.DOTALL)


def require_sentences(answer: httpx.Response) -> None:
    """Require that every line of what a page says is wrong begins with a capital and ends with a stop."""
    if answer.headers.get("content-type", "").startswith("text/html"):
        answer.read()
        for said in _SAID.findall(answer.text):
            require_sentence(unescape(said))


def require_sentence(said: str) -> None:
    """Require the same of a text; a list of sentences may have a heading."""
    for line in said.splitlines():
        assert line[:1].isupper(), said
        assert line.endswith((".", ":")) and not line.endswith(".."), said
    assert said.endswith("."), said
