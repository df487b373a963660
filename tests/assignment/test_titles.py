"""What exercises are called in the headings of a source notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from nbproctor.assignment.notebook import Assignment


def titles(*cells: str) -> list[str]:
    """The titles of the exercises in a notebook of texts and of cells: `solution`, `test`, `task:text` and such."""
    made = new_notebook()
    for number, cell in enumerate(cells):
        kind, _, text = cell.partition(":")
        if kind not in ("solution", "test", "task", "answer"):
            made.cells.append(new_markdown_cell(cell))
            continue
        node = new_markdown_cell(text) if text else new_code_cell()
        marks = {
            "grade": kind in ("test", "answer"),
            "solution": kind in ("solution", "answer"),
            "task": kind == "task",
        }
        node.metadata.nbgrader = {"grade_id": f"cell-{number}", "points": 1, "locked": kind == "test", **marks}
        made.cells.append(node)
    assignment = Assignment("one", Path("one.ipynb"), made)
    return [assignment.titles[exercise.test] for exercise in assignment.exercises]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("## Exercise 4 (3 points): the facts about a hand", "Exercise 4: the facts about a hand"),
        ("## Part A (2 points)", "Part A"),
        ("### Question 1 [10 marks]", "Question 1"),
        ("Sorting (1 pt)\n----", "Sorting"),
        ("## **Bold**, `code` and a [link](https://example.org) ##", "Bold, code and a link"),
        ("## Powers (of 2)", "Powers (of 2)"),
        ("```\n# a comment\n```", ""),
        ("no heading at all", ""),
        ("## " + "x" * 1000, "x" * 150),
    ],
)
def test_a_title_is_the_text_of_the_heading_without_its_points(heading: str, title: str) -> None:
    assert titles("# Problem set 1", f"{heading}\n\nWrite a function.", "solution", "test") == [title]


def test_the_notebooks_own_title_is_no_exercises() -> None:
    assert titles("# Problem set 1", "solution", "test") == [""]
    assert titles("# Exercise 1", "solution", "test") == ["Exercise 1"]
    assert titles("# One", "solution", "test", "# Two", "solution", "test") == ["One", "Two"]
    assert titles("solution", "test") == [""]


def test_an_exercises_heading_stands_for_the_parts_below_it() -> None:
    parts = ["# Exam", "## Exercise 1 (1 point)", "### Cards\n### Hands", "solution", "### The test", "test"]
    assert titles(*parts, "## The end", "solution", "test") == ["Exercise 1", "The end"]
    assert titles("# Exam", "## Sorting", "solution", "### Its test", "test") == ["Sorting"]
    assert titles("# Exam", "## Question 1", "### Part A", "solution", "test", "### Part B", "test") == [
        "Part A",
        "Part B",
    ]


def test_several_tests_under_one_heading_have_its_title() -> None:
    assert titles("# Exam", "## Squares", "solution", "test", "test") == ["Squares", "Squares"]


def test_a_task_has_its_own_heading_and_an_answer_is_no_heading() -> None:
    assert titles("# Exam", "task:## Plot it (2 points)\nas you like") == ["Plot it"]
    assert titles("# Exam", "## Why?", "answer:# The answer", "## How?", "answer:# Another") == ["Why?", "How?"]
