"""Page makers: what costs too much to be shown is left out of its own page, and nobody else's."""

from __future__ import annotations

import base64
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat import NotebookNode, v4

from nbproctor.report.page_makers import page_makers
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.report.page_makers.submission_pages import submission_files
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Outcome
from tests.patience import HANGS
from tests.plain_course import nbgrader_cell
from tests.report.conftest import displayed, make_exercise, make_result

RESULT = make_result("student-001", make_exercise(1, Outcome.FAILED, message="square(2) returned 5"))


def _notebook(html: str = "<b>bold</b>", markdown: str = "An answer.") -> NotebookNode:
    code = nbgrader_cell("ex1", "solution", "def square(n): return 5")
    code.outputs = [nbformat.from_dict(displayed({"text/html": html}))]
    test = nbgrader_cell("test_ex1", "test", "assert square(2) == 4", points=2)
    return v4.new_notebook(cells=[v4.new_markdown_cell(markdown), code, test])


@pytest.fixture
def makers(_of_other_tests: None) -> Iterator[PageMakers]:
    with PageMakers(2) as made:
        yield made


def _processes() -> list[psutil.Process]:
    """The page makers that the running test has started."""
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.ZombieProcess):  # of another test, which has not waited for it
            if child.pid not in _OTHERS and any("page_maker_program" in word for word in child.cmdline()):
                found.append(child)
    return found


_OTHERS: set[int] = set()


@pytest.fixture(autouse=True)
def _of_other_tests() -> None:
    """A run that another test did not let come to its end may still have some."""
    _OTHERS.clear()
    _OTHERS.update(child.pid for child in _processes())


def test_the_files_are_those_that_are_made_here(makers: PageMakers) -> None:
    for number in range(3):
        notebook = _notebook(markdown=f"An answer: {number}")
        assert makers.make(RESULT, notebook, ()) == submission_files(RESULT, notebook, ())
    assert len(_processes()) == 1, "it is used again"


def test_a_page_maker_that_is_killed_is_replaced_and_its_page_made(makers: PageMakers) -> None:
    notebook = _notebook()
    makers.make(RESULT, notebook, ())
    for process in _processes():
        process.kill()
        process.wait()
    assert makers.make(RESULT, notebook, ()) == submission_files(RESULT, notebook, ())


@pytest.mark.parametrize("bound", ["_CPU_SECONDS", "_MEMORY_BYTES", "_CLOCK_SECONDS"])
def test_what_takes_too_much_is_left_out_of_its_own_page(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(page_makers, bound, {"_CPU_SECONDS": 0, "_MEMORY_BYTES": 0, "_CLOCK_SECONDS": 0.001}[bound])
    slow = _notebook("<table><tr><td>x</td></tr></table>" * 2_500)
    slow.cells[1].outputs *= 500
    with PageMakers(1) as makers:
        text, page = makers.make(RESULT, slow, ())
    assert "could not be shown" in page
    assert "square(2) returned 5" in page, "the result is there all the same"
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert "could not be shown" in notebook.cells[0].source
    assert "could not be shown" in notebook.cells[1].outputs[0].text
    assert notebook.cells[1].source == "def square(n): return 5"
    assert not _processes()


DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="3" height="2"/></svg>'
OUTPUTS: dict[str, dict[str, str]] = {
    "text": {"text/plain": "1 < 2 & [a](b)"},
    "a table": {"text/html": "<table><tr><td>1 &lt; 2</td></tr></table>", "text/plain": "1"},
    "a drawing": {"image/svg+xml": DRAWING, "text/plain": "a drawing"},
    "a drawing with HTML": {"image/svg+xml": DRAWING, "text/html": "<b>not this</b>"},
    "no drawing": {"image/svg+xml": "<svg><script>alert()</script></svg>", "text/html": "<b>but this</b>"},
}


@pytest.mark.parametrize("data", OUTPUTS.values(), ids=OUTPUTS)
def test_a_page_made_again_of_what_is_on_the_disk_is_the_same(
    makers: PageMakers, tmp_path: Path, data: dict[str, str]
) -> None:
    notebook = _notebook()
    notebook.cells[1].outputs = [
        nbformat.from_dict(displayed(data)),
        nbformat.v4.new_output("stream", name="stdout", text="printed < this\n"),
        nbformat.v4.new_output("error", ename="E", evalue="v", traceback=["line 1", "\x1b[31mline 2"]),
    ]
    text, page = makers.make(RESULT, notebook, ())
    (tmp_path / "made.ipynb").write_text(text)
    assert makers.make_again(RESULT, tmp_path / "made.ipynb") == page
    nbformat.write(nbformat.reads(text, 4), tmp_path / "lines.ipynb")  # as other programs write it
    assert makers.make_again(RESULT, tmp_path / "lines.ipynb") == page


@pytest.mark.parametrize("drawing", ["<svg><script>alert()</script></svg>", "<b>no drawing</b>", "\xff"])
def test_what_only_looks_like_a_drawing_on_the_disk_is_none(drawing: str) -> None:
    encoded = base64.b64encode(drawing.encode("latin-1")).decode()
    page = feedback_page(RESULT, _notebook(f'<img src="data:image/svg+xml;base64,{encoded}" alt="drawing">'))
    assert "<img" not in page


def test_a_page_that_takes_too_much_to_make_again_shows_result_and_notes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "made.ipynb"
    path.write_text(submission_files(RESULT, _notebook(), ())[0])
    noted = replace(RESULT, exercises=tuple(replace(each, note="See <chapter 3>.") for each in RESULT.exercises))
    monkeypatch.setattr(page_makers, "_CLOCK_SECONDS", 0.001)
    with PageMakers(1) as makers:
        page = makers.make_again(noted, path)
    assert "could not be shown" in page and "square(2) returned 5" in page
    assert "See &lt;chapter 3&gt;." in page


def test_several_pages_are_made_at_once_and_each_is_its_own(makers: PageMakers) -> None:
    found = {}

    def make(number: int) -> None:
        result = replace(RESULT, student=f"student-{number:03}")
        found[number] = makers.make(result, _notebook(markdown=f"Mine: {number}"), ())

    threads = [threading.Thread(target=make, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f"student-{number:03}" in page for number, (_, page) in found.items())
    assert all(f"Mine: {number}" in text for number, (text, _) in found.items())
    assert len(_processes()) <= 2


def test_no_page_maker_outlives_its_grader() -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        PageMakers(1)
        os.write(writing, str(_processes()[0].pid).encode())
        signal.pause()
    maker = psutil.Process(int(os.read(reading, 20)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    ends = time.monotonic() + HANGS
    while maker.is_running() and maker.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_it_sees_no_secret_of_the_graders_environment(makers: PageMakers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_OFFICIAL_SEED", "a seed that nobody may know")
    with PageMakers(1):
        assert not any("COURSE_OFFICIAL_SEED" in process.environ() for process in _processes())
