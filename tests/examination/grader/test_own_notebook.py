"""A submission finds its own notebook beside it, as where nbgrader grades."""

from __future__ import annotations

import nbformat
import pytest

from nbproctor.results import Outcome, Result
from tests.examination.classes import results_of
from tests.plain_course import hand_in, make_plain_course

READS = """
import nbformat
mine = {cell.id: cell for cell in nbformat.read('kinds.ipynb', as_version=4).cells}
"""
EXERCISES = {
    "loop": (
        "def total(numbers): return sum(numbers)",
        f"{READS}assert 'for ' not in mine['loop'].source\nassert total([1, 2]) == 3",
    ),
    "cells": (
        "kinds = sorted(__import__('os').listdir())",
        f"""{READS}
assert kinds == ['kinds.ipynb']
assert all(cell.outputs == [] and cell.execution_count is None for cell in mine.values())
assert mine['test_cells'].source.startswith('import nbformat'), 'the cells of the instructor'
### BEGIN HIDDEN TESTS
assert 'BEGIN HIDDEN' not in mine['test_cells'].source, 'what is hidden'
### END HIDDEN TESTS
""",
    ),
    "written": ("open('kinds.ipynb', 'a').write(' ')", "assert open('kinds.ipynb').read().endswith('}\\n ')"),
}
_RIGHT = {name: solution for name, (solution, _) in EXERCISES.items()}
_LOOPS = "def total(numbers):\n    result = 0\n    for number in numbers:\n        result += number\n    return result"
_CHANGED = {"test_cells": "assert True"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    root = tmp_path_factory.mktemp("own")
    course = make_plain_course(root, EXERCISES)
    for student, cells in {"right": {}, "loops": {"loop": _LOOPS}, "changed": _CHANGED}.items():
        hand_in(course, course.submitted / student / "kinds", _RIGHT | cells)
    path = course.submitted / "right" / "kinds" / "kinds.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text="as handed in")]
        cell.execution_count = 7
    nbformat.write(notebook, path)
    return results_of(course, "kinds")


@pytest.mark.parametrize("student", ["right", "changed"])
def test_a_test_reads_the_submitted_cells_and_the_instructors(results: dict[str, Result], student: str) -> None:
    found = {each.name: (each.outcome, each.message) for each in results[student].exercises}
    assert found == dict.fromkeys(EXERCISES, (Outcome.PASSED, ""))


def test_a_test_of_the_code_itself_sees_what_was_handed_in(results: dict[str, Result]) -> None:
    assert [each.outcome for each in results["loops"].exercises] == [Outcome.FAILED, Outcome.PASSED, Outcome.PASSED]
