"""Cells that lost their marks are known by their text, or by the cells around them; no text of a student is lost."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbproctor.intake.recognised_cells import recognised_cells
from nbproctor.intake.submitted_cells import SubmittedCell
from tests.intake.conftest import managed

HERE = "YOUR ANSWER HERE"
RELEASE = [
    new_markdown_cell("# Quiz"),
    new_markdown_cell("Question 1: why?"),
    managed(new_markdown_cell(HERE), "q1", answer=True, points=1),
    new_markdown_cell("Question 2: how?"),
    managed(new_markdown_cell(HERE), "q2", answer=True, points=1),
    managed(new_code_cell("# YOUR CODE HERE"), "f", answer=True, points=1),
    managed(new_code_cell("assert f()"), "test_f", points=1),
]
TITLE, FIRST, SECOND = [("markdown", RELEASE[index].source) for index in (0, 1, 3)]
CODE, TEST = ("code", "def f(): return 1"), ("code", "assert f()")
BECAUSE, SO = ("markdown", "because"), ("markdown", "so")
REST = {"q2": "so", "f": CODE[1], "test_f": TEST[1]}


def recognised(*cells):
    """The names of the cells, and the texts that are left for the answers that were not found."""
    names, texts_left = recognised_cells([SubmittedCell(kind, source) for kind, source in cells], RELEASE)
    return {names[place]: cells[place][1] for place in sorted(names)}, texts_left


@pytest.mark.parametrize(
    ("cells", "names", "left"),
    [
        pytest.param(
            [TITLE, FIRST, BECAUSE, SECOND, SO, CODE, TEST], REST | {"q1": "because"}, {}, id="all marks are gone"
        ),
        pytest.param(
            [("markdown", "My notes"), FIRST, BECAUSE, ("code", "import os"), SECOND, SO, CODE, TEST],
            REST | {"q1": "because"},
            {},
            id="with further cells",
        ),
        pytest.param(
            [TITLE, FIRST, BECAUSE, ("markdown", "and more"), SECOND, SO, CODE, TEST],
            REST,
            {"q1": "because\n\nand more"},
            id="two texts for one answer",
        ),
        pytest.param(
            [TITLE, FIRST, ("markdown", HERE), SECOND, SO, CODE, TEST],
            REST | {"q1": HERE},
            {},
            id="an answer that was not given",
        ),
        pytest.param(
            [BECAUSE, SO, ("markdown", "and so on")],
            {},
            dict.fromkeys(["q1", "q2"], "because\n\nso\n\nand so on") | {"f": ""},
            id="nothing of the instructor's is left",
        ),
    ],
)
def test_an_answer_is_known_by_what_stands_around_it(cells, names, left):
    assert recognised(*cells) == (names, left)


def test_in_another_order_no_text_is_lost():
    names, left = recognised(TITLE, SECOND, SO, FIRST, BECAUSE, CODE, TEST)
    for name in ("q1", "q2"):
        assert {"because", "so"} <= {*names.get(name, left.get(name, "")).split("\n\n")}


def test_a_copy_of_a_marked_cell_takes_no_other_cells_place():
    marks = {"grade_id": "f", "solution": True}
    cells = [SubmittedCell("code", "1", marks=marks), SubmittedCell("code", "2", marks=marks)]
    assert recognised_cells(cells, RELEASE)[0] == {0: "f"}
