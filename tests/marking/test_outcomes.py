"""What each kind of submission gets: one run grades all of them side by side."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.results import Outcome
from tests.marking.class_runs import Results, graded, write

P, F, E, T, N = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED, Outcome.TIMED_OUT, Outcome.NOT_ATTEMPTED
AS_RELEASED = "def halve(n):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
OWN = "a cell of the student's own before test_ex4"
FOREVER = "while True: pass"
LONGEST_CELL = 1.5  # seconds: each endless cell takes them, and no other may, also where the machine is busy

# What is written into which cell, and the outcomes of the four exercises.
SUBMISSIONS: dict[str, tuple[dict[str, str], tuple[Outcome, ...]]] = {
    "all right": ({}, (P, P, P, P)),
    "one as it was released": ({"ex4": AS_RELEASED}, (P, P, P, N)),
    "one as it was released, and an empty cell": ({"ex4": AS_RELEASED, OWN: " "}, (P, P, P, N)),
    "one answered in another cell": ({"ex4": AS_RELEASED, OWN: "def halve(n): return n / 2"}, (P, P, P, P)),
    "one answered wrongly in another cell": ({"ex4": AS_RELEASED, OWN: "def halve(n): return n"}, (P, P, P, F)),
    "one wrong": ({"ex1": "def square(n): return n + n"}, (F, F, P, P)),
    "loop in a solution cell": ({"ex3": FOREVER}, (P, P, T, P)),
    "loop in a call": ({"ex3": f"def shout(text):\n    {FOREVER}"}, (P, P, T, P)),
    "loop in a call of the hidden test alone": (
        {"ex2": f"def total(numbers):\n    if not numbers:\n        {FOREVER}\n    return sum(n * n for n in numbers)"},
        (P, T, P, P),
    ),
    "loop in a call of a cell and of the test": ({"ex4": f"def halve(n):\n    {FOREVER}\nhalve(3)"}, (P, P, P, T)),
    "process ended in a cell": ({"ex1": "import os; os._exit(0)"}, (E, E, P, P)),
    "process ended in a call": ({"ex4": "import os\ndef halve(n): os._exit(0)"}, (P, P, P, E)),
    "process ended when the exception of the hidden test alone is shown": (
        {
            "ex2": "import os\nclass Ends(Exception):\n    is_told = False\n    def __str__(self):\n"
            "        if Ends.is_told: os._exit(0)\n        Ends.is_told = True\n        return 'told once'\n"
            "def total(numbers):\n    if not numbers: raise Ends()\n    return sum(n * n for n in numbers)"
        },
        (P, E, P, P),
    ),
    "crash of the interpreter": ({"ex4": "import ctypes\ndef halve(n): ctypes.string_at(0)"}, (P, P, P, E)),
    "endless recursion": ({"ex1": "def square(n): return square(n)"}, (E, E, P, P)),
    "sys.exit in a cell": ({"ex3": "import sys; sys.exit()"}, (P, P, E, P)),
    "sys.exit in a call": ({"ex4": "import sys\ndef halve(n): sys.exit()"}, (P, P, P, E)),
    "syntax error": ({"ex2": "def total(numbers) return 14"}, (P, E, P, P)),
    "changes its input": (
        {"ex2": "def total(ns):\n    s = 0\n    while ns: s += ns.pop() ** 2\n    return s"},
        (P, F, P, P),
    ),
    "prints what it should return": ({"ex1": "def square(n): print(n * n)"}, (F, E, P, P)),
    "returns an object that equals everything": (
        {"ex4": "class Equal:\n    def __eq__(self, other): return True\ndef halve(n): return Equal()"},
        (P, P, P, F),
    ),
    "returns a subclass that equals everything": (
        {"ex4": "class Equal(float):\n    def __eq__(self, other): return True\ndef halve(n): return Equal(1)"},
        (P, P, P, F),
    ),
    "raises another exception": ({"ex3": "def shout(text):\n    print(text.upper() + '!')\n    text[0]"}, (P, P, E, P)),
    "imports what the tools do without": (
        {"ex1": "import isoduration, rfc3986_validator\ndef square(n): return n * n"},
        (P, P, P, P),
    ),
    "takes the builtins away": (
        # IPython itself cannot go on without them, in a kernel neither: the cell costs its exercise.
        {"ex1": "import builtins\nbuiltins.len = builtins.type = None\ndef square(n): return n * n"},
        (E, E, P, P),
    ),
    "binds names that the tests use": (
        {"ex1": "range = list = Tester = io = redirect_stdout = None\ndef square(n): return n * n"},
        (E, P, E, E),
    ),
    "patches the framework": (
        {
            "ex1": "import tester_fw.testers as t\nt.Tester.run_test = lambda self: None\n"
            "def square(n): return n * n\ndef halve(n): return 0",
            "ex4": "",
        },
        (P, P, P, F),
    ),
    "floods the output": ({"ex3": "print('x' * 10_000_000)\ndef shout(text): print(text)"}, (P, P, F, P)),
    "a function became a number": ({"ex4": "halve = 3"}, (P, P, P, E)),
    "keeps state between the cells": (
        {
            "ex1": "calls = []\ndef square(n):\n    calls.append(n)\n    return n * n",
            "ex2": "def total(ns):\n    assert calls\n    return sum(n * n for n in ns)",
        },
        (P, P, P, P),
    ),
    "prints and raises what no file can hold": (
        {
            "ex1": "print('\\ud800')\ndef square(n): return n * n",
            "ex3": "class E(Exception): pass\nE.__name__ = 'E\\udfff'\n"
            "def shout(text):\n    print('\\ud800')\n    raise E('\\udbff')",
        },
        (P, P, E, P),
    ),
    "displays what no notebook can hold": (
        {
            "ex1": "class Odd:\n    def _repr_mimebundle_(self, **_):\n"
            "        return {'application/json': {1j: {2}}, 'text/plain': 'odd'}, {('a',): object()}\n"
            "def square(n): return n * n\nOdd()"
        },
        (P, P, P, P),
    ),
    "every exercise loops": (dict.fromkeys(("ex1", "ex2", "ex3", "ex4"), FOREVER), (T, T, T, T)),
    "is replayed after a loop": (
        {
            "ex1": "count = 0\ndef square(n): return n * n",
            "ex2": FOREVER,
            "ex3": "count += 1\nassert count == 1\ndef shout(t): pass",
        },
        (P, T, F, P),
    ),
}


@pytest.fixture(scope="module")
def results(
    built_course: Course, solved: Callable[..., NotebookNode], tmp_path_factory: pytest.TempPathFactory
) -> Results:
    folder = tmp_path_factory.mktemp("outcomes")
    for name, (edits, _) in SUBMISSIONS.items():
        notebook = solved(built_course, **edits)
        if OWN in edits:
            notebook.cells.insert(-1, nbformat.v4.new_code_cell(edits[OWN]))
        write(notebook, folder / "submitted", name)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(built_course.grading, "cell_seconds", LONGEST_CELL)
        return graded(built_course, submitted=folder / "submitted", output=folder / "graded")[0]


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_submission_gets_what_its_honest_part_is_worth(name: str, results: Results) -> None:
    expected = SUBMISSIONS[name][1]
    result = results[name]
    assert tuple(exercise.outcome for exercise in result.exercises) == expected, [
        (one.name, one.message) for one in result.exercises
    ]
    assert result.score == 2 * expected.count(P)


def test_the_time_of_what_was_stopped_does_not_contradict_the_limit_that_its_message_names(results: Results) -> None:
    stopped = {
        (name, exercise.cell): exercise.seconds
        for name, result in results.items()
        for exercise in result.exercises
        if exercise.outcome is T
    }
    assert len(stopped) >= 8
    late = {which: seconds for which, seconds in stopped.items() if seconds != LONGEST_CELL}
    assert late == {}
