"""A class may grow from exercise to exercise: each cell derives it from what it was before."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest

from nbproctor.check.findings import Finding, failures
from nbproctor.config import Course

Check = Callable[[Course], list[Finding]]

GIVEN = """\
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b
"""
METHODS = {"ex2": ("larger", "return max(self.a, self.b)"), "ex3": ("smaller", "return min(self.a, self.b)")}


@pytest.fixture
def growing(small: Course) -> Course:
    """The small course with a class of which two more exercises add a method each."""
    path = small.source / "small" / "small.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(0, _like(notebook.cells[2], "given", GIVEN, grade=False, points=0))
    for name, (method, body) in METHODS.items():
        notebook.cells.append(_like(notebook.cells[2], name, _marked(method, body)))
        test = f"assert Pair(1, 2).{method}() == Pair(2, 1).{method}() == {1 if method == 'smaller' else 2}"
        notebook.cells.append(_like(notebook.cells[3], f"test_{name}", test))
    nbformat.write(notebook, path)
    for name, (method, body) in METHODS.items():
        for number in range(3):
            solution = small.source / "small" / "solutions" / "right" / f"{name}_{number}.py"
            solution.write_text(f"# {number}.\n\nclass Pair(Pair):\n    def {method}(self):\n        {body}\n")
    return small


def _like(cell: nbformat.NotebookNode, name: str, source: str, **marks: object) -> nbformat.NotebookNode:
    made = nbformat.from_dict(cell)
    made.update(id=name, source=source)
    made.metadata.nbgrader.update(grade_id=name, **marks)
    if name == "given":
        made.metadata.nbgrader.update(solution=False, locked=True)
        del made.metadata.nbgrader["points"]
    return made


def _marked(method: str, body: str) -> str:
    return (
        f"class Pair(Pair):\n    def {method}(self):\n"
        f"        ### BEGIN SOLUTION\n        {body}\n        ### END SOLUTION\nPair(1, 2).{method}()"
    )


def _told_of(course: Course, check: Check, *proofs: str) -> list[str]:
    return [f"{one.subject}: {one.sentence}" for one in failures(check(course)) if one.proof in proofs]


def test_each_step_is_proven_alone(growing: Course, check: Check) -> None:
    assert _told_of(growing, check, "reference", "untouched release", "independence") == []
    found = check(growing)
    right = [one.subject for one in found if one.proof == "right solutions" and one.sentence.startswith("passes")]
    assert {f"right/{name}_{number}.py" for name in METHODS for number in range(3)} <= set(right)


def test_a_step_that_calls_an_earlier_one_must_say_so(growing: Course, check: Check) -> None:
    path = growing.source / "small" / "small.ipynb"
    text = path.read_text()
    path.write_text(text.replace("return min(self.a, self.b)", "return self.a + self.b - self.larger()"))
    assert _told_of(growing, check, "independence") == [
        "exercise 3: needs exercise 2, but no sentence of the notebook names both: add one"
    ]
