"""Results, notebooks and hostile strings for the tests of the reports, and a reader of their pages."""

from __future__ import annotations

import base64
import dataclasses
import io
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode, v4
from PIL import Image

from nbproctor.report.pages.class_report import class_page_in_pieces
from nbproctor.report.words import RARE
from nbproctor.results import Decision, ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord, percent

GRADED = [outcome for outcome in Outcome if outcome not in RARE]
"""How an exercise ends that was examined."""

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "svg": "<svg onload=alert(1)><a xlink:href='https://example.org'/></svg>",
    "image": "<img src=https://example.org/x onerror=alert(1)>",
    "url": "javascript:alert(1)",
    "server": "//example.org/x",
    "double quote": '" onmouseover="alert(1)',
    "single quote": "' onfocus='alert(1)' autofocus='",
    "closing tags": "</code></pre></details></style></title></svg><iframe src=https://example.org></iframe>",
    "meta": '<meta http-equiv="refresh" content="0;url=https://example.org">',
    "comment": "--><!--]]><![CDATA[",
    "template": "{{ 7 * 7 }}{% include 'page.html.j2' %}",
    "mathematics": r"$\frac{1}{0}$ $ #000001",
    "formula": '=HYPERLINK("https://example.org")',
    "terminal": "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b31m [bold]bold[/bold] :smile:",
    "control": "nul \x00 bell \x07 delete \x7f",
    "direction": "\u202eesrever\u202c \u2066isolate\u2069 \u200b",
    "surrogate": "half \ud800 a character \udc41",
    "markdown": "![x](https://example.org/x) [x](javascript:alert(1)) <https://example.org>",
    "styles": "<style>@import 'https://example.org'; .label {display: none}</style><p style='position:fixed'>",
    "unescaped": "&lt;script&gt;alert(1)&lt;/script&gt;",
}


@pytest.fixture(params=HOSTILE.values(), ids=HOSTILE.keys())
def hostile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def exercise() -> Callable[..., ExerciseResult]:
    return make_exercise


@pytest.fixture
def result() -> Callable[..., Result]:
    return make_result


@pytest.fixture
def notebook() -> Callable[..., NotebookNode]:
    return make_notebook


@pytest.fixture
def png() -> str:
    return image("png")


@pytest.fixture
def read() -> Callable[[str], Page]:
    return Page


def image(kind: str) -> str:
    """A small image of a type, as base64."""
    content = io.BytesIO()
    Image.new("RGB", (3, 2), "red").save(content, format=kind)
    return base64.b64encode(content.getvalue()).decode()


def printed(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def displayed(data: dict[str, Any]) -> dict[str, Any]:
    return {"output_type": "display_data", "data": data, "metadata": {}}


def raised(name: str, value: str, *traceback: str) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": value, "traceback": [*traceback]}


def make_exercise(number: int = 1, outcome: Outcome = Outcome.PASSED, **other: Any) -> ExerciseResult:
    passed = outcome is Outcome.PASSED
    fields: dict[str, Any] = {
        "name": f"Exercise {number}",
        "cell": f"test_ex{number}",
        "points": 2.0,
        "earned": 2.0 if passed else 0.0,
        "outcome": outcome,
        "isolated": True,
        "cases": 7,
        "message": "" if passed else "count_bits(0) returned None; expected 0",
        "seconds": 0.25,
    }
    decided = {each.name: other.pop(each.name) for each in dataclasses.fields(Decision) if each.name in other}
    return ExerciseResult(**fields | other, decision=Decision(**decided))


def make_result(
    student: str = "student-001", *exercises: ExerciseResult, repairs: tuple[str, ...] = (), **other: Any
) -> Result:
    exercises = exercises or tuple(make_exercise(number, outcome) for number, outcome in enumerate(GRADED))
    score = sum(one.score for one in exercises)
    fields: dict[str, Any] = {
        "assignment": "midterm1",
        "score": score,
        "max_score": sum(one.points for one in exercises),
        "cap": 8.0,
        "percent": percent(score, 8.0),
        "submission": SubmissionRecord("ab" * 32, "2024-03-04T13:37:05+01:00", repairs),
        "sandbox": SandboxRecord("B", ("seccomp",)),
        "versions": {"nbproctor": "0.2.0"},
    }
    return Result(student=student, exercises=exercises, **fields | other)


def class_page(assignment: str, results: Sequence[Result], links: Mapping[str, str]) -> str:
    return "".join(class_page_in_pieces(assignment, results, links))


def make_notebook(*cells: tuple[str, str, list[dict[str, Any]]]) -> NotebookNode:
    """A notebook of cells: a kind (`solution`, `given`, `own` or a test's name), source and outputs."""
    notebook = v4.new_notebook()
    notebook.cells = [_cell(*cell) for cell in cells]  # set here they may be of any form
    return notebook


def _cell(kind: str, source: str, outputs: list[dict[str, Any]]) -> NotebookNode:
    cell = v4.new_code_cell(source)
    cell.outputs = nbformat.from_dict(outputs)
    if kind != "own":
        test = kind.startswith("test_")
        cell.metadata.nbgrader = {
            "grade": test,
            "locked": kind != "solution",
            "solution": kind == "solution",
            "grade_id": kind,
        }
    return cell


class Page(HTMLParser):
    """What a browser would find in a page: its elements, their attributes, its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def dangers(self) -> list[str]:
        """Everything in the page that could run, load or send something, or deceive the reader."""
        tags = {"script", "iframe", "object", "embed", "base", "form", "link", "audio", "video", "foreignobject"}
        found = [tag for tag, _ in self.elements if tag in tags]
        for script in re.findall("<script>(.*?)</script>", self.html, re.DOTALL):
            if f"script-src 'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}';" in self.html:
                found.remove("script")  # the page's own
        for tag, attributes in self.elements:
            found += [f"{tag} {name}={value}" for name, value in attributes.items() if _acts(name, value)]
        found += [meta["content"] for meta in self.all("meta") if meta.get("http-equiv") == "refresh"]
        found += [repr(character) for character in self.html if _deceives(character)]
        return found


def _acts(name: str, value: str) -> bool:
    if name.startswith("on") or name == "srcdoc":
        return True
    if name in ("href", "src", "xlink:href", "srcset", "action", "formaction", "poster", "background", "data"):
        images = ("data:image/png;base64,", "data:image/svg+xml;base64,")
        return not value.startswith(images) and (":" in value or value.startswith(("/", "\\")))
    return name == "style" and "url(" in value


def _deceives(character: str) -> bool:
    return (ord(character) < 32 and character not in "\n\t") or character in "\x7f\x9b\u202e\u2066\ud800\udc41"
