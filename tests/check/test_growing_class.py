"""A class may grow from exercise to exercise: each cell derives it from what it was before."""

from __future__ import annotations

import pytest

from nbproctor.check.findings import Finding, failures
from nbproctor.config import Course
from tests.check.conftest import Check, Edit
from tests.edited_notebook import edited_notebook
from tests.plain_course import nbgrader_cell

GIVEN = """\
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b
"""
METHODS = {"ex2": ("larger", "return max(self.a, self.b)"), "ex3": ("smaller", "return min(self.a, self.b)")}


@pytest.fixture
def growing(small: Course) -> Course:
    """The small course with a class of which two more exercises add a method each."""
    with edited_notebook(small.source / "small" / "small.ipynb") as notebook:
        notebook.cells.insert(0, nbgrader_cell("given", "locked", GIVEN))
        for name, (method, body) in METHODS.items():
            marked = f"### BEGIN SOLUTION\n        {body}\n        ### END SOLUTION"
            solution = f"class Pair(Pair):\n    def {method}(self):\n        {marked}\nPair(1, 2).{method}()"
            right = 1 if method == "smaller" else 2
            test = f"assert Pair(1, 2).{method}() == Pair(2, 1).{method}() == {right}"
            notebook.cells += [nbgrader_cell(name, "solution", solution), nbgrader_cell(f"test_{name}", "test", test)]
    for name, (method, body) in METHODS.items():
        for number in range(3):
            path = small.source / "small" / "solutions" / "right" / f"{name}_{number}.py"
            path.write_text(f"# {number}.\n\nclass Pair(Pair):\n    def {method}(self):\n        {body}\n")
    return small


def _told_of(found: list[Finding], *proofs: str) -> list[str]:
    return [f"{one.subject}: {one.sentence}" for one in failures(found) if one.proof in proofs]


def test_each_step_is_proven_alone(growing: Course, check: Check) -> None:
    found = check(growing)
    assert _told_of(found, "reference", "untouched release", "independence") == []
    right = [one.subject for one in found if one.proof == "right solutions" and one.sentence.startswith("passes")]
    assert {f"right/{name}_{number}.py" for name in METHODS for number in range(3)} <= set(right)


def test_a_step_that_calls_an_earlier_one_must_say_so(growing: Course, check: Check, edit: Edit) -> None:
    edit(growing, "small.ipynb", "return min(self.a, self.b)", "return self.a + self.b - self.larger()")
    assert _told_of(check(growing), "independence") == [
        "exercise 3: needs exercise 2, but no sentence of the notebook names both: add one"
    ]
