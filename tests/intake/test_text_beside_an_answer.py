"""What a student wrote beside an answer that a person grades is that answer: text is never worth nothing unread."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.notebook_json import JsonText
from nbproctor.intake.paper import read_paper
from nbproctor.marking.exercise_results import unanswered_cells
from tests.intake.conftest import managed

HERE, IMAGE = "YOUR ANSWER HERE", {"plot.png": {"image/png": "aGFuZA=="}}


RELEASE = new_notebook(
    cells=[
        new_markdown_cell("# Quiz\n\nName:", id="title"),
        managed(new_markdown_cell("Question 1: why?\n\nThink first."), "prompt_1"),
        managed(new_markdown_cell(HERE), "q1", answer=True, points=2),
        managed(new_code_cell("# YOUR CODE HERE"), "f", answer=True),
        managed(new_code_cell("assert f()"), "test_f", points=1),
        new_markdown_cell("Question 2: how?", id="prompt_2"),
        managed(new_code_cell("# YOUR CODE HERE"), "q2", answer=True, points=2),
        managed(new_markdown_cell("Task: draw it."), "draw", points=3, task=True),
    ]
)
ANSWERS = {"q1", "f", "q2"}


@pytest.fixture
def read():
    """A function that reads the release with changes, and a new cell behind a place: the paper, and what is open."""
    assignment = Assignment("quiz", Path("quiz.ipynb"), RELEASE)

    def read_with(changes, more=()):
        notebook = nbformat.from_dict(RELEASE)
        for place, source in changes.items():
            notebook.cells[place].source = source
        for place, cell in more:
            notebook.cells.insert(place, cell)
        content = JsonText(nbformat.writes(notebook), sha256="0" * 64)
        paper = read_paper(HandedIn("student-001", "quiz", "quiz.ipynb", None, (), content, ""), assignment, RELEASE)
        answers = {grade_id(cell): cell for cell in paper.notebook.cells if grade_id(cell)}
        return paper, answers, unanswered_cells(RELEASE, paper)

    return read_with


PROMPT, PROMPT_2, NOTE = RELEASE.cells[1].source, RELEASE.cells[5].source, new_markdown_cell("Because.")


@pytest.mark.parametrize(
    ("changes", "more", "name", "answer"),
    [
        pytest.param({1: f"{PROMPT}\n\nBecause."}, [], "q1", "Because.", id="in a locked question"),
        pytest.param({1: "Because."}, [], "q1", "Because.", id="in place of a locked question"),
        pytest.param({}, [(3, NOTE)], "q1", "Because.", id="in a cell behind"),
        pytest.param({2: " "}, [(3, NOTE)], "q1", "Because.", id="in a cell behind, and the answer's is empty"),
        pytest.param({}, [(2, NOTE)], "q1", "Because.", id="in a cell before"),
        pytest.param({1: f"{PROMPT}\nFirst"}, [(3, NOTE)], "q1", "First\n\nBecause.", id="in both"),
        pytest.param({5: f"{PROMPT_2}\nSo."}, [], "q2", "# So.", id="in an unlocked question, for code"),
        pytest.param({}, [(7, new_code_cell("def g(): pass"))], "q2", "# def g(): pass", id="code in another cell"),
    ],
)
def test_text_beside_an_answer_is_the_answer(read, changes, more, name, answer):
    paper, answers, unanswered = read(changes, more)
    assert answers[name].source == answer
    assert unanswered == ANSWERS - {name}
    assert f'the text beside the cell "{name}" was used as its answer' in paper.repairs


def test_an_image_comes_with_it(read):
    cell = new_markdown_cell("![](attachment:plot.png)", attachments=IMAGE)
    _, answers, _ = read({}, [(3, cell)])
    assert answers["q1"].attachments == IMAGE


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        pytest.param({1: "Question 1: why?"}, [], id="a line was deleted"),
        pytest.param({1: f"  {PROMPT}\n\n"}, [], id="blanks"),
        pytest.param({1: PROMPT.replace(" ", "\n")}, [], id="wrapped anew"),
        pytest.param({1: PROMPT.replace("Think", "# Think")}, [], id="made a heading, or a comment"),
        pytest.param({}, [(3, new_code_cell("1 + 1"))], id="code beside an answer in prose"),
        pytest.param({}, [(5, new_markdown_cell("Think first."))], id="a copy of what was released"),
        pytest.param({3: "def f(): return 1"}, [(4, new_markdown_cell("It is simple."))], id="beside another exercise"),
        pytest.param({2: "Because."}, [(3, new_markdown_cell("And a note."))], id="the answer is there"),
    ],
)
def test_what_is_no_answer_is_not_used_as_one(read, changes, more):
    paper, answers, _ = read(changes, more)
    assert answers["q1"].source == changes.get(2, HERE)
    assert not any("beside" in repair for repair in paper.repairs)


def test_what_was_written_in_a_task_is_shown_below_it(read):
    paper, _, unanswered = read({7: "Task: draw it.\n\nHere it is."})
    assert paper.notebook.cells[-1].source == "Here it is."
    assert "draw" not in unanswered


@pytest.mark.parametrize(("more", "is_open"), [([], True), ([(0, NOTE)], False)], ids=["released", "with a text"])
def test_a_task_is_open_in_a_notebook_as_it_was_released(read, more, is_open):
    *_, unanswered = read({}, more)
    assert ("draw" in unanswered) == is_open
