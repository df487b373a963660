"""The questions before the hard exercises have one right answer each, and the cell below says whether it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from nbformat import NotebookNode

from tester_fw.predictions import check_prediction

RIGHT: dict[str, dict[str, Any]] = {
    "challenge1": {
        "ex3": ["right", "right", "left", "right", "tie"],
        "ex4": ["True", "TypeError", "False", "True", "TypeError"],
        "ex7": 3000,
    },
    "homework1": {"ex4": [22, 24, 550], "ex5": ["KD", "QH", "KH"], "ex6": ["c", "b", "c", "a"]},
    "lesson1": {"ex4": ["left", "right", "right", "left"], "ex7": 2, "ex10": 65000},
    "lookup1": {"ex6": ["unique five", "dupe", "flush", "flush", "unique five"], "ex9": 50},
    "midterm1": {"ex4": [0, 1, 1, 0, 1, 0], "ex5": 9, "ex6": ["right", "left", "left", "right"]},
}
WRONG: dict[str, dict[str, Any]] = {
    "challenge1": {
        "ex3": ["left", "right", "left", "right", "tie"],
        "ex4": ["True", "TypeError", "TypeError", "True", "TypeError"],
        "ex7": 300,
    },
    "homework1": {"ex4": [22, 24, 47], "ex5": ["AH", "QH", "KH"], "ex6": ["a", "b", "c", "a"]},
    "lesson1": {"ex4": ["left", "left", "right", "left"], "ex7": 1, "ex10": 6500},
    "lookup1": {"ex6": ["unique five", "dupe", "flush", "unique five", "unique five"], "ex9": 25},
    "midterm1": {"ex4": [0, 1, 0, 0, 1, 0], "ex5": 1, "ex6": ["right", "right", "left", "right"]},
}


@pytest.mark.parametrize("assignment", RIGHT, indirect=True)
def test_a_prediction_is_right_wrong_or_missing(
    assignment: str, reference: dict[str, Any], cells: dict[str, NotebookNode], capsys: pytest.CaptureFixture[str]
) -> None:
    for exercise, right in RIGHT[assignment].items():
        said = []
        name = f"prediction_{exercise}"
        for predicted in ({}, {name: WRONG[assignment][exercise]}, {name: right}):
            capsys.readouterr()
            exec(compile(cells[f"predict_{exercise}"].source, exercise, "exec"), reference | predicted)
            said.append(capsys.readouterr().out.split()[0])
        assert said == ["There", "No,", "Yes,"], exercise


@pytest.mark.parametrize(
    ("predicted", "said"),
    [
        ([22, 24], "Yes,"),
        ((22, 24.0), "Yes,"),
        (np.array([22, 24]), "Yes,"),
        ([np.int64(22), 24], "Yes,"),
        (np.array([22, 25]), "No,"),
        (np.array([[22, 24]]), "No,"),
        (np.array(22), "No,"),
        ({22, 24}, "No,"),
        ([22], "No,"),
        ("22, 24", "No,"),
        (None, "No,"),
    ],
)
def test_a_prediction_may_be_a_tuple_or_an_array(predicted: Any, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_prediction("guess", {"guess": predicted}, [22, 24])
    assert capsys.readouterr().out.split()[0] == said


def test_each_question_is_in_the_table_and_has_its_cell_before_the_exercise(
    assignment: str, cells: dict[str, NotebookNode]
) -> None:
    names = list(cells)
    asked = [name.removesuffix("-predict") for name in names if name.endswith("-predict")]
    assert asked == list(RIGHT.get(assignment, {})) == list(WRONG.get(assignment, {}))
    for exercise in asked:
        start = names.index(f"{exercise}-predict")
        assert names[start : start + 3] == [f"{exercise}-predict", f"predict_{exercise}", f"{exercise}-prompt"]


@pytest.mark.parametrize("assignment", RIGHT, indirect=True)
def test_the_answer_that_a_question_shows_is_wrong(assignment: str, cells: dict[str, NotebookNode]) -> None:
    """It shows how to write an answer down, and gives none away."""
    for exercise, right in RIGHT[assignment].items():
        before, _, shown = cells[f"{exercise}-predict"].source.partition(f"`prediction_{exercise} = ")
        assert before
        assert eval(shown.partition("`")[0]) != right, exercise


@pytest.mark.parametrize("assignment", RIGHT, indirect=True)
def test_a_check_needs_no_solution(
    assignment: str, cells: dict[str, NotebookNode], reference: dict[str, Any], exercises: list[str]
) -> None:
    for exercise in RIGHT[assignment]:
        written = compile(cells[f"predict_{exercise}"].source, exercise, "exec").co_names
        solved = {name for solution in exercises for name in _functions(cells[solution].source)}
        assert solved.isdisjoint(written), exercise


def _functions(source: str) -> list[str]:
    return [line.split("(")[0].removeprefix("def ") for line in source.splitlines() if line.startswith("def ")]
