"""A sound assignment is proven; a weakened one is not, and the sentence says what to add."""

from __future__ import annotations

import json
from collections.abc import Callable

import nbformat
import pytest

from grading.build import UNPROVEN, build
from grading.check.verdict import Finding, as_json, failures
from grading.config import Course
from grading.errors import GradingError

Told = Callable[[Course], list[str]]
Check = Callable[[Course], list[Finding]]
Edit = Callable[[Course, str, str, str], None]


def test_a_sound_assignment_is_proven_and_then_built(small: Course, check: Check) -> None:
    findings = check(small)
    assert failures(findings) == []
    assert json.loads(as_json("small", findings))["verdict"] == "proven"
    assert sum(finding.proof == "wrong solutions" for finding in findings) == 10
    assert (small.release / "small" / UNPROVEN).exists()
    build(small, "small")
    assert not (small.release / "small" / UNPROVEN).exists()


def test_what_was_changed_after_the_proof_is_not_built(small: Course, check: Check, edit: Edit) -> None:
    check(small)
    build(small, "small")
    edit(small, "cases.py", "randrange(100)", "randrange(99)")
    with pytest.raises(GradingError, match=r"not proven as it stands: run course check small first"):
        build(small, "small")
    build(small, "small", unproven=True)
    assert (small.release / "small" / UNPROVEN).is_file()


def test_a_check_that_fails_takes_back_the_proof(small: Course, check: Check, edit: Edit) -> None:
    check(small)
    edit(small, "solutions/right/ex1_max.py", "max(a, b)", "min(a, b)")
    assert failures(check(small))
    with pytest.raises(GradingError, match="not proven"):
        build(small, "small")


WEAKENED = {
    "a kind is dropped": (
        ("cases.py", '@tc_1.kind("both are negative")', "@str"),
        "no case of exercise 1 has two negative numbers",
    ),
    "fewer iterations": (
        ("small.ipynb", "range(12)", "range(6)"),
        "the test cell of exercise 1 runs 6 of 12 cases and can miss these: the first is larger",
    ),
    "a kind that is always the same": (
        ("cases.py", 'return {"a": -rng.randint(1, 9), "b": -rng.randint(20, 29)}', 'return {"a": -3, "b": -20}'),
        "the kind 'both are negative' of exercise 1 has the same inputs for every seed",
    ),
    "a wrong solution that is right": (
        ("solutions/wrong/ex1_the_first.py", "return a", "return a if a > b else b"),
        "add to the sampler of exercise 1 a kind of case that shows this mistake (the_first)",
    ),
    "a right solution that is wrong": (
        ("solutions/right/ex1_max.py", "max(a, b)", "a"),
        "right/ex1_max.py: it fails on the visible cases: WrongAnswerError",
    ),
    "an equivalent mutant that is not recorded": (
        ("solutions/equivalent.toml", "if a >= b:", "if a >= b or False:"),
        "survives: it answers all 12 of the visible cases rightly",
    ),
    "a reason without a mutant": (
        ("solutions/equivalent.toml", "if a >= b:", "if a >= b or False:"),
        "no mutant has this diff any more",
    ),
    "a heading with other points": (
        ("small.ipynb", "(2 points)", "(3 points)"),
        "its heading says 3 points, its test cell has 2",
    ),
    "a test that needs no solution": (
        ("small.ipynb", "    tester.run_test()", "    tester"),
        "the untouched release earns 2 points",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WEAKENED)
def test_a_weakened_assignment_is_not_proven(name: str, small: Course, told: Told, edit: Edit) -> None:
    (file, old, new), sentence = WEAKENED[name]
    if name == "a test that needs no solution":
        edit(small, file, '### BEGIN HIDDEN TESTS\\n",\n', '\\n",\n')
        edit(small, file, "assert larger", "# assert larger")
        edit(small, file, "### END HIDDEN TESTS", "")
    edit(small, file, old, new)
    assert sentence in "\n".join(told(small))


def test_a_kind_that_was_proven_and_is_gone_is_missed_until_it_is_back(small: Course, told: Told, edit: Edit) -> None:
    assert told(small) == []
    edit(small, "cases.py", '@tc_1.kind("the first is larger")', "@str")
    for _ in range(2):
        assert "no case of exercise 1 is of the kind 'the first is larger' any more" in "\n".join(told(small))
    edit(small, "cases.py", "@str", '@tc_1.kind("the first is larger")')
    assert told(small) == []


def test_too_few_solutions_are_counted(small: Course, told: Told) -> None:
    (small.source / "small" / "solutions" / "right" / "ex1_max.py").unlink()
    assert "has 2 right solutions of at least 3: add some to solutions/right/" in "\n".join(told(small))


def test_a_solution_for_no_exercise_is_named(small: Course, told: Told) -> None:
    (small.source / "small" / "solutions" / "wrong" / "ex7_lost.py").write_text("# Lost.\n")
    with pytest.raises(GradingError, match=r"ex7_lost.py: a solution's name begins with that of its exercise"):
        told(small)


def test_an_exercise_that_needs_another_must_say_so(small: Course, told: Told) -> None:
    path = small.source / "small" / "small.ipynb"
    notebook = nbformat.read(path, as_version=4)
    second = nbformat.from_dict(notebook.cells[1])
    second.id = second.metadata.nbgrader.grade_id = "ex2"
    second.source = (
        "def largest(a, b, c):\n    ### BEGIN SOLUTION\n    return larger(a, larger(b, c))\n    ### END SOLUTION"
    )
    test = nbformat.from_dict(notebook.cells[2])
    test.id = test.metadata.nbgrader.grade_id = "test_ex2"
    test.source = "assert largest(3, 1, 2) == 3 and largest(1, 3, 2) == 3 and largest(1, 2, 3) == 3"
    notebook.cells += [second, test]
    nbformat.write(notebook, path)
    assert "exercise 2: needs exercise 1, and no sentence of the notebook names both" in "\n".join(told(small))
    notebook.cells[0].source += "\n\nExercise 2 calls `larger` of exercise 1."
    nbformat.write(notebook, path)
    assert not [sentence for sentence in told(small) if "needs exercise 1" in sentence]


def test_a_cell_that_raises_before_its_function_leaves_nothing_of_the_reference(
    small: Course, told: Told, edit: Edit
) -> None:
    first = r"### BEGIN SOLUTION\nsmallest = 0\n### END SOLUTION\n"
    edit(small, "small.ipynb", "def larger(a, b):", first.replace(r"\n", '\\n",\n    "') + "def larger(a, b):")
    assert not [sentence for sentence in told(small) if "the untouched release earns" in sentence]
