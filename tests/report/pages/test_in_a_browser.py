"""Hostile submissions opened in a real browser: nothing runs, nothing is loaded, nobody is sent elsewhere."""

import base64
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat import v4

from nbproctor.report.pages.feedback import feedback_page
from nbproctor.report.student_content.autograded import safe_to_open
from nbproctor.results import Outcome
from nbproctor.system.nbgrader_modules import nbgrader
from tests.report.conftest import class_page, displayed, printed, raised

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]

ELSEWHERE = "https://elsewhere.example"

# Each says `alert`, or asks for a page elsewhere, if a browser lets it.
PAYLOADS = [
    "<script>alert('script')</script>",
    f"<script src='{ELSEWHERE}/script.js'></script>",
    "<scr<script>ipt>alert('nested')</scr</script>ipt>",
    "<img src=x onerror=alert('image')>",
    "<img src='x' onerror='alert(`quoted`)'",
    "<IMG SRC=x OnErRoR=alert('case')>",
    "<img/src=x/onerror=alert('slashes')>",
    f"<img src='{ELSEWHERE}/image.png'>",
    f"<img srcset='{ELSEWHERE}/set.png 1x'>",
    "<svg onload=alert('svg')></svg>",
    "<svg><script>alert('svg-script')</script></svg>",
    "<svg><animate onbegin=alert('animate') attributeName=x dur=1s></svg>",
    "<svg><foreignObject><body onload=alert('foreign')></foreignObject></svg>",
    f"<svg><image href='{ELSEWHERE}/svg.png'/></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(`mutated`)&gt;'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(`noscript`)>'>",
    "<iframe src='javascript:alert(`frame`)'></iframe>",
    "<iframe srcdoc='<script>alert(`srcdoc`)</script>'></iframe>",
    f"<iframe src='{ELSEWHERE}/frame'></iframe>",
    "<object data='data:text/html,<script>alert(1)</script>'></object>",
    f"<embed src='{ELSEWHERE}/embed'>",
    "<a href='javascript:alert(`link`)'>a link</a>",
    "<a href='java&#x0A;script:alert(`entity`)' target=_top>a link</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>a link</a>",
    "<details open ontoggle=alert('toggle')>",
    "<input autofocus onfocus=alert('focus')>",
    "<b onmouseover=alert('mouse') onclick=alert('click')>bold</b>",
    f"<form action='{ELSEWHERE}/form'><button autofocus>a button</button></form>",
    "<form><button formaction='javascript:alert(`formaction`)'>a button</button></form>",
    f"<meta http-equiv='refresh' content='0;url={ELSEWHERE}/refresh'>",
    f"<base href='{ELSEWHERE}/'>",
    f"<link rel=stylesheet href='{ELSEWHERE}/sheet.css'>",
    f"<style>@import '{ELSEWHERE}/import.css'; main, body {{ display: none }}</style>",
    f"<p style='background: url({ELSEWHERE}/style.png); position: fixed; inset: 0; z-index: 9'>100 %</p>",
    "</pre></code></figure></div></body></html><script>alert('closed')</script>",
    "<!--><script>alert('comment')</script>-->",
    "<video autoplay><source onerror=alert('video')></video>",
    "<template><script>alert('template')</script></template><marquee onstart=alert('marquee')>",
    "<div id=percent class=percent name=body>100 %</div>",
]
# What acts once Markdown has been made HTML of.
MARKDOWN = [
    "[a link](javascript:alert('markdown'))",
    "[a link]( <javascript:alert('brackets')> 'title')",
    "[a link](java&#115;cript:alert('entity'))",
    "[a link](\tJaVaScRiPt:alert('blanks'))",
    "[a link][defined] [defined]\n\n[defined]: javascript:alert('defined')",
    "[a link][below]\n\n[below]:\n  <javascript:alert('below')>",
    "> [a link](data:text/html,<script>alert(1)</script>)",
    "<javascript:alert('auto')>",
    f"![an image]({ELSEWHERE}/markdown.png)",
    f"![an image][there]\n\n[there]: {ELSEWHERE}/reference.png",
    "```mermaid\n<img src=x onerror=alert('diagram')>\n```",
    "$x <img src=x onerror=alert('formula')>$",
    "![an image](attachment:picture)",
    "![an image](attachment:drawing)",
    "![an image](attachment:missing)",
]
ATTACHMENTS = {
    "picture": {"image/png' onerror='alert(1)' x='": "AAAA", "image/png": "x\" onerror=\"alert('attachment')"},
    "drawing": {"image/svg+xml": base64.b64encode(b"<svg onload='alert(1)'/>").decode()},
}


@dataclass
class Watched:
    """What a page did while it was looked at."""

    dialogs: list[str] = field(default_factory=list)
    asked_for: list[str] = field(default_factory=list)
    forbidden: int = 0


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page, points at and clicks on all that is in it, and tells what it did; and gives the page."""
    page = browser.new_page()

    def opened(html):
        seen = Watched()
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        page.on("dialog", lambda dialog: (seen.dialogs.append(dialog.message), dialog.dismiss()))
        page.on("console", lambda said: setattr(seen, "forbidden", seen.forbidden + ("Policy" in said.text)))
        page.route("**/*", lambda route: answer(route, seen))
        page.goto(path.as_uri())
        page.evaluate(EVERYTHING)
        page.wait_for_timeout(300)
        # What a page of nbconvert's own asks for is not the submission's doing.
        seen.asked_for = [url for url in seen.asked_for if url.startswith(ELSEWHERE) or url == "moved away"]
        if page.url.partition("#")[0] != path.as_uri():
            seen.asked_for.append("moved away")
        return seen, page

    yield opened
    page.close()


def answer(route, seen):
    if route.request.url.startswith("file:") and route.request.url.endswith("page.html"):
        route.continue_()
    else:
        seen.asked_for.append(route.request.url)
        route.abort()


EVERYTHING = """() => {
    for (const element of document.querySelectorAll("body *")) {
        for (const kind of ["mouseover", "mouseenter", "focus", "toggle"])
            element.dispatchEvent(new MouseEvent(kind, {bubbles: true}));
        if (!element.href || /^(javascript|data):/.test(element.href)) element.click?.();
    }
}"""


def hostile_notebook():
    """A submission that tries every payload in every place that a notebook has."""
    notebook = v4.new_notebook()
    for payload in PAYLOADS:
        code = v4.new_code_cell(f"'''{payload}'''")
        code.metadata.update({"tags": [payload.replace(",", "")], "name": payload})  # set here they may be of any form
        code.outputs = nbformat.from_dict(outputs_of(payload))
        notebook.cells += [code, v4.new_markdown_cell(payload), v4.new_raw_cell(payload)]
    for text in MARKDOWN:
        notebook.cells.append(v4.new_markdown_cell(text, attachments=ATTACHMENTS))
        notebook.cells[-1].metadata.tags = ["' onclick='alert(1)"]
        output = {"output_type": "display_data", "data": {"text/markdown": text}, "metadata": {}}
        notebook.cells.append(v4.new_code_cell("x"))
        notebook.cells[-1].outputs = nbformat.from_dict([output])
    test = v4.new_code_cell("")
    test.outputs = nbformat.from_dict(outputs_of("".join(PAYLOADS)))
    test.metadata.nbgrader = {"grade": True, "locked": True, "solution": False, "grade_id": "test_ex1", "points": 1}
    notebook.cells.append(test)
    return notebook


def outputs_of(payload):
    single = [
        {"text/html": payload},
        {"image/svg+xml": payload},
        {"image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg'>{payload}</svg>"},
        {"text/markdown": payload},
        {"text/latex": f"${payload}$ \\href{{javascript:alert(1)}}{{x}}"},
        {"application/javascript": "alert('javascript')"},
        {"image/png": f"x' {payload}"},
        {payload: payload},
        {"text/plain": payload},
    ]
    outputs = [displayed(data) for data in single]
    outputs[0]["metadata"] = {"text/html": {"isolated": True}, "filenames": {"image/png": payload}}
    return [*outputs, printed(payload), raised(payload, payload, payload)]


def test_there_are_more_than_thirty_payloads():
    assert len(PAYLOADS + MARKDOWN) > 30


def test_the_feedback_page_runs_and_loads_nothing(opened, result, exercise):
    notebook = hostile_notebook()
    for cell in notebook.cells[:-1]:
        cell.metadata = nbformat.from_dict({})
    joined = "".join(PAYLOADS)
    for start in range(0, len(notebook.cells), 40):  # more cells than that are not shown
        part = v4.new_notebook()
        part.cells = [*notebook.cells[start : start + 40], notebook.cells[-1]]
        failed = exercise(1, Outcome.FAILED, name=PAYLOADS[0], message=joined)
        seen, page = opened(feedback_page(result(PAYLOADS[9], failed, repairs=tuple(PAYLOADS)), part))
        assert seen == Watched()
        assert page.locator(".grade .percent").inner_text() == "0 %"
        assert page.locator(".grade .percent").count() == 1


def test_nothing_in_a_frame_shows_outside_it(opened, result, exercise, notebook):
    style = "position: fixed; inset: 0; margin: -90em; transform: scale(9); width: 900em; font-size: 90em; float: left"
    html = f"<table style='{style}'><tr><td style='{style}'>100 %</td></tr></table>" + "<p>tall</p>" * 500
    work = notebook(("solution", "x", [displayed({"text/html": html})]), ("test_ex1", "", []))
    _, page = opened(feedback_page(result("a", exercise(1, Outcome.FAILED)), work))
    frame, cell = page.locator(".frame").bounding_box(), page.locator(".frame td").bounding_box()
    assert frame["height"] < 500
    assert frame["x"] <= cell["x"] < cell["x"] + cell["width"] <= frame["x"] + frame["width"]
    assert page.locator(".frame td").evaluate("cell => getComputedStyle(cell).position") == "static"


def test_the_class_report_runs_and_loads_nothing(opened, result, exercise):
    results = [
        result(f"{number} {payload}", exercise(1, Outcome.FAILED, name=payload, message=payload), repairs=(payload,))
        for number, payload in enumerate(PAYLOADS)
    ]
    links = {one.student: one.student[2:] for one in results}
    seen, page = opened(class_page(PAYLOADS[0], results, links))
    assert seen == Watched()
    page.get_by_role("button", name="Clear").click()
    assert page.locator("table.submissions tbody tr").count() == len(PAYLOADS)


SHARES = {Outcome.PASSED: 52, Outcome.FAILED: 13, Outcome.ERRORED: 13, Outcome.TIMED_OUT: 13}
SHARES |= {Outcome.NOT_ATTEMPTED: 5, Outcome.WAITING: 4}


def a_hundred(result, exercise, name="Exercise 1"):
    """Submissions whose shares have just the room for what is written on them."""
    outcomes = [outcome for outcome, count in SHARES.items() for _ in range(count)]
    return [result(f"student-{index:02d}", exercise(1, outcome, name=name)) for index, outcome in enumerate(outcomes)]


@pytest.mark.parametrize(
    ("media", "scheme", "colours"),
    [("screen", "light", "light"), ("screen", "dark", "dark"), ("print", "dark", "light")],
)
def test_the_charts_have_the_colours_of_the_page(opened, result, exercise, media, scheme, colours):
    seen, page = opened(class_page("midterm1", a_hundred(result, exercise), {}))
    page.emulate_media(media=media, color_scheme=scheme)

    def colour(selector, of):
        return page.locator(selector).first.evaluate("(element, of) => getComputedStyle(element)[of]", of)

    assert seen == Watched()
    assert colour("html", "color-scheme") == colours
    parts = [colour(f".chart .{outcome}", "fill") for outcome in SHARES]
    assert parts == [colour(f".legend .{outcome}", "background-color") for outcome in SHARES]
    assert colour(".chart .part + text", "fill") == colour(".legend .mark", "color")
    assert colour(".chart .column", "fill") == colour(".downloads a", "color")
    assert colour(".chart .middle", "fill") == colour(".chart", "color")
    assert colour(".chart text", "font-family") == colour("body", "font-family")


@pytest.mark.parametrize("name", ["1", "Exercise 1", "W" * 30, "手" * 30], ids=["short", "usual", "broad", "wide"])
def test_what_is_written_in_a_chart_has_room(opened, result, exercise, name):
    _, page = opened(class_page("midterm1", a_hundred(result, exercise, name), {}))
    page.evaluate("scrollTo(0, 0)")
    labels = page.locator(".chart .part + text")
    assert labels.all_text_contents() == ["✓ 52%", "✗ 13%", "! 13%", "◷ 13%", "○", "…"]
    for label in labels.all():
        part = label.locator("xpath=preceding-sibling::*[1]").bounding_box()
        text = label.bounding_box()
        assert part["x"] <= text["x"] < text["x"] + text["width"] <= part["x"] + part["width"]
        assert part["y"] <= text["y"] < text["y"] + text["height"] <= part["y"] + part["height"]
    bar = page.locator(".chart .part").first.bounding_box()
    before = [bar["x"] - 4, bar["y"] + bar["height"] / 2]
    assert page.evaluate("point => document.elementFromPoint(...point).tagName", before) == "svg"  # no name's letter


def test_a_screen_reader_is_told_what_the_charts_show(opened, result, exercise):
    _, page = opened(class_page("midterm1", a_hundred(result, exercise, 'a < b & "c"'), {}))
    told = 'Share of each outcome a < b & "c": 52 % passed, 13 % failed, 13 % errored, 13 % timed out'
    assert page.get_by_role("img", name=told).count() == 1
    assert page.get_by_role("img", name="Histogram of the percentages 0–9 %: 44, 10–19 %: 0").count() == 1


# --- in nbconvert's pages, formgrader's among them ------------------------------------------------


@pytest.fixture(params=["lab", "classic", "formgrade"])
def as_page(request):
    """Makes a page of a notebook, as nbconvert does by itself and for formgrader."""
    templates = Path(nbgrader("_version").__file__).parent / "server_extensions" / "formgrader" / "templates"

    def as_page(notebook):
        exporter = HTMLExporter(template_name=request.param, extra_template_basedirs=[str(templates)])
        resources = {"base_url": "", "notebook_path": "", "index": 0, "total": 1}
        resources |= dict.fromkeys(("assignment_id", "notebook_id", "submission_id", "student"), "a")
        resources |= dict.fromkeys(("last_name", "first_name"), "")
        html, _ = exporter.from_notebook_node(notebook, resources=resources)
        return html

    return as_page


def test_the_autograded_notebook_runs_and_loads_nothing(opened, as_page):
    seen, _ = opened(as_page(safe_to_open(hostile_notebook(), ())))
    assert (seen.dialogs, seen.asked_for) == ([], [])


@pytest.mark.filterwarnings("ignore:Your element")
def test_the_same_notebook_as_it_was_would_have_done_both(opened, as_page):
    notebook = hostile_notebook()
    notebook.cells = [cell for cell in notebook.cells if "attachment:" not in str(cell)]
    del notebook.cells[75:-20]  # some of each kind do
    seen, _ = opened(as_page(notebook))
    assert seen.dialogs
    assert seen.asked_for
