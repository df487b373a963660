"""The autograded notebook, made safe to open."""

import nbformat
import pytest
from nbformat import v4

from nbproctor.report.student_content.autograded import notebook_text, safe_to_open, without_tags
from tests.report.conftest import displayed


def cell_with(*data):
    cell = v4.new_code_cell("x = 1")
    cell.outputs = nbformat.from_dict([{**displayed(one), "metadata": {"image/png": {"width": 1}}} for one in data])
    return cell


def safe(cell, released=()):
    (made,) = safe_to_open(v4.new_notebook(cells=[cell]), released).cells
    return made


def data_of(*data):
    return [output.data for output in safe(cell_with(*data)).outputs]


def markdown_cell(source, **marks):
    return v4.new_markdown_cell(source, metadata={"nbgrader": marks})


@pytest.mark.parametrize(
    "markdown",
    [
        "# A title\n\n1 < 2, a<=b, x<-1, `List` and *words*",
        "$a < b$",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "[a page](https://example.org) https://example.org",
        "[a page][1]\n\n[1]: https://example.org",
        "Wow! (really)",
        r"$\frac{1}{2} \hrefs \classes \urlx$",
    ],
)
def test_markdown_that_only_shows_something_stays_as_it_is(markdown):
    assert without_tags(markdown) == markdown


@pytest.mark.parametrize(
    ("markdown", "safe"),
    [
        ("<b>x</b>", "< b>x< /b>"),
        ("$x<y$", "$x< y$"),
        ("<<script>", "<< script>"),
        ("![x](https://example.org/x)", "! [x](https://example.org/x)"),
        ("[x](javascript:f)", "[x] (javascript:f)"),
        ("[x]: javascript:f", "[x] : javascript:f"),
        ("``` mermaid", "``` text mermaid"),
        (r"$\href{javascript:f}{x}$", r"$\ href{javascript:f}{x}$"),
        (r"$\class{jp-x}{x}\style{position:fixed}{y}$", r"$\ class{jp-x}{x}\ style{position:fixed}{y}$"),
    ],
)
def test_what_would_act_gets_a_space(markdown, safe):
    assert without_tags(markdown) == safe


def test_an_image_of_the_cells_own_is_shown(png):
    markdown = "![a figure](attachment:figure.png) ![another](attachment:other.png)"
    attachments = {"figure.png": {"image/png": png, "text/html": "x"}, "other.png": {"image/png": "no image"}}
    made = safe(v4.new_markdown_cell(markdown, attachments=attachments))
    assert made.source == "![a figure](attachment:figure.png) ! [another](attachment:other.png)"
    assert made.attachments == {"figure.png": {"image/png": png}}


def test_markdown_that_is_as_it_was_released_stays_so():
    prompt = v4.new_markdown_cell('<div class="alert">Read this</div> <img src="cards.png">')
    assert safe(prompt, {prompt.source}).source == prompt.source


def test_a_cell_of_the_instructor_stays_as_it_is():
    cell = markdown_cell("<b>locked</b>", grade=False, locked=True, solution=False, grade_id="prose")
    assert safe(cell) == cell


def test_the_answer_to_a_question_is_made_safe_and_keeps_what_nbgrader_knows_of_it():
    cell = markdown_cell("<b>mine</b>", grade=True, locked=False, solution=True, grade_id="essay", points=1)
    made = safe(cell)
    assert (made.source, made.metadata) == ("< b>mine< /b>", cell.metadata)


def test_code_is_never_changed():
    cell = v4.new_code_cell("x = '<b>'; y = z[0](1) # ![")
    assert safe(cell).source == cell.source


def test_of_an_output_every_form_that_only_shows_something_is_kept(png):
    (data,) = data_of({"text/plain": "p", "text/html": "<b>h</b>", "image/png": png, "application/javascript": "f()"})
    assert data == {"text/plain": "p", "text/html": "<b>h</b>", "image/png": png}


def test_a_drawing_becomes_an_image():
    (data,) = data_of({"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>"})
    assert data["text/html"].startswith('<img src="data:image/svg+xml;base64,')
    assert list(data) == ["text/html"]


def test_an_output_that_only_acts_is_named():
    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "application/javascript": "f()"}
    (data,) = data_of(widget)
    assert data["text/plain"].endswith("application/vnd.jupyter.widget-view+json, application/javascript]")


def test_the_notebook_given_is_not_changed_and_what_comes_is_valid(png):
    notebook = v4.new_notebook(cells=[cell_with({"text/html": "<script>"}, {"image/png": png})])
    before = nbformat.writes(notebook)
    nbformat.validate(safe_to_open(notebook, ()))
    assert nbformat.writes(notebook) == before


def test_nothing_hostile_breaks_it(hostile):
    kinds = ("text/html", "text/markdown", "text/latex", "image/png", "image/svg+xml", "application/json", hostile)
    cells = [cell_with(*({kind: hostile} for kind in kinds)), v4.new_markdown_cell(hostile), v4.new_raw_cell(hostile)]
    cells[1].attachments = {hostile: {hostile: hostile}, "a": hostile}
    notebook = v4.new_notebook()
    notebook.cells = cells
    made = safe_to_open(notebook, ())
    nbformat.validate(made)
    assert "<script" not in "".join(cell.source for cell in made.cells)


def test_the_text_of_a_notebook_is_the_notebook():
    for cells in ([], [cell_with({"text/plain": "♠ \u2028 </script>"}), v4.new_markdown_cell("a\nb")]):
        notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "P"}})
        read = nbformat.reads(notebook_text(notebook), as_version=4)
        nbformat.validate(read)
        assert read == notebook


def test_no_cell_calls_itself_trusted():
    cell = cell_with({"text/plain": "x"})
    cell.metadata = nbformat.from_dict({"trusted": True, "nbgrader": {}})
    assert "trusted" not in safe(cell).metadata
