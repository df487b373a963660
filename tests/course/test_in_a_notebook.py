"""A student's hour in JupyterLab and in Notebook, on a screen of 1366 by 768: what is wrong is seen at once."""

import shutil

import nbformat
import pytest
from playwright.sync_api import expect

from tests.course.jupyter_servers import run_all_cells, serving
from tests.pictures import keep_picture

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]

PLACES = {"jupyterlab": "/lab/tree/midterm1.ipynb?token=sesame", "notebook": "/notebooks/midterm1.ipynb?token=sesame"}
UNSOLVED = "ex4"
RAISES = """\
### Exercise 1 solution
def hand_from_str(s: str) -> int:
    return sum(poker_info['CARDS'][card] for card in s.upper().split(' ') if card.strip())
"""
ENDLESS = """\
### Exercise 3 solution
def count_bits(n: int) -> int:
    return n % 2 + count_bits(n // 2)
"""
WRONG_PARTS = """\
### Exercise 5 solution
def identify_from_reductions(flush, hand_ranks, odd_ranks, quads, trips, five_high, straight, rank_count):
    return 'HIGH_CARD', hand_ranks, 0
"""
BROKEN = (
    "### Exercise 2 solution\ndef reverse_dict(d: dict) -> dict:\n    return {value: key for key, value in d.items()"
)


@pytest.fixture
def folder(built, solutions, tmp_path):
    """The release after an hour of work: one exercise wrong, one without end, one not begun, the others right."""
    folder = shutil.copytree(built / "release" / "midterm1", tmp_path / "downloaded")
    path = folder / "midterm1.ipynb"
    notebook = nbformat.read(path, as_version=4)
    written = {**solutions, "ex1": RAISES, "ex3": ENDLESS, "ex5": WRONG_PARTS}
    del written[UNSOLVED]
    for cell in notebook.cells:
        cell.source = written.get(cell.id, cell.source)
    nbformat.write(notebook, path)
    return folder


@pytest.fixture(params=PLACES)
def opened(request, page, folder, environment, tmp_path):
    """The page with the notebook after all its cells were run; and a function that finds a cell by its name."""
    numbers = {cell.id: number for number, cell in enumerate(nbformat.read(folder / "midterm1.ipynb", 4).cells)}
    with serving(request.param, folder, environment, tmp_path) as address:
        page.goto(address + PLACES[request.param])
        notebook = page.locator(".jp-NotebookPanel")
        expect(notebook.locator("h1").first).to_contain_text("Midterm 1")
        run_all_cells(page, notebook)
        yield page, lambda name: notebook.locator(".jp-Notebook .jp-Cell").nth(numbers[name]), request.param


def test_a_students_hour(opened):
    page, cell, application = opened
    # Running all goes on where an exercise is wrong or missing, to the table at the end.
    table = cell("all-tests").locator(".jp-OutputArea-output")
    expect(table).to_contain_text("7 of 15 points so far. 10 make 100%: 3 to go.")
    rows = [line.rpartition("  ")[2] for line in table.inner_text().splitlines()[1:9]]
    assert rows == ["passed", "failed", "passed", "failed", "failed", "failed", "passed", "passed"]
    table.scroll_into_view_if_needed()
    keep_picture(page, f"{application}-table")

    # The whole message of a failure is on the screen, below the folded test cell.
    for name, first in [
        ("test_ex1", "hand_from_str(s="),
        ("test_ex3", "count_bits(n=0) raised RecursionError"),
        ("test_ex5", "Wrong answer: identify_from_reductions("),
    ]:
        failing = cell(name)
        expect(failing.locator(".jp-InputPlaceholder")).to_be_visible()
        expect(failing.locator(".jp-Editor")).to_have_count(0)
        output = failing.locator(".jp-OutputArea")
        expect(output).to_contain_text(first)
        failing.evaluate("cell => cell.scrollIntoView({block: 'start'})")
        keep_picture(page, f"{application}-{name}")
        box = failing.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 768, (name, box, output.inner_text())
        text = output.inner_text()
        assert text.startswith(first)
        assert "testers.py" not in text and "site-packages" not in text and "raise " not in text
        assert len(text.splitlines()) < 20
    assert "repeated " in cell("test_ex3").inner_text()
    assert "^^^" in cell("test_ex5").inner_text()

    # After a SyntaxError, the test does not pass by the function of before.
    expect(cell("test_ex2").locator(".jp-OutputArea")).to_contain_text("Passed! Please submit.")
    editor = cell("ex2").locator(".cm-content")
    editor.click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(BROKEN)
    page.keyboard.press("Shift+Enter")
    expect(cell("ex2").locator(".jp-OutputArea")).to_contain_text("SyntaxError")
    for _ in range(2):  # past what the demo should show, and the test
        page.keyboard.press("Shift+Enter")
    expect(cell("test_ex2").locator(".jp-OutputArea")).to_contain_text("This would test reverse_dict as it was before")
    expect(cell("test_ex2").locator(".jp-InputPlaceholder")).to_be_visible()
    keep_picture(page, f"{application}-before")
