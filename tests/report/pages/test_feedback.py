"""The grade report of one submission."""

import base64
import hashlib
import io
import re
import time
from dataclasses import replace

import pandas
import pytest
from matplotlib.figure import Figure

from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Outcome, SubmissionRecord
from tests.report.conftest import displayed, image, printed, raised

PASSED = [printed("Passed! Please submit.\n")]


def shown(**data):
    kinds = {"plain": "text/plain", "html": "text/html", "markdown": "text/markdown", "svg": "image/svg+xml"}
    kinds |= {kind: f"image/{kind}" for kind in ("png", "jpeg", "gif")}
    return displayed({kinds[kind]: content for kind, content in data.items()})


@pytest.fixture
def page_of(exercise, result, notebook, read):
    """The page of a submission whose one solution cell has some outputs."""

    def page(*outputs, source="x = 1"):
        cells = [("solution", source, list(outputs)), ("test_ex1", "", PASSED)]
        return read(feedback_page(result("student-001", exercise(1)), notebook(*cells)))

    return page


@pytest.fixture
def without_cells(result, notebook, read):
    """The page of a submission without cells, with an exercise of each outcome."""
    return read(feedback_page(result(), notebook()))


def test_it_says_who_earned_what_and_how_each_exercise_ended(without_cells):
    text = " ".join(without_cells.text.split())
    for word in ("midterm1", "student-001", "25 %", "2 of 10 points", "You need 8 points for 100 %."):
        assert word in text
    for outcome in ("passed", "failed", "errored", "timed out", "not attempted"):
        assert outcome in text
    assert "Your notebook has no code for this exercise." in text


def test_what_could_not_be_examined_has_no_points_and_the_page_no_percentage(exercise, result, notebook, read):
    page = read(feedback_page(result("student-001", exercise(1), exercise(2, Outcome.UNEXAMINED)), notebook()))
    text = " ".join(page.text.split())
    assert "– / 2" in text
    assert "0 / 2" not in text
    assert "0 %" not in text.replace("100 %", "")
    assert "points so far" in text
    assert "could not be graded yet because of a technical problem" in text


def test_repairs_are_told_only_if_there_are_any(result, notebook):
    heading = "What was repaired in your notebook"
    assert heading not in feedback_page(result(), notebook())
    page = feedback_page(result(repairs=("the cell was put back",)), notebook())
    assert heading in page
    assert "<li>The cell was put back.</li>" in page


def test_another_notebook_is_told_before_anything_else(result, notebook, read):
    told = ("this is the notebook of lesson1, not of midterm1",)
    other = result(submission=SubmissionRecord("ab" * 32, None, (), other_notebook=told))
    text = read(feedback_page(other, notebook())).text
    assert "This is the notebook of lesson1, not of midterm1." in text.partition("What to do next")[0]
    assert "Another notebook" not in feedback_page(result(), notebook())


def test_a_message_keeps_its_lines(exercise, result, notebook):
    failed = exercise(1, Outcome.FAILED, message="first\n  second")
    assert '<pre class="message" tabindex="0" role="group" aria-label="Message">first\n  second</pre>' in feedback_page(
        result("a", failed), notebook()
    )


def test_it_says_in_words_which_test_ran_beside_the_students_code(exercise, result, notebook):
    said = "ran in the same process as your code"
    assert said not in feedback_page(result("a", exercise(1)), notebook())
    assert said in feedback_page(result("a", exercise(1, isolated=False)), notebook())


def test_the_source_of_a_test_cell_is_never_shown(result, notebook):
    cells = [
        ("solution", "written", []),
        ("test_ex1", "HIDDEN", PASSED),
        ("test_of_no_exercise", "HIDDEN", PASSED),
        ("own", "added", []),
        ("test_ex2", "HIDDEN", PASSED),
        ("test_ex2", "HIDDEN", PASSED),
    ]
    page = feedback_page(result(), notebook(*cells))
    assert "HIDDEN" not in page
    assert "Passed! Please submit." in page


def test_a_traceback_does_not_quote_the_test_cell(result, notebook, read):
    test = "def check(x):\n    assert x == 'HIDDEN'\nfor x in [1]:\n    check(x) # HIDDEN"
    traceback = [
        "\x1b[31mAssertionError\x1b[39m              Traceback (most recent call last)",
        "\x1b[36mCell\x1b[39m\x1b[32m In[1], line 4\x1b[39m\n"
        "\x1b[32m      3\x1b[39m for x in [1]:\n\x1b[32m----> 4\x1b[39m     check(x) \x1b[3m# HIDDEN\x1b[23m",
        "Cell In[1], line 2, in check\n      1 def check(x):\n----> 2     assert x == 'HIDDEN'",
        "Cell In[2], line 1, in written_by_the_student\n----> 1     return x / 0",
        "AssertionError: wrong",
    ]
    error = raised("AssertionError", "wrong", *traceback)
    page = read(feedback_page(result(), notebook(("test_ex1", test, [error]))))
    assert "HIDDEN" not in page.text
    assert "return x / 0" in page.text
    assert "AssertionError: wrong" in page.text


def test_a_test_cell_that_is_marked_as_a_solution_too_is_not_shown_either(result, notebook):
    work = notebook(("test_ex1", "HIDDEN", []))
    work.cells[0].metadata.nbgrader.solution = True
    work.cells[0].metadata.nbgrader.locked = False
    assert "HIDDEN" not in feedback_page(result(), work)


def test_an_answer_that_a_person_grades_is_called_so(exercise, result, notebook):
    cells = notebook(("solution", "**Fibonacci**", []), ("test_ex2", "", []))
    page = feedback_page(result("a", exercise(1, Outcome.WAITING, cell="solution"), exercise(2)), cells)
    for summary in ("Your answer", "Your code and its outputs"):
        assert page.count(f"<summary>{summary}</summary>") == 1


def test_an_answer_that_a_person_grades_is_shown_as_the_students_work(result, notebook):
    work = notebook(("solution", "answered_by_hand", []), ("test_ex1", "", []))
    work.cells[0].metadata.nbgrader.grade = True
    assert "answered_by_hand" in feedback_page(result(), work)


def test_code_belongs_to_the_next_test_cell(exercise, result, notebook):
    cells = [
        ("given", "locked_away", []),
        ("solution", "written_for_1", []),
        ("own", "added_for_1", []),
        ("test_ex1", "", []),
        ("solution", "written_for_2", []),
        ("test_ex2", "", []),
    ]
    page = feedback_page(result("student-001", exercise(1), exercise(2)), notebook(*cells))
    first, second = page.split('<section class="exercise')[1:]
    assert "written_for_1" in first
    assert "added_for_1" in first
    assert "written_for_2" in second
    assert "locked_away" not in page


def test_metadata_of_a_cell_that_the_student_added_may_be_anything(result, notebook):
    work = notebook(("own", "added", []), ("test_ex1", "", []))
    work.cells[0].metadata["nbgrader"] = ["grade"]
    assert "added" in feedback_page(result(), work)


@pytest.mark.parametrize(
    ("outputs", "html"),
    [
        ([printed("one "), printed("two")], 'aria-label="Printed">one two</pre>'),
        ([printed("careful", "stderr")], "<figcaption>Printed to stderr</figcaption>"),
        ([raised("E", "v", "\x1b[0;31mE\x1b[0m: v", "2")], 'aria-label="Error">E: v\n2</pre>'),
        ([{"output_type": "error", "ename": "NameError", "evalue": "x"}], 'aria-label="Error">NameError: x</pre>'),
        ([shown(plain="<IPython Markdown>", markdown="# A *title*")], 'aria-label="Result"># A *title*</pre>'),
    ],
    ids=["in pieces", "stderr", "colours of the terminal", "no traceback", "Markdown as it was written"],
)
def test_an_output_is_labelled_and_its_text_shown(page_of, outputs, html):
    assert html in page_of(*outputs).html


def test_a_table_is_shown_in_a_frame_of_its_own(page_of):
    frame = pandas.DataFrame({"suit": ["♥", "<b>"], "count": [13, 2]})
    page = page_of(shown(plain=repr(frame), html=frame.to_html()))
    start = page.html.index('<div class="frame"')
    framed = page.html[start : page.html.index("</div>", start)]
    assert "Shown by your code" in page.html[start - 60 : start]
    assert "<th>suit</th>" in framed
    assert "<td>&lt;b&gt;</td>" in framed
    assert "class=" not in framed.removeprefix('<div class="frame"')


def test_the_colours_of_a_table_are_kept_and_nothing_else_of_its_style(page_of):
    style = "color: red; position: fixed; inset: 0; margin-top: -40em; background: url(https://example.org/x)"
    page = page_of(shown(html=f"<table><tr><td style='{style}'>1</td></tr></table>"))
    assert [cell["style"] for cell in page.all("td") if "style" in cell] == ["color:red"]


def test_html_leaves_its_text_and_nothing_that_acts(page_of):
    page = page_of(shown(html="<b onclick=alert(1) id=repairs class=percent>bold <a href='//x'>link</a></b>"))
    assert "<b>bold link</b>" in page.html
    assert not page.dangers


def test_html_that_shows_nothing_gives_way_to_the_plain_text(page_of):
    page = page_of(shown(plain="<IPython HTML>", html="<script>alert(1)</script><style>* {display: none}</style>"))
    assert "<IPython HTML>" in page.text
    assert 'class="frame"' not in page.html


def test_unclosed_html_stays_in_its_frame(page_of):
    page = page_of(printed("before"), shown(html="</div></figure></details><table><tr><td>1"), printed("after"))
    assert "<td>1</td></tr></tbody></table></div></figure>" in page.html


@pytest.mark.parametrize("html", ["<div>" * 200_000, "<b>" * 30_000, "<div><p></div>" * 7_000, "x" * 5_000_000])
def test_html_that_was_written_to_be_slow_to_read_is_not_read(page_of, html):
    start = time.process_time()
    page_of(*(shown(plain="instead", html=html) for _ in range(20)))
    assert time.process_time() - start < 3


def test_a_text_that_turns_direction_is_shown_with_a_sign(page_of):
    page = page_of(shown(html="<p>a &#x202e;b \u2066c</p>"))
    assert "a \ufffdb \ufffdc" in page.text
    assert not page.dangers


@pytest.mark.parametrize("content", ["PHN2Zz4=", "not base64!", "", "iVBORw0KGgo=", ["iVBOR", 1], {"a": 1}, None])
def test_what_is_no_png_is_not_shown_as_an_image(page_of, content):
    page = page_of(shown(png=content, plain="<Figure>"))
    assert not page.all("img")
    assert "<Figure>" in page.text


@pytest.mark.parametrize("kind", ["jpeg", "gif", "png"])
def test_an_image_is_shown_with_its_text_as_description_if_it_is_one_of_its_type(page_of, kind):
    content = image(kind)
    found = page_of(shown(plain="<Figure>", **{kind: content})).all("img")
    assert found == [{"src": f"data:image/{kind};base64,{content}", "alt": "<Figure>"}]
    for other in {"jpeg", "gif", "png"} - {kind}:
        assert not page_of(shown(plain="", **{other: content})).all("img")


@pytest.mark.parametrize("kind", ["jpeg", "gif"])
def test_a_truncated_image_is_not_shown(page_of, kind):
    content = base64.b64encode(base64.b64decode(image(kind))[:9]).decode()
    assert not page_of(shown(**{kind: content})).all("img")


def test_a_drawing_is_shown_as_an_image_where_no_script_runs(page_of):
    figure = Figure(figsize=(2, 2))
    figure.subplots().plot([1, 2], [3, 1], marker="o")
    text = io.StringIO()
    figure.savefig(text, format="svg")
    page = page_of(shown(plain="<Figure>", svg=text.getvalue()))
    assert [image["src"].partition(",")[0] for image in page.all("img")] == ["data:image/svg+xml;base64"]
    assert not page.all("svg")


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>100 %</p></foreignObject>",
        "<image href='https://example.org/x'/>",
        "<g id='a'><use href='#b'/><use href='#b'/></g><g id='b'><path d='M0 0'/></g>",
        "<filter id='f'/>",
        "<path id='a' d='" + 9_000 * "M0 0" + "'/>" + 300 * "<use href='#a'/>",
        "<animate/>",
        "<unclosed>",
    ],
)
def test_what_is_more_than_a_drawing_is_not_shown(page_of, inside):
    page = page_of(shown(plain="<Figure>", svg=f"<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>"))
    assert not page.all("img")
    assert "<Figure>" in page.text


def test_a_drawing_with_entities_of_its_own_is_not_read(page_of):
    laughs = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><svg><text>&b;</text></svg>"
    assert not page_of(shown(svg=laughs)).all("img")


def test_an_image_of_too_many_pixels_is_left_out(page_of, png):
    content = bytearray(base64.b64decode(png))
    content[16:24] = b"\x00\x01\x00\x00" * 2
    page = page_of(shown(png=base64.b64encode(bytes(content)).decode()))
    assert not page.all("img")
    assert "An image was left out here" in page.text


def test_a_long_output_is_cut_and_says_so(page_of):
    page = page_of(printed("begin" + 10_000_000 * "x" + "end"))
    assert len(page.html) < 50_000
    assert "[Cut here: 9,995,008 characters are not shown.]" in page.text
    assert "begin" in page.text
    assert "xend" in page.text


@pytest.mark.parametrize(("outcome", "cases"), [(Outcome.FAILED, 0), (Outcome.FAILED, 7), (Outcome.PASSED, 0)])
def test_of_a_failed_plain_test_the_last_output_is_shown(outcome, cases, exercise, result, notebook, read):
    errors = [raised("AssertionError", "f(400)")] if outcome is Outcome.FAILED else []

    def text(calls):
        lines = "".join(f"call {number:03}\n" for number in range(calls))
        outputs = [printed(lines), printed("a warning\n", "stderr"), *errors]
        one = exercise(1, outcome, cases=cases)
        return read(feedback_page(result("student-001", one), notebook(("test_ex1", "", outputs)))).text

    is_cut = "Earlier output was left out: these are the last 20 lines." in text(400)
    assert is_cut == ("call 000" not in text(400)) == (outcome is Outcome.FAILED and not cases)
    assert "call 399" in text(400) and "a warning" in text(400)
    assert "Earlier output" not in text(18) and "call 000" in text(18)


def test_many_outputs_are_cut_and_say_so(page_of):
    page = page_of(*(shown(plain=f"output {number}") for number in range(500)))
    assert "only the first 30 outputs of this cell are shown" in page.text
    assert "output 30" not in page.text


def test_many_cells_are_cut_and_say_so(exercise, result, notebook):
    cells = [("own", f"x{number}", []) for number in range(500)]
    page = feedback_page(result("student-001", exercise(1)), notebook(*cells, ("test_ex1", "", [])))
    assert "Cells not shown: 450" in page


def test_long_code_is_cut_and_says_so(page_of):
    assert "characters are not shown" in page_of(source="x = 1\n" * 100_000).text


def test_a_long_message_is_cut(exercise, result, notebook):
    failed = exercise(1, Outcome.FAILED, message="x" * 10_000_000)
    assert len(feedback_page(result("student-001", failed), notebook())) < 50_000


def test_an_output_of_an_unknown_kind_is_shown_as_text(page_of):
    page = page_of({"output_type": "<script>", "data": "<script>", "text": {"a": [1]}})
    assert not page.dangers


def test_nothing_hostile_comes_through(hostile, exercise, result, notebook, read):
    outputs = [
        printed(hostile),
        raised(hostile, hostile, hostile),
        {"output_type": hostile, "name": hostile},
        shown(plain=hostile, html=hostile, png=hostile, svg=hostile),
        shown(html=hostile),
        shown(png=hostile),
        {**displayed({hostile: hostile}), "metadata": {hostile: hostile}},
    ]
    failed = exercise(1, Outcome.FAILED, name=hostile, message=hostile)
    graded = result(hostile, failed, assignment=hostile, repairs=(hostile,), versions={hostile: hostile})
    graded = replace(graded, submission=replace(graded.submission, received=hostile, sha256=hostile))
    cells = [("solution", hostile, outputs), ("own", f"'''{hostile}", outputs), ("test_ex1", hostile, outputs)]
    html = feedback_page(graded, notebook(*cells))
    page = read(html)
    assert not page.dangers
    html.encode("utf-8")
    if hostile.isprintable():
        assert page.text.count(hostile) > 10


def test_it_loads_nothing_and_a_policy_forbids_the_browser_everything_else(without_cells):
    page = without_cells
    assert not page.all("link")
    assert "@import" not in page.html and "url(" not in page.html
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    (style,) = re.findall("<style>(.*?)</style>", page.html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert rules["style-src-elem"] == f"'sha256-{digest}'"
    assert rules["img-src"] == "data:"
    for what in ("default-src", "script-src", "base-uri", "form-action"):
        assert rules[what] == "'none'"


def test_every_head_of_the_table_has_a_scope(without_cells):
    heads = without_cells.all("th")
    assert heads
    assert all(head["scope"] in ("row", "col") for head in heads)


def test_rendering_twice_gives_the_same_page(result, notebook):
    work = notebook(("solution", "x = 1", [printed("1")]), ("test_ex1", "", PASSED))
    assert feedback_page(result(), work) == feedback_page(result(), work)


@pytest.mark.parametrize(
    "line",
    [
        "'%" + "0" * 20_000,
        "match" + " " * 20_000 + "x",
        '"""' * 7_000,
        "'\"" * 10_000,
        "rb'" * 7_000,
        "\\" * 20_000,
        "a." * 10_000,
        "@" * 20_000,
        "def " * 5_000,
        "0_" * 10_000,
    ],
)
def test_code_that_was_written_to_be_slow_to_colour_is_not(page_of, line):
    start = time.process_time()
    page_of(source=line)
    assert time.process_time() - start < 2
