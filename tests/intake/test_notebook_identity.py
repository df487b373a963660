"""A notebook is known by what is in it."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nbproctor.errors import GradingError
from nbproctor.intake.notebook_identity import NotebookIdentity

ROOT = Path(__file__).parents[2]
# The exams of this course have nearly the same `grade_id`s, and one or two texts in common.
RELEASED = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(ROOT.glob("release/*/*.ipynb"))}


def _without_metadata(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**cell, "metadata": {}, "id": "x"} for cell in cells]


def _with_tests_replaced(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**cell, "source": "1"} if cell["metadata"].get("nbgrader", {}).get("grade") else cell for cell in cells]


def _with_other_line_ends(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**cell, "source": "".join(cell["source"]).replace("\n", " \r\n")} for cell in cells]


@pytest.mark.parametrize("name", RELEASED)
@pytest.mark.parametrize(
    "edit",
    [
        list,
        _without_metadata,
        _with_tests_replaced,
        _with_other_line_ends,
        lambda cells: cells[len(cells) // 2 :],
        lambda cells: [{"cell_type": "code", "metadata": {}, "source": f"x = {n}"} for n in range(30)] + cells,
    ],
)
def test_a_submission_is_of_its_own_exam_and_of_no_other(
    name: str, edit: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
) -> None:
    submitted = {**RELEASED[name], "cells": edit(copy.deepcopy(RELEASED[name]["cells"]))}
    assert NotebookIdentity(RELEASED).names(submitted) == [name]
    for other in RELEASED.keys() - {name}:
        assert NotebookIdentity({other: RELEASED[other]}).names(submitted) == []


def _cell(source: str, grade_id: str = "", solution: bool = False) -> dict[str, Any]:
    marks = {"nbgrader": {"grade_id": grade_id, "solution": solution}} if grade_id else {}
    return {"cell_type": "code", "metadata": marks, "source": source}


def test_ids_decide_where_there_is_no_text() -> None:
    first, second = ({"cells": [_cell("...", f"{name}{n}", True) for n in range(3)]} for name in "ab")
    identity = NotebookIdentity({"first": first, "second": second, "same": copy.deepcopy(second)})
    assert identity.names({"cells": [_cell("mine", "a0", True)]}) == ["first"]
    assert identity.names({"cells": [_cell("mine", "b0", True)]}) == ["second", "same"]
    assert identity.names({"cells": [_cell("mine", "c0", True)]}) == identity.names({"cells": []}) == []


def test_what_is_no_notebook_is_refused_in_time() -> None:
    identity = NotebookIdentity(RELEASED)
    for tree in (None, [], {}, {"cells": 1}, {"cells": [{}] * 10_001}):
        with pytest.raises(GradingError):
            identity.names(tree)
    start = time.monotonic()
    identity.names({"cells": [_cell("x\n" * 1_000) for _ in range(9_999)]})
    assert time.monotonic() - start < 60
