"""The questions before the hard exercises have one right answer each, and the cell below says whether it is given."""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode

RIGHT = {"ex4": ["left", "right", "right", "left"], "ex7": 2, "ex10": 65000}
WRONG = {"ex4": ["left", "left", "right", "left"], "ex7": 1, "ex10": 6500}


@pytest.mark.seed("lesson1", "predictions")
@pytest.mark.parametrize("exercise", RIGHT)
def test_a_prediction_is_right_wrong_or_missing(
    exercise: str, reference: dict[str, Any], cells: dict[str, NotebookNode], capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for names in (reference, reference | _predicted(exercise, WRONG), reference | _predicted(exercise, RIGHT)):
        capsys.readouterr()
        exec(compile(cells[f"predict_{exercise}"].source, exercise, "exec"), names)
        said.append(capsys.readouterr().out.split()[0])
    assert said == ["There", "No,", "Yes,"]


def _predicted(exercise: str, answers: dict[str, Any]) -> dict[str, Any]:
    return {f"prediction_{exercise}": answers[exercise]}
